/** Setting puzzles: where clues can stand, what a key writes there, and what is known of a puzzle. */

import { cellOf } from "./play.js";

/**
 * @import {Board, Cell, Known, State, Told} from "./types.js"
 * @import {Press} from "./keys.js"
 */

// Characters typed this many milliseconds apart make one clue.
const ONE_CLUE = 1200;
const DIGITS = [..."0123456789"];
export const NEXT = " ";

/**
 * The board with its places for clues as cells, so that they are reached like these.
 * @param {Board} board @returns {Board}
 */
export function editable(board) {
  const below = Math.max(...board.cells.map(({ row }) => row));
  /** @type {Cell[]} */
  const places = board.places.map(({ name, x, y, radius = 0.24 }, i) => ({
    name, label: name, row: below + 1, column: i + 1, x, y, radius, values: [], given: null,
  }));
  return { ...board, cells: [...board.cells, ...places] };
}

/** The place of a clue that is no cell. @param {Board} board @param {string} name */
export const placeOf = (board, name) => board.places.find((place) => place.name === name);

/**
 * What can be typed at a place that is no cell; digits where any number can stand there, or several.
 * @param {Board} board @param {string} name @returns {readonly string[]}
 */
export function signsOf(board, name) {
  const { values = [], several = false } = placeOf(board, name) ?? {};
  if (several) return [...DIGITS, NEXT];
  return values.length ? values : DIGITS;
}

/**
 * Cells with another text of the board itself, if a key is one: all that are selected.
 * @param {State} state @param {Press} press @returns {Record<string, string> | null}
 */
export function printedBy({ game, selected }, { key, ctrlKey, metaKey, altKey }) {
  const { printed } = game?.board ?? {};
  const text = printed?.texts.find((one) => one.toLowerCase() === key.toLowerCase());
  if (!printed || !text || ctrlKey || metaKey || altKey) return null;
  return Object.fromEntries(selected.filter((name) => name in printed.cells).map((name) => [name, text]));
}

/**
 * The clue that a key writes at the cursor; an empty text takes it away, null: the key writes none.
 * @param {State} state @param {Press} press @param {number} now @returns {string | null}
 */
export function clueOf({ game, cursor, typed }, { key, ctrlKey, metaKey, altKey }, now) {
  if (!game || ctrlKey || metaKey || altKey) return null;
  const place = placeOf(game.board, cursor);
  if (place?.several && key !== "Delete") return listed(typed.text, key);
  if (key === "Delete" || key === "Backspace") return "";
  if (key.length !== 1 || key === " ") return null;
  const longer = now - typed.at < ONE_CLUE ? typed.text + key : key;
  if (place) return printed(place.values ?? [], longer, key);
  const cell = cellOf(game.board, cursor);
  for (const text of [longer, key]) {
    const choice = game.board.values.find((one) => one.key.toLowerCase() === text.toLowerCase());
    if (choice && cell?.values.includes(choice.value)) return String(choice.value);
  }
  return null;
}

/** A list goes on as long as nobody goes elsewhere. @param {string} before @param {string} key */
function listed(before, key) {
  if (key === "Backspace") return before.trimEnd().slice(0, -1);
  if (key === NEXT || key === ",") return before && `${before.trimEnd()}${NEXT}`;
  return /^\d$/.test(key) ? before + key : null;
}

/** @param {readonly string[]} values @param {string} longer @param {string} key */
function printed(values, longer, key) {
  if (!values.length) return /^\d+$/.test(longer) ? longer : /^\d$/.test(key) ? key : null;
  return [longer, key].find((text) => values.includes(text)) ?? null;
}

/** @type {Known} */
const UNKNOWN = {
  count: 0,
  isCounted: false,
  isMore: true,
  isSure: false,
  candidates: {},
  conflict: null,
  redundant: [],
  isTried: false,
  level: "",
  isGraded: false,
  isProved: false,
};

/** What is known after one more line. @param {Known | null} before @param {Told} line @returns {Known} */
export function learnt(before, line) {
  const known = before ?? UNKNOWN;
  switch (line.about) {
    case "count": {
      const { count = 0, more = false, final, candidates = known.candidates, sure = known.isSure } = line;
      return { ...known, count, isMore: more || !final, isCounted: final, isSure: sure, candidates };
    }
    case "conflict":
      return { ...known, conflict: line.conflict ?? null };
    case "redundant":
      return { ...known, redundant: line.redundant ?? [], isTried: line.final };
    case "level":
      return { ...known, level: line.level ?? "", isGraded: line.final, isProved: line.proved ?? false };
    default:
      return known;
  }
}

/** @param {Known | null} known @returns {boolean} */
export const isUnique = (known) => known !== null && known.isCounted && known.count === 1 && !known.isMore;

/** @param {Known | null} known @returns {boolean} */
export const isImpossible = (known) => known !== null && known.isCounted && known.count === 0 && !known.isMore;
