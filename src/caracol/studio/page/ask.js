/** The one way to the answers: a question and what it needs, JSON to JSON. */

/** An answer that says why there is none. */
export class NoAnswer extends Error {}

/** @type {Map<string, AbortController>} */
const underWay = new Map();

/**
 * Ask a question. A newer one for the same purpose cancels the older, whose answer never comes.
 * @param {string} question @param {object} fields @param {string} purpose
 * @returns {Promise<any>} what the contract says
 */
export async function ask(question, fields, purpose = question) {
  underWay.get(purpose)?.abort();
  const controller = new AbortController();
  underWay.set(purpose, controller);
  try {
    return await answer(question, fields, controller.signal);
  } finally {
    if (underWay.get(purpose) === controller) underWay.delete(purpose);
  }
}

/** @param {string} question @param {object} fields @param {AbortSignal} signal */
async function answer(question, fields, signal) {
  let response, found;
  try {
    response = await fetch(`/api/${question}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
      signal,
    });
    found = await response.json();
  } catch (error) {
    if (signal.aborted) return new Promise(() => {});
    throw new NoAnswer(response?.statusText || String(error));
  }
  if (!response.ok) throw new NoAnswer(found.error ?? response.statusText);
  return found;
}
