/** What each key does on the board. */

import { cellOf, endOfRow, isTapped, neighbour } from "./play.js";

/**
 * @import {Mode, State} from "./types.js"
 * @import {Action} from "./update.js"
 * @typedef {Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Press
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** @type {Record<string, Mode>} */
const MODES = { z: "value", x: "corner", c: "centre" };
/** @type {Record<string, Mode>} */
const NEXT_MODE = { value: "corner", corner: "centre", centre: "value" };
/** @type {Record<string, number>} */
const TURNS = { "[": 1, "]": -1, "+": 1, "=": 1 };

/**
 * The action of a key pressed while the board has the focus; null: the key is not ours.
 * @param {State} state @param {Press} press @param {number} now @returns {Action | null}
 */
export function actionOf(state, press, now) {
  if (!state.game || press.altKey) return null;
  const { key } = press;
  const isCommand = press.ctrlKey || press.metaKey;
  if (key in ARROWS || key === "Home" || key === "End") return moving(state, press);
  if (isCommand && key.toLowerCase() === "z") return { type: press.shiftKey ? "redo" : "undo" };
  if (isCommand && key.toLowerCase() === "y") return { type: "redo" };
  if (key === "Delete" || key === "Backspace") return { type: "clear" };
  if (key === "Escape") return { type: "dismiss" };
  if (key === "Enter" && isTapped(state.game.board)) return { type: "touch", cell: state.cursor, by: 1 };
  const typed = typing(state, press, now);
  if (typed) return typed;
  if (isCommand) return key.toLowerCase() === "a" ? selecting(state, allCells(state)) : null;
  return choosing(state, key);
}

/** @param {State} state */
const allCells = ({ game }) => game?.board.cells.map((cell) => cell.name) ?? [];

/** @param {State} state @param {readonly string[]} cells @returns {Action} */
const selecting = (state, cells) => ({ type: "select", cells, cursor: state.cursor });

/** @param {State} state @param {Press} press @returns {Action | null} */
function moving(state, { key, shiftKey, ctrlKey, metaKey }) {
  if (!state.game) return null;
  const { board } = state.game;
  let cursor;
  if (key in ARROWS) cursor = neighbour(board, state.cursor, ...ARROWS[key]);
  else if (ctrlKey || metaKey) cursor = board.cells[key === "Home" ? 0 : board.cells.length - 1].name;
  else cursor = endOfRow(board, state.cursor, key === "Home" ? "first" : "last");
  const more = shiftKey || ((ctrlKey || metaKey) && key in ARROWS);
  const cells = more ? [...new Set([...state.selected, cursor])] : [cursor];
  return { type: "select", cells, cursor };
}

/**
 * A key of a value; with Shift it makes a corner mark, with Ctrl a centre mark.
 * @param {State} state @param {Press} press @param {number} now @returns {Action | null}
 */
function typing(state, { key, code, shiftKey, ctrlKey, metaKey }, now) {
  const values = state.game?.board.values ?? [];
  /** @param {string} text */
  const isKey = (text) =>
    values.some((value) => value.key.toLowerCase().startsWith(text)) ||
    (state.typed.text !== "" && /^\d$/.test(text));
  const plain = key.toLowerCase();
  const isSign = plain.length === 1 && !/[\p{L}\p{N}]/u.test(plain) && isKey(plain);
  const below = /^(?:Key|Digit|Numpad)(\w)$/.exec(code)?.[1].toLowerCase();
  const text = isSign || (plain.length === 1 && isKey(plain)) ? plain : below;
  if (!text || !isKey(text)) return null;
  const mode = ctrlKey || metaKey ? "centre" : shiftKey && !isSign ? "corner" : state.held;
  return { type: "type", text, mode, now };
}

/** @param {State} state @param {string} key @returns {Action | null} */
function choosing(state, key) {
  if (key === " ") return { type: "mode", mode: NEXT_MODE[state.mode] };
  if (key === "?") return { type: "dialog", dialog: "help" };
  if (key.toLowerCase() in MODES) return { type: "mode", mode: MODES[key.toLowerCase()] };
  const board = state.game?.board;
  if (board?.cube && (key in TURNS || key === "-")) {
    return cellOf(board, state.cursor) ? { type: "turn", cell: state.cursor, by: TURNS[key] ?? -1 } : null;
  }
  return null;
}
