/**
 * A puzzle, and what was written so far, as the fragment of a link: short, readable, its version first.
 *
 *     #1&mno_5/...../..O../.O*../..*../O....&r1c1=M&r1c2^M.N&r1c3_O
 *
 * Lines are parted by slashes, blanks are underscores; then come the cells with their values (=),
 * corner marks (^) and centre marks (_).
 */

/** @import {Board, Entries, Entry, Value} from "./types.js" */

const VERSION = "1";
const SIGNS = /** @type {const} */ ({ "^": "corner", _: "centre" });

/** @param {string} text */
const escape = (text) =>
  encodeURIComponent(text).replace(/[_.]/g, (sign) => (sign === "_" ? "%5F" : "%2E"));

/** @param {string} puzzle */
const puzzleToLink = (puzzle) =>
  puzzle
    .trimEnd()
    .split("\n")
    .map((line) => encodeURIComponent(line.trimEnd()).replaceAll("_", "%5F").replaceAll("%20", "_"))
    .join("/");

/** @param {string} text */
const puzzleFromLink = (text) =>
  text
    .split("/")
    .map((line) => `${decodeURIComponent(line.replaceAll("_", " "))}\n`)
    .join("");

/** @param {string} puzzle @param {Entries} [entries] */
export function toLink(puzzle, entries = {}) {
  const parts = [VERSION, puzzleToLink(puzzle)];
  for (const [cell, entry] of Object.entries(entries)) {
    const name = escape(cell);
    if (entry.value !== undefined) parts.push(`${name}=${escape(String(entry.value))}`);
    for (const [sign, kind] of Object.entries(SIGNS)) {
      if (entry[kind].length) {
        parts.push(`${name}${sign}${entry[kind].map((value) => escape(String(value))).join(".")}`);
      }
    }
  }
  return `#${parts.join("&")}`;
}

/**
 * What a link says: the puzzle and the entries as texts; null if it is none of this version.
 * @param {string} fragment
 * @returns {{puzzle: string, entries: Record<string, {sign: string, texts: string[]}[]>} | null}
 */
export function fromLink(fragment) {
  const [version, puzzle, ...rest] = fragment.replace(/^#/, "").split("&");
  if (version !== VERSION || !puzzle) return null;
  /** @type {Record<string, {sign: string, texts: string[]}[]>} */
  const entries = Object.create(null);
  try {
    for (const part of rest) {
      const found = /^([^=^_]+)([=^_])(.*)$/.exec(part);
      if (!found) return null;
      const texts = found[2] === "=" ? [found[3]] : found[3].split(".");
      (entries[decodeURIComponent(found[1])] ??= []).push({ sign: found[2], texts: texts.map(decodeURIComponent) });
    }
    return { puzzle: puzzleFromLink(puzzle), entries };
  } catch {
    return null;
  }
}

/**
 * The entries of a link, as far as they can stand on the board.
 * @param {Board} board @param {Record<string, {sign: string, texts: string[]}[]>} said
 * @returns {Entries}
 */
export function entriesOn(board, said) {
  /** @type {Record<string, Entry>} */
  const entries = {};
  for (const cell of board.cells) {
    if (cell.given !== null || !Object.hasOwn(said, cell.name)) continue;
    /** @type {{value?: Value, corner: Value[], centre: Value[]}} */
    const entry = { corner: [], centre: [] };
    for (const { sign, texts } of said[cell.name]) {
      const values = cell.values.filter((value) => texts.includes(String(value)));
      if (sign === "=") entry.value = values[0];
      else entry[SIGNS[/** @type {"^" | "_"} */ (sign)]] = values;
    }
    entries[cell.name] = entry;
  }
  return entries;
}
