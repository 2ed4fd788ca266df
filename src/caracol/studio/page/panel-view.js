/** Beside the board: what was said, the values to enter, and what else a player can do. */

import { glyphOnPad } from "./board-view.js";
import { isCube } from "./cube.js";
import { icon } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { isTapped } from "./play.js";
import { say, timeOf } from "./words.js";

/**
 * @import {Game, Mode, State} from "./types.js"
 * @import {Effects} from "./effects.js"
 * @import {Dispatch} from "./store.js"
 * @import {Icon} from "./icons.js"
 * @import {Word} from "./words.js"
 */

/** @type {Mode[]} */
const MODES = ["value", "corner", "centre"];
// The most values that fit on a pad; those of longer boards are typed, or turned to.
const MOST_ON_PAD = 30;
// How many of them stand in a row at most.
const WIDEST = 6;

/** @param {State} state @param {Game} game @param {Dispatch} dispatch @param {Effects} effects */
export function panelView(state, game, dispatch, effects) {
  const t = (/** @type {Word} */ word, /** @type {Record<string, string | number>} */ gaps = {}) =>
    say(state.settings.language, word, gaps);
  const button = (/** @type {Word} */ word, /** @type {Icon} */ picture, /** @type {() => void} */ act, isOff = false) =>
    html`<button class="tool" type="button" ?disabled=${isOff} @click=${act}>
      ${icon(picture)}<span>${t(word)}</span>
    </button>`;
  const depth = game.position.trials.length;
  return html`<section class="panel" aria-label=${t("play")}>
    ${saidView(state, game, dispatch, effects)}
    ${depth
      ? html`<div class="card is-trial">
          <p>${t("trialTold", { n: depth })}</p>
          <div class="actions">
            <button type="button" class="main" @click=${() => dispatch({ type: "keep" })}>${t("keep")}</button>
            <button type="button" @click=${() => dispatch({ type: "drop" })}>${t("drop")}</button>
          </div>
        </div>`
      : nothing}
    ${game.isSolved ? nothing : isCube(game.board) ? turnsView(state, dispatch) : padView(state, game, dispatch)}
    <div class="tools">
      ${button("undo", "undo", () => dispatch({ type: "undo" }), !game.past.length)}
      ${button("redo", "redo", () => dispatch({ type: "redo" }), !game.future.length)}
      ${button("clear", "clear", () => dispatch({ type: "clear" }))}
      ${button("hint", "hint", effects.hint, game.isSolved || state.busy === "hint")}
      ${state.settings.checking === "off" ? nothing : button("check", "check", effects.check)}
      ${button("why", "why", effects.why)}
    </div>
    <div class="tools is-quiet">
      ${button("trial", "trial", () => dispatch({ type: "try" }))}
      ${button("fill", "fill", effects.fill)}
      ${button("walk", "walk", effects.walk)}
      ${button("edit", "edit", effects.edit)}
      ${button("share", "share", () => dispatch({ type: "dialog", dialog: "share" }))}
      ${button("print", "print", () => print())}
      ${button("again", "again", () => dispatch({ type: "again" }), !Object.keys(game.position.entries).length)}
    </div>
  </section>`;
}

/** For cubes: the chosen face, turned by one. @param {State} state @param {Dispatch} dispatch */
function turnsView(state, dispatch) {
  const t = (/** @type {Word} */ word) => say(state.settings.language, word);
  const turn = (/** @type {number} */ by) => () => dispatch({ type: "turn", cell: state.cursor, by });
  const face = t(/** @type {Word} */ (state.cursor));
  return html`<div class="pad">
    <div class="turns" role="group" aria-label=${face}>
      <button type="button" @click=${turn(1)}><b aria-hidden="true">↺</b> <span>${t("turnLeft")}</span></button>
      <strong>${face}</strong>
      <button type="button" @click=${turn(-1)}><b aria-hidden="true">↻</b> <span>${t("turnRight")}</span></button>
    </div>
    <p class="count">${t("cubeTold")}</p>
  </div>`;
}

/** Rows of values that are as long as each other, or nearly so. @param {number} n */
export const columnsOf = (n) => `--columns: ${Math.ceil(n / Math.ceil(n / WIDEST))};`;

