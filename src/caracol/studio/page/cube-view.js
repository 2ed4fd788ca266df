/** Faces of a cube with their rings of digits, and the cube that is made of them. */

import { digitsOf, isJoined, turnOf } from "./cube.js";
import { html, nothing, svg } from "./lit-html.js";
import { say } from "./words.js";

/**
 * @import {Board, Cell, Contact, Entries, Game, State} from "./types.js"
 * @import {Word} from "./words.js"
 */

const HALF = 2;
const RADIUS = 1.16;
// Of the sums at the edges.
const CHIP = 0.28;
// Where the sides of a face lie: up, right, down, left.
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** @param {Board} board @param {string} face @returns {{side: number, contact: Contact}[]} */
function contactsOf(board, face) {
  return (board.cube?.contacts ?? []).flatMap((contact) => {
    if (contact.face === face) return [{ side: contact.side, contact }];
    return contact.other === face ? [{ side: contact.other_side, contact }] : [];
  });
}

/**
 * A face as it is turned: its ring, and at each side the sum with the digit that it touches.
 * @param {State} state @param {Board} board @param {Entries} entries @param {string} face
 */
function faceView(state, board, entries, face) {
  const ring = board.cube?.rings[face] ?? "";
  const turn = turnOf(board, entries, face);
  const { value, centre } = entries[face] ?? { centre: [] };
  const size = Math.min(0.5, (2 * Math.PI * RADIUS) / ring.length);
  return html`<svg class="face" viewBox="-2 -2 4 4" aria-hidden="true">
    <rect class="ground" x="-2" y="-2" width="4" height="4" />
    <circle class="ring" r=${RADIUS} data-ring=${face} />
    ${[...ring].map((_, i) => digitView(ring, turn, i, size))}
    ${contactsOf(board, face).map(({ side, contact }) => sumView(board, entries, side, contact))}
    <text class="name" y=${value === undefined && !centre.length ? 0 : -0.2}>
      ${say(state.settings.language, /** @type {Word} */ (face))}
    </text>
    ${value === undefined ? nothing : svg`<text class="turn" y="0.26">↺ ${value}</text>`}
    ${value === undefined && centre.length ? svg`<text class="turn" y="0.26">${centre.length}</text>` : nothing}
  </svg>`;
}

/** @param {string} ring @param {number} turn @param {number} i @param {number} size */
function digitView(ring, turn, i, size) {
  const angle = (2 * Math.PI * i) / ring.length;
  const touches = i % (ring.length / 4) === 0;
  return svg`<text
    class=${touches ? "digit is-touching" : "digit"}
    x=${RADIUS * Math.sin(angle)}
    y=${-RADIUS * Math.cos(angle)}
    font-size=${touches ? Math.max(size, 0.5) : size}
  >${ring[(i + turn) % ring.length]}</text>`;
}

/** @param {Board} board @param {Entries} entries @param {number} side @param {Contact} contact */
function sumView(board, entries, side, contact) {
  const [dx, dy] = SIDES[side];
  const [one, other] = digitsOf(board, entries, contact);
  const isRight = isJoined(board, entries, contact);
  const [x, y] = [dx * (HALF - CHIP), dy * (HALF - CHIP)];
  const [along, across] = [Math.abs(dy) * 1.1, Math.abs(dx) * 1.1];
  return svg`<g class=${isRight ? "sum is-right" : "sum"}>
    <line x1=${dx * HALF - along} y1=${dy * HALF - across} x2=${dx * HALF + along} y2=${dy * HALF + across} />
    <circle cx=${x} cy=${y} r=${CHIP - 0.02} />
    <text x=${x} y=${y} font-size=${isRight ? 0.36 : 0.3}>${isRight ? "✓" : one + other}</text>
  </g>`;
}

/**
 * The faces of the net, behind its cells.
 * @param {State} state @param {Board} board @param {Entries} entries
 * @param {(cell: Cell) => string} placed
 */
export function facesView(state, board, entries, placed) {
  return html`<div class="faces" aria-hidden="true">
    ${board.cells.map(
      (cell) => html`<div class="cell" .style=${placed(cell)}>${faceView(state, board, entries, cell.name)}</div>`,
    )}
  </div>`;
}

const FACES = ["top", "front", "back", "right", "left", "bottom"];

/**
 * The cube itself, to look around; the net beside it is what can be read and reached by keys.
 * @param {State} state @param {Game} game @param {{target: readonly string[], read: readonly string[]}} highlights
 */
export function cubeView(state, { board, position }, { target, read }) {
  const { yaw, pitch } = state.camera;
  const classOf = (/** @type {string} */ face) =>
    [
      `side-of-cube is-${face}`,
      state.selected.includes(face) ? "is-chosen" : "",
      target.includes(face) ? "is-aim" : "",
      read.includes(face) ? "is-source" : "",
    ].join(" ");
  return html`<div class="space" aria-hidden="true">
    <div class="cube" .style=${`--yaw: ${yaw}deg; --pitch: ${pitch}deg;`}>
      ${FACES.map(
        (face) =>
          html`<div class=${classOf(face)} data-face=${face}>
            ${faceView(state, board, position.entries, face)}
          </div>`,
      )}
    </div>
  </div>`;
}

/** @param {Game} game */
export function pairsJoined({ board, position }) {
  const contacts = board.cube?.contacts ?? [];
  return contacts.filter((contact) => isJoined(board, position.entries, contact)).length;
}
