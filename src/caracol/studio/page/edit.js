/** Setting puzzles: where clues can stand, and what a key writes there. */

import { cellOf } from "./play.js";

/**
 * @import {Board, Cell, State} from "./types.js"
 * @import {Press} from "./keys.js"
 */

// Characters typed this many milliseconds apart make one clue.
const ONE_CLUE = 1200;

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

/**
 * The clue that a key writes at the cursor; an empty text takes it away, null: the key writes none.
 * @param {State} state @param {Press} press @param {number} now @returns {string | null}
 */
export function clueOf({ game, cursor, typed }, { key, ctrlKey, metaKey, altKey }, now) {
  if (!game || ctrlKey || metaKey || altKey) return null;
  if (key === "Delete" || key === "Backspace") return "";
  if (key.length !== 1 || key === " ") return null;
  const longer = now - typed.at < ONE_CLUE ? typed.text + key : key;
  const cell = cellOf(game.board, cursor);
  if (!cell?.values.length) return longer;
  for (const text of [longer, key]) {
    const choice = game.board.values.find((one) => one.key.toLowerCase() === text.toLowerCase());
    if (choice && cell.values.includes(choice.value)) return String(choice.value);
  }
  return null;
}
