"""Check certificates that a puzzle has one solution, or none: docs/certificates.md tells how.

Run `python -I verify.py CERTIFICATE...`, where `-` is standard input. This file needs nothing but
Python, and knows nothing of the program that wrote the certificates.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, count, islice, pairwise, permutations, product
from typing import Any, NamedTuple

MOST_BYTES = 64 << 20  # of a file
MOST_LITERALS = 5_000_000  # in the clauses of a puzzle; they take half a gigabyte
FAR = 999_999  # there are no larger values
FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = ("up", "right", "down", "left")
TOUCHING = """top up, back down; top right, right left; top down, front up; top left, left right;
    right up, back right; bottom down, front down; right down, front right; left up, back left;
    left down, front left; bottom up, back up; bottom right, left left; bottom left, right right"""
Clause = list[int]
Cell = list[int]  # the variables of its values


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

    header: list[str]
    side: int  # rows, or digits in a ring
    marks: list[str]  # how the values are written, in their order
    x: dict[str, Cell]  # by place, in reading order: the variable of each value
    known: dict[str, int]  # by place: the number of the value
    sums: dict[str, int]  # by place
    rings: dict[str, str]  # by face


def read(text: str) -> Board:
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    header, *rows = [words for words in lines if words] or [[]]
    side = number(header[1], 1, 999) if len(header) > 1 else 0
    sums, rings = dict[str, int](), dict[str, str]()
    match header:
        case ["magic-snail", _, key] if key.isalnum() and len(set(key)) == len(key):
            marks, entries = ["-", *key], by_place("r{}c{}", [*map("".join, rows)], [side] * side)
        case ["mno", _]:
            marks, entries = [*"-*MNO"], by_place("r{}c{}", [*map("".join, rows)], [side] * side)
        case ["trid", _, span] if ".." in span:
            low = number(span.partition("..")[0], -FAR, FAR)
            high = number(span.partition("..")[2], low, min(low + 998, FAR))
            marks = [str(value) for value in range(low, high + 1)]
            entries = by_place("r{}c{}", rows[::2], range(1, side + 1))
            below = by_place("t{}.{}", rows[1::2], range(1, 2 * side - 1, 2))
            sums = {at: number(it, -3 * FAR, 3 * FAR) for at, it in below.items() if it != "."}
        case ["turn-12", _] if side % 4 == 0:
            marks = [str(turn) for turn in range(side)]
            form = re.compile(f"([a-z]+) ([3-9]{{{side}}})(?: ([0-9]+))?")
            told = {found[1]: found for row in rows if (found := form.fullmatch(" ".join(row)))}
            if len(rows) != len(FACES) or told.keys() != {*FACES}:
                raise DoesNotHold(f"expected each of the faces {', '.join(FACES)}, {side} digits")
            rings = {face: told[face][2] for face in FACES}
            entries = {face: told[face][3] or "." for face in FACES}
        case _:
            raise DoesNotHold(f"expected the header of a puzzle, found {' '.join(header)!r}")
    if wrong := {*entries.values()} - {*marks, "."}:
        raise DoesNotHold(f"expected '.' or one of {' '.join(marks)[:99]}, found {min(wrong)!r}")
    known = {place: marks.index(mark) for place, mark in entries.items() if mark != "."}
    variables = count(1)
    x = {place: [*islice(variables, len(marks))] for place in entries}
    return Board(header, side, marks, x, known, sums, rings)


def number(word: str, least: int, most: int) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", word) or not least <= int(word) <= most:
        raise DoesNotHold(f"expected a number from {least} to {most}, found {word!r}")
    return int(word)


def by_place(form: str, rows: list[Any], lengths: Sequence[int]) -> dict[str, str]:
    """What stands at each place, named by row and entry, counted from 1."""
    if [len(row) for row in rows] != [*lengths]:
        raise DoesNotHold(f"expected {len(lengths)} rows of {str([*lengths])[1:-1]} entries")
    return {form.format(i, j): it for i, row in enumerate(rows, 1) for j, it in enumerate(row, 1)}


def corners(place: str) -> tuple[str, str, str]:
    """The circles of a triangle, in reading order."""
    row, entry = (int(word) for word in place[1:].split("."))
    left = (entry + 1) // 2
    second = f"r{row + 1}c{left}" if entry % 2 else f"r{row}c{left + 1}"
    return f"r{row}c{left}", second, f"r{row + 1}c{left + 1}"


def rules(board: Board) -> Iterator[Clause]:
    """Of cells, and of lines: the rows, the columns, and in a Trid those of a third direction."""
    family, side, cells = board.header[0], board.side, iter(board.x.values())
    for cell in board.x.values():
        yield from exactly(1, cell)
    if family == "turn-12":
        yield from of_cube(board)
        return
    rows = [[*islice(cells, i if family == "trid" else side)] for i in range(1, side + 1)]
    lines = rows + [[row[j] for row in rows if j < len(row)] for j in range(side)]
    match family:
        case "magic-snail":
            for line, letter in product(lines, range(1, len(board.marks))):
                yield from exactly(1, [cell[letter] for cell in line])
            yield from of_snail(rows)
        case "mno":
            for line in lines:
                yield from of_mno(line)
        case "trid":
            lines += [[row[-1 - j] for row in rows if j < len(row)] for j in range(side)]
            for line, value in product(lines, range(len(board.marks))):
                some, *no_two = exactly(1, [cell[value] for cell in line])
                yield from [some, *no_two] if len(line) == len(board.marks) else no_two


def exactly(n: int, facts: list[int]) -> Iterator[Clause]:
    """Some of any that leave out n - 1 facts, and no n + 1."""
    yield from map(list, combinations(facts, len(facts) + 1 - n))
    yield from map(list, combinations([-fact for fact in facts], n + 1))


def of_snail(rest: list[list[Cell]]) -> Iterator[Clause]:
    """Along the top row, then the top row of the rest turned left, until nothing is left."""
    path = list[Cell]()
    while rest:
        path += rest[0]
        rest = [[*column] for column in zip(*rest[1:], strict=True)][::-1]
    k = len(path[0]) - 1
    turns = count(len(path) * (k + 1) + 1)
    due = [[*islice(turns, k)] for _ in range(len(path) + 1)]
    yield from ([due[0][0]], [due[-1][0]])
    for letters_due in due:
        yield from exactly(1, letters_due)
    for cell, (now, then) in zip(path, pairwise(due), strict=True):
        for j, letter in enumerate(cell[1:]):
            i = (j + 1) % k
            yield from ([-letter, now[j]], [-letter, then[i]])
            yield from ([letter, -now[j], then[j]], [letter, now[i], -then[i]])


def of_mno(line: list[Cell]) -> Iterator[Clause]:
    dots, letters = [cell[1] for cell in line], [cell[2:] for cell in line]
    yield from exactly(2, dots)
    yield from exactly(1, [letter for here in letters for letter in here])
    for p, (m, n, o) in enumerate(letters):
        before, after = dots[:p][::-1], dots[p + 1 :]  # from the letter outwards
        for here, there in ((before, after), (after, before)):
            yield [-n, *here]
            yield from ([-m, -dot, *there[i : i + 1]] for i, dot in enumerate(here))
        yield from ([-n, -a, -b] for a, b in zip(before, after, strict=False))
        yield from ([-o, -a, -b] for a, b in product(before, after))


def of_cube(board: Board) -> Iterator[Clause]:
    at = dict[str, list[tuple[int, int]]]()  # by face and side: each turn, and its digit there
    for face, (i, side) in product(FACES, enumerate(SIDES)):
        digits, start = [*map(int, board.rings[face])], i * board.side // 4
        at[f"{face} {side}"] = [*zip(board.x[face], digits[start:] + digits[:start], strict=True)]
    for pair in re.findall(r"(\w+ \w+), (\w+ \w+)", TOUCHING):
        for one, other in permutations(pair):
            for turn, digit in at[one]:
                rest = 12 - digit
                yield [-turn, *(fitting for fitting, there in at[other] if there == rest)]


def clues(board: Board) -> Iterator[Clause]:
    """Of the circles of a triangle no two hold the same."""
    yield from ([board.x[place][value]] for place, value in board.known.items())
    values = [int(mark) for mark in board.marks if board.sums]
    for place, total in board.sums.items():
        x = [dict(zip(values, board.x[circle], strict=True)) for circle in corners(place)]
        for i, u in product(range(3), values):
            a, b, c = x[i:] + x[:i]
            rests = ((v, total - u - v) for v in b)
            fitting = [(v, w) for v, w in rests if w in c and len({u, v, w}) == 3]
            yield [-a[u], *(b[v] for v, _ in fitting)]
            yield [-a[u], *(c[w] for _, w in fitting)]
            yield from ([-a[u], -b[v], c[w]] for v, w in fitting)
            if len(fitting) == 2:  # the same two values, either way round
                yield from ([-a[u], b[v], c[v]] for v in fitting[0])


class Propagation:
    """Clauses, and what follows from them by unit propagation."""

    def __init__(self, clauses: list[Clause]) -> None:
        self.variables = max(max(clause, default=0) for clause in clauses)
        # Both by literal: Python counts negative indices from the end of a list.
        self.true = bytearray(2 * self.variables + 1)
        # Each clause under its first two literals; it forces nothing until one of them is false.
        self.watching: list[list[Clause]] = [[] for _ in self.true]
        self.is_contradiction = False
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        free = [literal for literal in clause if not self.true[-literal]]
        if len(free) < 2:
            self.is_contradiction = not free or self.contradicts(free)
        else:
            self.watching[free[0]].append(free)
            self.watching[free[1]].append(free)

    def undo(self, found: list[int]) -> None:
        for literal in found:
            self.true[literal] = 0

    def contradicts(self, found: list[int]) -> bool:
        """Make the literals true, and add to them all that follow, up to a contradiction."""
        for literal in found:
            self.true[literal] = 1
        for literal in found:  # which grows meanwhile
            if self.true[-literal]:
                return True
            self.visit(-literal, found)
        return self.is_contradiction

    def visit(self, false: int, found: list[int]) -> None:
        """Move the clauses that watch a false literal, or force the only one they have left."""
        true, clauses = self.true, self.watching[false]
        kept = self.watching[false] = []
        for clause in clauses:
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
                true[first] = 1
                found.append(first)


def solved(text: str, puzzle: Board, known: Propagation, gives_up: set[str]) -> list[int]:
    """The facts of a board that keeps all rules and clues but those at some places."""
    board = read(text)
    if (board.header, board.rings) != (puzzle.header, puzzle.rings):
        raise DoesNotHold("of another puzzle")
    if board.known.keys() != board.x.keys():
        raise DoesNotHold("has unknown cells")
    facts = [board.x[place][value] for place, value in board.known.items()]
    found = [fact for fact in facts if not known.true[fact]]
    # If all variables are decided without a contradiction, all clauses are kept.
    if known.contradicts(found) or sum(known.true) != known.variables:
        raise DoesNotHold("breaks a rule")
    known.undo(found)
    held, told = dict(board.known), puzzle.known | puzzle.sums
    for place in board.sums | puzzle.sums:
        held[place] = sum(int(board.marks[held[circle]]) for circle in corners(place))
    if not board.sums.items() <= held.items():
        raise DoesNotHold("states a wrong sum")
    if {place for place in told if told[place] != held[place]} != gives_up:
        raise DoesNotHold("does not keep just the clues that it should")
    return facts


def check_proof(proof: str, known: Propagation) -> None:
    *lines, rest = proof.split("\n")
    if rest or lines[-1:] != ["0"] or "0" in lines[:-1]:
        raise DoesNotHold("not the one empty clause at its end")
    # Lines that differ in their last literal alone share what follows where the others are false.
    case, found, is_closed, learned = [0], list[int](), False, list[Clause]()
    for i, line in enumerate(lines, 1):
        if not re.fullmatch("(-?[1-9][0-9]{0,8} )*0", line):
            raise DoesNotHold(f"line {i} is no clause: {line[:99]!r}")
        lemma = [*dict.fromkeys(int(word) for word in line.split(" ")[:-1])]
        if any(abs(literal) > known.variables for literal in lemma):
            raise DoesNotHold(f"line {i} has an unknown variable: {line[:99]!r}")
        if lemma[:-1] != case:
            known.undo(found)
            for clause in learned:
                known.add(clause)
            case, learned = lemma[:-1], []
            found = [-literal for literal in case if not known.true[-literal]]
            is_closed = known.contradicts(found)
        learned.append(lemma)
        last, tried = lemma[-1:], [-literal for literal in lemma[-1:]]
        if not is_closed and not any(known.true[literal] for literal in last):
            if not known.contradicts(tried):
                raise DoesNotHold(f"line {i} does not follow: {line[:99]!r}")
            known.undo(tried)
            is_closed = known.contradicts(last)
            found += last


def check(fields: dict[str, Any]) -> Verdict:
    part = "the puzzle"
    try:
        puzzle = read(fields["puzzle"])
        # An estimate that fits all families; nothing large has been built yet.
        if 2 * len(puzzle.x) * (len(puzzle.marks) + puzzle.side) ** 2 > MOST_LITERALS:
            raise DoesNotHold("too large")
        known, clauses = Propagation([*rules(puzzle)]), [*clues(puzzle)]
        witnesses = fields.get("witnesses", {})
        if "witnesses" in fields and witnesses.keys() != puzzle.known.keys() | puzzle.sums:
            raise DoesNotHold("its clues are not those of the witnesses")
        for place, text in witnesses.items():
            part = f"the witness of {place}"
            solved(text, puzzle, known, gives_up={place})
        if "solution" in fields:
            part = "the solution"
            facts = solved(fields["solution"], puzzle, known, gives_up=set())
            clauses.append([-fact for fact in facts])
        part = "the proof"
        for clause in clauses:
            known.add(clause)
        check_proof(fields["proof"], known)
    except DoesNotHold as error:
        return Verdict(False, f"{part}: {error}", "")
    claim = "unique" if "solution" in fields else "no solution"
    spare = ", and no clue to spare" if "witnesses" in fields else ""
    return Verdict(True, "", f"{' '.join(puzzle.header)}: {claim}{spare}")


def decode(text: str) -> object:
    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(found := dict(pairs)) < len(pairs):
            raise ValueError("a field is there twice")
        return found

    try:  # NaN and Infinity are no JSON: int() refuses them
        return json.loads(text, object_pairs_hook=without_repeats, parse_constant=int)
    except (ValueError, RecursionError) as error:
        raise NoCertificate(f"not JSON, or nested too deeply: {error}") from None


def verify(certificate: str | dict[str, object]) -> Verdict:
    """Check one certificate, as JSON or decoded; raise NoCertificate if it is none."""
    fields = decode(certificate) if isinstance(certificate, str) else certificate
    if not isinstance(fields, dict) or fields.get("certificate") != "caracol 2":
        raise NoCertificate("not an object with the field 'certificate' and 'caracol 2' in it")
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
    lines = [(f"{name}:{i}", line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        decode(lines[0][1] if len(lines) > 1 else "")
    except NoCertificate:  # the first line is not whole
        return [(name, text)]
    return lines


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
