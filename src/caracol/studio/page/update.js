/** The one function that says what an action does to the state. It is pure: no clock, no storage, no requests. */

import { learnt } from "./edit.js";
import * as play from "./play.js";

/**
 * @import {Batch, Board, Editing, Entries, Family, Game, Hint, Loading, Mode, Notice, Position, Settings, State, Step,
 *   Told, Value, Wanted} from "./types.js"
 */

/**
 * @typedef {{type: "families", families: Family[]}
 *   | {type: "load", loading: Loading}
 *   | {type: "want", wanted: Partial<Wanted>}
 *   | {type: "wait", busy: string}
 *   | {type: "open", game: Game, notice: Notice | null}
 *   | {type: "translate", board: Board}
 *   | {type: "focus", cell: string}
 *   | {type: "select", cells: readonly string[], cursor: string}
 *   | {type: "touch", cell: string, by: 1 | -1}
 *   | {type: "drag", cell: string}
 *   | {type: "type", text: string, mode: Mode | null, now: number}
 *   | {type: "enter", value: Value}
 *   | {type: "turn", cell: string, by: number}
 *   | {type: "settle"}
 *   | {type: "look", yaw: number, pitch: number}
 *   | {type: "clear"}
 *   | {type: "undo"} | {type: "redo"}
 *   | {type: "try"} | {type: "keep"} | {type: "drop"}
 *   | {type: "again"}
 *   | {type: "mode", mode: Mode}
 *   | {type: "hold", mode: Mode | null}
 *   | {type: "set", settings: Partial<Settings>}
 *   | {type: "candidates", entries: Entries, candidates: Record<string, Value[]>}
 *   | {type: "checked", entries: Entries, isSolved: boolean, wrong: string[], text: string}
 *   | {type: "hint", entries: Entries, hint: Hint}
 *   | {type: "more"} | {type: "follow"} | {type: "dismiss"}
 *   | {type: "tell", notice: Notice | null}
 *   | {type: "dialog", dialog: string}
 *   | {type: "pause", isPaused: boolean}
 *   | {type: "kept", isKept: boolean}
 *   | {type: "second"}
 *   | {type: "edit", game: Game, editing: Editing}
 *   | {type: "learn", line: Told}
 *   | {type: "batch", batch: Batch | null}
 *   | {type: "typed", text: string, now: number}
 *   | {type: "walk", steps: Step[]}
 *   | {type: "walkTo", at: number}
 *   | {type: "leaveWalk"}
 * } Action
 */

// Digits typed this many milliseconds apart make one number.
const ONE_NUMBER = 1200;

/** @type {State} */
export const INITIAL = {
  settings: { language: "en", theme: "system", checking: "asked", valueFirst: false, view: "" },
  offers: { pictures: [], hasBooks: false },
  loading: null,
  families: [],
  wanted: { family: "", size: "", level: "" },
  game: null,
  busy: "",
  cursor: "",
  selected: [],
  mode: "value",
  held: null,
  armed: null,
  brush: null,
  typed: { text: "", at: 0 },
  wrong: [],
  hint: null,
  notice: null,
  dialog: "",
  isPaused: false,
  isKept: true,
  camera: { yaw: -35, pitch: 55 },
  editing: null,
  batch: null,
  walk: null,
};

/** @param {State} state @param {Action} action @returns {State} */
export function update(state, action) {
  switch (action.type) {
    case "load":
      return { ...state, loading: action.loading, notice: null };
    case "families":
      return { ...state, families: action.families };
    case "want":
      return { ...state, wanted: { ...state.wanted, ...action.wanted } };
    case "wait":
      return { ...state, busy: action.busy };
    case "open":
      return { ...opened(state, action.game), notice: action.notice };
    case "set":
      return { ...state, settings: { ...state.settings, ...action.settings }, armed: null };
    case "tell":
      return { ...state, notice: action.notice, busy: "" };
    case "dialog":
      return { ...state, dialog: action.dialog };
    case "mode":
      return { ...state, mode: action.mode };
    case "look": {
      const { yaw, pitch } = state.camera;
      return { ...state, camera: { yaw: yaw + action.yaw, pitch: pitch + action.pitch } };
    }
    case "kept":
      return { ...state, isKept: action.isKept };
    case "hold":
      return state.held === action.mode ? state : { ...state, held: action.mode };
    case "batch":
      return { ...state, batch: action.batch };
    case "dismiss":
      return { ...state, hint: null, notice: null, wrong: [] };
    default:
      return state.game ? inGame(state, state.game, action) : state;
  }
}

