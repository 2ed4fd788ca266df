/** The one way to the answers: a question and what it needs, JSON to JSON. */

import { answer, parts } from "./answers.js";
import { NoAnswer } from "./no-answer.js";

/** @type {Map<string, AbortController>} */
const underWay = new Map();

/**
 * Ask a question. A newer one for the same purpose cancels the older, whose answer never comes.
 * @param {string} question @param {object} fields @param {string} purpose
 * @returns {Promise<any>} what the contract says
 */
export async function ask(question, fields, purpose = question) {
  const controller = newest(purpose);
  try {
    return await answer(question, fields, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return new Promise(() => {});
    throw told(error);
  } finally {
    over(purpose, controller);
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
  const controller = newest(purpose);
  try {
    for await (const part of parts(question, fields, controller.signal)) {
      if (part.error) throw new NoAnswer(part.error);
      yield part;
      if (part.about === "end") return;
    }
    throw new NoAnswer("");
  } catch (error) {
    if (controller.signal.aborted) return;
    throw told(error);
  } finally {
    over(purpose, controller);
  }
}

/** @param {string} purpose */
function newest(purpose) {
  cancel(purpose);
  const controller = new AbortController();
  underWay.set(purpose, controller);
  return controller;
}

/** @param {string} purpose @param {AbortController} controller */
function over(purpose, controller) {
  if (underWay.get(purpose) === controller) underWay.delete(purpose);
}

/** @param {unknown} error */
const told = (error) => (error instanceof NoAnswer ? error : new NoAnswer(""));
