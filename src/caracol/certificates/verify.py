"""Check certificates that a puzzle has one solution, or none: see docs/certificates.md.

Run `python -I verify.py FILE...`, where `-` is standard input. This file needs nothing but Python,
and knows nothing of the program that wrote the certificates.
"""

import json
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, count, islice, pairwise, permutations, product
from typing import Any, BinaryIO

MOST_BYTES = 64 << 20  # of a certificate
MOST_VALUES = 1_000_000  # in its JSON: each may take a hundred bytes of memory
MOST_TEXT = 1 << 20  # characters of a board
MOST_LITERALS = 5_000_000  # in the clauses of the rules, roughly
FAR = 999_999  # there are no larger values
UNCHECKED = {"version", "seed", "walk"}
FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = ("up", "right", "down", "left")
TOUCHING = """top up, back down; top right, right left; top down, front up; top left, left right;
    right up, back right; bottom down, front down; right down, front right; left up, back left;
    left down, front left; bottom up, back up; bottom right, left left; bottom left, right right"""
Clause = list[int]
Cell = dict[str, int]  # by mark: the variable that says that the cell holds it


class DoesNotHold(ValueError):
    """A certificate, but it proves nothing."""


class TooLarge(ValueError):
    """Not checked: that would take too much memory or time."""


