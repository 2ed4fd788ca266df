"""Check certificates that a puzzle has one solution, or none: docs/certificates.md tells how.

Run `python -I verify.py CERTIFICATE...`, where `-` is standard input. This file needs nothing but
Python, and knows nothing of the program that wrote the certificates.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product
from typing import NamedTuple

MOST_BYTES = 64 << 20  # of a file
MOST_LITERALS = 5_000_000  # in the clauses of a puzzle; they take half a gigabyte
FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = ("up", "right", "down", "left")
TOUCHING = """top up, back down; top right, right left; top down, front up; top left, left right;
    right up, back right; bottom down, front down; right down, front right; left up, back left;
    left down, front left; bottom up, back up; bottom right, left left; bottom left, right right"""


class Verdict(NamedTuple):
    holds: bool
    reason: str  # why it does not hold
    told: str  # what it proves


class NoCertificate(ValueError):
    """Not JSON, not the fields of a certificate, or too large."""


class DoesNotHold(ValueError):
    """A certificate, but it proves nothing."""


class Board(NamedTuple):
    """A puzzle, or a solved one, as its text tells it; None is unknown."""

    header: str
    side: int  # rows, or digits in a ring
    values: range
    cells: dict[str, int | None]  # by place, in reading order
    sums: dict[str, int | None]
    rings: list[str]

    @property
    def family(self) -> str:
        return self.header.split()[0]


def read(text: str, whose: str) -> Board:
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    header, *rows = [words for words in lines if words] or [[]]
    try:
        board = read_board(header, rows)
    except DoesNotHold as error:
        raise DoesNotHold(f"{whose}: {error}") from None
    # An estimate that fits all families; nothing large has been built yet.
    if 2 * len(board.cells) * (len(board.values) + board.side) ** 2 > MOST_LITERALS:
        raise NoCertificate(f"{board.header[:40]} is too large")
    return board


def read_board(header: list[str], rows: list[list[str]]) -> Board:
    side = number(header[1], 1, 10**9) if len(header) > 1 else 0
    if side > 999:
        raise NoCertificate("a size above 999 is too large")
    match header:
        case ["magic-snail", _, key] if key.isalnum() and len(set(key)) == len(key):
            return read_grid(f"magic-snail {side} {key}", side, "-" + key, rows)
        case ["mno", _]:
            return read_grid(f"mno {side}", side, "-*MNO", rows)
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


def read_grid(header: str, side: int, marks: str, rows: list[list[str]]) -> Board:
    lines = [list("".join(words)) for words in rows]
    if [len(line) for line in lines] != [side] * side:
        raise DoesNotHold(f"expected {side} rows of {side} cells")
    if wrong := {mark for line in lines for mark in line} - {*marks, "."}:
        raise DoesNotHold(f"expected one of {marks + '.'!r}, found {min(wrong)!r}")
    value_of = {".": None} | {mark: value for value, mark in enumerate(marks)}
    cells = {place: value_of[mark] for place, mark in by_place("r{}c{}", lines)}
    return Board(header, side, range(len(marks)), cells, {}, [])


def read_trid(side: int, values: range, rows: list[list[str]]) -> Board:
    lines = [" ".join(words).replace(".", " . ").split() for words in rows]
    lengths = [i if i % 2 else i // 2 + 1 for i in range(2 * side - 1)]
    if not values or [len(line) for line in lines] != lengths:
        raise DoesNotHold(f"expected values in order, {side} rows, and the triangles between them")
    low, high, far = values[0], values[-1], 10**9
    circles, triangles = by_place("r{}c{}", lines[::2]), by_place("t{}.{}", lines[1::2])
    cells = {name: None if it == "." else number(it, low, high) for name, it in circles}
    sums = {name: None if it == "." else number(it, -far, far) for name, it in triangles}
    return Board(f"trid {side} {low}..{high}", side, values, cells, sums, [])


def by_place(form: str, rows: list[list[str]]) -> Iterator[tuple[str, str]]:
    for i, row in enumerate(rows, 1):
        yield from ((form.format(i, j), entry) for j, entry in enumerate(row, 1))


def read_cube(side: int, rows: list[list[str]]) -> Board:
    if sorted(words[0] for words in rows) != sorted(FACES):
        raise DoesNotHold(f"expected each of the faces {', '.join(FACES)} once")
    rings, turns = [], {}
    for face, *words in sorted(rows, key=lambda words: FACES.index(words[0])):
        ring = ""
        while words and len(ring) < side:
            ring += words.pop(0)
        if not re.fullmatch(f"[3-9]{{{side}}}", ring) or len(words) > 1:
            raise DoesNotHold(f"expected {side} digits from 3 to 9 and perhaps a turn: {face}")
        rings.append(ring)
        turns[face] = number(words[0], 0, side - 1) if words else None
    return Board(f"turn-12 {side}", side, range(side), turns, {}, rings)


def rows_and_columns(side: int) -> list[list[int]]:
    rows = [list(range(side * row, side * row + side)) for row in range(side)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def snail(side: int) -> list[int]:
    """The top row, and again the top row of the rest turned left, until nothing is left."""
    path, rest = [], rows_and_columns(side)[:side]
    while rest:
        path += rest[0]
        rest = [list(column) for column in zip(*rest[1:], strict=True)][::-1]
    return path


def circle(row: int, place: int) -> int:
    return row * (row + 1) // 2 + place


def lines_of_circles(side: int) -> Iterator[list[int]]:
    for j in range(side):
        yield [circle(j, place) for place in range(j + 1)]
        yield [circle(row, j) for row in range(j, side)]
        yield [circle(row, row - j) for row in range(j, side)]


def triangles(puzzle: Board) -> Iterator[tuple[str, int, int, int]]:
    """The place of each triangle, and its circles in reading order."""
    for place in puzzle.sums:
        row, i = (int(word) for word in place[1:].split("."))
        left, is_up = (i - 1) // 2, i % 2
        second = circle(row, left) if is_up else circle(row - 1, left + 1)
        yield place, circle(row - 1, left), second, circle(row, left + 1)


def contacts(puzzle: Board) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Two faces, and for each turn of either the digit that touches the other."""
    for pair in TOUCHING.split(";"):
        faces, touching = [], []
        for word in pair.split(","):
            face, side = word.split()
            faces.append(FACES.index(face))
            ring, start = puzzle.rings[faces[-1]], SIDES.index(side) * puzzle.side // 4
            touching.append([int(digit) for digit in ring[start:] + ring[:start]])
        yield faces[0], faces[1], touching[0], touching[1]


