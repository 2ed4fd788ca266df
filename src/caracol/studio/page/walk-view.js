/** The whole explanation as a slide show, one step at a time. */

import { icon } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { follow, START } from "./play.js";
import { say } from "./words.js";

/**
 * @import {Board, Position, State, Step} from "./types.js"
 * @import {Dispatch} from "./store.js"
 * @import {Word} from "./words.js"
 */

/**
 * The board as it stands after some steps.
 * @param {Board} board @param {{steps: Step[], at: number}} walk @returns {Position}
 */
export function positionAt(board, { steps, at }) {
  return steps.slice(0, at).reduce((position, step) => follow(board, position, step.derives), START);
}

/** @param {State} state @param {{steps: Step[], at: number}} walk @param {Dispatch} dispatch */
export function walkView(state, { steps, at }, dispatch) {
  const t = (/** @type {Word} */ word, /** @type {Record<string, string | number>} */ gaps = {}) =>
    say(state.settings.language, word, gaps);
  const step = steps[at - 1];
  const to = (/** @type {number} */ next) => () => dispatch({ type: "walkTo", at: next });
  return html`<section class="panel walk" aria-label=${t("walk")}>
    <div class="card is-hint" aria-live="polite">
      <p class="count">${at ? t("step", { n: at, all: steps.length }) : t("start")}</p>
      ${step
        ? html`<h2>${step.technique}</h2>
            <p class="lines" tabindex="0">${step.sentence}</p>`
        : nothing}
    </div>
    <input
      type="range"
      min="0"
      max=${steps.length}
      .value=${String(at)}
      aria-label=${t("walk")}
      @input=${(/** @type {Event} */ event) =>
        dispatch({ type: "walkTo", at: Number(/** @type {HTMLInputElement} */ (event.target).value) })}
    />
    <div class="actions">
      <button type="button" ?disabled=${at === 0} @click=${to(at - 1)}>${icon("previous")} ${t("previous")}</button>
      <button type="button" class="main" ?disabled=${at === steps.length} @click=${to(at + 1)}>
        ${t("next")} ${icon("next")}
      </button>
    </div>
    <button type="button" class="quiet" @click=${() => dispatch({ type: "leaveWalk" })}>${t("leave")}</button>
  </section>`;
}
