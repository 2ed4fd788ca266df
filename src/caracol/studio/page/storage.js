/** What the browser keeps: settings, and each game in a slot of its tab, so that no tab overwrites another's. */

/**
 * @import {Entries, Entry, Game, Position, Settings} from "./types.js"
 * @typedef {Pick<Game, "puzzle" | "origin" | "position" | "past" | "future" | "seconds" | "isSolved">} Saved
 */

const PREFIX = "caracol/1/";
const MOST_GAMES = 60;

/** @param {string} text */
function digest(text) {
  let sum = 5381;
  for (const character of text) sum = (Math.imul(sum, 33) ^ /** @type {number} */ (character.codePointAt(0))) >>> 0;
  return sum.toString(36);
}

/**
 * A name for this tab that no other has: a copy of a tab comes with the name of its original.
 * @returns {Promise<string>}
 */
export async function claimTab() {
  const mine = await claimed(remembered());
  try {
    sessionStorage.setItem(`${PREFIX}tab`, mine);
  } catch {
    // Then a reload finds the newest game of the puzzle.
  }
  return mine;
}

function remembered() {
  try {
    return sessionStorage.getItem(`${PREFIX}tab`) ?? fresh();
  } catch {
    return fresh();
  }
}

const fresh = () => Math.random().toString(36).slice(2, 10);

/** @param {string} name @returns {Promise<string>} */
function claimed(name) {
  if (!navigator.locks) return Promise.resolve(name);
  return new Promise((resolve) => {
    navigator.locks.request(PREFIX + name, { ifAvailable: true }, (lock) => {
      resolve(lock ? name : claimed(fresh()));
      return lock ? new Promise(() => {}) : undefined;
    });
  });
}

/** @param {string} key @param {unknown} record @returns {boolean} whether it was kept */
function keep(key, record) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key @returns {any} checked by nobody: what this page wrote before */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** @returns {Partial<Settings>} */
export const keptSettings = () => kept("settings") ?? {};

/** @param {Settings} settings */
export const keepSettings = (settings) => keep("settings", settings);

/**
 * @param {string} tab @param {Game} game @param {number} now @returns {boolean} whether it was kept
 */
export function keepGame(tab, game, now) {
  const { puzzle, origin, seconds, isSolved } = game;
  const record = { puzzle, origin, seconds, isSolved, at: now, ...packed(game) };
  const key = `game/${digest(puzzle)}/${tab}`;
  forgetOldest();
  return keep(key, record) && keep("last", { key, isOver: isSolved || !game.past.length });
}

/** @param {string} tab @param {string} puzzle @returns {Saved | null} */
export function keptGame(tab, puzzle) {
  const start = `game/${digest(puzzle)}/`;
  const own = kept(start + tab);
  const found = own ? [own] : keys(start).map(kept);
  const games = found.filter((game) => game?.puzzle === puzzle);
  games.sort((one, other) => other.at - one.at);
  return games.length ? unpacked(games[0]) : null;
}

/** The game played last, if it is not over. @returns {Saved | null} */
export function lastGame() {
  const last = kept("last");
  const game = last && !last.isOver ? kept(last.key) : null;
  return game ? unpacked(game) : null;
}

/** @param {string} start @returns {string[]} */
function keys(start) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

function forgetOldest() {
  const games = keys("game/");
  if (games.length < MOST_GAMES) return;
  games.sort((one, other) => (kept(one)?.at ?? 0) - (kept(other)?.at ?? 0));
  for (const key of games.slice(0, games.length - MOST_GAMES + 1)) localStorage.removeItem(PREFIX + key);
}

/**
 * All positions of a game: what each changed in the one before, and which of these began a trial.
 * @param {Pick<Game, "past" | "position" | "future">} game
 */
export function packed({ past, position, future }) {
  const positions = [...past, position, ...[...future].reverse()];
  /** @type {Map<Entries, number>} */
  const numbers = new Map();
  /** @type {Record<string, Entry | 0>[]} */
  const changes = [];
  /** @type {Entries} */
  let before = {};
  /** @param {Entries} entries */
  const numberOf = (entries) => {
    if (!numbers.has(entries)) {
      numbers.set(entries, changes.length);
      changes.push(difference(before, entries));
      before = entries;
    }
    return /** @type {number} */ (numbers.get(entries));
  };
  const list = positions.map(({ entries, trials }) => [...trials, entries].map(numberOf));
  return { changes, positions: list, now: past.length };
}

/** @param {Entries} before @param {Entries} after */
function difference(before, after) {
  /** @type {Record<string, Entry | 0>} */
  const changes = {};
  for (const cell of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[cell] !== after[cell]) changes[cell] = after[cell] ?? 0;
  }
  return changes;
}

/** @param {any} record as `keepGame` wrote it @returns {Saved} */
export function unpacked(record) {
  /** @type {Entries[]} */
  const all = [];
  for (const changes of record.changes) {
    const entries = { ...all.at(-1), ...changes };
    for (const cell of Object.keys(changes)) if (changes[cell] === 0) delete entries[cell];
    all.push(entries);
  }
  /** @type {Position[]} */
  const positions = record.positions.map((/** @type {number[]} */ numbers) => ({
    entries: all[/** @type {number} */ (numbers.at(-1))],
    trials: numbers.slice(0, -1).map((number) => all[number]),
  }));
  const { puzzle, origin, seconds, isSolved, now } = record;
  return {
    puzzle,
    origin,
    seconds,
    isSolved,
    past: positions.slice(0, now),
    position: positions[now],
    future: positions.slice(now + 1).reverse(),
  };
}