def keeps_rules(board: Board, held: list[int]) -> bool:
    """Whether the values of the cells keep all rules; the sums of a Trid are clues."""
    if board.family == "turn-12":
        return all(these[held[a]] + those[held[b]] == 12 for a, b, these, those in contacts(board))
    if board.family == "trid":
        lines = lines_of_circles(board.side)
        return all(len({held[cell] for cell in line}) == len(line) for line in lines)
    rows = [[held[cell] for cell in line] for line in rows_and_columns(board.side)]
    if board.family == "mno":
        return all(is_mno(row) for row in rows)
    key = list(board.values[1:])
    letters = [held[cell] for cell in snail(board.side) if held[cell]]
    is_in_turn = all(letter == key[i % len(key)] for i, letter in enumerate(letters))
    return is_in_turn and all(sorted(filter(None, row)) == key for row in rows)


def is_mno(row: list[int]) -> bool:
    dots = [place for place, value in enumerate(row) if value == 1]
    letters = [place for place, value in enumerate(row) if value > 1]
    if len(dots) != 2 or len(letters) != 1:
        return False
    (left, right), (letter,) = dots, letters
    is_midway, is_between = left + right == 2 * letter, left < letter < right
    return row[letter] == (2 if is_midway else 3 if is_between else 4)


def clues(board: Board) -> dict[str, int]:
    known = board.cells | board.sums
    return {place: value for place, value in known.items() if value is not None}


def solved(text: str, puzzle: Board, whose: str) -> tuple[list[int], set[str]]:
    """The values of a solved board, and the places where it does not keep the puzzle's clues."""
    board = read(text, whose)
    held = [value for value in board.cells.values() if value is not None]
    if (board.header, board.rings) != (puzzle.header, puzzle.rings):
        raise DoesNotHold(f"{whose} is of another puzzle")
    if len(held) != len(board.cells):
        raise DoesNotHold(f"{whose} has unknown cells")
    if not keeps_rules(board, held):
        raise DoesNotHold(f"{whose} breaks a rule")
    facts = dict(zip(board.cells, held, strict=True))
    facts |= {place: held[a] + held[b] + held[c] for place, a, b, c in triangles(board)}
    if not clues(board).items() <= facts.items():
        raise DoesNotHold(f"{whose} states a wrong sum")
    return held, {place for place, value in clues(puzzle).items() if facts[place] != value}


def clauses(puzzle: Board, solution: list[int] | None) -> Iterator[list[int]]:
    """The clauses that are to be refuted; without a solution, those of "unsolvable"."""
    count, low = len(puzzle.values), puzzle.values[0]
    x = [list(range(1 + c * count, 1 + c * count + count)) for c in range(len(puzzle.cells))]
    for facts, value in zip(x, puzzle.cells.values(), strict=True):
        yield from just_one(facts)
        if value is not None:
            yield [facts[value - low]]
    if solution is not None:
        yield [-facts[value - low] for facts, value in zip(x, solution, strict=True)]
    rules = {"magic-snail": of_snail, "mno": of_mno, "trid": of_trid, "turn-12": of_cube}
    yield from rules[puzzle.family](puzzle, x)


