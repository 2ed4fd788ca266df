/** Mouse, pen and finger on the board: touch a cell, drag over several. */

/** @import {Store} from "./store.js" */

/** @param {HTMLElement} root @param {Store} store */
export function listenToPointers(root, store) {
  let isDown = false;

  /** @param {Event} event */
  const cellAt = (event) => {
    const found = event.target instanceof Element ? event.target.closest("[role=grid] [data-cell]") : null;
    return found instanceof HTMLElement ? found : null;
  };

  root.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    // The board keeps the focus while values are chosen on the pad.
    if (event.target instanceof Element && event.target.closest(".pad button, .tools button")) event.preventDefault();
    if (!cell || event.button !== 0 || cell.closest(".cube")) return;
    event.preventDefault();
    isDown = true;
    const name = cell.dataset.cell ?? "";
    const { selected } = store.state;
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      const cells = selected.includes(name) ? selected.filter((one) => one !== name) : [...selected, name];
      store.dispatch({ type: "select", cells, cursor: name });
    } else store.dispatch({ type: "touch", cell: name, isDrag: false });
    cell.focus({ preventScroll: true });
  });

  root.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest(".pad button, .tools button")) event.preventDefault();
  });

  root.addEventListener("pointermove", (event) => {
    if (!isDown) return;
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=grid] [data-cell]");
    const name = below instanceof HTMLElement ? below.dataset.cell : undefined;
    if (name && name !== store.state.cursor) store.dispatch({ type: "touch", cell: name, isDrag: true });
  });

  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (isDown = false));
}
