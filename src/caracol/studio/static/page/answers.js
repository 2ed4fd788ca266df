/** Who answers: Python, in workers of this browser. A page with a server has another module in this place. */

import { Crew } from "./crew.js";
import { isAble, supplies } from "./download.js";
import { NoAnswer } from "./no-answer.js";

/** @import {Loading, Offers} from "./types.js" */

/** @type {Offers} */
export const OFFERS = { pictures: ["svg"], hasBooks: false };

// Seconds to make a puzzle of a level while somebody waits, and while nobody does.
const SOON = 3;
const AHEAD = 60;
// Of how many kinds a puzzle is kept ready.
const MOST_KINDS = 8;

/** @type {Crew | null} */
let crew = null;

/** Puzzles that nobody has seen yet, by what is asked for. @type {Map<string, any>} */
const ready = new Map();
/** Those that are being made. @type {Map<string, Promise<any>>} */
const making = new Map();

/** Fetch all that it takes, and start. @param {(loading: Loading) => void} tell */
export async function load(tell) {
  if (!isAble()) throw new NoAnswer("", "tooOld");
  if (crew?.isAlive) return;
  crew = new Crew(await supplies(tell));
}

/** @param {string} question @param {object} fields @param {AbortSignal} signal @returns {Promise<any>} */
export async function answer(question, fields, signal) {
  if (question === "fresh") return fresh(fields, signal);
  return started().ask({ question, fields }, signal);
}

/** @param {string} question @param {object} fields @param {AbortSignal} signal @returns {AsyncGenerator<any, void>} */
export const parts = (question, fields, signal) => started().follow({ question, fields }, signal);

function started() {
  if (!crew) throw new NoAnswer("", "notLoaded");
  return crew;
}

/**
 * One that is ready, or is made soon, or one of any level; meanwhile the next is made. That of a seed is always the same.
 * @param {{level?: string, seed?: number}} fields @param {AbortSignal} signal
 */
async function fresh(fields, signal) {
  if (fields.seed !== undefined) return started().ask({ question: "fresh", fields }, signal);
  const kind = JSON.stringify(fields);
  try {
    return ready.get(kind) ?? (await made(kind, fields, signal));
  } finally {
    ready.delete(kind);
    if (!signal.aborted) making.set(kind, making.get(kind) ?? makeAhead(kind, fields));
  }
}

/** @param {string} kind @param {{level?: string}} fields @param {AbortSignal} signal */
async function made(kind, fields, signal) {
  const { level, ...anyLevel } = fields;
  if (!level) return started().ask({ question: "fresh", fields }, signal);
  const late = new Promise((resolve) => setTimeout(() => resolve(null), 1000 * SOON));
  const soon = making.get(kind) ?? started().ask({ question: "fresh", fields, seconds: SOON }, signal).catch(ifNone);
  const found = await Promise.race([soon, late]);
  return found ?? { ...(await started().ask({ question: "fresh", fields: anyLevel }, signal)), wanted: level };
}

/** Have one more ready, when nobody else wants a worker. @param {string} kind @param {object} fields */
async function makeAhead(kind, fields) {
  const question = { question: "fresh", fields, seconds: AHEAD, isAhead: true };
  const found = await started().ask(question, new AbortController().signal).catch(ifNone);
  making.delete(kind);
  if (found) ready.set(kind, found);
  if (ready.size > MOST_KINDS) ready.delete([...ready.keys()][0]);
  return found;
}

/** Whoever asks next finds out why. @param {unknown} error @returns {null} */
function ifNone(error) {
  if (error instanceof NoAnswer) return null;
  throw error;
}