/** @param {State} state @param {Game} game @returns {State} */
function opened(state, game) {
  const open = game.board.cells.filter((cell) => cell.given === null);
  const first = open.find(({ name }) => name === "top") ?? open[0] ?? game.board.cells[0];
  return {
    ...state,
    game,
    cursor: first.name,
    selected: [first.name],
    armed: null,
    mode: "value",
    wrong: [],
    hint: null,
    notice: null,
    editing: null,
    walk: null,
    busy: "",
    isPaused: false,
  };
}

/** @param {State} state @param {Game} game @param {Action} action @returns {State} */
function inGame(state, game, action) {
  const { board, position } = game;
  switch (action.type) {
    case "translate":
      return { ...state, game: { ...game, board: action.board }, hint: null };
    case "focus":
      return { ...state, cursor: action.cell };
    case "select":
      return { ...state, cursor: action.cursor, selected: action.cells, typed: INITIAL.typed };
    case "touch":
      return touched(state, game, action.cell, action.by);
    case "drag":
      return dragged(state, game, action.cell);
    case "type":
      return typed(state, game, action.text, action.mode ?? state.mode, action.now);
    case "enter":
      return entered(state, game, action.value);
    case "turn":
      return changed(state, game, turned(board, position, action.cell, action.by));
    case "settle":
      return changed(state, game, settled(board, position));
    case "clear":
      return changed(state, game, play.clear(board, position, state.selected));
    case "try":
      return changed(state, game, play.tryOut(position));
    case "keep":
      return changed(state, game, play.keepTrial(position));
    case "drop":
      return changed(state, game, play.dropTrial(position));
    case "again":
      return { ...changed(state, { ...game, seconds: 0 }, play.START), isPaused: false };
    case "undo":
      return { ...state, game: { ...play.undone(game), isSolved: false }, ...UNSAID };
    case "redo":
      return { ...state, game: { ...play.redone(game), isSolved: false }, ...UNSAID };
    case "pause":
      return { ...state, isPaused: action.isPaused && !game.isSolved };
    case "second":
      return { ...state, game: { ...game, seconds: game.seconds + 1 } };
    default:
      return answered(state, game, action);
  }
}

/** What was said about entries that are no more. */
const UNSAID = { hint: null, notice: null, wrong: [] };

/** @param {State} state @param {Game} game @param {Action} action @returns {State} */
function answered(state, game, action) {
  const { board, position } = game;
  switch (action.type) {
    case "candidates":
      if (action.entries !== position.entries) return { ...state, busy: "" };
      return changed(state, game, play.noteCandidates(board, position, action.candidates));
    case "checked":
      if (action.entries !== position.entries) return { ...state, busy: "" };
      return {
        ...state,
        busy: "",
        game: { ...game, isSolved: action.isSolved },
        wrong: action.wrong,
        hint: null,
        notice: action.text ? { text: action.text, kind: "told" } : null,
      };
    case "hint":
      if (action.entries !== position.entries) return { ...state, busy: "" };
      return { ...state, busy: "", hint: { answer: action.hint, grade: 1 }, notice: null };
    case "more":
      return state.hint ? { ...state, hint: { ...state.hint, grade: 2 } } : state;
    case "follow": {
      const facts = state.hint?.answer.step?.derives ?? [];
      return changed(state, game, play.follow(board, position, facts));
    }
    case "edit":
      return { ...state, busy: "", ...onBoard(state, action.game), editing: action.editing, ...UNSAID };
    case "typed":
      return { ...state, typed: { text: action.text, at: action.now } };
    case "learn":
      if (!state.editing || action.line.puzzle !== game.puzzle) return state;
      return { ...state, editing: { ...state.editing, known: learnt(state.editing.known, action.line) } };
    case "walk":
      return { ...state, busy: "", walk: { steps: action.steps, at: 0 }, hint: null, notice: null };
    case "walkTo": {
      if (!state.walk) return state;
      const at = Math.max(0, Math.min(action.at, state.walk.steps.length));
      return { ...state, walk: { ...state.walk, at } };
    }
    case "leaveWalk":
      return { ...state, walk: null };
    default:
      return state;
  }
}

/** The game, and the cursor where it was if it can be there. @param {State} state @param {Game} game */
function onBoard({ cursor, selected }, game) {
  if (play.cellOf(game.board, cursor)) return { game, cursor, selected };
  const first = game.board.cells[0].name;
  return { game, cursor: first, selected: [first] };
}

/** @param {State} state @param {Game} game @param {Position} position @returns {State} */
function changed(state, game, position) {
  if (position === game.position || state.isPaused) return { ...state, busy: "" };
  return { ...state, busy: "", game: { ...play.moved(game, position), isSolved: false }, ...UNSAID };
}

