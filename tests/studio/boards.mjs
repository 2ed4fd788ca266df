/** Boards for tests of the page, as the server sends them. */

/** @returns {import("../../src/caracol/studio/page/types.js").Board} */
export function gridOf(side = 3, values = ["-", "A", "B"], given = {}) {
  const cells = [];
  for (let row = 1; row <= side; row += 1) {
    for (let column = 1; column <= side; column += 1) {
      const name = `r${row}c${column}`;
      cells.push({
        name, label: `row ${row}, column ${column}`, row, column, x: column - 0.5, y: row - 0.5,
        outline: [], values, given: given[name] ?? null,
      });
    }
  }
  return {
    family: "test", title: "Test", header: `test ${side}`, puzzle: `test ${side}\n`, width: side, height: side, cells,
    places: [], values: values.map((value) => ({ value, label: `${value}`, key: `${value}`, glyph: `${value}`, middle: [0, 0] })),
    blank: null, names: [], printed: null, svg: "", rules: "", views: [], kinds: [], cube: null,
  };
}

export function gameOf(board) {
  return {
    puzzle: board.puzzle, board, origin: { kind: "fresh", date: "", level: "" },
    position: { entries: {}, trials: [] }, past: [], future: [], seconds: 0, isSolved: false,
  };
}