def just_one(facts: list[int]) -> Iterator[list[int]]:
    yield facts
    yield from no_two(facts)


def no_two(facts: list[int]) -> Iterator[list[int]]:
    return ([-a, -b] for a, b in combinations(facts, 2))


def of_snail(puzzle: Board, x: list[list[int]]) -> Iterator[list[int]]:
    k, start = len(puzzle.values) - 1, x[-1][-1] + 1
    for line, letter in product(rows_and_columns(puzzle.side), range(1, k + 1)):
        yield from just_one([x[cell][letter] for cell in line])
    due = [list(range(start + p * k, start + p * k + k)) for p in range(len(x) + 1)]
    yield from ([due[0][0]], [due[-1][0]])
    for letters_due in due:
        yield from just_one(letters_due)
    for cell, (now, then) in zip(snail(puzzle.side), pairwise(due), strict=True):
        for j, letter in enumerate(x[cell][1:]):
            i = (j + 1) % k
            yield from ([-letter, now[j]], [-letter, then[i]])
            yield from ([letter, -now[j], then[j]], [letter, now[i], -then[i]])


def of_mno(puzzle: Board, x: list[list[int]]) -> Iterator[list[int]]:
    for line in rows_and_columns(puzzle.side):
        dots, letters = [x[cell][1] for cell in line], [x[cell][2:] for cell in line]
        yield from ([-a, -b, -c] for a, b, c in combinations(dots, 3))
        yield from (dots[:i] + dots[i + 1 :] for i in range(len(dots)))
        yield [letter for here in letters for letter in here]
        for here, there in combinations(letters, 2):
            yield from ([-a, -b] for a, b in product(here, there))
        for p, (m, n, o) in enumerate(letters):
            yield from of_letters(dots, p, m, n, o)


def of_letters(dots: list[int], p: int, m: int, n: int, o: int) -> Iterator[list[int]]:
    """What M, N and O at place p of a line say about its dots."""
    for i, dot in enumerate(dots):
        mirrored = [dots[2 * p - i]] if 0 <= 2 * p - i < len(dots) else []
        if i != p:
            yield [-m, -dot, *mirrored]
        if i < p and mirrored:
            yield [-n, -dot, -mirrored[0]]
    yield from ([-n, *dots[:p]], [-n, *dots[p + 1 :]])
    yield from ([-o, -a, -b] for a, b in product(dots[:p], dots[p + 1 :]))


def of_trid(puzzle: Board, x: list[list[int]]) -> Iterator[list[int]]:
    count = len(puzzle.values)
    for line, v in product(lines_of_circles(puzzle.side), range(count)):
        facts = [x[cell][v] for cell in line]
        yield from just_one(facts) if len(facts) == count > 1 else no_two(facts)
    for place, a, b, c in triangles(puzzle):
        if (total := puzzle.sums[place]) is not None:
            for one, two, last in ((a, b, c), (b, c, a), (c, a, b)):
                for u, v in product(range(count), repeat=2):
                    w = total - 3 * puzzle.values[0] - u - v
                    yield [-x[one][u], -x[two][v], *([x[last][w]] if 0 <= w < count else [])]


def of_cube(puzzle: Board, x: list[list[int]]) -> Iterator[list[int]]:
    for a, b, these, those in contacts(puzzle):
        for here, mine, there, others in (x[a], these, x[b], those), (x[b], those, x[a], these):
            for turn, digit in zip(here, mine, strict=True):
                fitting = (q for q, other in zip(there, others, strict=True) if digit + other == 12)
                yield [-turn, *fitting]


class Propagation:
    """Clauses, and what follows from them by unit propagation."""

    def __init__(self, variables: int) -> None:
        # All by literal: Python counts negative indices from the end of a list.
        literals = range(2 * variables + 1)
        self.true = bytearray(len(literals))
        # Each clause under its first two literals: while neither is false, or one is true, it
        # forces nothing.
        self.watching: list[list[list[int]]] = [[] for _ in literals]
        self.is_contradiction = False

    def add(self, clause: set[int]) -> None:
        if self.follows_at_once(clause):
            return
        free = [literal for literal in clause if not self.true[-literal]]
        if len(free) > 1:
            self.watching[free[0]].append(free)
            self.watching[free[1]].append(free)
        else:
            self.is_contradiction = not free or self.contradicts(free)

    def follows_at_once(self, clause: set[int]) -> bool:
        return self.is_contradiction or any(self.true[i] or -i in clause for i in clause)

    def proves(self, clause: set[int]) -> bool:
        """Whether a contradiction comes of all its literals being false."""
        if self.follows_at_once(clause):
            return True
        found = [-literal for literal in clause if not self.true[-literal]]
        is_proved = self.contradicts(found)
        for literal in found:
            self.true[literal] = 0
        return is_proved

    def contradicts(self, found: list[int]) -> bool:
        """Make the literals true, and add to them all that follow, up to a contradiction."""
        for literal in found:
            self.true[literal] = 1
        return any(self.visit(-literal, found) for literal in found)  # found grows meanwhile

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


