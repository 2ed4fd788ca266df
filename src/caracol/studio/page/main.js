/** Where the page starts: the store, what listens to it, and the events of the browser. */

import { OFFERS } from "./answers.js";
import { createEffects } from "./effects.js";
import { actionOf } from "./keys.js";
import { render } from "./lit-html.js";
import { pageView } from "./page-view.js";
import { listenToPointers } from "./pointer.js";
import { claimTab, keptSettings } from "./storage.js";
import { createStore } from "./store.js";
import { INITIAL } from "./update.js";

/** @import {State} from "./types.js" */

/** @returns {State} */
function initial() {
  const language = navigator.language.startsWith("pt") ? "pt" : "en";
  return { ...INITIAL, offers: OFFERS, settings: { ...INITIAL.settings, language, ...keptSettings() } };
}

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const store = createStore(initial());
const effects = createEffects(store, await claimTab());

let isDue = false;

/** Draw once for all that happened since the last time. */
function draw() {
  isDue = false;
  const { state } = store;
  const { theme, language } = state.settings;
  document.documentElement.lang = language;
  document.documentElement.dataset.theme = theme;
  render(pageView(state, store.dispatch, effects), root);
  const dialog = root.querySelector("dialog");
  if (dialog && Boolean(state.dialog) !== dialog.open) state.dialog ? dialog.showModal() : dialog.close();
}

/** @param {string} selector @returns {HTMLElement | null} */
const find = (selector) => root.querySelector(selector);

/** Let the focus follow the cursor, unless it is on something else. @param {boolean} isNew */
function focusCursor(isNew) {
  const active = document.activeElement;
  const isFree = !active || active === document.body || active.getAttribute("role") === "gridcell";
  const cell = find(`[data-cell="${CSS.escape(store.state.cursor)}"]`);
  if ((isFree || isNew) && !store.state.dialog && !store.state.walk && cell !== active) {
    cell?.focus({ preventScroll: true });
  }
}

/** @param {State} before @param {State} after */
const isAnotherView = (before, after) =>
  !before.walk !== !after.walk ||
  !before.editing !== !after.editing ||
  (!after.editing && before.game?.puzzle !== after.game?.puzzle);

store.listen((action, before, after) => {
  if (before === after || isDue) return;
  isDue = true;
  queueMicrotask(() => {
    draw();
    // Whoever is on the way from the last button to the first is not called back by the clock.
    if (action.type !== "second") focusCursor(action.type === "open" || action.type === "leaveWalk");
    if (action.type === "walk") find(".walk .main")?.focus();
    if (isAnotherView(before, after)) scrollTo({ top: 0 });
  });
});

document.addEventListener("keydown", (event) => {
  const { state } = store;
  if (state.dialog || !(event.target instanceof Element)) return;
  if (event.target.closest("select, input, textarea, dialog")) return;
  if (event.target.closest("button, summary, a") && ["Enter", " "].includes(event.key)) return;
  if (state.walk) {
    if (event.key === "ArrowRight") store.dispatch({ type: "walkTo", at: state.walk.at + 1 });
    else if (event.key === "ArrowLeft") store.dispatch({ type: "walkTo", at: state.walk.at - 1 });
    else if (event.key === "Escape") store.dispatch({ type: "leaveWalk" });
    return;
  }
  if (event.key === "Shift" || event.key === "Control") {
    return store.dispatch({ type: "hold", mode: event.key === "Shift" ? "corner" : "centre" });
  }
  if (state.editing && (undoByKey(event) || editByKey(event))) return event.preventDefault();
  const action = actionOf(state, event, performance.now());
  if (state.editing && action && !["select", "dialog"].includes(action.type)) return;
  if (!action) return;
  event.preventDefault();
  store.dispatch(action);
});

/** @param {KeyboardEvent} event @returns {boolean} whether the key goes back or forth */
function undoByKey(event) {
  if (!event.ctrlKey && !event.metaKey) return false;
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) effects.redoClue();
  else if (key === "z") effects.undoClue();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key writes a clue */
function editByKey(event) {
  return event.key !== "?" && effects.typeClue(event.key, event);
}

// The cursor follows the focus too, wherever that comes from.
root.addEventListener("focusin", ({ target }) => {
  const cell = target instanceof HTMLElement && target.role === "gridcell" ? target.dataset.cell : "";
  if (cell && cell !== store.state.cursor) store.dispatch({ type: "select", cells: [cell], cursor: cell });
});

document.addEventListener("keyup", (event) => {
  if (event.key === "Shift" || event.key === "Control") store.dispatch({ type: "hold", mode: null });
});
addEventListener("blur", () => store.dispatch({ type: "hold", mode: null }));

document.addEventListener("visibilitychange", () => {
  if (document.hidden && store.state.game?.past.length) store.dispatch({ type: "pause", isPaused: true });
});

addEventListener("hashchange", () => effects.followLink());

setInterval(() => {
  const { game, isPaused, walk, dialog } = store.state;
  if (game && !game.isSolved && !isPaused && !walk && !dialog && !document.hidden) {
    store.dispatch({ type: "second" });
  }
}, 1000);

listenToPointers(root, store);
draw();
effects.start();
