/** Mouse, pen and finger: touch a cell, drag over several; turn a ring, look around a cube. */

/**
 * @import {Store} from "./store.js"
 * @typedef {(event: PointerEvent) => void} Drag what a pointer does while it is down
 */

// How far from the middle of a cell a touch still reaches it, in cells.
const REACH = 0.55;

/** @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
function above(target, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * The cell at a point of the page: the one that lies there, or the nearest in reach, since edges and circles are small.
 * @param {number} x @param {number} y @returns {HTMLElement | null}
 */
export function cellAt(x, y) {
  const there = document.elementFromPoint(x, y);
  const cell = above(there, "[role=gridcell]");
  const board = above(there, "[role=grid]");
  if (cell || !board) return cell;
  let least = (REACH * board.clientWidth) / Number(board.style.getPropertyValue("--width"));
  let nearest = null;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[role=gridcell]"))) {
    const { left, top, width, height } = one.getBoundingClientRect();
    const far = Math.hypot(left + width / 2 - x, top + height / 2 - y);
    if (far < least) [nearest, least] = [one, far];
  }
  return nearest;
}

/** @param {HTMLElement} root @param {Store} store */
export function listenToPointers(root, store) {
  /** @type {Drag | null} */
  let drag = null;

  root.addEventListener("pointerdown", (event) => {
    // The board keeps the focus while values are chosen beside it.
    if (above(event.target, ".pad button, .tools button")) event.preventDefault();
    if (event.button !== 0 && event.button !== 2) return;
    const isOther = event.button === 2;
    drag = (isOther ? null : turning(store, event)) ?? touching(store, event) ?? (isOther ? null : looking(store, event));
    if (drag) event.preventDefault();
  });
  root.addEventListener("mousedown", (event) => {
    if (above(event.target, ".pad button, .tools button")) event.preventDefault();
  });
  root.addEventListener("contextmenu", (event) => {
    if (above(event.target, "[role=grid]")) event.preventDefault();
  });
  root.addEventListener("pointermove", (event) => drag?.(event));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (drag = null));
}

/** Cells under the pointer. @param {Store} store @param {PointerEvent} event @returns {Drag | null} */
function touching({ state, dispatch }, event) {
  const cell = cellAt(event.clientX, event.clientY);
  if (!cell) return null;
  const name = cell.dataset.cell ?? "";
  if (event.shiftKey || event.ctrlKey || event.metaKey) {
    const { selected } = state;
    const cells = selected.includes(name) ? selected.filter((one) => one !== name) : [...selected, name];
    dispatch({ type: "select", cells, cursor: name });
  } else dispatch({ type: "touch", cell: name, by: event.button === 2 ? -1 : 1 });
  cell.focus({ preventScroll: true });
  let last = name;
  return ({ clientX, clientY }) => {
    const next = cellAt(clientX, clientY)?.dataset.cell;
    if (!next || next === last) return;
    last = next;
    dispatch({ type: "drag", cell: next });
  };
}

/** A ring of digits, turned digit by digit. @param {Store} store @param {PointerEvent} event @returns {Drag | null} */
function turning({ state, dispatch }, event) {
  // In the net, rings lie behind the cells.
  const ring = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches("[data-ring]"));
  const face = ring?.getAttribute("data-ring");
  const digits = face && state.game?.board.cube?.rings[face].length;
  if (!ring || !digits) return null;
  dispatch({ type: "select", cells: [face], cursor: face });
  const { left, top, width, height } = ring.getBoundingClientRect();
  const angleOf = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    Math.atan2(clientY - top - height / 2, clientX - left - width / 2);
  let from = angleOf(event);
  return (moved) => {
    const step = (2 * Math.PI) / digits;
    const turned = Math.atan2(Math.sin(angleOf(moved) - from), Math.cos(angleOf(moved) - from));
    const by = Math.trunc(turned / step);
    if (!by) return;
    from += by * step;
    dispatch({ type: "turn", cell: face, by: -by });
  };
}

/** The cube from another side. @param {Store} store @param {PointerEvent} event @returns {Drag | null} */
function looking({ dispatch }, event) {
  if (!above(event.target, ".space")) return null;
  const face = above(event.target, "[data-face]")?.dataset.face;
  if (face) dispatch({ type: "select", cells: [face], cursor: face });
  let { clientX, clientY } = event;
  return (moved) => {
    dispatch({ type: "look", yaw: (clientX - moved.clientX) / 2, pitch: (clientY - moved.clientY) / 2 });
    ({ clientX, clientY } = moved);
  };
}
