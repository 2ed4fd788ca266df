/** A worker: Python, answering one question after the other. */

/**
 * @import {Supplies} from "./download.js"
 * @typedef {{number: number, question: string, fields: object, seconds?: number, grows: boolean}} Asked
 */

/** The questions that Python answers. @type {any} */
let here = null;
/** The number of the question that nobody wants answered any more. */
let left = -1;

addEventListener("message", ({ data }) => {
  if ("left" in data) left = data.left;
  else if ("base" in data) start(data).catch((error) => postMessage({ broken: String(error) }));
  else answer(data).catch((error) => postMessage({ broken: String(error) }));
});

/** @param {Supplies} supplies */
async function start({ base, module, files }) {
  // What Python would fetch is here, and its code is compiled.
  self.fetch = async (address) => {
    const file = files[String(address).split("/").pop() ?? ""];
    return file ? new Response(file) : new Response(null, { status: 404 });
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: base });
  const packages = await files["packages.zip"].arrayBuffer();
  python.unpackArchive(packages, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  here = python.pyimport("caracol.studio.static.here");
  postMessage({ limits: JSON.parse(here.limits()) });
}

/** @param {Asked} asked */
async function answer({ number, question, fields, seconds, grows }) {
  const text = JSON.stringify(fields);
  if (!grows) return postMessage({ number, part: here.answer(question, text, seconds), isLast: true });
  const parts = here.parts(question, text);
  for (;;) {
    const { value, done } = parts.next();
    postMessage({ number, part: done ? null : value, isLast: done });
    if (done) break;
    await new Promise((resolve) => setTimeout(resolve)); // to hear whether anybody is still there
    if (left === number) {
      parts.return();
      postMessage({ number, part: null, isLast: true });
      break;
    }
  }
  parts.destroy();
}
