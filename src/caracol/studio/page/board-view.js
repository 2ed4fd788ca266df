/** The board: cells as a grid that can be read and reached, the drawing behind them as decoration. */

import { isCube } from "./cube.js";
import { facesView } from "./cube-view.js";
import { placeOf } from "./edit.js";
import { html, nothing } from "./lit-html.js";
import { entryOf, isTried, shownIn } from "./play.js";
import { say } from "./words.js";

/**
 * @import {Board, Cell, Choice, Entry, Game, Known, Position, State, Step, Value} from "./types.js"
 * @import {TemplateResult} from "./lit-html.js"
 */

// Around the drawing, in cells: room for the numbers of lines.
const MARGIN = 0.55;

/** @type {WeakMap<Board, Element>} */
const drawings = new WeakMap();

/** @param {Board} board */
function drawingOf(board) {
  const known = drawings.get(board);
  if (known) return known;
  const drawn = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
  for (const title of drawn.querySelectorAll("title, desc")) title.remove();
  for (const name of ["width", "height", "role", "aria-labelledby"]) drawn.removeAttribute(name);
  const { width, height } = extent(board);
  drawn.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
  drawn.setAttribute("class", "drawing");
  drawn.setAttribute("aria-hidden", "true");
  drawings.set(board, drawn);
  return drawn;
}

/** @param {Board} board */
const extent = (board) => ({ width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN });

/** @type {Map<string, Element>} */
const glyphs = new Map();

/**
 * What a value looks like: text, or a picture around the origin.
 * @param {Choice | undefined} choice @returns {unknown}
 */
function glyphOf(choice) {
  if (!choice?.glyph.startsWith("<")) return choice?.glyph ?? "";
  let picture = glyphs.get(choice.glyph);
  if (!picture) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 1 1" class="glyph" aria-hidden="true">${choice.glyph}</svg>`;
    picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    glyphs.set(choice.glyph, picture);
  }
  return picture.cloneNode(true);
}

/** The same in the middle of a button. @param {Choice} choice @returns {unknown} */
export function glyphOnPad(choice) {
  const picture = glyphOf(choice);
  const [x, y] = choice.middle;
  if (picture instanceof Element) picture.setAttribute("viewBox", `${x - 0.5} ${y - 0.5} 1 1`);
  return picture;
}

/**
 * What a step says about the board.
 * @typedef {{target: readonly string[], read: readonly string[], scope: readonly string[], said: string,
 *   isClash: boolean}} Highlights
 */

/** @type {Highlights} */
const NO_HIGHLIGHTS = { target: [], read: [], scope: [], said: "", isClash: false };

/** @param {Step} step @returns {Highlights} */
export const highlightsOf = (step) => ({ ...step.highlight, said: step.sentence, isClash: false });

/** @param {State["hint"]} hint @returns {Highlights} */
export function highlightsOfHint(hint) {
  if (!hint) return NO_HIGHLIGHTS;
  const { step, cells = [], clash, sentence = "" } = hint.answer;
  if (clash) return { ...NO_HIGHLIGHTS, target: cells, said: hint.grade === 2 ? sentence : "", isClash: true };
  if (!step) return NO_HIGHLIGHTS;
  return hint.grade === 1 ? { ...NO_HIGHLIGHTS, target: step.highlight.target } : highlightsOf(step);
}

/**
 * @param {State} state @param {Game} game @param {Position} position
 * @param {Highlights} highlights @returns {TemplateResult}
 */