class PuzzleText:
    """A puzzle, or a solved one, as its text says."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_TEXT:
            raise TooLarge(f"too large: a board of more than {MOST_TEXT:,} characters")
        lines = text.removeprefix("\ufeff").rstrip().split("\n")
        self.header, *rows = [line.split() for line in lines]
        self.side, self.marks, self.variables = measured(self.header)
        side, sums, self.rings = self.side, dict[str, str](), dict[str, str]()
        match self.header[0]:
            case "trid":
                entries = by_place("r{}c{}", rows[::2], range(1, side + 1))
                sums = by_place("t{}.{}", rows[1::2], range(1, 2 * side - 1, 2))
            case "turn-12":
                form = "\n".join(f"{face} ([3-9]{{{side}}})(?: ([0-9]+))?" for face in FACES)
                if not (found := re.fullmatch(form, "\n".join(map(" ".join, rows)))):
                    raise DoesNotHold(f"expected the faces {', '.join(FACES)}, {side} digits each")
                self.rings = dict(zip(FACES, found.groups()[::2], strict=True))
                entries = dict(zip(FACES, found.groups(".")[1::2], strict=True))
            case _:
                entries = by_place("r{}c{}", ["".join(row) for row in rows], [side] * side)
        if wrong := {*entries.values()} - {*self.marks, "."}:
            raise DoesNotHold(f"expected '.' or one of {self.marks[:99]}, found {min(wrong)!r}")
        for word in {*sums.values()} - {"."}:
            number(word, -9_999_999, 9_999_999)
        variables = count(1)
        self.x = {place: dict(zip(self.marks, variables, strict=False)) for place in entries}
        self.clues = {place: it for place, it in (entries | sums).items() if it != "."}

    def rules(self) -> Iterator[Clause]:
        """Of cells, and of lines: rows, columns, and in a Trid those of a third direction."""
        for cell in self.x.values():
            yield from exactly(1, [*cell.values()])
        family, side, cells = self.header[0], self.side, iter(self.x.values())
        rows = [[*islice(cells, i if family == "trid" else side)] for i in range(1, side + 1)]
        lines = rows + [[row[j] for row in rows if j < len(row)] for j in range(side)]
        match family:
            case "turn-12":
                yield from self.touching()
            case "mno":
                yield from chain.from_iterable(map(of_mno, lines))
            case "magic-snail":
                yield from of_snail(rows, self.marks[1:])
                for line, letter in product(lines, self.marks[1:]):
                    yield from exactly(1, [cell[letter] for cell in line])
            case "trid":
                lines += [[row[-1 - j] for row in rows if j < len(row)] for j in range(side)]
                for line, value in product(lines, self.marks):
                    some, *no_two = exactly(1, [cell[value] for cell in line])
                    yield from [some, *no_two] if len(line) == len(self.marks) else no_two

    def touching(self) -> Iterator[Clause]:
        at = dict[str, list[tuple[int, int]]]()  # by face and side: each turn, and its digit there
        for (face, ring), (i, side) in product(self.rings.items(), enumerate(SIDES)):
            turned = map(int, ring[i * self.side // 4 :] + ring)
            at[f"{face} {side}"] = [*zip(self.x[face].values(), turned, strict=False)]
        for pair in re.findall(r"(\w+ \w+), (\w+ \w+)", TOUCHING):
            for one, other in permutations(at[end] for end in pair):
                for turn, digit in one:
                    rest = 12 - digit
                    yield [-turn, *(fitting for fitting, there in other if there == rest)]

    def given(self) -> Iterator[Clause]:
        """Of clues; of the circles of a triangle no two hold the same."""
        for place, word in self.clues.items():
            if place in self.x:
                yield [self.x[place][word]]
                continue
            total = int(word)
            x = [{int(mark): i for mark, i in self.x[at].items()} for at in corners(place)]
            for i, u in product(range(3), x[0]):
                a, b, c = x[i:] + x[:i]
                rests = ((v, total - u - v) for v in b)
                fitting = [(v, w) for v, w in rests if w in c and len({u, v, w}) == 3]
                yield [-a[u], *(b[v] for v, _ in fitting)]
                yield [-a[u], *(c[w] for _, w in fitting)]
                yield from ([-a[u], -b[v], c[w]] for v, w in fitting)
                if len(fitting) == 2:  # the same two values, either way round
                    yield from ([-a[u], b[v], c[v]] for v in fitting[0])


def measured(header: list[str]) -> tuple[int, list[str], int]:
    """The side, what may stand in a cell, and how many variables there are."""
    more, values = 0, range(0)
    match header:
        case ["magic-snail", word, key] if key.isalnum() and len({*key}) == len(key) <= number(
            word, 1, 999
        ):
            side, marks = int(word), ["-", *key]
            cells, more = side**2, (side**2 + 1) * len(key)
        case ["mno", word]:
            side, marks = number(word, 1, 999), [*"-*MNO"]
            cells = side**2
        case ["trid", word, span] if ".." in span:
            side, marks, (low, _, high) = number(word, 1, 999), [], span.partition("..")
            values = range(number(low, -FAR, FAR), number(high, int(low), FAR) + 1)
            cells = side * (side + 1) // 2
        case ["turn-12", word] if number(word, 4, 99_996) % 4 == 0:
            side, cells, marks, values = int(word), 6, [], range(int(word))
        case _:
            raise DoesNotHold(f"expected the header of a puzzle, found {' '.join(header)!r}")
    choices = len(marks) + len(values)
    if (literals := 2 * cells * (choices + side) ** 2) > MOST_LITERALS:
        raise TooLarge(f"too large: {literals:,} literals, more than {MOST_LITERALS:,}")
    return side, [*marks, *map(str, values)], cells * choices + more


def number(word: str, least: int, most: int) -> int:
    if not re.fullmatch("0|-?[1-9][0-9]{0,8}", word) or not least <= int(word) <= most:
        raise DoesNotHold(f"expected a number from {least} to {most}, found {word!r}")
    return int(word)


def by_place(form: str, rows: list[Any], lengths: Sequence[int]) -> dict[str, str]:
    """What stands at each place, named by row and entry, counted from 1."""
    if [len(row) for row in rows] != [*lengths]:
        raise DoesNotHold(f"expected {len(lengths)} rows of {str([*lengths])[1:-1]} entries")
    return {form.format(i, j): it for i, row in enumerate(rows, 1) for j, it in enumerate(row, 1)}


def corners(place: str) -> list[str]:
    """Of a triangle: three circles in turn of the zigzag between two rows."""
    row, entry = (int(word) for word in place[1:].split("."))
    return [f"r{row + i % 2}c{(i + 1) // 2}" for i in range(entry, entry + 3)]


def exactly(n: int, facts: Sequence[int]) -> Iterator[Clause]:
    """Some of any that leave out n - 1 facts, and no n + 1."""
    yield from map(list, combinations(facts, len(facts) + 1 - n))
    yield from map(list, combinations([-fact for fact in facts], n + 1))


def of_snail(rest: list[list[Cell]], letters: list[str]) -> Iterator[Clause]:
    """Along the top row, then the top row of the rest turned left, until nothing is left."""
    path = list[Cell]()
    while rest:
        path += rest[0]
        rest = [[*column] for column in zip(*rest[1:], strict=True)][::-1]
    variables = count(1 + len(path) * len(path[0]))
    due = [dict(zip(letters, variables, strict=False)) for _ in range(len(path) + 1)]
    yield from ([due[0][letters[0]]], [due[-1][letters[0]]])
    for which in due:
        yield from exactly(1, [*which.values()])
    for cell, (now, then) in zip(path, pairwise(due), strict=True):
        for a, b in zip(letters, letters[1:] + letters[:1], strict=True):  # b comes after a
            yield from ([-cell[a], now[a]], [-cell[a], then[b]])
            yield from ([cell[a], -now[a], then[a]], [cell[a], now[b], -then[b]])


def of_mno(line: list[Cell]) -> Iterator[Clause]:
    dots = [cell["*"] for cell in line]
    yield from exactly(2, dots)
    yield from exactly(1, [cell[letter] for cell in line for letter in "MNO"])
    for p, (_, _, m, n, o) in enumerate(cell.values() for cell in line):
        before, after = dots[:p][::-1], dots[p + 1 :]  # from the letter outwards
        for here, there in ((before, after), (after, before)):
            yield [-n, *here]
            yield from ([-m, -dot, *there[i : i + 1]] for i, dot in enumerate(here))
        yield from ([-n, -a, -b] for a, b in zip(before, after, strict=False))
        yield from ([-o, -a, -b] for a, b in product(before, after))


class Propagation:
    """Clauses, and what follows from them by unit propagation."""

    def __init__(self, clauses: Iterable[Clause], variables: int) -> None:
        self.variables = variables
        # All by literal, as Python counts negative indices from the end; 0 is a contradiction.
        self.true = bytearray(2 * variables + 1)
        # For a clause of two literals: what must be true if this one is false.
        self.forced = [array("i") for _ in self.true]
        # Longer clauses, one after the other, each ended by 0, and where those begin that have a
        # literal first or second: they force nothing until one of these two is false.
        self.literals: list[int] = []
        self.number = [*range(variables + 1), *range(-variables, 0)]  # one object for each
        self.watching = [array("i") for _ in self.true]
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        free = [literal for literal in clause if not self.true[-literal]]
        if len(free) < 2:
            self.true = self.follow(self.true, free or [0])
        elif len(free) == 2:
            self.forced[free[0]].append(free[1])
            self.forced[free[1]].append(free[0])
        else:
            self.watching[free[0]].append(len(self.literals))
            self.watching[free[1]].append(len(self.literals))
            self.literals += map(self.number.__getitem__, free)
            self.literals.append(0)

    def follow(self, true: bytearray, literals: list[int]) -> bytearray:
        """What is true if these literals are, too; up to a contradiction."""
        true, found = true[:], [it for it in literals if not true[it] and not true[0]]
        for literal in found:  # which grows meanwhile
            true[literal] = 1
            if true[-literal]:
                true[0] = 1
                break
            for other in self.forced[-literal]:
                if not true[other]:
                    true[other] = 1
                    found.append(other)
            if self.watching[-literal]:
                self.visit(-literal, true, found)
        return true

    def visit(self, false: int, true: bytearray, found: list[int]) -> None:
        """Move the clauses that watch a false literal, or force the only one they have left."""
        literals, clauses = self.literals, self.watching[false]
        kept = self.watching[false] = array("i")
        for start in clauses:
            first = literals[start]
            if first == false:
                first = literals[start + 1]
            if true[first]:
                kept.append(start)
                continue
            place = start + 2
            while (other := literals[place]) and true[-other]:
                place += 1
            if other:
                literals[start], literals[start + 1], literals[place] = first, other, false
                self.watching[other].append(start)
            else:
                kept.append(start)
                true[first] = 1
                found.append(first)

    def check(self, proof: str) -> None:
        case: Clause | None = None
        lemma: Clause = [0]
        for lemma in self.lemmas(proof):
            # Those that differ in the last literal alone share what follows from the others.
            if lemma[:-1] != case:
                case = lemma[:-1]
                true = self.follow(self.true, [-it for it in case])
            if not self.follow(true, [-it for it in lemma[-1:]])[0]:
                raise DoesNotHold(f"the clause {lemma} does not follow")
            true, before = self.follow(true, lemma[-1:]), self.true
            self.add(lemma)
            if self.true is not before:
                case = None
        if lemma:
            raise DoesNotHold("expected one clause per line, only the last one empty")

    def lemmas(self, proof: str) -> Iterator[Clause]:
        """The clauses of a proof, one a line, the last alone being empty."""
        literals = {str(i): i for i in range(-self.variables, self.variables + 1) if i}
        longest, start = sum(len(word) + 1 for word in literals) + 2, 0
        while start < len(proof):
            line = proof[start : proof.find("\n", start, start + longest) + 1]
            start += len(line)
            *words, last = line.split(" ")
            is_known = all(word in literals for word in words)
            if last != "0\n" or not is_known or (not words and start < len(proof)):
                expected = (
                    f"expected one clause per line, of variables up to {self.variables}, only"
                )
                raise DoesNotHold(f"{expected} the last one empty; found {line[:40]!r}")
            yield [*dict.fromkeys(map(literals.__getitem__, words))]


def solved(text: str, puzzle: PuzzleText, known: Propagation, gives_up: list[str]) -> list[int]:
    """The facts of a board that keeps all rules, and all clues but those at some places."""
    board = PuzzleText(text)
    if (board.header, board.rings) != (puzzle.header, puzzle.rings) or board.x.keys() - board.clues:
        raise DoesNotHold("expected the same puzzle with every cell filled in")
    facts = [cell[board.clues[place]] for place, cell in board.x.items()]
    true = known.follow(known.true, facts)
    # If all variables are decided without a contradiction, all clauses are kept.
    if true[0] or sum(true) != known.variables:
        raise DoesNotHold("breaks a rule")
    clues, held = [*board.clues.items(), *puzzle.clues.items()], dict(board.clues)
    for place in {*puzzle.clues, *board.clues} - board.x.keys():
        held[place] = str(sum(int(board.clues[circle]) for circle in corners(place)))
    if (broken := [place for place, word in clues if held[place] != word]) != gives_up:
        raise DoesNotHold(f"expected to break the clues {gives_up}, breaks {broken}")
    return facts


def verify(certificate: str | dict[str, Any]) -> str:
    """What is proved; DoesNotHold if nothing is, another ValueError if it is no certificate."""
    fields = decoded(certificate) if isinstance(certificate, str) else certificate
    fields = fields if isinstance(fields, dict) else {}
    claim, witnesses = fields.get("claim"), fields.get("witnesses", {})
    if fields.get("certificate") != "caracol 2" or claim not in ("unique", "unsolvable"):
        raise ValueError("expected 'caracol 2' as certificate, 'unique' or 'unsolvable' as claim")
    texts = {"certificate", "claim", "puzzle", "proof", *["solution"] * (claim == "unique")}
    others = {*UNCHECKED, *["witnesses"] * (claim == "unique")}
    if wrong := texts - fields.keys() | fields.keys() - texts - others:
        raise ValueError(f"a field is missing or unknown: {min(wrong)!r}")
    boards = witnesses.values() if isinstance(witnesses, dict) else [None]
    if not all(isinstance(text, str) for text in (*map(fields.get, texts), *boards)):
        raise ValueError("expected a string in every field and for every witness")
    part, differs = "the puzzle", list[Clause]()
    try:
        puzzle = PuzzleText(fields["puzzle"])
        known = Propagation(puzzle.rules(), puzzle.variables)
        if "witnesses" in fields and witnesses.keys() != puzzle.clues.keys():
            raise DoesNotHold("expected a witness for each clue, and no other")
        for place, text in witnesses.items():
            part = f"the witness of {place}"
            solved(text, puzzle, known, gives_up=[place])
        if claim == "unique":
            part = "the solution"
            facts = solved(fields["solution"], puzzle, known, gives_up=[])
            differs = [[-fact for fact in facts]]
        part = "the proof"
        for clause in chain(puzzle.given(), differs):
            known.add(clause)
        known.check(fields["proof"])
    except (DoesNotHold, TooLarge) as error:
        raise type(error)(f"{part}: {error}") from None
    irreducible = " and irreducible" if "witnesses" in fields else ""
    return f"{' '.join(puzzle.header)}: {claim}{irreducible}"


def check_size(text: str) -> None:
    if len(text) > MOST_BYTES:
        raise TooLarge(f"too large: more than {MOST_BYTES:,} bytes")
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        raise TooLarge(f"too large: more than {MOST_VALUES:,} values")


def decoded(text: str) -> object:
    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(found := dict(pairs)) < len(pairs):
            raise ValueError("a field appears twice")
        return found

    check_size(text)
    # NaN and Infinity are no JSON: int() refuses them.
    return json.loads(text, object_pairs_hook=without_repeats, parse_constant=int)


def check(text: str) -> str:
    """What a certificate proves, and what it says besides."""
    fields = decoded(text)
    fields = fields if isinstance(fields, dict) else {}
    return verify(fields) + besides(UNCHECKED & fields.keys())


def besides(unchecked: Iterable[str]) -> str:
    names = ", ".join(sorted(unchecked))
    return f" (not checked: {names})" if names else ""


def texts(file: BinaryIO) -> Iterator[str]:
    """Those of the certificates: each begins with { at the start of a line."""
    held = bytearray()
    while line := file.readline(MOST_BYTES + 1):
        if line.startswith(b"{") and held.strip():
            yield taken(held)
        held += line
        if len(held) > MOST_BYTES:
            raise TooLarge(f"too large: more than {MOST_BYTES:,} bytes")
    yield taken(held)


def taken(held: bytearray) -> str:
    text = held.decode("utf-8-sig")
    held.clear()
    return text


def judged(name: str, check: Callable[[str], str]) -> Iterator[tuple[int, str]]:
    """For each certificate of a file the exit status and the message."""
    place = name
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            place = f"{name}:1"
            for i, text in enumerate(texts(file), 1):
                try:
                    yield 0, f"{place}: {check(text)}"
                except DoesNotHold as error:
                    yield 1, f"{place}: does not hold: {error}"
                except TooLarge as error:
                    yield 2, f"{place}: not checked: {error}"
                place = f"{name}:{i + 1}"
    except (TooLarge, MemoryError) as error:
        yield 2, f"{place}: not checked: {str(error) or 'too large'}"
    except (OSError, ValueError, RecursionError) as error:
        yield 2, f"{place}: not a certificate: {error}"


def main(names: list[str], check: Callable[[str], str] = check) -> int:
    """Print a line for each certificate, and return the exit status."""
    status = 0 if names else 2
    for found, message in chain.from_iterable(judged(name, check) for name in names):
        status = max(status, found)
        print(message[:500].encode("ascii", "backslashreplace").decode(), flush=True)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, KeyboardInterrupt):
        os._exit(2)  # nobody reads on; a normal end would try to write once more
