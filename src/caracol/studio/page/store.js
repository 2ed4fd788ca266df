/** The one store: it keeps the state, hands actions to `update`, and tells who listens. */

import { update } from "./update.js";

/**
 * @import {State} from "./types.js"
 * @import {Action} from "./update.js"
 * @typedef {(action: Action) => void} Dispatch
 * @typedef {(action: Action, before: State, after: State) => void} Listener
 */

/** @param {State} initial */
export function createStore(initial) {
  let state = initial;
  /** @type {Listener[]} */
  const listeners = [];
  return {
    get state() {
      return state;
    },
    /** @type {Dispatch} */
    dispatch(action) {
      const before = state;
      state = update(state, action);
      for (const listener of listeners) listener(action, before, state);
    },
    /** @param {Listener} listener */
    listen(listener) {
      listeners.push(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