export function boardView(state, game, position, highlights) {
  const { board } = game;
  const { width, height } = extent(board);
  const language = state.settings.language;
  const rows = new Map();
  for (const cell of board.cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  const isClosed = state.isPaused && !state.walk;
  return html`<div
    class="board ${isClosed ? "is-paused" : ""} ${highlights.isClash ? "is-clash" : ""} ${state.editing ? "is-edited" : ""} ${board.printed?.shown ? "has-print" : ""}"
    role="grid"
    aria-label="${board.title}, ${say(language, "board")}"
    aria-multiselectable="true"
    data-puzzle=${game.puzzle}
    ?data-solved=${game.isSolved && !state.walk}
    .style=${`--width: ${width}; --height: ${height};`}
  >
    ${isCube(board) ? facesView(state, board, position.entries, placed) : drawingOf(board)} ${lineNames(board, highlights.said)} ${placeMarks(board, highlights)}
    ${[...rows.values()].map(
      (/** @type {Cell[]} */ cells) =>
        html`<div role="row" class="row">
          ${cells.map((cell) => cellView(state, game, position, highlights, cell))}
        </div>`,
    )}
  </div>`;
}

/**
 * @param {State} state @param {Game} game @param {Position} position
 * @param {Highlights} highlights @param {Cell} cell
 */
function cellView(state, game, position, highlights, cell) {
  const { editing } = state;
  const entry = editing ? possible(game.board, editing.known, cell) : entryOf(position.entries, cell.name);
  const value = shownIn(cell, position.entries);
  const isWrong = state.wrong.includes(cell.name);
  const classes = [
    "cell",
    cell.given === null ? "" : "is-given",
    cell.radius ? "is-round" : "",
    isUpright(cell) ? "is-upright" : "",
    isWrong ? "is-wrong" : "",
    isTried(position, cell.name) ? "is-tried" : "",
    highlights.target.includes(cell.name) ? "is-target" : "",
    highlights.read.includes(cell.name) ? "is-read" : "",
    highlights.scope.includes(cell.name) ? "is-scope" : "",
    state.armed !== null && value === state.armed ? "is-same" : "",
    editing && !cell.values.length ? "is-place" : "",
    editing && placeOf(game.board, cell.name)?.text ? "is-set" : "",
    editing?.known?.redundant.includes(cell.name) ? "is-redundant" : "",
  ];
  return html`<div
    role="gridcell"
    class=${classes.filter(Boolean).join(" ")}
    data-cell=${cell.name}
    tabindex=${state.cursor === cell.name ? 0 : -1}
    aria-selected=${!state.walk && state.selected.includes(cell.name)}
    aria-readonly=${cell.given !== null}
    aria-colindex=${cell.column}
    aria-label=${spoken(state, game.board, cell, entry, highlights, isWrong)}
    .style=${placed(cell)}
  >
    ${editing ? trueCandidates(game.board, editing.known, cell) : inside(game.board, position, cell)}
  </div>`;
}

/**
 * What a cell holds in some solution.
 * @param {Board} board @param {Known | null} known @param {Cell} cell @returns {Entry}
 */
function possible(board, known, cell) {
  const counts = known?.candidates[cell.name] ?? {};
  const values = board.values.map(({ value }) => value).filter((value) => counts[String(value)]);
  return { corner: [], centre: values };
}

/**
 * What a cell holds in some solution; a value that only one of several has would make it the only one.
 * @param {Board} board @param {Known | null} known @param {Cell} cell
 */
function trueCandidates(board, known, cell) {
  if (!known || cell.given !== null || isCube(board)) return nothing;
  const counts = known.candidates[cell.name] ?? {};
  const { centre } = possible(board, known, cell);
  const choices = board.values.filter(({ value }) => centre.includes(value));
  const one = known.isSure && known.count > 1;
  return html`<span class="centre ${sizeOf(centre.length)}">
    ${choices.map((choice) => {
      const seen = glyphOf(choice);
      const kind = one && counts[String(choice.value)] === 1 ? "is-deciding" : "";
      return typeof seen === "string" ? html`<i class=${kind} data-mark=${seen}></i>` : html`<i class=${kind}>${seen}</i>`;
    })}
  </span>`;
}

/** @param {Board} board @param {Position} position @param {Cell} cell */
function inside(board, position, cell) {
  if (isCube(board) || cell.given !== null) return nothing;
  return contents(board, entryOf(position.entries, cell.name), shownIn(cell, position.entries));
}

/** @param {Cell} cell */
function placed(cell) {
  const { left, top, width, height } = boxOf(cell);
  const corners = cell.outline ?? [];
  const isBox = corners.length === 4 && corners.every(([x, y]) =>
    (x === left || x === left + width) && (y === top || y === top + height));
  const clip = corners.map(([x, y]) => `${(100 * (x - left)) / width}% ${(100 * (y - top)) / height}%`);
  return `--x: ${left + MARGIN}; --y: ${top + MARGIN}; --w: ${width}; --h: ${height};
    --far: ${cell.row + cell.column};${isBox || !corners.length ? "" : ` clip-path: polygon(${clip.join(", ")});`}`;
}

/** @param {Cell} cell */
function boxOf({ x, y, radius, outline }) {
  if (radius) return { left: x - radius, top: y - radius, width: 2 * radius, height: 2 * radius };
  const [xs, ys] = [0, 1].map((axis) => (outline ?? []).map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** An edge that goes down: what is drawn across elsewhere is turned there. @param {Cell} cell */
function isUpright(cell) {
  const { width, height } = boxOf(cell);
  return height > 2 * width;
}

/** @param {Board} board @param {Entry} entry @param {Value | null} value */
function contents(board, entry, value) {
  const look = (/** @type {Value} */ one) => glyphOf(board.values.find((choice) => choice.value === one));
  if (value !== null) return html`<span class="entry ${value === board.blank ? "is-blank" : ""}">${look(value)}</span>`;
  // What is marked is said by the name of the cell, and need not be text.
  const marks = (/** @type {readonly Value[]} */ values) =>
    values.map((one) => {
      const seen = look(one);
      return typeof seen === "string" ? html`<i data-mark=${seen}></i>` : html`<i>${seen}</i>`;
    });
  return html`${entry.corner.length ? html`<span class="corner">${marks(entry.corner)}</span>` : nothing}
  ${entry.centre.length
    ? html`<span class="centre ${entry.centre.length > 1 ? sizeOf(entry.centre.length) : ""}">${marks(entry.centre)}</span>`
    : nothing}`;
}

/** How large n candidates are written. @param {number} n */
const sizeOf = (n) => (n === 1 ? "is-single" : n > 6 ? "is-many" : "");

/**
 * @param {State} state @param {Board} board @param {Cell} cell @param {Entry} entry
 * @param {Highlights} highlights @param {boolean} isWrong
 */
function spoken(state, board, cell, entry, highlights, isWrong) {
  const { language } = state.settings;
  const called = (/** @type {Value} */ value) =>
    board.values.find((choice) => choice.value === value)?.label ?? String(value);
  const all = (/** @type {readonly Value[]} */ values) => values.map(called).join(" ");
  const parts = [cell.label];
  if (cell.given !== null) parts.push(called(cell.given), say(language, "given"));
  else if (entry.value !== undefined) parts.push(called(entry.value));
  else {
    parts.push(say(language, board.blank === null ? "empty" : "unfilled"));
    if (entry.centre.length) parts.push(say(language, "candidates", { values: all(entry.centre) }));
    if (entry.corner.length) parts.push(say(language, "corners", { values: all(entry.corner) }));
  }
  if (isWrong) parts.push(say(language, "wrongEntry"));
  if (highlights.target.includes(cell.name)) parts.push(say(language, "isTarget"));
  else if (highlights.read.includes(cell.name)) parts.push(say(language, "isRead"));
  return parts.join(", ");
}

/**
 * What each line is called, beside it, so that sentences can be followed on the board. A name that lies on cells
 * is only seen where a sentence speaks of it, or while the board is set.
 * @param {Board} board @param {string} said
 */
function lineNames(board, said) {
  const boxes = board.cells.map(boxOf);
  return board.names.map(({ text, line, x, y }) => {
    const isInside = boxes.some(({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height);
    const classes = ["line-label", isInside ? "is-inside" : "", speaksOf(said, line) ? "is-used" : ""];
    return html`<span
      class=${classes.filter(Boolean).join(" ")}
      title=${line}
      aria-hidden="true"
      .style=${`--x: ${x + MARGIN}; --y: ${y + MARGIN};`}
      >${text}</span
    >`;
  });
}

/** @param {string} sentence @param {string} name */
function speaksOf(sentence, name) {
  const [text, wanted] = [sentence.toLowerCase(), name.toLowerCase()];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at + wanted.length] ?? "")) return true;
  }
  return false;
}

/** Clues that are no cells, where a step points at them. @param {Board} board @param {Highlights} highlights */
function placeMarks(board, highlights) {
  const used = [...highlights.target, ...highlights.read];
  return board.places
    .filter(({ name }) => used.includes(name))
    .map(
      ({ name, x, y, radius = 0.24 }) =>
        html`<span
          class="place-mark ${highlights.target.includes(name) ? "is-target" : ""}"
          aria-hidden="true"
          .style=${`--x: ${x + MARGIN}; --y: ${y + MARGIN}; --w: ${2 * radius};`}
        ></span>`,
    );
}
