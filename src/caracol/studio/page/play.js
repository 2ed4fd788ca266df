/** What a player can do to a position: every function returns another position and changes nothing. */

/**
 * @import {Board, Cell, Entries, Entry, Fact, Game, Position, Value} from "./types.js"
 */

/** @type {Position} */
export const START = { entries: {}, trials: [] };

/** @type {Entry} */
export const BLANK = { corner: [], centre: [] };

/** @param {Entries} entries @param {string} cell @returns {Entry} */
export const entryOf = (entries, cell) => entries[cell] ?? BLANK;

/** @param {Board} board @param {string} name @returns {Cell | undefined} */
export const cellOf = (board, name) => board.cells.find((cell) => cell.name === name);

/**
 * What stands in a cell, given or entered.
 * @param {Cell} cell @param {Entries} entries @returns {Value | null}
 */
export const shownIn = (cell, entries) => cell.given ?? entries[cell.name]?.value ?? null;

/** @param {Entry} entry */
const isBlank = (entry) =>
  entry.value === undefined && !entry.corner.length && !entry.centre.length;

/**
 * @param {Entries} entries @param {string} cell @param {Entry} entry
 * @returns {Entries}
 */
function put(entries, cell, entry) {
  const { [cell]: _, ...rest } = entries;
  return isBlank(entry) ? rest : { ...rest, [cell]: entry };
}

/**
 * Those of the cells that are not given and can take the value.
 * @param {Board} board @param {readonly string[]} names @param {Value} [value]
 * @returns {string[]}
 */
function open(board, names, value) {
  return names.filter((name) => {
    const cell = cellOf(board, name);
    return cell && cell.given === null && (value === undefined || cell.values.includes(value));
  });
}

/**
 * @param {Position} position @param {Entries} entries @returns {Position}
 */
const at = (position, entries) => ({ ...position, entries });

/**
 * @param {Board} board @param {Position} position @param {readonly string[]} names
 * @param {Value} value @returns {Position}
 */
export function write(board, position, names, value) {
  let { entries } = position;
  for (const name of open(board, names, value)) {
    if (entries[name]?.value !== value) {
      entries = put(entries, name, { ...entryOf(entries, name), value });
    }
  }
  return entries === position.entries ? position : at(position, entries);
}

/**
 * The value is taken away if all the cells have it, and written otherwise.
 * @param {Board} board @param {Position} position @param {readonly string[]} names
 * @param {Value} value @returns {Position}
 */
export function toggle(board, position, names, value) {
  const cells = open(board, names, value);
  const all = cells.length > 0 && cells.every((name) => position.entries[name]?.value === value);
  if (!all) return write(board, position, names, value);
  let { entries } = position;
  for (const name of cells) {
    entries = put(entries, name, { ...entryOf(entries, name), value: undefined });
  }
  return at(position, entries);
}

/**
 * What one more tap makes of a cell, where it can hold two values: first the one that counts, then the other,
 * then none.
 * @param {Board} board @param {Position} position @param {string} name @param {1 | -1} by
 * @returns {{from: Value | null, to: Value | null} | null} null: it cannot change
 */
export function tapped(board, position, name, by) {
  const cell = cellOf(board, name);
  if (!cell || cell.given !== null) return null;
  const round = [null, ...cell.values.filter((one) => one !== board.blank), ...cell.values.filter((one) => one === board.blank)];
  const from = shownIn(cell, position.entries);
  return { from, to: round[(round.indexOf(from) + by + round.length) % round.length] };
}

/** Whether a tap is enough to fill a cell: each can hold two values. @param {Board} board */
export const isTapped = ({ cells, cube }) => !cube && cells.every(({ values }) => values.length === 2);

/**
 * Another value or none, where there is a certain one or none.
 * @param {Board} board @param {Position} position @param {string} name
 * @param {{from: Value | null, to: Value | null}} brush @returns {Position}
 */
export function brushed(board, position, name, { from, to }) {
  const [cell] = open(board, [name]);
  if (!cell || (position.entries[cell]?.value ?? null) !== from) return position;
  return at(position, put(position.entries, cell, { ...entryOf(position.entries, cell), value: to ?? undefined }));
}

/**
 * A mark is taken away if all the cells have it, and made otherwise; cells with a value have none.
 * @param {Board} board @param {Position} position @param {readonly string[]} names
 * @param {"corner" | "centre"} kind @param {Value} value @returns {Position}
 */
export function mark(board, position, names, kind, value) {
  const cells = open(board, names, value).filter(
    (name) => position.entries[name]?.value === undefined,
  );
  if (!cells.length) return position;
  const all = cells.every((name) => entryOf(position.entries, name)[kind].includes(value));
  let { entries } = position;
  for (const name of cells) {
    const order = /** @type {Cell} */ (cellOf(board, name)).values;
    const marks = entryOf(entries, name)[kind];
    const changed = order.filter((one) => (one === value ? !all : marks.includes(one)));
    entries = put(entries, name, { ...entryOf(entries, name), [kind]: changed });
  }
  return at(position, entries);
}

/**
 * Take away the values, or where there are none, the marks.
 * @param {Board} board @param {Position} position @param {readonly string[]} names
 * @returns {Position}
 */
