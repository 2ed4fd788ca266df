/** What reaches outside while a puzzle is set: clues are changed, answers followed, others made, books printed. */

import { ask, cancel, follow } from "./ask.js";
import { clueOf, editable, isUnique, placeOf, printedBy } from "./edit.js";
import { toLink } from "./link.js";
import { START } from "./play.js";
import { save } from "./saving.js";
import { otherLevel, say } from "./words.js";

/**
 * @import {Board, Editing, Origin, Told} from "./types.js"
 * @import {Press} from "./keys.js"
 * @import {Store} from "./store.js"
 * @import {Action} from "./update.js"
 * @typedef {(busy: string, work: () => Promise<Action | null>) => Promise<void>} WaitFor
 */

// The number of solutions that are counted at once; all of them once nobody has typed for a while.
const AT_ONCE = 100;
const QUIET = 300;

/**
 * @param {Store} store @param {WaitFor} waitFor
 * @param {(puzzle: string, purpose: string) => Promise<Board>} boardOf
 */
export function createSetting(store, waitFor, boardOf) {
  const { dispatch } = store;
  let questions = 0;
  let quiet = 0;
  /** @type {Record<string, string>} */
  let changes = {};

  const setting = {
    /** Go on with the puzzle that is played. */
    edit: () =>
      waitFor("edit", async () => {
        const { game } = store.state;
        if (game) await show(game.puzzle, { from: game.puzzle, past: [], future: [], known: null });
        return null;
      }),

    /**
     * A character at the cursor; characters typed in turn make one clue.
     * @param {string} key @param {Partial<Press>} held @returns {boolean} whether it writes a clue there
     */
    typeClue(key, held = {}) {
      const now = performance.now();
      const { ctrlKey = false, metaKey = false, altKey = false } = held;
      const press = { key, ctrlKey, metaKey, altKey, shiftKey: false, code: "" };
      const printed = printedBy(store.state, press);
      if (printed) {
        change((puzzle) => ask("edit", { puzzle, printed }, "clues"));
        return true;
      }
      const text = clueOf(store.state, press, now);
      if (text === null) return false;
      dispatch({ type: "typed", text, now });
      changeClues({ [store.state.cursor]: text.trim() });
      return true;
    },

    /** @param {string} place @param {string} text */
    clue: (place, text) => changeClues({ [place]: text }),

    clearClues: () => {
      const { board } = store.state.game ?? {};
      const given = board?.cells.filter((cell) => cell.given !== null).map(({ name }) => name) ?? [];
      const printed = board?.places.filter(({ text }) => text).map(({ name }) => name) ?? [];
      return changeClues(Object.fromEntries([...given, ...printed].map((place) => [place, ""])));
    },

    /** Other digits on a face of a cube. @param {string} face @param {string} digits */
    ring: (face, digits) => change(async (puzzle) => ask("edit", { puzzle, rings: { [face]: digits } }, "clues")),

    undoClue: () => goTo(({ past, future }, now) => ({ text: past.at(-1), past: past.slice(0, -1), future: [...future, now] })),

    redoClue: () => goTo(({ past, future }, now) => ({ text: future.at(-1), past: [...past, now], future: future.slice(0, -1) })),

    /** A board of the wanted size without clues. */
    blank: () =>
      waitFor("edit", async () => {
        const { family, size } = store.state.wanted;
        const { puzzle } = await ask("blank", { family, size }, "make");
        const { game, editing } = store.state;
        if (game && editing) await show(puzzle, { ...editing, past: [...editing.past, game.puzzle], future: [] });
        return null;
      }),

    /** @param {"complete" | "trim" | "alike"} question */
    make: (question) =>
      change(async (puzzle) => {
        const { level } = store.state.wanted;
        return ask(question, { puzzle, ...(question === "alike" && level && { level }) }, "make");
      }, question),

    /** @param {number} count @param {string} title */
    book: (count, title) =>
      waitFor("", async () => {
        const { wanted, settings } = store.state;
        const { family, size, level } = wanted;
        const { language } = settings;
        dispatch({ type: "batch", batch: { made: 0, count } });
        try {
          const order = { family, size, count, language, ...(level && { level }), ...(title && { title }) };
          for await (const part of follow("batch", order)) {
            if (part.about === "puzzle") dispatch({ type: "batch", batch: { made: part.made, count } });
            if (part.about === "book") save(`${family}-${size}.pdf`, part);
          }
        } finally {
          dispatch({ type: "batch", batch: null });
        }
        return null;
      }),

    cancelBook: () => cancel("batch"),
  };

  /** @param {(editing: Editing, now: string) => {text?: string, past: string[], future: string[]}} find */
  function goTo(find) {
    return waitFor("edit", async () => {
      const { game, editing } = store.state;
      if (!game || !editing) return null;
      const { text, past, future } = find(editing, game.puzzle);
      if (text) await show(text, { ...editing, past, future });
      return null;
    });
  }

  /**
   * Go on with what a question makes of the puzzle.
   * @param {(puzzle: string) => Promise<{puzzle: string, level?: string, wanted?: string, pattern?: boolean,
   *   changed?: string[]}>} made
   */
  function change(made, busy = "") {
    return waitFor(busy, async () => {
      const { game, editing } = store.state;
      if (!game || !editing) return null;
      const found = await made(game.puzzle);
      await show(found.puzzle, { ...editing, past: [...editing.past, game.puzzle], future: [] });
      const { language } = store.state.settings;
      const pattern = found.changed?.length ? "otherPattern" : "noPattern";
      const alike = found.pattern === false ? say(language, pattern) : "";
      const text = [alike, otherLevel(language, found)].filter(Boolean).join(" ");
      return text ? { type: "tell", notice: { text, kind: "told" } } : null;
    });
  }

  /**
   * Changes made while others are under way go along with these: a newer question cancels the older.
   * @param {Record<string, string>} more
   */
  function changeClues(more) {
    changes = { ...changes, ...more };
    const sent = changes;
    return change(async (puzzle) => ask("edit", { puzzle, clues: sent }, "clues")).finally(() => {
      changes = Object.fromEntries(Object.entries(changes).filter(([place, text]) => sent[place] !== text));
    });
  }

  /** Show a puzzle to go on with, and then what is known of it. @param {string} text @param {Editing} editing */
  async function show(text, editing) {
    const board = await boardOf(text, "edit");
    /** @type {Origin} */
    const origin = { kind: "link", date: "", level: "" };
    const { puzzle } = board;
    const game = { puzzle, board: editable(board), origin, position: START, past: [], future: [], seconds: 0, isSolved: false };
    dispatch({ type: "edit", game, editing: { ...editing, known: null } });
    history.replaceState(null, "", toLink(puzzle));
    waitFor("", () => find(puzzle));
  }

  /** What is known at once, and the rest when nobody types. @param {string} puzzle @returns {Promise<null>} */
  async function find(puzzle) {
    cancel("survey");
    clearTimeout(quiet);
    questions += 1;
    const { language } = store.state.settings;
    const found = await ask("live", { puzzle, number: questions, limit: AT_ONCE, language });
    learn({ ...found, about: "count", final: !found.more });
    if (found.conflict) learn({ ...found, about: "conflict", final: true });
    const { editing } = store.state;
    const isOver = !found.more && !isUnique(editing?.known ?? null);
    if (!isOver) quiet = setTimeout(() => waitFor("", () => survey(puzzle)), QUIET);
    return null;
  }

  /** @param {string} puzzle @returns {Promise<null>} */
  async function survey(puzzle) {
    const { language } = store.state.settings;
    for await (const line of follow("survey", { puzzle, number: questions, language })) learn(line);
    return null;
  }

  /** @param {Told} line */
  const learn = (line) => dispatch({ type: "learn", line });

  // Where only one sign can stand, a touch puts it there or takes it away.
  store.listen((action, _, { game, editing }) => {
    if (!editing || !game || action.type !== "touch") return;
    const { values = [], text } = placeOf(game.board, action.cell) ?? {};
    if (values.length === 1) changeClues({ [action.cell]: text ? "" : values[0] });
  });

  // Nothing is found out for a board that was left.
  store.listen((_, before, after) => {
    if (!before.editing || after.editing) return;
    clearTimeout(quiet);
    for (const purpose of ["clues", "make", "edit", "live", "survey"]) cancel(purpose);
  });

  return setting;
}

