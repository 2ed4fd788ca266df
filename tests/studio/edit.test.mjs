/** Setting puzzles: what keys write, and what is learnt of a puzzle as it becomes known. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cancel, follow } from "../../src/caracol/studio/page/ask.js";
import { NoAnswer } from "../../src/caracol/studio/page/no-answer.js";
import { clueOf, editable, isImpossible, isUnique, learnt, printedBy } from "../../src/caracol/studio/page/edit.js";
import { INITIAL, update } from "../../src/caracol/studio/page/update.js";
import { gameOf, gridOf } from "./boards.mjs";

const SUM = { name: "t1", x: 1, y: 1, text: "", values: [] };
const SIGN = { name: "r1c1-r1c2", x: 1, y: 0.5, text: "", values: ["o", "@"] };
const LIST = { name: "left1", x: 0, y: 0.5, text: "", values: [], several: true };
const board = editable({ ...gridOf(3, ["-", "A", 12]), places: [SUM, SIGN, LIST] });
const editing = { from: "", past: [], future: [], known: null };
const at = (cursor, typed = INITIAL.typed) =>
  ({ ...update(update(INITIAL, { type: "open", game: gameOf(board) }), { type: "edit", game: gameOf(board), editing }), cursor, typed });
const press = (key, more = {}) => ({ key, code: "", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });
const learn = (...lines) => lines.reduce(learnt, null);

test("keys write what a cell or a place can hold, and nothing else", () => {
  assert.equal(clueOf(at("r1c1"), press("a"), 0), "A");
  assert.equal(clueOf(at("r1c1"), press("q"), 0), null);
  assert.equal(clueOf(at("r1c1"), press("a", { ctrlKey: true }), 0), null);
  assert.equal(clueOf(at("r1c1"), press("Delete"), 0), "");
  assert.equal(clueOf(at("r1c1", { text: "1", at: 0 }), press("2"), 100), "12");
  assert.equal(clueOf(at("t1"), press("1"), 5000), "1");
  assert.equal(clueOf(at("t1", { text: "1", at: 5000 }), press("4"), 5100), "14");
  assert.equal(clueOf(at("t1", { text: "1", at: 5000 }), press("4"), 9000), "4");
  assert.equal(clueOf(at("t1"), press("x"), 5000), null);
  assert.equal(clueOf(at("r1c1-r1c2"), press("o"), 5000), "o");
  assert.equal(clueOf(at("r1c1-r1c2"), press("1"), 5000), null);
});

test("lists are typed with spaces between numbers, however slowly", () => {
  const typed = [..."10 2,"].reduce((text, key) => clueOf(at("left1", { text, at: 0 }), press(key), 9e9), "");
  assert.equal(typed, "10 2 ");
  assert.equal(clueOf(at("left1", { text: typed, at: 0 }), press("Backspace"), 9e9), "10 ");
  assert.equal(clueOf(at("left1", { text: typed, at: 0 }), press("Delete"), 9e9), "");
  assert.equal(clueOf(at("left1"), press(" "), 0), "");
  assert.equal(clueOf(at("left1"), press("x"), 0), null);
});

test("what the cells themselves show is written into all that are selected", () => {
  const state = at("r1c1");
  const printed = { cells: { r1c1: "A", r1c2: "A" }, texts: ["A", "B"] };
  const lettered = { ...state, selected: ["r1c1", "r1c2"], game: { ...state.game, board: { ...board, printed } } };
  assert.deepEqual(printedBy(lettered, press("b")), { r1c1: "B", r1c2: "B" });
  assert.equal(printedBy(lettered, press("c")), null);
  assert.equal(printedBy(lettered, press("b", { ctrlKey: true })), null);
  assert.equal(printedBy(state, press("a")), null);
});

test("a number of solutions is known when it is final", () => {
  const some = { about: "count", count: 100, more: true, final: false };
  assert.deepEqual([learn(some).isCounted, learn(some).isMore], [false, true]);
  assert.equal(isUnique(learn({ ...some, count: 1 })), false);
  assert.equal(isUnique(learn(some, { about: "count", count: 1, more: false, final: true })), true);
  assert.equal(isImpossible(learn({ about: "count", count: 0, more: false, final: true })), true);
  assert.equal(isImpossible(learn({ about: "count", count: 0, more: false, final: false })), false);
  const many = learn(some, { about: "count", count: 1000, more: true, final: true });
  assert.deepEqual([many.count, many.isCounted, many.isMore], [1000, true, true]);
});

test("what was learnt stays while more is learnt", () => {
  const known = learn(
    { about: "count", count: 1, more: false, final: true, sure: true, candidates: { r1c1: { A: 1 } } },
    { about: "redundant", redundant: ["r1c1"], final: true },
    { about: "level", level: "hard", proved: false, final: false },
    { about: "level", level: "expert", proved: true, final: true },
    { about: "end", final: true },
  );
  assert.deepEqual(known.candidates, { r1c1: { A: 1 } });
  assert.deepEqual([known.redundant, known.isTried], [["r1c1"], true]);
  assert.deepEqual([known.level, known.isGraded, known.isProved], ["expert", true, true]);
});

test("what is said of other clues is not learnt", () => {
  const line = { about: "count", count: 7, more: false, final: true };
  const state = at("r1c1");
  assert.equal(update(state, { type: "learn", line: { ...line, puzzle: "other" } }).editing.known, null);
  assert.equal(update(state, { type: "learn", line: { ...line, puzzle: state.game.puzzle } }).editing.known.count, 7);
});

/** A server that sends its answer in pieces, cut anywhere. */
function sending(pieces, status = 200) {
  globalThis.fetch = async (_, { signal }) => {
    const body = new ReadableStream({
      async start(controller) {
        signal.addEventListener("abort", () => controller.error(signal.reason));
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (pieces.at(-1) !== "…") controller.close();
      },
    });
    return new Response(body, { status });
  };
}

async function parts() {
  const found = [];
  for await (const part of follow("survey", {})) found.push(part.about);
  return found;
}

test("an answer in parts is followed to its end, however it is cut", async () => {
  sending(['{"about": "cou', 'nt"}\n{"about": "level"}\n', '{"about": "end"}\n']);
  assert.deepEqual(await parts(), ["count", "level", "end"]);
});

test("an answer that stops before its end, or says why, is no answer", async () => {
  sending(['{"about": "count"}\n']);
  await assert.rejects(parts(), NoAnswer);
  sending(['{"about": "count"}\n{"error": "out of memory"}\n']);
  await assert.rejects(parts(), /out of memory/);
  sending(['{"error": "too long"}'], 413);
  await assert.rejects(parts(), /too long/);
});

test("who cancels hears no more", async () => {
  sending(['{"about": "count"}\n', "…"]);
  const found = [];
  for await (const part of follow("survey", {})) {
    found.push(part.about);
    cancel("survey");
  }
  assert.deepEqual(found, ["count"]);
});
