/** The page's one `update`, and what is made of a position. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { actionOf } from "../../src/caracol/studio/page/keys.js";
import { entriesOn, fromLink, toLink } from "../../src/caracol/studio/page/link.js";
import { entriesToAsk, neighbour } from "../../src/caracol/studio/page/play.js";
import { packed, unpacked } from "../../src/caracol/studio/page/storage.js";
import { INITIAL, update } from "../../src/caracol/studio/page/update.js";
import { gameOf, gridOf } from "./boards.mjs";

const opened = (board) => update(INITIAL, { type: "open", game: gameOf(board) });
const after = (state, ...actions) => actions.reduce(update, state);
const entriesIn = (state) => entriesToAsk(state.game.position.entries);
const select = (...cells) => ({ type: "select", cells, cursor: cells.at(-1) });
const type = (text, now = 0, mode = null) => ({ type: "type", text, mode, now });
const touch = (cell, by = 1) => ({ type: "touch", cell, by });
const drag = (cell) => ({ type: "drag", cell });
const press = (key, more = {}) => ({
  key, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key,
  shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more,
});

test("a game opens on its first cell that is not given", () => {
  assert.equal(opened(gridOf(3, ["A"], { r1c1: "A" })).cursor, "r1c2");
});

test("a value goes into every selected cell but given ones", () => {
  const state = after(opened(gridOf(3, ["A", "B"], { r1c2: "B" })), select("r1c1", "r1c2", "r2c1"), type("a"));
  assert.deepEqual(entriesIn(state), { r1c1: "A", r2c1: "A" });
});

test("digits typed in turn make one number, and one step to undo", () => {
  const board = gridOf(2, [1, 2, 12]);
  const state = after(opened(board), select("r1c1"), type("1", 0), type("2", 300));
  assert.deepEqual(entriesIn(state), { r1c1: 12 });
  assert.deepEqual(entriesIn(after(state, { type: "undo" })), {});
  assert.deepEqual(entriesIn(after(opened(board), select("r1c1"), type("1", 0), type("2", 5000))), { r1c1: 2 });
});

test("digits that only begin a number wait for the rest", () => {
  const state = after(opened(gridOf(2, [10, 11])), select("r1c1"), type("1", 0), type("1", 100));
  assert.deepEqual(entriesIn(state), { r1c1: 11 });
});

test("marks are without limit, and marked twice they are gone", () => {
  const board = gridOf(1, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const all = board.values.map(({ key }, i) => type(key, 5000 * i, "centre"));
  const state = after(opened(board), ...all);
  assert.deepEqual(entriesIn(state), { r1c1: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
  assert.deepEqual(entriesIn(after(state, type("5", 99999, "centre"))).r1c1.length, 8);
});

test("undo and redo go all the way", () => {
  let state = opened(gridOf());
  const seen = [state.game.position];
  for (const cell of state.game.board.cells.map(({ name }) => name)) {
    for (const key of ["a", "b"]) {
      state = after(state, select(cell), type(key, 9e9));
      seen.push(state.game.position);
    }
  }
  for (const position of [...seen].reverse()) {
    assert.equal(state.game.position, position);
    state = update(state, { type: "undo" });
  }
  for (const position of seen.slice(1)) {
    state = update(state, { type: "redo" });
    assert.equal(state.game.position, position);
  }
});

test("a trial is kept or dropped as a whole, trials in trials too", () => {
  const tried = after(
    opened(gridOf()), type("a"), { type: "try" }, select("r2c2"), type("b"), { type: "try" }, select("r3c3"), type("a"),
  );
  assert.deepEqual(entriesIn(after(tried, { type: "drop" })), { r1c1: "A", r2c2: "B" });
  assert.deepEqual(entriesIn(after(tried, { type: "drop" }, { type: "drop" })), { r1c1: "A" });
  assert.deepEqual(entriesIn(after(tried, { type: "keep" }, { type: "drop" })), { r1c1: "A" });
  assert.deepEqual(entriesIn(after(tried, { type: "drop" }, { type: "undo" })), entriesIn(tried));
});

test("with the value first, touching writes it and touching again takes it away", () => {
  const armed = after(opened(gridOf()), { type: "set", settings: { valueFirst: true } }, { type: "enter", value: "A" });
  const state = after(armed, touch("r2c2"), drag("r2c3"));
  assert.deepEqual(entriesIn(state), { r2c2: "A", r2c3: "A" });
  assert.deepEqual(entriesIn(after(state, touch("r2c2"))), { r2c3: "A" });
});

test("an answer about other entries changes nothing", () => {
  const state = opened(gridOf());
  const { entries } = state.game.position;
  const later = after(state, type("a"));
  const late = update(later, { type: "checked", entries, isSolved: true, wrong: ["r1c1"], text: "" });
  assert.equal(late.game.isSolved, false);
  assert.deepEqual(late.wrong, []);
  assert.equal(update(later, { type: "hint", entries, hint: {} }).hint, null);
});

test("following a step strikes candidates and writes the one that is left", () => {
  const state = opened(gridOf());
  const { entries } = state.game.position;
  const derives = [{ cell: "r1c1", value: "A", is: false }, { cell: "r1c2", value: "B", is: true }];
  const hinted = after(state, { type: "hint", entries, hint: { step: { derives } } });
  const done = after(hinted, { type: "follow" });
  assert.deepEqual(entriesIn(done), { r1c1: ["-", "B"], r1c2: "B" });
  assert.equal(done.hint, null);
});

test("a paused game takes no entries", () => {
  const state = after(opened(gridOf()), { type: "pause", isPaused: true }, type("a"));
  assert.deepEqual(entriesIn(state), {});
});

test("keys: Shift makes corner marks, Ctrl centre marks, and values go before modes", () => {
  const state = opened(gridOf(3, ["-", "A", "B", "C"]));
  assert.deepEqual(actionOf(state, press("A", { shiftKey: true }), 0), type("a", 0, "corner"));
  assert.deepEqual(actionOf(state, press("a", { ctrlKey: true }), 0), type("a", 0, "centre"));
  assert.deepEqual(actionOf(state, press("c"), 0), type("c", 0, null));
  assert.deepEqual(actionOf(state, press("x"), 0), { type: "mode", mode: "corner" });
  assert.deepEqual(actionOf(opened(gridOf()), press("c"), 0), { type: "mode", mode: "centre" });
  assert.deepEqual(actionOf(state, press("z", { ctrlKey: true }), 0), { type: "undo" });
  assert.equal(actionOf(state, press("q"), 0), null);
});

test("keys: arrows stay on the board, Home and End go to the ends", () => {
  const state = opened(gridOf());
  assert.equal(neighbour(state.game.board, "r1c1", -1, 0), "r1c1");
  assert.equal(neighbour(state.game.board, "r1c1", 0, 1), "r2c1");
  assert.equal(actionOf(state, press("End"), 0).cursor, "r1c3");
  assert.equal(actionOf(state, press("End", { ctrlKey: true }), 0).cursor, "r3c3");
  assert.deepEqual(actionOf(state, press("ArrowRight", { shiftKey: true }), 0).cells, ["r1c1", "r1c2"]);
});

test("a link there and back is the same puzzle with the same entries", () => {
  const board = gridOf(3, ["-", "A", "*", "1.5", "a_b"]);
  const puzzle = "test 3\n  . _ /\n & % = ^\nção\n";
  const state = after(
    opened(board), type("a"), select("r1c2"), { type: "mode", mode: "corner" },
    { type: "enter", value: "*" }, { type: "enter", value: "1.5" }, { type: "mode", mode: "centre" }, { type: "enter", value: "a_b" },
  );
  const { entries } = state.game.position;
  const link = toLink(puzzle, entries);
  const said = fromLink(new URL(`http://localhost/${link}`).hash);
  assert.equal(said.puzzle, puzzle);
  assert.deepEqual(JSON.parse(JSON.stringify(entriesOn(board, said.entries))), JSON.parse(JSON.stringify(entries)));
  assert.match(link, /^#1&test_3\//);
});

test("links that say nothing are none", () => {
  for (const text of ["", "#", "#2&mno_5", "#1", "#1&%", "#1&mno_5&%%%=A", "#1&mno_5&nonsense"]) {
    assert.equal(fromLink(text), null, text);
  }
});

test("entries of a link that the board cannot hold are left out", () => {
  const said = fromLink("#1&test_3/...&r1c1=Q&r9c9=A&%5F%5Fproto%5F%5F=A&r1c2=A");
  const entries = entriesOn(gridOf(), said?.entries ?? {});
  assert.equal(entries.r1c2?.value, "A");
  assert.equal(entries.r1c1?.value, undefined);
  assert.equal(entries.r9c9, undefined);
});

test("a game that is kept comes back with all its positions", () => {
  const state = after(
    opened(gridOf()), type("a"), { type: "try" }, select("r2c2"), type("b"), { type: "undo" }, { type: "undo" }, { type: "redo" },
  );
  const { puzzle, origin, seconds, isSolved, past, position, future } = state.game;
  const game = { puzzle, origin, seconds, isSolved, past, position, future };
  const kept = JSON.parse(JSON.stringify({ ...game, ...packed(game) }));
  assert.deepEqual(JSON.parse(JSON.stringify(unpacked(kept))), JSON.parse(JSON.stringify(game)));
});

test("where cells hold two values, taps go round: what counts, what may be left blank, none", () => {
  const board = { ...gridOf(2, ["-", "X"]), blank: "-" };
  const tapped = (n, by) => after(opened(board), ...Array(n).fill(touch("r1c1", by)));
  assert.deepEqual([1, 2, 3].map((n) => entriesIn(tapped(n)).r1c1), ["X", "-", undefined]);
  assert.deepEqual([1, 2, 3].map((n) => entriesIn(tapped(n, -1)).r1c1), ["-", "X", undefined]);
  assert.deepEqual(entriesIn(after(opened(gridOf(2, [0, 1])), touch("r1c1"))), { r1c1: 0 });
  assert.deepEqual(entriesIn(after(opened(gridOf()), touch("r1c1"))), {});
});

test("a drag does to others what its tap did, where the same stood before, and never to given cells", () => {
  const board = { ...gridOf(3, ["-", "X"], { r1c2: "-" }), blank: "-" };
  const state = after(opened(board), touch("r2c1"), touch("r2c1"), touch("r1c1"), drag("r1c2"), drag("r1c3"), drag("r2c1"));
  assert.deepEqual(entriesIn(state), { r1c1: "X", r1c3: "X", r2c1: "-" });
  assert.deepEqual(entriesIn(after(state, touch("r1c2"), drag("r2c2"))), entriesIn(state));
});

test("taps only select while marks are made or clues set; the pad changes what a tap wrote", () => {
  const board = { ...gridOf(2, ["-", "X"]), blank: "-" };
  assert.deepEqual(entriesIn(after(opened(board), { type: "mode", mode: "centre" }, touch("r1c1"))), {});
  assert.deepEqual(entriesIn(update({ ...opened(board), editing: {} }, touch("r1c1"))), {});
  for (const value of ["X", "-"]) {
    assert.deepEqual(entriesIn(after(opened(board), touch("r1c1"), { type: "enter", value })), { r1c1: value });
  }
});

test("what may be left blank is filled in at once, and taken away at once", () => {
  const state = after(opened({ ...gridOf(2, ["-", "X"]), blank: "-" }), touch("r1c1"), { type: "settle" });
  assert.deepEqual(entriesIn(state), { r1c1: "X", r1c2: "-", r2c1: "-", r2c2: "-" });
  assert.deepEqual(entriesIn(update(state, { type: "undo" })), { r1c1: "X" });
});

test("keys: Enter taps where cells hold two values", () => {
  const state = opened(gridOf(2, [0, 1]));
  assert.deepEqual(actionOf(state, press("Enter"), 0), touch("r1c1"));
  assert.equal(actionOf(opened(gridOf()), press("Enter"), 0), null);
});

test("keys: arrows reach every edge of a lattice", () => {
  const at = [[1, 0.5], [2, 0.5], [0.5, 1], [1.5, 1], [2.5, 1], [1, 1.5], [2, 1.5]];
  const cells = at.map(([x, y], i) => ({ name: `e${i}`, label: "", row: 1, column: 1, x, y, values: [0, 1], given: null }));
  const board = { ...gridOf(), cells };
  const reached = new Set(["e0"]);
  for (const name of reached) {
    for (const way of [[0, 1], [0, -1], [1, 0], [-1, 0]]) reached.add(neighbour(board, name, ...way));
  }
  assert.equal(reached.size, at.length);
  assert.equal(neighbour(board, "e0", 1, 0), "e1");
  assert.equal(neighbour(gridOf(), "r1c1", 0, 1), "r2c1");
});
