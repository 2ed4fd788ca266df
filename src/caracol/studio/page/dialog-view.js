/** What opens above the page: rules and keys, the settings, the link, the order for a book. */

import { isCube } from "./cube.js";
import { icon } from "./icons.js";
import { html, nothing } from "./lit-html.js";
import { isTapped } from "./play.js";
import { levelName, say } from "./words.js";

/**
 * @import {State} from "./types.js"
 * @import {Effects} from "./effects.js"
 * @import {Dispatch} from "./store.js"
 * @import {Word} from "./words.js"
 */

/** @param {State} state @param {Dispatch} dispatch @param {Effects} effects */
export function dialogView(state, dispatch, effects) {
  const { dialog } = state;
  const close = () => {
    effects.cancelBook();
    dispatch({ type: "dialog", dialog: "" });
  };
  const title = /** @type {Word} */ (dialog || "settings");
  return html`<dialog class="dialog" aria-labelledby="dialog-title" @close=${close} @click=${closeOutside}>
    <div class="inside">
      <div class="heading">
        <h2 id="dialog-title">${say(state.settings.language, title)}</h2>
        <button type="button" class="round" aria-label=${say(state.settings.language, "close")} @click=${close}>
          ${icon("close")}
        </button>
      </div>
      ${dialog === "help" ? helpView(state) : nothing} ${dialog === "settings" ? settingsView(state, dispatch, effects) : nothing}
      ${dialog === "share" ? shareView(state, effects) : nothing} ${dialog === "book" ? bookView(state, effects) : nothing}
    </div>
  </dialog>`;
}

/** @param {MouseEvent} event */
function closeOutside(event) {
  if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.target).close();
}

/** @param {State} state */
function helpView(state) {
  const { settings, game } = state;
  return html`${game ? html`<p>${game.board.rules}</p>` : nothing}
    <h3>${say(settings.language, "keys")}</h3>
    ${keysView(state)}`;
}

/** @param {State} state */
function keysView({ settings, game }) {
  const values = game?.board.values.map(({ key }) => key) ?? [];
  const shown = values.length > 8 ? `${values[0]} … ${values[values.length - 1]}` : values.join(" ");
  /** @type {[string, Word][]} */
  const keys = [
    [shown, "keyValues"],
    [`Shift + ${values[0] ?? ""}`, "keyCorner"],
    [`Ctrl + ${values[0] ?? ""}`, "keyCentre"],
    ["Z X C", "keyModes"],
    ["Space", "keySpace"],
    ["Delete", "keyDelete"],
    ["← ↑ → ↓", "keyArrows"],
    ["Shift + ←", "keyShiftArrows"],
    ["Ctrl + A", "keyAll"],
    ["Home End", "keyEnds"],
    ["Ctrl + Home", "keyBoard"],
    ["Ctrl + Z, Ctrl + Y", "keyUndo"],
    ["Esc", "keyEscape"],
    ["?", "keyHelp"],
  ];
  if (game && isCube(game.board)) keys.splice(1, 0, ["[ ]", "keyTurn"]);
  if (game && isTapped(game.board)) keys.splice(1, 0, ["Enter", "keyTap"]);
  return html`<dl class="keys">
    ${keys.map(([key, word]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${say(settings.language, word)}</dd></div>`)}
  </dl>`;
}

/** @param {State} state @param {Dispatch} dispatch @param {Effects} effects */
function settingsView({ settings }, dispatch, effects) {
  const t = (/** @type {Word} */ word) => say(settings.language, word);
  /** @param {Word} name @param {"language" | "theme" | "checking"} key @param {[string, string][]} options */
  const choice = (name, key, options) =>
    html`<fieldset>
      <legend>${t(name)}</legend>
      <div class="modes">
        ${options.map(
          ([value, label]) =>
            html`<label class="mode">
              <input
                type="radio"
                name=${key}
                value=${value}
                .checked=${settings[key] === value}
                @change=${() => {
                  dispatch({ type: "set", settings: { [key]: value } });
                  if (key === "language") effects.translate();
                }}
              />
              <span>${label}</span>
            </label>`,
        )}
      </div>
    </fieldset>`;
  return html`${choice("language", "language", [["en", "English"], ["pt", "Português"]])}
  ${choice("theme", "theme", [["system", t("system")], ["light", t("light")], ["dark", t("dark")]])}
  ${choice("checking", "checking", [["off", t("off")], ["asked", t("asked")], ["always", t("always")]])}`;
}

/** @param {State} state @param {Effects} effects */
function shareView({ settings, game, offers }, effects) {
  const t = (/** @type {Word} */ word) => say(settings.language, word);
  const linkFor = (/** @type {boolean} */ withProgress) =>
    html`<div class="link">
      <input type="text" readonly .value=${effects.link(withProgress)} aria-label=${t(withProgress ? "withProgress" : "share")} />
      <button type="button" class="main" @click=${() => effects.copyLink(withProgress)}>${t("copy")}</button>
    </div>`;
  const hasEntries = Object.keys(game?.position.entries ?? {}).length > 0;
  return html`<p>${t("shareTold")}</p>
    ${linkFor(false)} ${hasEntries ? html`<p>${t("withProgress")}</p>${linkFor(true)}` : nothing}
    <h3>${t("downloads")}</h3>
    <div class="actions">
      <button type="button" @click=${() => effects.download("text")}>${t("text")}</button>
      ${/** @type {const} */ (["json", ...offers.pictures]).map(
        (format) =>
          html`<button type="button" @click=${() => effects.download(format)}>${format.toUpperCase()}</button>`,
      )}
    </div>`;
}

/** How many puzzles a book has; while it is made, the progress. @param {State} state @param {Effects} effects */
function bookView({ settings, families, wanted, batch }, effects) {
  const t = (/** @type {Word} */ word, /** @type {Record<string, string | number>} */ gaps = {}) =>
    say(settings.language, word, gaps);
  const title = families.find(({ name }) => name === wanted.family)?.title ?? wanted.family;
  const order = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.target));
    effects.book(Number(fields.get("count")), String(fields.get("title")));
  };
  return html`<p>${t("bookTold")}</p>
    <p><strong>${title} ${wanted.size}, ${levelName(settings.language, wanted.level)}</strong></p>
    <form class="order" @submit=${order}>
      <label>${t("bookCount")} <input type="number" name="count" min="1" max="60" value="12" required ?disabled=${batch} /></label>
      <label>${t("bookTitle")} <input type="text" name="title" maxlength="80" value=${title} ?disabled=${batch} /></label>
      ${batch
        ? html`<progress max=${batch.count} value=${batch.made} aria-label=${t("book")}></progress>
            <p role="status" class="count">${t("bookMade", { n: batch.made, all: batch.count })}</p>
            <button type="button" @click=${effects.cancelBook}>${t("cancel")}</button>`
        : html`<button type="submit" class="main">${t("makeBook")}</button>`}
    </form>`;
}