/**
 * A touch selects the cell. With a value chosen first, it writes that; otherwise, where cells can hold two
 * values, the next of these.
 * @param {State} state @param {Game} game @param {string} cell @param {1 | -1} by
 * @returns {State}
 */
function touched(state, game, cell, by) {
  const there = { ...state, cursor: cell, selected: [cell], brush: null, typed: INITIAL.typed };
  if (isArmed(state)) return armed(there, game, cell);
  const isFilled = play.isTapped(game.board) && (state.held ?? state.mode) === "value";
  if (!isFilled || state.editing || state.walk || game.isSolved) return there;
  const brush = play.tapped(game.board, game.position, cell, by);
  return brush ? { ...changed(there, game, play.brushed(game.board, game.position, cell, brush)), brush } : there;
}

/**
 * A drag goes on with what the touch did that began it.
 * @param {State} state @param {Game} game @param {string} cell @returns {State}
 */
function dragged(state, game, cell) {
  if (state.selected.includes(cell)) return state;
  const there = { ...state, cursor: cell, selected: [...state.selected, cell], typed: INITIAL.typed };
  if (isArmed(state)) return armed(there, game, cell);
  return state.brush ? changed(there, game, play.brushed(game.board, game.position, cell, state.brush)) : there;
}

/** @param {State} state */
const isArmed = ({ settings, armed }) => settings.valueFirst && armed !== null;

/** @param {State} state @param {Game} game @param {string} cell @returns {State} */
function armed(state, game, cell) {
  if (state.armed === null) return state;
  return changed(state, game, written(state, game, [cell], state.armed, state.held ?? state.mode));
}

/**
 * @param {State} state @param {Game} game @param {readonly string[]} cells @param {Value} value
 * @param {Mode} mode @returns {Position}
 */
function written(state, game, cells, value, mode) {
  if (mode === "value") return play.toggle(game.board, game.position, cells, value);
  return play.mark(game.board, game.position, cells, mode, value);
}

/**
 * A value chosen on the pad.
 * @param {State} state @param {Game} game @param {Value} value @returns {State}
 */
function entered(state, game, value) {
  if (state.settings.valueFirst) {
    return { ...state, armed: state.armed === value ? null : value };
  }
  const mode = state.held ?? state.mode;
  // A tap has already written something: the pad changes that, and never takes it away.
  if (mode === "value" && play.isTapped(game.board)) {
    return changed(state, game, play.write(game.board, game.position, state.selected, value));
  }
  return changed(state, game, written(state, game, state.selected, value, mode));
}

/**
 * A key that is, or begins, or goes on with the key of a value.
 * @param {State} state @param {Game} game @param {string} text @param {Mode} mode
 * @param {number} now @returns {State}
 */
function typed(state, game, text, mode, now) {
  const { board, position } = game;
  const longer = now - state.typed.at < ONE_NUMBER ? state.typed.text + text : text;
  const choice = board.values.find(({ key }) => key.toLowerCase() === longer.toLowerCase());
  if (!choice) {
    if (longer !== text) return typed({ ...state, typed: INITIAL.typed }, game, text, mode, now);
    const begins = board.values.some(({ key }) => key.toLowerCase().startsWith(longer));
    return begins ? { ...state, typed: { text: longer, at: now } } : state;
  }
  const number = { typed: { text: longer, at: now } };
  if (mode !== "value") {
    return { ...changed(state, game, play.mark(board, position, state.selected, mode, choice.value)), ...number };
  }
  const before = longer === text ? game : play.undone(game);
  const next = play.write(board, before.position, state.selected, choice.value);
  return { ...changed(state, before, next), ...number };
}

/**
 * @param {Board} board @param {Position} position @param {string} name @param {number} by
 * @returns {Position}
 */
function turned(board, position, name, by) {
  const cell = play.cellOf(board, name);
  if (!cell || cell.given !== null) return position;
  const { values } = cell;
  const from = values.indexOf(position.entries[name]?.value ?? values[0]);
  const to = (((from + by) % values.length) + values.length) % values.length;
  return play.write(board, position, [name], values[to]);
}

/**
 * Cells that may be left as they are get their value, and faces that were never turned.
 * @param {Board} board @param {Position} position @returns {Position}
 */
export function settled(board, position) {
  const open = board.cells.filter((cell) => play.shownIn(cell, position.entries) === null);
  return open.reduce((next, { name, values }) => play.write(board, next, [name], board.blank ?? values[0]), position);
}
