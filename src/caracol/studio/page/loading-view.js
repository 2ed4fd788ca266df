/** The page while all that it takes is on its way: where the board will stand, and how far it is. */

import { snail } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { say } from "./words.js";

/**
 * @import {Language, Loading, State} from "./types.js"
 */

/** Readers hear what is done, and find the progress where they look for it. @param {State} state @param {Loading} loading */
export function loadingView({ settings }, { done, all }) {
  const { language } = settings;
  const isThere = done === all;
  const size = megabytes(language, all);
  return html`<div class="game">
    <div class="table">
      <div class="heading">
        <div>
          <h1>${say(language, "loading")}</h1>
          <p class="origin" role="status">${say(language, isThere ? "starting" : "loadingSize", { size })}</p>
        </div>
      </div>
      <div class="frame is-loading">
        ${snail}
        <progress max=${all} value=${isThere ? nothing : done} aria-label=${say(language, "loading")}></progress>
        <p class="count" aria-hidden="true">
          ${say(language, "loaded", { done: megabytes(language, done), all: size })}
        </p>
      </div>
    </div>
    <div class="side">
      <section class="rules"><p>${say(language, "loadingTold")}</p></section>
    </div>
  </div>`;
}

/** @param {Language} language @param {number} bytes */
const megabytes = (language, bytes) =>
  (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
