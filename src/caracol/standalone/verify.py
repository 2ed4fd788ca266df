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

    family: str
    header: str
    side: int  # rows, or digits in a ring
    values: range
    cells: dict[str, int | None]  # by place, in reading order
    sums: dict[str, int | None]
    rings: list[str]


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
    match header:
        case ["magic-snail", side, key] if key.isalnum() and len(set(key)) == len(key):
            return read_grid("magic-snail", size(side), " " + key, "-" + key, rows)
        case ["mno", side]:
            return read_grid("mno", size(side), "", "-*MNO", rows)
        case ["trid", side, span] if span.count("..") == 1:
            low, high = (number(word, -999_999, 999_999) for word in span.split(".."))
            return read_trid(size(side), range(low, high + 1), rows)
        case ["turn-12", side] if size(side) % 4 == 0:
            return read_cube(size(side), rows)
    raise DoesNotHold(f"expected the header of a puzzle, found {' '.join(header)!r}")


def size(word: str) -> int:
    if re.fullmatch("[0-9]{4,}", word) and word[:-3].strip("0"):
        raise NoCertificate("a size above 999 is too large")
    return number(word, 1, 999)


def number(word: str, least: int, most: int) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", word) or not least <= int(word) <= most:
        raise DoesNotHold(f"expected a number from {least} to {most}, found {word!r}")
    return int(word)


def by_place(form: str, rows: list[list[str]]) -> Iterator[tuple[str, str]]:
    """The entries that are known or unknown, each with its place."""
    return (
        (form.format(i, j), word) for i, row in enumerate(rows, 1) for j, word in enumerate(row, 1)
    )


def read_grid(family: str, side: int, key: str, marks: str, rows: list[list[str]]) -> Board:
    lines = [list("".join(words)) for words in rows]
    if [len(line) for line in lines] != [side] * side:
        raise DoesNotHold(f"expected {side} rows of {side} cells")
    if wrong := {mark for line in lines for mark in line} - {*marks, "."}:
        raise DoesNotHold(f"expected one of {marks + '.'!r}, found {min(wrong)!r}")
    cells = {
        place: None if mark == "." else marks.index(mark)
        for place, mark in by_place("r{}c{}", lines)
    }
    return Board(family, f"{family} {side}{key}", side, range(len(marks)), cells, {}, [])


