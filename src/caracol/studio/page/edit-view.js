/** Beside a board whose puzzle is being set: how many solutions it has, and what can be made of it. */

import { glyphOf } from "./board-view.js";
import { html, nothing } from "./lit-html.js";
import { say } from "./words.js";

/**
 * @import {Editing, Game, Language, State} from "./types.js"
 * @import {Effects} from "./effects.js"
 * @import {Word} from "./words.js"
 */

/** @param {Language} language @param {Editing} editing */
function countOf(language, { live }) {
  if (!live) return say(language, "counting");
  if (live.more) return say(language, "manySolutions", { n: live.count });
  if (live.count === 0) return say(language, "noSolution");
  return live.count === 1 ? say(language, "oneSolution") : say(language, "solutions", { n: live.count });
}

/** @param {State} state @param {Game} game @param {Editing} editing @param {Effects} effects */
export function editView(state, game, editing, effects) {
  const { language } = state.settings;
  const t = (/** @type {Word} */ word) => say(language, word);
  const { live } = editing;
  const isUnique = live !== null && live.count === 1 && !live.more;
  const kind = isUnique ? "is-solved" : live?.count === 0 ? "is-error" : "is-hint";
  return html`<section class="panel" aria-label=${t("edit")}>
    <div class="card ${kind}" aria-live="polite" data-count=${live ? live.count : nothing}>
      <h2>${countOf(language, editing)}</h2>
      ${live?.conflict ? html`<p tabindex="0">${live.conflict.sentence}</p>` : nothing}
      ${live && live.count > 1 ? html`<p class="count">${t("trueCandidates")}</p>` : nothing}
    </div>
    ${state.notice ? html`<div class="card is-${state.notice.kind}"><p role="alert">${state.notice.text}</p></div>` : nothing}
    <div class="values" role="group" aria-label=${t("values")}>
      ${game.board.values.length > 30
        ? nothing
        : game.board.values.map(
            (choice) =>
              html`<button
                type="button"
                class="choice"
                data-value=${choice.value}
                aria-label=${choice.label}
                @click=${() => effects.clue(state.cursor, String(choice.value))}
              >
                ${glyphOf(choice)}
              </button>`,
          )}
    </div>
    <div class="actions">
      <button type="button" @click=${() => effects.clue(state.cursor, "")}>${t("clear")}</button>
      <button type="button" ?disabled=${!editing.past.length} @click=${effects.undoClue}>${t("undo")}</button>
      <button type="button" @click=${effects.clearClues}>${t("clearAll")}</button>
    </div>
    <div class="actions">
      <button type="button" @click=${() => effects.make("complete")}>${t("complete")}</button>
      <button type="button" @click=${() => effects.make("trim")}>${t("trim")}</button>
      <button type="button" @click=${() => effects.make("alike")}>${t("alike")}</button>
    </div>
    <button type="button" class="main" ?disabled=${!isUnique} @click=${effects.playIt}>${t("playIt")}</button>
    <button type="button" class="quiet" @click=${effects.playIt}>${t("leave")}</button>
  </section>`;
}
