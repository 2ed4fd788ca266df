// Opens addresses with the package pzpr, fills in solutions, and says what it makes of them.
// In, as JSON: [{address, marks: [[x, y, value]…]}…], where x and y count half cells from the outer corner, and
// the value is a number, "shaded" or "line". Out: [{again, isSolved, isSolvedWithout}…], where `again` is the
// address as the package writes it, and the last is about the solution without its last mark.
const pzpr = require("pzpr");

const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("end", () => {
  const asked = JSON.parse(Buffer.concat(chunks).toString());
  process.stdout.write(JSON.stringify(asked.map(judged)));
});

function judged({ address, marks }) {
  const again = filled(address, []).getURL();
  const [isSolved, isSolvedWithout] = [marks, marks.slice(0, -1)].map(
    (some) => filled(address, some).check(true).complete,
  );
  return { again, isSolved, isSolvedWithout };
}

function filled(address, marks) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(address.split("?")[1]);
  for (const [x, y, value] of marks) {
    if (value === "line") puzzle.board.getb(x, y).setLine(1);
    else if (value === "shaded") puzzle.board.getc(x, y).setQans(1);
    else puzzle.board.getc(x, y).setAnum(value);
  }
  return puzzle;
}
