/** The one way to the answers: a question and what it needs, JSON to JSON. */

/** An answer that says why there is none; without words where nobody answers at all. */
export class NoAnswer extends Error {}

// How often a question is asked again that finds too many others waiting.
const TRIES = 3;

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

/** Let nobody wait for an answer any more. @param {string} purpose */
export const cancel = (purpose) => underWay.get(purpose)?.abort();

/**
 * Ask a question whose answer comes in parts, as they are found. Cancelled, it ends.
 * @param {string} question @param {object} fields @param {string} purpose
 * @returns {AsyncGenerator<any, void>} what the contract says, up to the part that says that it is the last
 */
export async function* follow(question, fields, purpose = question) {
  cancel(purpose);
  const controller = new AbortController();
  underWay.set(purpose, controller);
  try {
    const response = await post(question, fields, controller.signal);
    if (!response.ok) throw new NoAnswer((await response.json()).error ?? response.statusText);
    for await (const line of linesOf(response)) {
      const part = JSON.parse(line);
      if (part.error) throw new NoAnswer(part.error);
      yield part;
      if (part.about === "end") return;
    }
    throw new NoAnswer("");
  } catch (error) {
    if (controller.signal.aborted) return;
    throw error instanceof NoAnswer ? error : new NoAnswer("");
  } finally {
    if (underWay.get(purpose) === controller) underWay.delete(purpose);
  }
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

/** @param {string} question @param {object} fields @param {AbortSignal} signal */
async function answer(question, fields, signal) {
  let response, found;
  try {
    response = await post(question, fields, signal);
    found = await response.json();
  } catch (error) {
    if (signal.aborted) return new Promise(() => {});
    throw new NoAnswer(response?.statusText ?? "");
  }
  if (!response.ok) throw new NoAnswer(found.error ?? response.statusText);
  return found;
}
