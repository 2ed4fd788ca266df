/** Beside a board whose puzzle is being set: what is known of it, clues to set, and what can be made of it. */

import { levelsView } from "./bar-view.js";
import { glyphOnPad } from "./board-view.js";
import { isCube } from "./cube.js";
import { isImpossible, isUnique, NEXT, placeOf, signsOf } from "./edit.js";
import { icon } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { columnsOf } from "./panel-view.js";
import { cellOf } from "./play.js";
import { levelName, say } from "./words.js";

/**
 * @import {Editing, Game, Known, Language, State} from "./types.js"
 * @import {Effects} from "./effects.js"
 * @import {Dispatch} from "./store.js"
 * @import {Icon} from "./icons.js"
 * @import {Word} from "./words.js"
 */

// Values of longer boards are typed.
const MOST_ON_PAD = 30;

/** @param {State} state @param {Game} game @param {Editing} editing @param {Dispatch} dispatch @param {Effects} effects */
export function editView(state, game, editing, dispatch, effects) {
  const t = (/** @type {Word} */ word) => say(state.settings.language, word);
  const button = (/** @type {Word} */ word, /** @type {Icon} */ picture, /** @type {() => void} */ act, isOff = false) =>
    html`<button class="tool" type="button" ?disabled=${isOff} @click=${act}>
      ${icon(picture)}<span>${t(word)}</span>
    </button>`;
  const { known } = editing;
  const busy = ["complete", "trim", "alike"].includes(state.busy);
  return html`<section class="panel" aria-label=${t("edit")}>
    ${knownView(state, editing)}
    ${state.notice ? html`<div class="card is-${state.notice.kind}"><p role="alert">${state.notice.text}</p></div>` : nothing}
    ${isCube(game.board) ? ringsView(state, game, effects) : cluesView(state, game, effects)}
    <div class="tools">
      ${button("undo", "undo", effects.undoClue, !editing.past.length)}
      ${button("redo", "redo", effects.redoClue, !editing.future.length)}
      ${button("clear", "clear", () => effects.clue(state.cursor, ""))}
      ${game.board.kinds.length
        ? html`${button("complete", "fill", () => effects.make("complete"), busy || isUnique(known) || isImpossible(known))}
          ${button("trim", "trim", () => effects.make("trim"), busy || !isUnique(known))}
          ${button("clearAll", "again", effects.clearClues)}`
        : nothing}
    </div>
    <div class="alike">
      ${button("alike", "alike", () => effects.make("alike"), busy)}
      ${levelsView(state, dispatch, t("wantedLevel"), () => {})}
    </div>
    <button type="button" class="main" ?disabled=${!isUnique(known)} @click=${effects.playIt}>${t("playIt")}</button>
    <div class="tools is-quiet">
      ${state.offers.hasBooks ? button("book", "book", () => dispatch({ type: "dialog", dialog: "book" })) : nothing}
      ${button("share", "share", () => dispatch({ type: "dialog", dialog: "share" }))}
      ${button("print", "print", () => print())}
      ${button("leave", "previous", effects.leaveEdit)}
    </div>
  </section>`;
}

/** @param {State} state @param {Editing} editing */
function knownView({ settings, game, busy }, { known }) {
  const { language } = settings;
  const kind = isUnique(known) ? "is-solved" : isImpossible(known) ? "is-error" : "is-hint";
  const labels = known?.redundant.map((name) => game?.board.cells.find((cell) => cell.name === name)?.label ?? name) ?? [];
  return html`<div class="card ${kind}" aria-live="polite" data-count=${known ? known.count : nothing} ?data-counted=${known?.isCounted}>
    <h2>${countOf(language, known)}</h2>
    ${["complete", "trim", "alike"].includes(busy) ? html`<p>${say(language, "thinking")}</p>` : nothing}
    ${known?.conflict ? html`<p tabindex="0">${known.conflict.sentence}</p>` : nothing}
    ${isUnique(known) && known
      ? html`<p data-level=${known.isGraded ? known.level : nothing}>${levelOf(language, known)}</p>
          ${game?.board.kinds.length
            ? html`<p data-redundant=${known.isTried ? known.redundant.join(" ") : nothing}>
                ${redundantOf(language, known)} ${labels.join("; ")}
              </p>`
            : nothing}`
      : nothing}
    ${known && known.count > 1 ? html`<p class="count">${say(language, "trueCandidates")}</p>` : nothing}
  </div>`;
}