/** @param {State} state @param {Game} game @param {Dispatch} dispatch */
function padView(state, game, dispatch) {
  const t = (/** @type {Word} */ word) => say(state.settings.language, word);
  const mode = state.held ?? state.mode;
  const { values } = game.board;
  return html`<div class="pad">
    <div class="modes" role="radiogroup" aria-label=${t("mode")}>
      ${MODES.map(
        (one) =>
          html`<button
            type="button"
            role="radio"
            class="mode is-${one}"
            aria-checked=${mode === one}
            @click=${() => dispatch({ type: "mode", mode: one })}
          >
            ${t(one)}
          </button>`,
      )}
    </div>
    ${values.length > MOST_ON_PAD
      ? nothing
      : html`<div class="values" role="group" aria-label=${t("values")} .style=${columnsOf(values.length)}>
          ${values.map(
            (choice) =>
              html`<button
                type="button"
                class="choice"
                data-value=${choice.value}
                aria-label=${choice.label}
                aria-pressed=${state.settings.valueFirst ? state.armed === choice.value : nothing}
                @click=${() => dispatch({ type: "enter", value: choice.value })}
              >
                ${glyphOnPad(choice)}
              </button>`,
          )}
        </div>`}
    ${tapView(state, game)}
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        .checked=${state.settings.valueFirst}
        @change=${(/** @type {Event} */ event) =>
          dispatch({ type: "set", settings: { valueFirst: /** @type {HTMLInputElement} */ (event.target).checked } })}
      />
      <span>${t("valueFirst")}</span>
    </label>
  </div>`;
}

/** Where a tap is enough: what it does. @param {State} state @param {Game} game */
function tapView({ settings }, { board }) {
  if (!isTapped(board)) return nothing;
  const called = (/** @type {boolean} */ isBlank) =>
    board.values.filter(({ value }) => (value === board.blank) === isBlank).map(({ label }) => label);
  const [one, other] = [...called(false), ...called(true)];
  return html`<p class="count">${say(settings.language, "tapTold", { one, other })}</p>`;
}

/**
 * The hint, the result of a check, the end of the game: one at a time, told to screen readers too.
 * @param {State} state @param {Game} game @param {Dispatch} dispatch @param {Effects} effects
 */
function saidView(state, game, dispatch, effects) {
  return html`<div class="said" aria-live="polite">${cardView(state, game, dispatch, effects)}</div>`;
}

/** @param {State} state @param {Game} game @param {Dispatch} dispatch @param {Effects} effects */
function cardView(state, game, dispatch, effects) {
  const t = (/** @type {Word} */ word, /** @type {Record<string, string | number>} */ gaps = {}) =>
    say(state.settings.language, word, gaps);
  const close = html`<button type="button" class="quiet" @click=${() => dispatch({ type: "dismiss" })}>
    ${t("close")}
  </button>`;
  if (game.isSolved && !state.hint) {
    const title = `${game.board.title} ${game.board.header.split(" ").slice(1).join(" ")}`;
    return html`<div class="card is-solved">
      <h2>${t("solved")}</h2>
      <p>${t("solvedIn", { title, time: timeOf(game.seconds) })}</p>
      <div class="actions">
        <button type="button" class="main" @click=${effects.fresh}>${t("another")}</button>
        <button type="button" @click=${effects.walk}>${t("walk")}</button>
      </div>
    </div>`;
  }
  if (state.hint) return hintCard(state, game, dispatch, close);
  if (state.notice) {
    const { kind, text } = state.notice;
    return html`<div class="card is-${kind}">
      <p>${text}</p>
      <div class="actions">
        ${state.wrong.length
          ? html`<button type="button" class="main" @click=${effects.why}>${t("why")}</button>`
          : nothing}
        ${close}
      </div>
    </div>`;
  }
  if (["hint", "why", "check", "candidates", "explain", "draw"].includes(state.busy)) {
    return html`<div class="card is-busy"><p>${t("thinking")}</p></div>`;
  }
  return nothing;
}

/** @param {State} state @param {Game} game @param {Dispatch} dispatch @param {unknown} close */
function hintCard(state, game, dispatch, close) {
  const t = (/** @type {Word} */ word, /** @type {Record<string, string | number>} */ gaps = {}) =>
    say(state.settings.language, word, gaps);
  if (!state.hint) return nothing;
  const { answer, grade } = state.hint;
  const { step, clash } = answer;
  const more = html`<button type="button" class="main" @click=${() => dispatch({ type: "more" })}>${t("more")}</button>`;
  if (clash) {
    return html`<div class="card is-error">
      <h2>${t("somethingWrong")}</h2>
      ${grade === 2 ? html`<p class="lines">${answer.sentence}</p>` : nothing}
      <div class="actions">${grade === 1 ? more : nothing} ${close}</div>
    </div>`;
  }
  if (!step) return html`<div class="card"><p>${t("nothingForced")}</p><div class="actions">${close}</div></div>`;
  if (grade === 1) {
    const names = step.highlight.target.map(
      (name) => game.board.cells.find((cell) => cell.name === name)?.label ?? name,
    );
    return html`<div class="card is-hint">
      <h2>${t("lookAt")}</h2>
      <p class="unseen">${t("lookAtTold", { cells: names.join("; ") })}</p>
      <div class="actions">${more} ${close}</div>
    </div>`;
  }
  return html`<div class="card is-hint">
    <h2>${step.technique}</h2>
    <p class="lines" tabindex="0">${step.sentence}</p>
    <div class="actions">
      <button type="button" class="main" @click=${() => dispatch({ type: "follow" })}>${t("doIt")}</button>
      ${close}
    </div>
  </div>`;
}