export function clear(board, position, names) {
  const cells = open(board, names).filter((name) => position.entries[name]);
  if (!cells.length) return position;
  const values = cells.some((name) => position.entries[name]?.value !== undefined);
  let { entries } = position;
  for (const name of cells) {
    entries = put(entries, name, values ? { ...entryOf(entries, name), value: undefined } : BLANK);
  }
  return at(position, entries);
}

/**
 * Note all candidates as centre marks, in cells that have no value.
 * @param {Board} board @param {Position} position
 * @param {Record<string, readonly Value[]>} candidates @returns {Position}
 */
export function noteCandidates(board, position, candidates) {
  let { entries } = position;
  for (const cell of board.cells) {
    const centre = candidates[cell.name];
    if (centre && shownIn(cell, entries) === null) {
      entries = put(entries, cell.name, { ...entryOf(entries, cell.name), centre });
    }
  }
  return at(position, entries);
}

/**
 * Do what a step derives: write values, strike candidates.
 * @param {Board} board @param {Position} position @param {readonly Fact[]} facts
 * @returns {Position}
 */
export function follow(board, position, facts) {
  let { entries } = position;
  for (const { cell: name, value, is } of facts) {
    const cell = cellOf(board, name);
    if (!cell || shownIn(cell, entries) !== null) continue;
    const entry = entryOf(entries, name);
    const left = (entry.centre.length ? entry.centre : cell.values).filter((one) => one !== value);
    if (is) entries = put(entries, name, { ...entry, value });
    else if (left.length === 1) entries = put(entries, name, { ...entry, centre: left, value: left[0] });
    else entries = put(entries, name, { ...entry, centre: left });
  }
  return at(position, entries);
}

/** @param {Position} position @returns {Position} */
export const tryOut = (position) => ({
  ...position,
  trials: [...position.trials, position.entries],
});

/** @param {Position} position @returns {Position} */
export const keepTrial = (position) => ({ ...position, trials: position.trials.slice(0, -1) });

/** @param {Position} position @returns {Position} */
export const dropTrial = (position) => ({
  entries: position.trials.at(-1) ?? position.entries,
  trials: position.trials.slice(0, -1),
});

/**
 * Whether what stands in a cell came with a trial that is still open.
 * @param {Position} position @param {string} cell
 */
export const isTried = ({ entries, trials }, cell) =>
  trials.length > 0 && entries[cell] !== trials[0]?.[cell];

/**
 * The same game with another position, and the one before to go back to.
 * @param {Game} game @param {Position} position @returns {Game}
 */
export function moved(game, position) {
  if (position === game.position) return game;
  return { ...game, position, past: [...game.past, game.position], future: [] };
}

/** @param {Game} game @returns {Game} */
export function undone(game) {
  const position = game.past.at(-1);
  if (!position) return game;
  return { ...game, position, past: game.past.slice(0, -1), future: [...game.future, game.position] };
}

/** @param {Game} game @returns {Game} */
export function redone(game) {
  const position = game.future.at(-1);
  if (!position) return game;
  return { ...game, position, future: game.future.slice(0, -1), past: [...game.past, game.position] };
}

/** @param {Game} game */
export const isFull = ({ board, position }) =>
  board.cells.every((cell) => shownIn(cell, position.entries) !== null);

/**
 * What the server is told: values, and centre marks as candidates.
 * @param {Entries} entries @returns {Record<string, Value | readonly Value[]>}
 */
export function entriesToAsk(entries) {
  /** @type {Record<string, Value | readonly Value[]>} */
  const told = {};
  for (const [cell, entry] of Object.entries(entries)) {
    if (entry.value !== undefined) told[cell] = entry.value;
    else if (entry.centre.length) told[cell] = entry.centre;
  }
  return told;
}

/**
 * Values alone: nobody is told about wrong marks.
 * @param {Entries} entries @returns {Record<string, Value>}
 */
export function valuesOf(entries) {
  /** @type {Record<string, Value>} */
  const values = {};
  for (const [cell, { value }] of Object.entries(entries)) if (value !== undefined) values[cell] = value;
  return values;
}

/**
 * The nearest cell in a direction, or the cell itself. Across, a cell straight ahead is preferred; up and down, the
 * next row, so that all edges of a lattice are reached.
 * @param {Board} board @param {string} name @param {number} dx @param {number} dy
 */
export function neighbour(board, name, dx, dy) {
  const from = cellOf(board, name) ?? board.cells[0];
  let best = from;
  let least = Infinity;
  for (const cell of board.cells) {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = ahead + (dy ? 0.9 : 2) * aside;
    if (ahead > 0.1 && aside <= 2 * ahead && far < least) [best, least] = [cell, far];
  }
  return best.name;
}

/** @param {Board} board @param {string} name @param {"first" | "last"} end of its row */
export function endOfRow(board, name, end) {
  const from = cellOf(board, name) ?? board.cells[0];
  const row = board.cells.filter((cell) => cell.row === from.row);
  row.sort((one, other) => one.x - other.x);
  return (end === "first" ? row[0] : row[row.length - 1]).name;
}
