/** Workers that answer questions, and can be stopped; one is always ready to take over. */

import { NoAnswer } from "./no-answer.js";

/**
 * @import {Supplies} from "./download.js"
 * @typedef {{question: string, fields: object, seconds?: number, isAhead?: boolean}} Question
 * @typedef {Question & {number: number, grows: boolean, heard: ReadableStreamDefaultController<any>}} Task
 * @typedef {Record<string, {seconds: number, pace: "quick" | "slow" | "long"}>} Limits
 * @typedef {object} Member
 * @property {Worker} worker
 * @property {boolean} isReady
 * @property {Task | null} task
 * @property {boolean} isParting whether nobody wants its answer any more
 * @property {number} alarm that rings when its time is up
 */

// How many there are when all is quiet, and at most, while others are busy.
const USUAL = 2;
const MOST = 3;
// Milliseconds for a worker to end by itself what nobody wants any more; one that does keeps its solvers warm. Quick
// questions have more: they come with every key, and a worker takes longer than that to start.
const PARTING = { quick: 2000, slow: 300, long: 300 };
// Milliseconds without a question before a spare is started.
const QUIET = 1000;
// Seconds for those beyond the limits of a question that were asked for.
const GRACE = 1;

export class Crew {
  /** @type {Supplies} */ #supplies;
  /** Those who worked last come first. @type {Member[]} */ #members = [];
  /** @type {Task[]} */ #waiting = [];
  /** @type {Limits} */ #limits = {};
  #asked = 0;
  #quiet = 0;
  isAlive = true;

  /** @param {Supplies} supplies */
  constructor(supplies) {
    this.#supplies = supplies;
    this.#start();
  }

  /** @param {Question} question @param {AbortSignal} signal @returns {Promise<any>} */
  async ask(question, signal) {
    const { value } = await this.#stream(question, false, signal).getReader().read();
    if (value.error) throw new NoAnswer(value.error);
    return value;
  }

  /** @param {Question} question @param {AbortSignal} signal @returns {AsyncGenerator<any, void>} */
  async *follow(question, signal) {
    const reader = this.#stream(question, true, signal).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  }

  /** @param {Question} question @param {boolean} grows @param {AbortSignal} signal @returns {ReadableStream<any>} */
  #stream(question, grows, signal) {
    return new ReadableStream({
      start: (heard) => {
        this.#asked += 1;
        const task = { ...question, number: this.#asked, grows, heard };
        if (!this.isAlive || signal.aborted) return heard.error(new NoAnswer("", "notLoaded"));
        signal.addEventListener("abort", () => this.#leave(task), { once: true });
        this.#waiting.push(task);
        this.#assign();
      },
    });
  }

  /** Nobody wants an answer any more. @param {Task} task */
  #leave(task) {
    fail(task, new NoAnswer(""));
    this.#waiting = this.#waiting.filter((other) => other !== task);
    const member = this.#members.find((one) => one.task === task);
    if (!member || member.isParting) return;
    member.isParting = true;
    member.worker.postMessage({ left: task.number });
    clearTimeout(member.alarm);
    member.alarm = setTimeout(() => this.#stop(member), PARTING[this.#limits[task.question].pace]);
  }

  /** Give work to whoever is free; quick questions come first, and what is made ahead comes last. */
  #assign() {
    clearTimeout(this.#quiet);
    for (;;) {
      const free = this.#members.filter(({ isReady, task }) => isReady && !task);
      const task = this.#next(free.length);
      if (!task) break;
      this.#waiting = this.#waiting.filter((other) => other !== task);
      this.#give(free[0], task);
    }
    const isWanted = this.#waiting.some(({ isAhead }) => !isAhead);
    if (!isWanted) {
      this.#quiet = setTimeout(() => this.#keepSpare(), QUIET);
      return;
    }
    for (const { task } of this.#members) if (task?.isAhead) this.#leave(task);
    if (this.#members.every(({ isReady }) => isReady) && this.#members.length < MOST) this.#start();
  }

  /** @param {number} free @returns {Task | undefined} */
  #next(free) {
    if (!free) return undefined;
    const wanted = this.#waiting.filter(({ isAhead }) => !isAhead);
    const quick = wanted.find(({ question }) => this.#limits[question].pace === "quick");
    return quick ?? wanted[0] ?? (free > 1 ? this.#waiting[0] : undefined);
  }

  #keepSpare() {
    if (this.isAlive && this.#members.length < USUAL) this.#start();
  }

  /** @param {Member} member @param {Task} task */
  #give(member, task) {
    const { number, question, fields, seconds, grows } = task;
    const limit = seconds ? seconds + GRACE : this.#limits[question].seconds;
    member.task = task;
    member.isParting = false;
    member.alarm = setTimeout(() => this.#stop(member), 1000 * limit);
    member.worker.postMessage({ number, question, fields, seconds, grows });
  }

  /** A worker that was stopped is followed by another. @param {Member} member */
  #stop(member) {
    this.#dismiss(member);
    this.#keepSpare();
    this.#assign();
  }

  /** @param {Member} member */
  #dismiss(member) {
    clearTimeout(member.alarm);
    member.worker.terminate();
    this.#members = this.#members.filter((other) => other !== member);
    if (member.task) fail(member.task, new NoAnswer("", "stopped"));
  }

  #start() {
    const worker = new Worker(loader(), { type: "module" });
    /** @type {Member} */
    const member = { worker, isReady: false, task: null, isParting: false, alarm: 0 };
    worker.onmessage = ({ data }) => this.#hear(member, data);
    worker.onerror = (event) => { console.error("worker", event.message, event.filename, event.lineno, event.type); this.#lose(member); };
    worker.postMessage(this.#supplies);
    this.#members.push(member);
  }

  /** @param {Member} member @param {any} message */
  #hear(member, message) {
    if (message.broken) {
      console.error(message.broken);
      return this.#lose(member);
    }
    if (message.limits) {
      this.#limits = message.limits;
      member.isReady = true;
      return this.#assign();
    }
    const { task } = member;
    if (!task || task.number !== message.number) return;
    if (message.part !== null) tell(task, JSON.parse(message.part));
    if (!message.isLast) return;
    clearTimeout(member.alarm);
    member.task = null;
    close(task);
    this.#members = [member, ...this.#members.filter((other) => other !== member)];
    this.#assign();
  }

  /** A worker that broke; where not even the first one starts, there is nobody to ask. @param {Member} member */
  #lose(member) {
    if (member.isReady) return this.#stop(member);
    this.#dismiss(member);
    if (this.#members.length) return;
    this.isAlive = false;
    for (const task of this.#waiting.splice(0)) fail(task, new NoAnswer("", "notLoaded"));
  }
}

/** What whoever asked has left hears nothing any more. @param {Task} task @param {any} part */
function tell({ heard }, part) {
  try {
    heard.enqueue(part);
  } catch {
    // It was left.
  }
}

/** @param {Task} task */
function close({ heard }) {
  try {
    heard.close();
  } catch {
    // It was left.
  }
}

/** @param {Task} task @param {NoAnswer} error */
const fail = ({ heard }, error) => heard.error(error);

/** A worker's first script; being made by the page, it is bound by the page's own policy, whatever the server sends. */
const loader = () => {
  const address = JSON.stringify(new URL("worker.js", import.meta.url).href);
  return URL.createObjectURL(new Blob([`import ${address};`], { type: "text/javascript" }));
};
