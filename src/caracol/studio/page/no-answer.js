/** An answer that says why there is none, or by a word of `words.js`; without either where nobody answers at all. */

/** @import {Word} from "./words.js" */

export class NoAnswer extends Error {
  /** @param {string} message @param {Word} word */
  constructor(message, word = message ? "noAnswer" : "nobody") {
    super(message);
    this.word = word;
  }
}
