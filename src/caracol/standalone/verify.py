"""Check certificates that a puzzle has one solution, or none: docs/certificates.md tells how.

Run `python -I verify.py CERTIFICATE...`, where `-` is standard input. This file needs nothing but
Python, and knows nothing of the program that wrote the certificates.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from itertools import combinations, islice, pairwise, product
from typing import Any, NamedTuple

MOST_BYTES = 64 << 20  # of a file
MOST_LITERALS = 5_000_000  # in the clauses of a puzzle; they take half a gigabyte
FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = ("up", "right", "down", "left")
TOUCHING = """top up, back down; top right, right left; top down, front up; top left, left right;
    right up, back right; bottom down, front down; right down, front right; left up, back left;
    left down, front left; bottom up, back up; bottom right, left left; bottom left, right right"""
Clauses = Iterator[list[int]]


class NoCertificate(ValueError):
    """Not JSON, not the fields of a certificate, or too large."""


class DoesNotHold(ValueError):
    """A certificate, but it proves nothing."""


class Verdict(NamedTuple):
    holds: bool
    reason: str  # why it does not hold
    told: str  # what it proves


class Board(NamedTuple):
    """A puzzle, or a solved one, as its text tells it."""

    family: str
    header: str
    side: int  # rows, or digits in a ring
    values: range
    cells: list[str]  # places in reading order
    known: dict[str, int]  # by place: what cells hold, and sums in triangles
    rings: list[str]


def read(text: str) -> Board:
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    header, *rows = [words for words in lines if words] or [[]]
    side = number(header[1], 1, 10**9) if len(header) > 1 else 0
    if side > 999:
        raise NoCertificate("a size above 999 is too large")
    match header:
        case ["magic-snail", _, key] if key.isalnum() and len(set(key)) == len(key):
            return read_grid("magic-snail", f"magic-snail {side} {key}", side, "-" + key, rows)
        case ["mno", _]:
            return read_grid("mno", f"mno {side}", side, "-*MNO", rows)
        case ["trid", _, span] if span.count("..") == 1:
            low, high = (number(word, -999_999, 999_999) for word in span.split(".."))
            return read_trid(side, range(low, high + 1), rows)
        case ["turn-12", _] if side % 4 == 0:
            return read_cube(side, rows)
    raise DoesNotHold(f"expected the header of a puzzle, found {' '.join(header)!r}")


def number(word: str, least: int, most: int) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", word) or not least <= int(word) <= most:
        raise DoesNotHold(f"expected a number from {least} to {most}, found {word!r}")
    return int(word)


def by_place(form: str, rows: list[list[str]]) -> dict[str, str]:
    return {form.format(i, j): it for i, row in enumerate(rows, 1) for j, it in enumerate(row, 1)}


def read_grid(family: str, header: str, side: int, marks: str, rows: list[list[str]]) -> Board:
    entries = by_place("r{}c{}", [list("".join(words)) for words in rows])
    if [len("".join(words)) for words in rows] != [side] * side:
        raise DoesNotHold(f"expected {side} rows of {side} cells")
    if wrong := set(entries.values()) - {*marks, "."}:
        raise DoesNotHold(f"expected one of {marks + '.'!r}, found {min(wrong)!r}")
    known = {place: marks.index(mark) for place, mark in entries.items() if mark != "."}
    return Board(family, header, side, range(len(marks)), list(entries), known, [])


def read_trid(side: int, values: range, rows: list[list[str]]) -> Board:
    lengths = [i if i % 2 else i // 2 + 1 for i in range(2 * side - 1)]
    # A row may be one word with a character for each of its places.
    lines = [
        list(words[0]) if len(words) == 1 and len(words[0]) == length else words
        for words, length in zip(rows, lengths, strict=False)
    ]
    if not values or len(rows) != len(lengths) or [len(line) for line in lines] != lengths:
        raise DoesNotHold(f"expected values in order, {side} rows, and the triangles between them")
    low, high, far = values[0], values[-1], 10**9
    cells, sums = by_place("r{}c{}", lines[::2]), by_place("t{}.{}", lines[1::2])
    known = {place: number(word, low, high) for place, word in cells.items() if word != "."}
    known |= {place: number(word, -far, far) for place, word in sums.items() if word != "."}
    return Board("trid", f"trid {side} {low}..{high}", side, values, list(cells), known, [])


def read_cube(side: int, rows: list[list[str]]) -> Board:
    pattern = re.compile(f"((?: ?[3-9]){{{side}}})(?: (.+))?")
    told = {face: found for face, *words in rows if (found := pattern.fullmatch(" ".join(words)))}
    if len(rows) != len(FACES) or told.keys() != {*FACES}:
        expected = f"{side} digits from 3 to 9 and perhaps a turn"
        raise DoesNotHold(f"expected each of the faces {', '.join(FACES)} once, with {expected}")
    turns = {face: number(told[face][2], 0, side - 1) for face in FACES if told[face][2]}
    rings = [told[face][1].replace(" ", "") for face in FACES]
    return Board("turn-12", f"turn-12 {side}", side, range(side), list(FACES), turns, rings)


def lines_of(board: Board) -> list[list[int]]:
    """The cells of the rows, the columns, and in a Trid the lines of the third direction."""
    cells, side, is_trid = iter(range(len(board.cells))), board.side, board.family == "trid"
    rows = [list(islice(cells, i if is_trid else side)) for i in range(1, side + 1)]
    columns = [[row[j] for row in rows if j < len(row)] for j in range(side)]
    third = [[row[-1 - j] for row in rows if j < len(row)] for j in range(side)]
    return [*rows, *columns, *(third if is_trid else [])]


def snail(board: Board) -> list[int]:
    """The top row, and again the top row of the rest turned left, until nothing is left."""
    path, rest = [], lines_of(board)[: board.side]
    while rest:
        path += rest[0]
        rest = [list(column) for column in zip(*rest[1:], strict=True)][::-1]
    return path


def triangles(board: Board) -> Iterator[tuple[str, int, int, int]]:
    """The place of each triangle with a sum, and its circles in reading order."""
    rows = lines_of(board)
    for place in board.known.keys() - board.cells:
        i, j = (int(word) - 1 for word in place[1:].split("."))
        above, below, left = rows[i], rows[i + 1], j // 2
        yield place, above[left], above[left + 1] if j % 2 else below[left], below[left + 1]


def contacts(board: Board) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Each face and each that it touches, and for each turn of either the digit that touches."""
    for pair in re.findall(r"(\w+) (\w+), (\w+) (\w+)", TOUCHING):
        a, b = FACES.index(pair[0]), FACES.index(pair[2])
        starts = [SIDES.index(side) * board.side // 4 for side in pair[1::2]]
        rings = zip((board.rings[a], board.rings[b]), starts, strict=True)
        mine, others = ([int(i) for i in ring[start:] + ring[:start]] for ring, start in rings)
        yield from ((a, b, mine, others), (b, a, others, mine))


def keeps_rules(board: Board, held: list[int]) -> bool:
    """Whether the values of the cells keep all rules; the sums of a Trid are clues."""
    if board.family == "turn-12":
        return all(mine[held[a]] + others[held[b]] == 12 for a, b, mine, others in contacts(board))
    lines = [[held[cell] for cell in line] for line in lines_of(board)]
    if board.family == "trid":
        return all(len(set(line)) == len(line) for line in lines)
    if board.family == "mno":
        return all(is_mno(line) for line in lines)
    key = list(board.values[1:])
    letters = [held[cell] for cell in snail(board) if held[cell]]
    is_in_turn = letters == key * (len(letters) // len(key))
    return is_in_turn and all(sorted(filter(None, line)) == key for line in lines)


def is_mno(line: list[int]) -> bool:
    dots = [place for place, value in enumerate(line) if value == 1]
    letters = [(place, value) for place, value in enumerate(line) if value > 1]
    if len(dots) != 2 or len(letters) != 1:
        return False
    (left, right), [(place, letter)] = dots, letters
    is_midway, is_between = left + right == 2 * place, left < place < right
    return letter == (2 if is_midway else 3 if is_between else 4)


def solved(text: str, puzzle: Board) -> tuple[list[int], set[str]]:
    """The values of a solved board, and the places where it does not keep the puzzle's clues."""
    board = read(text)
    if (board.header, board.rings) != (puzzle.header, puzzle.rings):
        raise DoesNotHold("of another puzzle")
    if not board.known.keys() >= {*board.cells}:
        raise DoesNotHold("has unknown cells")
    held = [board.known[place] for place in board.cells]
    if not keeps_rules(board, held):
        raise DoesNotHold("breaks a rule")
    facts = dict(zip(board.cells, held, strict=True))
    for place, a, b, c in (*triangles(board), *triangles(puzzle)):
        facts[place] = held[a] + held[b] + held[c]
    if not board.known.items() <= facts.items():
        raise DoesNotHold("states a wrong sum")
    return held, {place for place, value in puzzle.known.items() if facts[place] != value}


def clauses(puzzle: Board, solution: list[int] | None) -> Clauses:
    """The clauses that are to be refuted; without a solution, those of "unsolvable"."""
    count, low = len(puzzle.values), puzzle.values[0]
    x = [list(range(1 + c * count, 1 + c * count + count)) for c in range(len(puzzle.cells))]
    for place, facts in zip(puzzle.cells, x, strict=True):
        yield from exactly_one(facts)
        if place in puzzle.known:
            yield [facts[puzzle.known[place] - low]]
    if solution is not None:
        yield [-facts[value - low] for facts, value in zip(x, solution, strict=True)]
    rules = {"magic-snail": of_snail, "mno": of_mno, "trid": of_trid, "turn-12": of_cube}
    yield from rules[puzzle.family](puzzle, x)


def exactly_one(facts: list[int]) -> list[list[int]]:
    """Some fact, and no two."""
    return [facts, *([-a, -b] for a, b in combinations(facts, 2))]


def of_snail(puzzle: Board, x: list[list[int]]) -> Clauses:
    k, start = len(puzzle.values) - 1, x[-1][-1] + 1
    for line, letter in product(lines_of(puzzle), range(1, k + 1)):
        yield from exactly_one([x[cell][letter] for cell in line])
    due = [list(range(start + p * k, start + p * k + k)) for p in range(len(x) + 1)]
    yield from ([due[0][0]], [due[-1][0]])
    for letters_due in due:
        yield from exactly_one(letters_due)
    for cell, (now, then) in zip(snail(puzzle), pairwise(due), strict=True):
        for j, letter in enumerate(x[cell][1:]):
            i = (j + 1) % k
            yield from ([-letter, now[j]], [-letter, then[i]])
            yield from ([letter, -now[j], then[j]], [letter, now[i], -then[i]])


def of_mno(puzzle: Board, x: list[list[int]]) -> Clauses:
    for line in lines_of(puzzle):
        dots, letters = [x[cell][1] for cell in line], [x[cell][2:] for cell in line]
        yield from ([-a, -b, -c] for a, b, c in combinations(dots, 3))
        yield from (dots[:i] + dots[i + 1 :] for i in range(len(dots)))
        yield [letter for here in letters for letter in here]
        for here, there in combinations(letters, 2):
            yield from ([-a, -b] for a, b in product(here, there))
        for p, (m, n, o) in enumerate(letters):
            before, after = dots[:p][::-1], dots[p + 1 :]  # from the letter outwards
            for here, there in ((before, after), (after, before)):
                yield [-n, *here]
                yield from ([-m, -dot, *there[i : i + 1]] for i, dot in enumerate(here))
            yield from ([-n, -a, -b] for a, b in zip(before, after, strict=False))
            yield from ([-o, -a, -b] for a, b in product(before, after))


def of_trid(puzzle: Board, x: list[list[int]]) -> Clauses:
    count = len(puzzle.values)
    for line, v in product(lines_of(puzzle), range(count)):
        some, *no_two = exactly_one([x[cell][v] for cell in line])
        yield from [some, *no_two] if len(line) == count > 1 else no_two
    for place, a, b, c in triangles(puzzle):
        for one, two, last in ((a, b, c), (b, c, a), (c, a, b)):
            for u, v in product(range(count), repeat=2):
                w = puzzle.known[place] - 3 * puzzle.values[0] - u - v
                yield [-x[one][u], -x[two][v], *([x[last][w]] if 0 <= w < count else [])]


def of_cube(puzzle: Board, x: list[list[int]]) -> Clauses:
    for a, b, mine, others in contacts(puzzle):
        for turn, digit in zip(x[a], mine, strict=True):
            yield [
                -turn,
                *(q for q, other in zip(x[b], others, strict=True) if digit + other == 12),
            ]


class Propagation:
    """Clauses, and what follows from them by unit propagation."""

    def __init__(self, variables: int) -> None:
        # Both by literal: Python counts negative indices from the end of a list.
        self.true = bytearray(2 * variables + 1)
        # Each clause under its first two literals: while neither is false, or one is true, it
        # forces nothing.
        self.watching: list[list[list[int]]] = [[] for _ in self.true]
        self.is_contradiction = False

    def add(self, clause: list[int]) -> None:
        free = [literal for literal in clause if not self.true[-literal]]
        if len(free) > 1:
            self.watching[free[0]].append(free)
            self.watching[free[1]].append(free)
        elif not self.is_contradiction:
            self.is_contradiction = not free or self.contradicts(free)

    def proves(self, clause: set[int]) -> bool:
        """Whether a contradiction comes of all its literals being false."""
        found = [-literal for literal in clause if not self.true[-literal]]
        is_proved = self.is_contradiction or self.contradicts(found)
        for literal in found:
            self.true[literal] = 0
        return is_proved

    def contradicts(self, found: list[int]) -> bool:
        """Make the literals true, and add to them all that follow, up to a contradiction."""
        for literal in found:
            self.true[literal] = 1
        return any(self.true[-i] or self.visit(-i, found) for i in found)  # found grows meanwhile

    def visit(self, false: int, found: list[int]) -> bool:
        """Move the clauses that watch a false literal, or force the only one they have left."""
        true, clauses = self.true, self.watching[false]
        kept = self.watching[false] = []
        for i, clause in enumerate(clauses):
            first = clause[0] if clause[1] == false else clause[1]
            if true[first]:
                kept.append(clause)
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if not true[-literal]:
                    clause[0], clause[1], clause[place] = first, literal, false
                    self.watching[literal].append(clause)
                    break
            else:
                kept.append(clause)
                if true[-first]:
                    kept += clauses[i + 1 :]
                    return True
                true[first] = 1
                found.append(first)
        return False


def check_proof(proof: str, to_refute: list[list[int]]) -> None:
    *lines, rest = proof.split("\n")
    if rest or lines[-1:] != ["0"] or "0" in lines[:-1]:
        raise DoesNotHold("not the one empty clause at its end")
    variables = max(max(clause, default=0) for clause in to_refute)
    known = Propagation(variables)
    for clause in sorted(to_refute, key=len):  # what short ones force need not be watched
        known.add(clause)
    for i, line in enumerate(lines, 1):
        if not re.fullmatch("(-?[1-9][0-9]{0,8} )*0", line):
            raise DoesNotHold(f"line {i} is no clause: {line[:99]!r}")
        lemma = {int(word) for word in line.split(" ")} - {0}
        if any(abs(literal) > variables for literal in lemma):
            raise DoesNotHold(f"line {i} has an unknown variable: {line[:99]!r}")
        if not known.proves(lemma):
            raise DoesNotHold(f"line {i} does not follow: {line[:99]!r}")
        known.add(list(lemma))


def decode(text: str) -> object:
    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(found := dict(pairs)) < len(pairs):
            raise ValueError("a field is there twice")
        return found

    try:
        # NaN and Infinity are no JSON: int() refuses them.
        return json.loads(text, object_pairs_hook=without_repeats, parse_constant=int)
    except (ValueError, RecursionError) as error:
        raise NoCertificate(f"not JSON, or nested too deeply: {error}") from None


def verify(certificate: str | dict[str, object]) -> Verdict:
    """Check one certificate, as JSON or decoded; raise NoCertificate if it is none."""
    fields = decode(certificate) if isinstance(certificate, str) else certificate
    if not isinstance(fields, dict) or fields.get("certificate") != "caracol 1":
        raise NoCertificate("not an object with the field 'certificate' and 'caracol 1' in it")
    needed, allowed = {"certificate", "claim", "puzzle", "proof"}, {"version", "seed", "walk"}
    if fields.get("claim") == "unique":
        needed, allowed = needed | {"solution"}, allowed | {"witnesses"}
    elif fields.get("claim") != "unsolvable":
        raise NoCertificate("expected 'unique' or 'unsolvable' in the field 'claim'")
    if wrong := needed - fields.keys() | fields.keys() - needed - allowed:
        raise NoCertificate(f"a field is missing or unknown: {min(wrong)!r}")
    witnesses = fields.get("witnesses", {})
    if not isinstance(witnesses, dict):
        raise NoCertificate("expected an object in the field 'witnesses'")
    if not all(isinstance(text, str) for text in (*map(fields.get, needed), *witnesses.values())):
        raise NoCertificate("expected text in every field, and for every witness")
    return check(fields)


def check(fields: dict[str, Any]) -> Verdict:
    solution, part = None, "the puzzle"
    try:
        puzzle = read(fields["puzzle"])
        # An estimate that fits all families; nothing large has been built yet.
        if 2 * len(puzzle.cells) * (len(puzzle.values) + puzzle.side) ** 2 > MOST_LITERALS:
            raise NoCertificate("the puzzle is too large")
        if "solution" in fields:
            part = "the solution"
            solution, not_kept = solved(fields["solution"], puzzle)
            if not_kept:
                raise DoesNotHold(f"does not keep the clue at {min(not_kept)}")
        part = "the witnesses"
        if fields.get("witnesses", puzzle.known).keys() != puzzle.known.keys():
            raise DoesNotHold("not those of the clues")
        for place, text in fields.get("witnesses", {}).items():
            part = f"the witness of {place}"
            if solved(text, puzzle)[1] != {place}:
                raise DoesNotHold("does not give up just that clue")
        part = "the proof"
        check_proof(fields["proof"], list(clauses(puzzle, solution)))
    except DoesNotHold as error:
        return Verdict(False, f"{part}: {error}", "")
    claim = "no solution" if solution is None else "unique"
    spare = ", and no clue to spare" if "witnesses" in fields else ""
    return Verdict(True, "", f"{puzzle.header}: {claim}{spare}")


def judge(text: str) -> tuple[int, str]:
    """The exit status, and what to tell."""
    try:
        verdict = verify(text)
    except (NoCertificate, MemoryError) as error:
        return 2, f"no certificate: {str(error) or 'too large'}"
    return (0, verdict.told) if verdict.holds else (1, f"does not hold: {verdict.reason}")


def documents(name: str) -> list[tuple[str, str]]:
    """Where each certificate of a file is, and its text: the whole file, or every line."""
    with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NoCertificate("too large")
    text = content.decode()
    lines = [(i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip(" \t\r")]
    try:
        decode(lines[0][1] if len(lines) > 1 else "")
    except NoCertificate:  # the first line is not whole
        return [(name, text)]
    return [(f"{name}:{i}", line) for i, line in lines]


def main(names: list[str]) -> int:
    """Print a line for each certificate, and return the exit status."""
    status = 0 if names else 2
    for name in names:
        try:
            judged = [(place, *judge(text)) for place, text in documents(name)]
        except (OSError, ValueError, MemoryError) as error:
            judged = [(name, 2, f"no certificate: {str(error) or 'too large'}")]
        for place, found, told in judged:
            status = max(status, found)
            line = f"{place}: {told}"[:500].encode("ascii", "backslashreplace").decode()
            print(line, flush=True)  # an error is to come here, not at the end
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, KeyboardInterrupt):
        os._exit(2)  # nobody reads on; a normal end would try to write once more
