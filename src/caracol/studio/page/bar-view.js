/** The bar above all: what to play or set, and where help and settings are. */

import { icon, snail } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { levelName, levelsOf, say, sizeName } from "./words.js";

/**
 * @import {State} from "./types.js"
 * @import {Effects} from "./effects.js"
 * @import {Icon} from "./icons.js"
 * @import {Dispatch} from "./store.js"
 * @import {Word} from "./words.js"
 */

/** @param {State} state @param {Dispatch} dispatch @param {Effects} effects */
export function barView(state, dispatch, effects) {
  const t = (/** @type {Word} */ word) => say(state.settings.language, word);
  const round = (/** @type {"help" | "settings"} */ dialog, /** @type {Icon} */ picture) =>
    html`<button type="button" class="round" aria-label=${t(dialog)} title=${t(dialog)} @click=${() => dispatch({ type: "dialog", dialog })}>
      ${icon(picture)}
    </button>`;
  const toDaily = (/** @type {Event} */ event) => {
    event.preventDefault();
    effects.daily();
  };
  return html`<header class="bar">
    <a class="brand" href="#" aria-label="caracol" @click=${toDaily}>${snail}<span>caracol</span></a>
    ${state.families.length
      ? html`${choicesView(state, dispatch, effects)}
          <div class="starts">
            <button type="button" class="main" @click=${effects.fresh}>${t("fresh")}</button>
            <button type="button" @click=${effects.daily}>${t("daily")}</button>
          </div>`
      : nothing}
    <div class="corner-tools">${round("help", "keys")} ${round("settings", "settings")}</div>
  </header>`;
}

/** Family, size and level. @param {State} state @param {Dispatch} dispatch @param {Effects} effects */
function choicesView(state, dispatch, effects) {
  const { families, wanted, settings } = state;
  const t = (/** @type {Word} */ word) => say(settings.language, word);
  // Whoever sets a puzzle begins with a blank board.
  const another = () => (state.editing ? effects.blank() : effects.fresh());
  const ours = families.find(({ name }) => name === wanted.family)?.sizes ?? [];
  const sizes = [...new Set([...ours, wanted.size])].filter((size) => size || ours.length < 2);
  const toFamily = (/** @type {string} */ name) => {
    const size = families.find((family) => family.name === name)?.sizes[0];
    dispatch({ type: "want", wanted: { family: name, size, level: "" } });
    another();
  };
  const toSize = (/** @type {string} */ size) => {
    dispatch({ type: "want", wanted: { size } });
    another();
  };
  return html`<nav class="choices" aria-label=${t("puzzle")}>
    ${selectView(t("family"), families.map(({ name, title }) => [name, title]), wanted.family, toFamily)}
    ${selectView(t("size"), sizes.map((size) => [size, sizeName(state, size)]), wanted.size, toSize)}
    ${levelsView(state, dispatch, t("level"), () => state.editing || effects.fresh())}
  </nav>`;
}

/** The levels to choose from. @param {State} state @param {Dispatch} dispatch @param {string} label @param {() => void} then */
export function levelsView(state, dispatch, label, then) {
  const { language } = state.settings;
  const toLevel = (/** @type {string} */ level) => {
    dispatch({ type: "want", wanted: { level } });
    then();
  };
  return selectView(label, levelsOf(state).map((level) => [level, levelName(language, level)]), state.wanted.level, toLevel);
}

/**
 * @param {string} label @param {string[][]} options values with their names @param {string} chosen
 * @param {(value: string) => void} choose
 */
function selectView(label, options, chosen, choose) {
  const changed = (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<select aria-label=${label} @change=${changed}>
    ${options.map(([value, name]) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`)}
  </select>`;
}
