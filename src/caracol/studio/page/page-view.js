/** The whole page from the state. */

import { barView } from "./bar-view.js";
import { boardView, highlightsOf, highlightsOfHint } from "./board-view.js";
import { isCube } from "./cube.js";
import { cubeView, pairsJoined } from "./cube-view.js";
import { dialogView } from "./dialog-view.js";
import { editView } from "./edit-view.js";
import { icon } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { loadingView } from "./loading-view.js";
import { panelView } from "./panel-view.js";
import { positionAt, walkView } from "./walk-view.js";
import { dayOf, levelName, say, sizeName, timeOf } from "./words.js";

/**
 * @import {Game, State} from "./types.js"
 * @import {Effects} from "./effects.js"
 * @import {Dispatch} from "./store.js"
 * @import {Word} from "./words.js"
 */

/** @param {State} state @param {Dispatch} dispatch @param {Effects} effects */
export function pageView(state, dispatch, effects) {
  return html`${barView(state, dispatch, effects)}
    <main class="stage ${state.busy === "open" ? "is-waiting" : ""}">
      ${state.game ? gameView(state, state.game, dispatch, effects) : startView(state, effects)}
    </main>
    ${dialogView(state, dispatch, effects)}`;
}

/** Before the first puzzle is there. @param {State} state @param {Effects} effects */
function startView(state, effects) {
  const t = (/** @type {Word} */ word) => say(state.settings.language, word);
  if (!state.notice && state.loading) return loadingView(state, state.loading);
  if (!state.notice) return html`<p class="waiting" role="status">${t("thinking")}</p>`;
  return html`<div class="card is-error">
    <p role="alert">${state.notice.text}</p>
    <div class="actions"><button type="button" class="main" @click=${effects.start}>${t("retry")}</button></div>
  </div>`;
}

/** @param {State} state @param {Game} game @param {Dispatch} dispatch @param {Effects} effects */
function gameView(state, game, dispatch, effects) {
  const { walk } = state;
  const t = (/** @type {Word} */ word) => say(state.settings.language, word);
  const position = walk ? positionAt(game.board, walk) : game.position;
  const step = walk?.steps[walk.at - 1];
  const conflict = state.editing?.known?.conflict;
  const hint = conflict ? { answer: conflict, grade: /** @type {2} */ (2) } : state.hint;
  const highlights = step ? highlightsOf(step) : highlightsOfHint(walk ? null : hint);
  return html`<div class="game">
    <div class="table">
      <div class="heading">
        <div>
          <h1>${game.board.title}</h1>
          <p class="origin">${originOf(state, game)}</p>
          <p class="unkept" role="status">${state.isKept ? nothing : t("noStorage")}</p>
        </div>
        ${walk || state.editing ? nothing : clockView(state, game, dispatch)}
      </div>
      <div class="frame ${isCube(game.board) ? "is-cube" : ""}">
        ${isCube(game.board) && state.settings.view !== "net" ? cubeView(state, { ...game, position }, highlights) : nothing}
        ${isCube(game.board) ? pairsView(state, { ...game, position }, dispatch) : nothing}
        ${boardView(state, game, position, highlights)}
        ${state.isPaused && !walk
          ? html`<button type="button" class="curtain" @click=${() => dispatch({ type: "pause", isPaused: false })}>
              <strong>${t("paused")}</strong><span>${t("resume")}</span>
            </button>`
          : nothing}
      </div>
    </div>
    <div class="side">
      ${sideView(state, game, dispatch, effects)}
      <section class="rules" aria-label=${t("rules")}>
        <h2>${t("rules")}</h2>
        <p>${game.board.rules}</p>
      </section>
    </div>
  </div>`;
}

/** @param {State} state @param {Game} game @param {Dispatch} dispatch @param {Effects} effects */
function sideView(state, game, dispatch, effects) {
  if (state.walk) return walkView(state, state.walk, dispatch);
  if (state.editing) return editView(state, game, state.editing, dispatch, effects);
  return panelView(state, game, dispatch, effects);
}

/** How far a cube is done, and whether it is seen in space. @param {State} state @param {Game} game @param {Dispatch} dispatch */
function pairsView(state, game, dispatch) {
  const { language, view } = state.settings;
  const all = game.board.cube?.contacts.length ?? 0;
  const choice = (/** @type {"cube" | "net"} */ one, /** @type {boolean} */ isOn) =>
    html`<button
      type="button"
      role="radio"
      class="mode"
      aria-checked=${isOn}
      @click=${() => dispatch({ type: "set", settings: { view: one } })}
    >
      ${say(language, one)}
    </button>`;
  return html`<div class="pairs">
    <span>${say(language, "pairs", { n: pairsJoined(game), all })}</span>
    <div class="modes" role="radiogroup" aria-label=${say(language, "view")}>
      ${choice("cube", view !== "net")} ${choice("net", view === "net")}
    </div>
  </div>`;
}

/** @param {State} state @param {Game} game */
function originOf(state, game) {
  const { language } = state.settings;
  const { kind, date, level } = game.origin;
  const size = sizeName(state, game.board.header.split(" ").slice(1).join(" "), game.board.family);
  /** @type {Record<string, string>} */
  const kinds = {
    daily: say(language, "dailyOf", { date: date && dayOf(language, date) }),
    link: "",
    fresh: "",
  };
  const doing = state.editing ? say(language, "edit") : kinds[kind];
  return [doing, say(language, "sizeOf", { size }), level && levelName(language, level)].filter(Boolean).join(" · ");
}

/** @param {State} state @param {Game} game @param {Dispatch} dispatch */
function clockView(state, game, dispatch) {
  const word = state.isPaused ? "resume" : "pause";
  const label = say(state.settings.language, word);
  return html`<div class="clock">
    <span role="timer" aria-label=${say(state.settings.language, "time")}>${timeOf(game.seconds)}</span>
    <button
      type="button"
      class="round"
      aria-label=${label}
      title=${label}
      ?disabled=${game.isSolved}
      @click=${() => dispatch({ type: "pause", isPaused: !state.isPaused })}
    >
      ${icon(state.isPaused ? "play" : "pause")}
    </button>
  </div>`;
}