def read_trid(side: int, values: range, rows: list[list[str]]) -> Board:
    lines = [" ".join(words).replace(".", " . ").split() for words in rows]
    lengths = [i if i % 2 else i // 2 + 1 for i in range(2 * side - 1)]
    if not values or [len(line) for line in lines] != lengths:
        raise DoesNotHold(f"expected values in order, {side} rows, and the triangles between them")
    cells = {
        place: None if word == "." else number(word, values[0], values[-1])
        for place, word in by_place("r{}c{}", lines[::2])
    }
    sums = {
        place: None if word == "." else number(word, -(10**9), 10**9)
        for place, word in by_place("t{}.{}", lines[1::2])
    }
    header = f"trid {side} {values[0]}..{values[-1]}"
    return Board("trid", header, side, values, cells, sums, [])


def read_cube(side: int, rows: list[list[str]]) -> Board:
    if sorted(words[0] for words in rows) != sorted(FACES):
        raise DoesNotHold(f"expected each of the faces {', '.join(FACES)} once")
    rings: dict[str, str] = {}
    turns: dict[str, int | None] = {}
    for face, *words in sorted(rows, key=lambda words: FACES.index(words[0])):
        rings[face] = ""
        while words and len(rings[face]) < side:
            rings[face] += words.pop(0)
        if not re.fullmatch(f"[3-9]{{{side}}}", rings[face]) or len(words) > 1:
            raise DoesNotHold(f"expected {side} digits from 3 to 9 and perhaps a turn: {face}")
        turns[face] = number(words[0], 0, side - 1) if words else None
    header, values = f"turn-12 {side}", range(side)
    return Board("turn-12", header, side, values, turns, {}, list(rings.values()))


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
        a, up, b, down = pair.replace(",", "").split()
        touching = []
        for face, side in (a, up), (b, down):
            ring, start = puzzle.rings[FACES.index(face)], SIDES.index(side) * puzzle.side // 4
            touching.append([int(digit) for digit in ring[start:] + ring[:start]])
        yield FACES.index(a), FACES.index(b), touching[0], touching[1]


def keeps_rules(board: Board, held: list[int]) -> bool:
    """Whether the values of the cells keep all rules; the sums of a Trid are clues."""
    if board.family == "turn-12":
        return all(these[held[a]] + those[held[b]] == 12 for a, b, these, those in contacts(board))
    is_trid = board.family == "trid"
    lines = lines_of_circles(board.side) if is_trid else rows_and_columns(board.side)
    rows = [[held[cell] for cell in line] for line in lines]
    if is_trid:
        return all(len(set(row)) == len(row) for row in rows)
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
    if (board.header, board.rings) != (puzzle.header, puzzle.rings):
        raise DoesNotHold(f"{whose} is of another puzzle")
    held = [value for value in board.cells.values() if value is not None]
    if len(held) != len(board.cells):
        raise DoesNotHold(f"{whose} has unknown cells")
    if not keeps_rules(board, held):
        raise DoesNotHold(f"{whose} breaks a rule")
    facts = dict(zip(board.cells, held, strict=True))
    facts |= {place: held[a] + held[b] + held[c] for place, a, b, c in triangles(board)}
    if not clues(board).items() <= facts.items():
        raise DoesNotHold(f"{whose} states a wrong sum")
    return held, {place for place, value in clues(puzzle).items() if facts[place] != value}


def formula(puzzle: Board, solution: list[int] | None) -> tuple[int, Iterator[list[int]]]:
    """How many variables there are, and the clauses; without a solution those of "unsolvable"."""
    variables = len(puzzle.cells) * len(puzzle.values)
    if puzzle.family == "magic-snail":
        variables += (len(puzzle.cells) + 1) * (len(puzzle.values) - 1)
    return variables, clauses(puzzle, solution)


def clauses(puzzle: Board, solution: list[int] | None) -> Iterator[list[int]]:
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
        empty, *letters = x[cell]
        for j, letter in enumerate(letters):
            yield [-letter, now[j]]
            yield [-letter, then[(j + 1) % k]]
            yield [-empty, -now[j], then[j]]


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
    yield [-n, *dots[:p]]
    yield [-n, *dots[p + 1 :]]
    yield from ([-o, -a, -b] for a, b in product(dots[:p], dots[p + 1 :]))


def of_trid(puzzle: Board, x: list[list[int]]) -> Iterator[list[int]]:
    count = len(puzzle.values)
    for line, v in product(lines_of_circles(puzzle.side), range(count)):
        facts = [x[cell][v] for cell in line]
        yield from just_one(facts) if len(facts) == count > 1 else no_two(facts)
    for place, a, b, c in triangles(puzzle):
        if (total := puzzle.sums[place]) is not None:
            for u, v in product(range(count), repeat=2):
                w = total - 3 * puzzle.values[0] - u - v
                yield [-x[a][u], -x[b][v], *([x[c][w]] if 0 <= w < count else [])]


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
        self.implied: list[list[int]] = [[] for _ in literals]  # by clauses of two
        # Longer clauses, each under its first two literals: while neither is false, or one is
        # true, it forces nothing.
        self.watching: list[list[list[int]]] = [[] for _ in literals]
        self.is_contradiction = False

    def add(self, clause: set[int]) -> None:
        if self.follows_at_once(clause):
            return
        free = [literal for literal in clause if not self.true[-literal]]
        if len(free) > 2:
            self.watching[free[0]].append(free)
            self.watching[free[1]].append(free)
        elif len(free) == 2:
            self.implied[-free[0]].append(free[1])
            self.implied[-free[1]].append(free[0])
        else:
            self.is_contradiction = not free or self.contradicts(free)

    def follows_at_once(self, clause: set[int]) -> bool:
        return self.is_contradiction or any(self.true[i] or -i in clause for i in clause)

    def proves(self, clause: set[int]) -> bool:
        """Whether the clause follows: a contradiction comes of all its literals being false."""
        if self.follows_at_once(clause):
            return True
        found = [-literal for literal in clause if not self.true[-literal]]
        is_proved = self.contradicts(found)
        for literal in found:
            self.true[literal] = 0
        return is_proved

    def contradicts(self, found: list[int]) -> bool:
        """Make the literals true, and add to them all that follow, up to a contradiction."""
        true = self.true
        for literal in found:
            true[literal] = 1
        for literal in found:
            for other in self.implied[literal]:
                if true[-other]:
                    return True
                if not true[other]:
                    true[other] = 1
                    found.append(other)
            if self.visit(-literal, found):
                return True
        return False

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


def check_proof(proof: str, variables: int, clauses: Iterable[list[int]]) -> None:
    *lines, rest = proof.split("\n")
    if rest or lines[-1:] != ["0"] or "0" in lines[:-1]:
        raise DoesNotHold("the proof has not the one empty clause at its end")
    known = Propagation(variables)
    for clause in clauses:
        known.add(set(clause))
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
    check_proof(texts["proof"], *formula(puzzle, solution))
    spare = "" if witnesses is None else ", and no clue to spare"
    return f"{puzzle.header}: {'no solution' if solution is None else 'unique' + spare}"


def decode(text: str) -> object:
    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(found := dict(pairs)) < len(pairs):
            raise ValueError("a field is there twice")
        return found

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no number")

    try:
        return json.loads(text, object_pairs_hook=without_repeats, parse_constant=refuse)
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
    if missing := [name for name in needed if name not in texts]:
        raise NoCertificate(f"expected text in the field {missing[0]!r}")
    if unknown := [name for name in fields if name not in needed + allowed]:
        raise NoCertificate(f"unknown field {unknown[0]!r}")
    if texts["certificate"] != "caracol 1" or texts["claim"] not in ("unique", "unsolvable"):
        raise NoCertificate("an unknown claim, or an unknown kind of certificate")
    witnesses = fields.get("witnesses", {})
    if not isinstance(witnesses, dict) or not all(isinstance(w, str) for w in witnesses.values()):
        raise NoCertificate("expected text by place in the field 'witnesses'")
    try:
        return Verdict(True, "", prove(texts, witnesses if "witnesses" in fields else None))
    except DoesNotHold as error:
        return Verdict(False, str(error), "")


def documents(name: str) -> list[tuple[str, str]]:
    """Where each certificate of a file is, and its text: the whole file, or every line."""
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise NoCertificate("too large")
        text = content.decode()
    except (OSError, ValueError) as error:
        raise NoCertificate(str(error)) from None
    lines = [(i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip(" \t\r")]
    try:
        decode(lines[0][1] if len(lines) > 1 else "")
    except NoCertificate:
        return [(name, text)]
    return [(f"{name}:{i}", line) for i, line in lines]


def main(names: list[str]) -> int:
    """Print a line for each certificate, and return the exit status."""
    if not names:
        print("Usage: verify.py CERTIFICATE...")
        return 2
    status = 0
    for name in names:
        try:
            certificates = documents(name)
        except NoCertificate as error:
            certificates, status = [], 2
            say(f"{name}: no certificate: {error}")
        for place, text in certificates:
            found, told = judge(text)
            status = max(status, found)
            say(f"{place}: {told}")
    return status


def judge(text: str) -> tuple[int, str]:
    try:
        verdict = verify(text)
    except NoCertificate as error:
        return 2, f"no certificate: {error}"
    except MemoryError:
        return 2, "no certificate: too large"
    return (0, verdict.told) if verdict.holds else (1, f"does not hold: {verdict.reason}")


def say(line: str) -> None:
    # Any character may be in a name; and flushed, so that an error comes here, not at the end.
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    print(line[:500].encode(encoding, "backslashreplace").decode(encoding), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, KeyboardInterrupt):
        os._exit(2)  # nobody reads on; a normal end would try to write once more
