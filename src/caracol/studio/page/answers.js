/** Who answers: the server that this page is from. A page without a server has another module in this place. */

import { NoAnswer } from "./no-answer.js";

/** @import {Loading, Offers} from "./types.js" */

/** @type {Offers} */
export const OFFERS = { pictures: ["svg", "png", "pdf"], hasBooks: true };

// How often a question is asked again that finds too many others waiting.
const TRIES = 3;

/** Whatever has to be there before the first question. @param {(loading: Loading) => void} _tell */
export async function load(_tell) {}

/**
 * @param {string} question @param {object} fields @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function answer(question, fields, signal) {
  const response = await post(question, fields, signal);
  const found = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new NoAnswer(found.error ?? response.statusText);
  return found;
}

/**
 * The parts of an answer that grows.
 * @param {string} question @param {object} fields @param {AbortSignal} signal
 * @returns {AsyncGenerator<any, void>}
 */
export async function* parts(question, fields, signal) {
  const response = await post(question, fields, signal);
  if (!response.ok) throw new NoAnswer((await response.json()).error ?? response.statusText);
  for await (const line of linesOf(response)) yield JSON.parse(line);
}

/** @param {Response} response @returns {AsyncGenerator<string, void>} */
async function* linesOf({ body }) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    yield* lines.filter(Boolean);
    if (done) return;
  }
}

/** @param {string} question @param {object} fields @param {AbortSignal} signal */
async function post(question, fields, signal, tries = TRIES) {
  const response = await fetch(`/api/${question}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
    signal,
  });
  if (response.status !== 429 || tries === 1) return response;
  const seconds = Number(response.headers.get("Retry-After") ?? 1);
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return post(question, fields, signal, tries - 1);
}
