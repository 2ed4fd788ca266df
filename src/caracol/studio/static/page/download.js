/** What the page needs to answer by itself, fetched once for all workers. */

import { BUILT } from "./built.js";
import { NoAnswer } from "./no-answer.js";

/**
 * @import {Loading} from "./types.js"
 * @typedef {{base: string, module: WebAssembly.Module, files: Record<string, Blob>}} Supplies Python's own code,
 *   compiled; other files by name; and where they are from
 */

/** The folder's name changes with what is in it, so that a browser never mixes what it keeps. */
const BASE = new URL(`../${BUILT.folder}/`, import.meta.url).href;

/** Whether this browser can do it at all. */
export const isAble = () =>
  typeof WebAssembly === "object" && typeof Worker === "function" && typeof DecompressionStream === "function";

/** @param {(loading: Loading) => void} tell @returns {Promise<Supplies>} */
export async function supplies(tell) {
  const all = Object.values(BUILT.files).reduce((sum, size) => sum + size, 0);
  let done = 0;
  const rest = new AbortController();
  const count = () =>
    new TransformStream({
      transform(chunk, out) {
        done += chunk.byteLength;
        if (!rest.signal.aborted) tell({ done: Math.min(done, all), all });
        out.enqueue(chunk);
      },
    });
  tell({ done, all });
  /** @param {string} name */
  const fetched = async (name) => {
    const { ok, body } = await fetch(BASE + name, { signal: rest.signal });
    if (!ok || !body) throw new NoAnswer("", "notLoaded");
    return /** @type {ReadableStream<any>} */ (body.pipeThrough(count()));
  };
  /** @param {string} name @returns {Promise<[string, Blob]>} */
  const blob = async (name) => [name, await new Response(await fetched(name)).blob()];
  try {
    const { [BUILT.code]: _, ...others } = BUILT.files;
    const [module, ...files] = await Promise.all([compiled(await fetched(BUILT.code)), ...Object.keys(others).map(blob)]);
    return { base: BASE, module, files: Object.fromEntries(files) };
  } catch (error) {
    rest.abort();
    console.error(error);
    throw new NoAnswer("", "notLoaded");
  }
}

/** It is sent compressed, whatever the server does, and compiled as it comes. @param {ReadableStream<any>} packed */
function compiled(packed) {
  const code = packed.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(code, { headers: { "Content-Type": "application/wasm" } }));
}
