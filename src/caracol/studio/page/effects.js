/** What reaches outside: questions, the browser's storage, the link in the address. */

import { load } from "./answers.js";
import { ask } from "./ask.js";
import { entriesOn, fromLink, toLink } from "./link.js";
import { cubeIsDone } from "./cube.js";
import { editable } from "./edit.js";
import { entriesToAsk, isFull, START, valuesOf } from "./play.js";
import { save } from "./saving.js";
import { NoAnswer } from "./no-answer.js";
import { createSetting } from "./set-effects.js";
import { keepGame, keepSettings, keptGame, lastGame } from "./storage.js";
import { settled } from "./update.js";
import { noAnswer, otherLevel, say } from "./words.js";

/**
 * @import {Board, Entries, Game, Origin} from "./types.js"
 * @import {Store} from "./store.js"
 * @import {Action} from "./update.js"
 */

// Milliseconds without an entry before the page asks whether what is left may stay blank.
const QUIET = 150;

/** The day where the player is, as 2026-11-18. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Of these, the one whose turn it is on a day: each in its turn, day by day.
 * @template T @param {T[]} all @param {string} date @returns {T}
 */
const ofTheDay = (all, date) => all[(Date.parse(date) / 86_400_000) % all.length];

/** @param {Store} store @param {string} tab */
export function createEffects(store, tab) {
  const { dispatch } = store;

  /**
   * Wait for an answer, and say so; whatever goes wrong is told and play goes on.
   * @param {string} busy @param {() => Promise<Action | null>} work
   */
  async function waitFor(busy, work) {
    dispatch({ type: "wait", busy });
    try {
      const action = await work();
      dispatch(action ?? { type: "wait", busy: "" });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const text = noAnswer(store.state.settings.language, error);
      dispatch({ type: "tell", notice: { text, kind: "error" } });
    }
  }

  /** @param {string} puzzle @param {string} purpose @returns {Promise<Board>} */
  const boardOf = (puzzle, purpose) =>
    ask("board", { puzzle, language: store.state.settings.language }, purpose);

  /** @param {string} puzzle @param {Origin} origin @param {ReturnType<typeof fromLink>} [link] */
  async function gameOf(puzzle, origin, link) {
    const board = await boardOf(puzzle, "open");
    /** @type {Game} */
    const blank = { puzzle: board.puzzle, board, origin, position: START, past: [], future: [], seconds: 0, isSolved: false };
    if (link && Object.keys(link.entries).length) {
      return { ...blank, position: { ...START, entries: entriesOn(board, link.entries) } };
    }
    const saved = keptGame(tab, board.puzzle);
    return saved ? { ...blank, ...saved, board } : blank;
  }

  /** @param {() => Promise<Game>} find @param {() => string} [tell] */
  const open = (find, tell = () => "") =>
    waitFor("open", async () => {
      const game = await find();
      const [family, ...size] = game.board.header.split(" ");
      dispatch({ type: "want", wanted: { family, size: size.join(" ") } });
      const text = tell();
      return { type: "open", game, notice: text ? { text, kind: "told" } : null };
    });

  const effects = {
    ...createSetting(store, waitFor, boardOf),

    start: () =>
      waitFor("", async () => {
        await load((loading) => dispatch({ type: "load", loading }));
        const { families } = await ask("families", {});
        dispatch({ type: "families", families });
        const { name, sizes } = ofTheDay(families, today());
        dispatch({ type: "want", wanted: { family: name, size: sizes[0] } });
        await effects.followLink();
        return null;
      }),

    /** Open what the address says: a link, the last game that is not over, or the daily puzzle. */
    async followLink() {
      const link = fromLink(location.hash);
      const isAsked = location.hash.length > 1;
      const last = isAsked ? null : lastGame();
      if (link) await effects.openText(link.puzzle, { kind: "link", date: "", level: "" }, link);
      else if (last) await effects.openText(last.puzzle, last.origin);
      else if (isAsked) tell("badLink", "error");
      const { game, notice } = store.state;
      if (game) return;
      await effects.daily();
      if (notice) dispatch({ type: "tell", notice });
    },

    /** @param {string} puzzle @param {Origin} origin @param {ReturnType<typeof fromLink>} [link] */
    openText: (puzzle, origin, link) => open(() => gameOf(puzzle, origin, link)),

    daily: () =>
      open(async () => {
        const { family, level } = store.state.wanted;
        const date = today();
        const found = await ask("daily", { family, date, ...(level && { level }) }, "open");
        return gameOf(found.puzzle, { kind: "daily", date, level: found.level ?? "" });
      }),

    fresh: () => {
      /** @type {{puzzle: string, level?: string, wanted?: string}} */
      let found;
      return open(
        async () => {
          const { family, size, level } = store.state.wanted;
          found = await ask("fresh", { family, size, ...(level && { level }) }, "open");
          return gameOf(found.puzzle, { kind: "fresh", date: "", level: found.level ?? "" });
        },
        () => otherLevel(store.state.settings.language, found),
      );
    },

    hint: () => aboutEntries("hint", (hint, entries) => ({ type: "hint", entries, hint })),

    why: () =>
      aboutEntries("why", (hint, entries) => {
        if (hint.clash) return { type: "hint", entries, hint };
        const text = say(store.state.settings.language, "noConflict");
        return { type: "tell", notice: { text, kind: "told" } };
      }),

    check: () => check(true),

    fill: () =>
      aboutEntries("candidates", ({ candidates }, entries) => ({ type: "candidates", entries, candidates })),

    walk: () =>
      waitFor("explain", async () => {
        const { game, settings } = store.state;
        const found = await ask("explain", { puzzle: game?.puzzle, language: settings.language });
        return found.steps ? { type: "walk", steps: found.steps } : null;
      }),

    playIt: () => {
      const { game, editing } = store.state;
      const level = editing?.known?.isProved ? editing.known.level : "";
      return game && effects.openText(game.puzzle, { kind: "link", date: "", level });
    },

    /** Back to the puzzle that was played before. */
    leaveEdit: () => {
      const { editing } = store.state;
      return editing && effects.openText(editing.from, { kind: "link", date: "", level: "" });
    },

    /** The board in the language of the settings. */
    translate: () =>
      waitFor("board", async () => {
        const { game, editing, walk } = store.state;
        if (!game) return null;
        const board = await boardOf(game.puzzle, "translate");
        dispatch({ type: "translate", board: editing ? editable(board) : board });
        if (walk) {
          await effects.walk();
          dispatch({ type: "walkTo", at: walk.at });
        }
        return null;
      }),

    /** @param {boolean} withProgress */
    link(withProgress) {
      const { game } = store.state;
      const fragment = game ? toLink(game.puzzle, withProgress ? game.position.entries : {}) : "";
      return location.origin + location.pathname + fragment;
    },

    /** @param {boolean} withProgress */
    async copyLink(withProgress) {
      try {
        await navigator.clipboard.writeText(effects.link(withProgress));
        tell("copied", "told");
      } catch {
        // The link stands in a field that can be copied by hand.
      }
    },

    /** @param {"text" | "json" | "svg" | "png" | "pdf"} format */
    download: (format) =>
      waitFor("draw", async () => {
        const { game } = store.state;
        if (!game) return null;
        const { puzzle } = game;
        const name = game.board.header;
        const entries = entriesToAsk(game.position.entries);
        if (format === "text") save(`${name}.txt`, { type: "text/plain", data: puzzle });
        else if (format === "json") {
          save(`${name}.json`, { type: "application/json", data: JSON.stringify({ puzzle, entries }) });
        } else save(`${name}.${format}`, await ask("draw", { puzzle, entries, format }));
        return null;
      }),
  };

  /**
   * @param {"hint" | "why" | "candidates"} question
   * @param {(answer: any, entries: Entries) => Action} told
   */
  function aboutEntries(question, told) {
    return waitFor(question, async () => {
      const { game, settings } = store.state;
      if (!game) return null;
      const { puzzle } = game;
      const { entries } = game.position;
      const fields = { puzzle, entries: entriesToAsk(entries), language: settings.language };
      return told(await ask(question, fields), entries);
    });
  }

  /** @param {boolean} isAsked */
  async function check(isAsked) {
    const { game, settings } = store.state;
    if (!game) return;
    const { puzzle } = game;
    const { entries } = game.position;
    const { language } = settings;
    const work = async () => {
      const { solved, wrong } = await ask("check", { puzzle, entries: valuesOf(entries) });
      const shown = isAsked || settings.checking === "always" ? wrong : [];
      let text = "";
      if (isAsked && !solved) text = wrongs(wrong.length);
      else if (!solved && isFull(game)) text = say(language, "fullButWrong");
      /** @type {Action} */
      const action = { type: "checked", entries, isSolved: solved, wrong: shown, text };
      return action;
    };
    /** @param {number} n */
    const wrongs = (n) => {
      if (n === 0) return say(language, "allRight");
      return n === 1 ? say(language, "wrongOne") : say(language, "wrongCount", { n });
    };
    await waitFor(isAsked ? "check" : "", work);
  }

  let quiet = 0;

  /** A board is solved as soon as all that counts is there: the rest may be left blank. */
  async function finish() {
    const { game, editing } = store.state;
    if (!game || editing || game.isSolved) return;
    const { puzzle, board, position } = game;
    try {
      const entries = valuesOf(settled(board, position).entries);
      const { solved } = await ask("check", { puzzle, entries }, "finish");
      if (solved && store.state.game?.position === position) dispatch({ type: "settle" });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error; // what is full is checked again
    }
  }

  /** @param {"copied" | "badLink"} word @param {"told" | "error"} kind */
  function tell(word, kind) {
    dispatch({ type: "tell", notice: { text: say(store.state.settings.language, word), kind } });
  }

  /** @param {Game} game */
  function keepOrTell(game) {
    const isKept = keepGame(tab, game, Date.now());
    if (isKept !== store.state.isKept) dispatch({ type: "kept", isKept });
  }

  store.listen((action, before, after) => {
    if (before.settings !== after.settings) keepSettings(after.settings);
    const { game } = after;
    if (!game || game === before.game || after.editing) return;
    if (action.type === "open") {
      history.replaceState(null, "", toLink(game.puzzle));
      if (game.origin.kind !== "daily" || game.past.length) keepOrTell(game);
      return;
    }
    if (action.type !== "second" || game.seconds % 5 === 0) keepOrTell(game);
    if (game.position.entries === before.game?.position.entries || action.type === "checked") return;
    if (isFull(game)) check(false);
    else if (cubeIsDone(game)) dispatch({ type: "settle" });
    else {
      if (after.settings.checking === "always") check(false);
      clearTimeout(quiet);
      // Whoever goes back is not sent forth again.
      const isPlayed = action.type !== "undo" && action.type !== "redo";
      if (game.board.blank !== null && isPlayed) quiet = setTimeout(finish, QUIET);
    }
  });

  addEventListener("pagehide", () => {
    const { game, editing } = store.state;
    if (game && !editing) keepGame(tab, game, Date.now());
  });

  return effects;
}

/** @typedef {ReturnType<typeof createEffects>} Effects */
