/** Cubes of rings of digits: what touches, and whether all of it sums to what it must. */

/**
 * @import {Board, Contact, Entries, Game} from "./types.js"
 */

/** @param {Board} board */
export const isCube = (board) => board.cube !== null;

/** @param {Board} board @param {Entries} entries @param {string} face @returns {number} */
export function turnOf(board, entries, face) {
  const cell = board.cells.find(({ name }) => name === face);
  return Number(cell?.given ?? entries[face]?.value ?? 0);
}

/** @param {string} ring @param {number} turn @param {number} side */
export const digitAt = (ring, turn, side) => ring[((side * ring.length) / 4 + turn) % ring.length];

/**
 * The two digits of a contact.
 * @param {Board} board @param {Entries} entries @param {Contact} contact @returns {[number, number]}
 */
export function digitsOf(board, entries, { face, side, other, other_side }) {
  const at = (/** @type {string} */ one, /** @type {number} */ edge) =>
    Number(digitAt(board.cube?.rings[one] ?? "0", turnOf(board, entries, one), edge));
  return [at(face, side), at(other, other_side)];
}

/** @param {Board} board @param {Entries} entries @param {Contact} contact */
export function isJoined(board, entries, contact) {
  const [one, other] = digitsOf(board, entries, contact);
  return contact.total === null || one + other === contact.total;
}

/** @param {Pick<Game, "board" | "position">} game */
export const cubeIsDone = ({ board, position }) =>
  board.cube !== null &&
  board.cube.contacts.every((contact) => isJoined(board, position.entries, contact));
