/** Small pictures on buttons, drawn by strokes; what a button does is always said in words too. */

import { html } from "./lit-html.js";

const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-3",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12h3",
  clear: "M8 5h13v14H8l-6-7zM11 9l6 6M17 9l-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  check: "m5 12.5 5 5L20 7",
  why: "M12 3 2.5 20h19zM12 10v4.5M12 17.2v.3",
  pause: "M9 6v12M15 6v12",
  play: "M8 5v14l11-7z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
  keys: "M9.2 9a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.5M12 17.5v.3",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  next: "m9 5 7 7-7 7",
  previous: "m15 5-7 7 7 7",
  close: "M6 6l12 12M18 6 6 18",
  trial: "M6 4v16M6 12h5c4 0 6-2 6-6M17 4v3",
  fill: "M5 6h3M11 6h3M17 6h3M5 12h3M11 12h3M17 12h3M5 18h3M11 18h3M17 18h3",
  walk: "M4 5h16v11H4zM9 20h6M12 16v4",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  trim: "M6 6a2.5 2.5 0 1 0 .1 0M6 18a2.5 2.5 0 1 0 .1 0M8 9.5 20 18M8 14.5 20 6",
  alike: "M4 4h10v10H4zM10 10h10v10H10z",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  print: "M7 9V4h10v5M7 18H4V9h16v9h-3M7 14h10v6H7z",
  again: "M5 12a7 7 0 1 0 2.5-5.4M8 3v4H4",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 ${name === "undo" || name === "redo" ? 28 : 24}" aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;

/** The snail of the name. */
export const snail = html`<svg class="snail" viewBox="0 0 40 32" aria-hidden="true">
  <path d="M3 29h27c5 0 7-4 6-9l-1-7M35 13l-3-5M36 13l2-5" />
  <path d="M24 17a5 5 0 1 0-5 5 9 9 0 0 0 9-9A11 11 0 1 0 9 22c2 3 5 5 9 6" />
</svg>`;
