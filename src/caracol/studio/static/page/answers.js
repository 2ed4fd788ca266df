/** Who answers: Python, in workers of this browser. A page with a server has another module in this place. */

import { Crew } from "./crew.js";
import { isAble, supplies } from "./download.js";
import { NoAnswer } from "./no-answer.js";

/** @import {Loading, Offers} from "./types.js" */

/** @type {Offers} */
export const OFFERS = { pictures: ["svg"], hasBooks: false };

// Seconds to make a puzzle of a level while somebody waits, and while nobody does.
const SOON = 4;
const AHEAD = 60;
// Of how many kinds a puzzle is kept ready.
const MOST_KINDS = 8;

/** @type {Crew | null} */
let crew = null;

/** Puzzles that nobody has seen yet, by what is asked for. @type {Map<string, any>} */
const ready = new Map();
/** Kinds that are being made. @type {Set<string>} */
const making = new Set();

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
    const found = ready.get(kind) ?? (await made(fields, signal));
    ready.delete(kind);
    return found;
  } finally {
    if (!signal.aborted) makeAhead(kind, fields);
  }
}

/** @param {{level?: string}} fields @param {AbortSignal} signal */
async function made(fields, signal) {
  const { level, ...anyLevel } = fields;
  if (!level) return started().ask({ question: "fresh", fields }, signal);
  try {
    return await started().ask({ question: "fresh", fields, seconds: SOON }, signal);
  } catch (error) {
    if (!(error instanceof NoAnswer) || signal.aborted) throw error;
    return { ...(await started().ask({ question: "fresh", fields: anyLevel }, signal)), wanted: level };
  }
}

/** Have one more ready, when nobody else wants a worker. @param {string} kind @param {object} fields */
async function makeAhead(kind, fields) {
  if (ready.has(kind) || making.has(kind)) return;
  making.add(kind);
  try {
    const found = await started().ask({ question: "fresh", fields, seconds: AHEAD, isAhead: true }, new AbortController().signal);
    ready.set(kind, found);
    if (ready.size > MOST_KINDS) ready.delete([...ready.keys()][0]);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error; // whoever asks next finds out
  } finally {
    making.delete(kind);
  }
}