def check_proof(proof: str, clauses: Iterable[list[int]]) -> None:
    *lines, rest = proof.split("\n")
    if rest or lines[-1:] != ["0"] or "0" in lines[:-1]:
        raise DoesNotHold("the proof has not the one empty clause at its end")
    to_refute = [set(clause) for clause in clauses]
    variables = max(max(clause, default=0) for clause in to_refute)
    known = Propagation(variables)
    for clause in to_refute:
        known.add(clause)
    for i, line in enumerate(lines, 1):
        if not re.fullmatch("(-?[1-9][0-9]{0,8} )*0", line):
            raise DoesNotHold(f"line {i} of the proof is no clause: {line[:99]!r}")
        lemma = {int(word) for word in line.split(" ")} - {0}
        if any(abs(literal) > variables for literal in lemma):
            raise DoesNotHold(f"line {i} of the proof has an unknown variable: {line[:99]!r}")
        if not known.proves(lemma):
            raise DoesNotHold(f"line {i} of the proof does not follow: {line[:99]!r}")
        known.add(lemma)


def prove(texts: dict[str, str], witnesses: dict[str, str] | None) -> str:
    """What a certificate proves."""
    puzzle, solution = read(texts["puzzle"], "the puzzle"), None
    if texts["claim"] == "unique":
        solution, not_kept = solved(texts["solution"], puzzle, "the solution")
        if not_kept:
            raise DoesNotHold(f"the solution does not keep the clue at {min(not_kept)}")
    if witnesses is not None and witnesses.keys() != clues(puzzle).keys():
        raise DoesNotHold("the witnesses are not those of the clues")
    for place, text in (witnesses or {}).items():
        if solved(text, puzzle, f"the witness of {place}")[1] != {place}:
            raise DoesNotHold(f"the witness of {place} does not give up just that clue")
    check_proof(texts["proof"], clauses(puzzle, solution))
    spare = "" if witnesses is None else ", and no clue to spare"
    return f"{puzzle.header}: {'no solution' if solution is None else 'unique' + spare}"


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
    if not isinstance(fields, dict):
        raise NoCertificate("not an object")
    needed, allowed = ["certificate", "puzzle", "claim", "proof"], ["version", "seed", "walk"]
    if fields.get("claim") == "unique":
        needed, allowed = [*needed, "solution"], [*allowed, "witnesses"]
    texts = {name: text for name in needed if isinstance(text := fields.get(name), str)}
    if wrong := [name for name in needed if name not in texts]:
        raise NoCertificate(f"expected text in the field {wrong[0]!r}")
    if wrong := [name for name in fields if name not in needed + allowed]:
        raise NoCertificate(f"unknown field {wrong[0]!r}")
    if texts["certificate"] != "caracol 1" or texts["claim"] not in ("unique", "unsolvable"):
        raise NoCertificate("an unknown claim, or an unknown kind of certificate")
    witnesses = fields.get("witnesses", {})
    if not isinstance(witnesses, dict) or not all(isinstance(w, str) for w in witnesses.values()):
        raise NoCertificate("expected text by place in the field 'witnesses'")
    try:
        return Verdict(True, "", prove(texts, witnesses if "witnesses" in fields else None))
    except DoesNotHold as error:
        return Verdict(False, str(error), "")


def judge(text: str) -> tuple[int, str]:
    """The exit status, and what to tell."""
    try:
        verdict = verify(text)
    except NoCertificate as error:
        return 2, f"no certificate: {error}"
    except MemoryError:
        return 2, "no certificate: too large"
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
            judged = [(name, 2, f"no certificate: {error or 'too large'}")]
        for place, found, told in judged:
            status = max(status, found)
            line = f"{place}: {told}"[:500]
            # Any character may be in a name. Flushed: an error is to come here, not at the end.
            encoding = getattr(sys.stdout, "encoding", None) or "ascii"
            print(line.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, KeyboardInterrupt):
        os._exit(2)  # nobody reads on; a normal end would try to write once more