/** @param {Language} language @param {Known | null} known */
function countOf(language, known) {
  if (!known || (!known.isCounted && !known.count)) return say(language, "counting");
  if (!known.isCounted) return say(language, "countingSolutions", { n: known.count });
  if (known.isMore) return say(language, "manySolutions", { n: known.count });
  if (known.count === 0) return say(language, "noSolution");
  return known.count === 1 ? say(language, "oneSolution") : say(language, "solutions", { n: known.count });
}

/** @param {Language} language @param {Known} known */
function levelOf(language, { level, isGraded, isProved }) {
  if (!level) return say(language, isGraded ? "levelUnknown" : "grading");
  const name = levelName(language, level);
  return say(language, isGraded && isProved ? "levelIs" : isGraded ? "levelAtLeast" : "levelSoFar", { level: name });
}

/** @param {Language} language @param {Known} known */
function redundantOf(language, { redundant, isTried }) {
  if (redundant.length) return say(language, redundant.length === 1 ? "oneRedundant" : "redundant", { n: redundant.length });
  return say(language, isTried ? "noneRedundant" : "trying");
}

/** What can be set at the cursor. @param {State} state @param {Game} game @param {Effects} effects */
function cluesView({ settings, cursor }, { board }, effects) {
  const t = (/** @type {Word} */ word) => say(settings.language, word);
  const place = placeOf(board, cursor);
  const values = board.values.length > MOST_ON_PAD ? [] : board.values;
  const choices = place ? signsOf(board, cursor).length : values.length;
  return html`<div class="pad">
    <p class="count">${say(settings.language, "clueAt", { place: cellOf(board, cursor)?.label ?? cursor })}</p>
    ${board.printed && !place ? printedView(settings.language, board.printed.texts, effects) : nothing}
    <div class="values" role="group" aria-label=${t("values")} .style=${columnsOf(choices)}>
      ${place
        ? signsOf(board, cursor).map(
            (sign) =>
              html`<button type="button" class="choice" data-sign=${sign} @click=${() => effects.typeClue(sign)}>
                ${sign === NEXT ? html`<small>${t("nextNumber")}</small>` : sign}
              </button>`,
          )
        : values.map(
            (choice) =>
              html`<button
                type="button"
                class="choice"
                data-value=${choice.value}
                aria-label=${choice.label}
                @click=${() => effects.clue(cursor, String(choice.value))}
              >
                ${glyphOnPad(choice)}
              </button>`,
          )}
    </div>
  </div>`;
}

/** What the cells themselves can show. @param {Language} language @param {readonly string[]} texts @param {Effects} effects */
function printedView(language, texts, effects) {
  return html`<div class="values" role="group" aria-label=${say(language, "printed")} .style=${columnsOf(texts.length)}>
    ${texts.map(
      (text) =>
        html`<button type="button" class="choice" data-printed=${text} @click=${() => effects.typeClue(text)}>${text}</button>`,
    )}
  </div>`;
}

/** The digits of a cube's rings. @param {State} state @param {Game} game @param {Effects} effects */
function ringsView({ settings }, { board }, effects) {
  return html`<div class="rings" role="group" aria-label=${say(settings.language, "rings")}>
    ${Object.entries(board.cube?.rings ?? {}).map(
      ([face, digits]) =>
        html`<label>
          <span>${say(settings.language, /** @type {Word} */ (face))}</span>
          <input
            type="text"
            inputmode="numeric"
            data-ring-of=${face}
            .value=${digits}
            required
            pattern="\\d{${digits.length}}"
            @change=${(/** @type {Event} */ event) => {
              const input = /** @type {HTMLInputElement} */ (event.target);
              if (input.reportValidity()) effects.ring(face, input.value);
            }}
          />
        </label>`,
    )}
  </div>`;
}
