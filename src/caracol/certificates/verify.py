"""Check certificates that a puzzle has one solution, or none: see docs/certificates.md.

Run `python -I verify.py FILE...`, where `-` is standard input. This file needs nothing but Python,
and knows nothing of the program that wrote the certificates. From top to bottom:

- `verify`: what is checked
- `PuzzleText`: the rules of four families, read from the puzzle's text alone
- `StatedPuzzle`: those of any other family, which the certificate states; the output says so
- `Encoding`: what each kind of rule means, in clauses
- `Propagation`: what follows from clauses; it decides about boards and proofs
- `main`: files and messages
"""

import json
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, permutations, product, starmap
from typing import Any, BinaryIO, NamedTuple

MOST_BYTES = 64 << 20  # of a certificate
MOST_VALUES = 1_000_000  # in its JSON: each may take a hundred bytes of memory
MOST_TEXT = 1 << 20  # characters of a board
MOST_LITERALS = 5_000_000  # in the clauses of the rules of the four families, roughly
MOST_SPENT = 16_000_000  # literals in the clauses of any model; see `Encoding.spend`
FAR = 999_999  # no value of a Trid lies beyond
FURTHEST = 9_999_999  # no sum of a Trid, and no number in a stated model
UNCHECKED = {"version", "seed", "walk"}
FAMILIES = ("magic-snail", "mno", "trid", "turn-12")
FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = ("up", "right", "down", "left")
TOUCHING = """top up, back down; top right, right left; top down, front up; top left, left right;
    right up, back right; bottom down, front down; right down, front right; left up, back left;
    left down, front left; bottom up, back up; bottom right, left left; bottom left, right right"""
Value = int | str
Domains = Mapping[str, Sequence[Value]]
Board = Mapping[str, Value]
Rule = Sequence[Any]  # its kind, and what it is about: see `Encoding`
Clause = Sequence[int]
Step = dict[int, dict[int, int]]  # by literal: where a state leads, if anywhere


class DoesNotHold(ValueError):
    """A certificate, but it proves nothing."""


class TooLarge(ValueError):
    """Not checked: that would take too much memory or time."""


class Model(NamedTuple):
    """The values of each cell, the rules, and the clues, which are rules with a name."""

    cells: Domains
    rules: Sequence[Rule]
    clues: Mapping[str, Rule]


def verify(certificate: str | dict[str, Any]) -> str:
    """What is proved; DoesNotHold if nothing is, another ValueError if it is no certificate."""
    fields = decoded(certificate) if isinstance(certificate, str) else certificate
    fields = fields if isinstance(fields, dict) else {}
    check_fields(fields)
    part, witnesses = "the puzzle", fields.get("witnesses", {})
    try:
        puzzle = StatedPuzzle(fields) if "rules" in fields else PuzzleText(fields["puzzle"])
        formula = Formula(puzzle.model())
        if "witnesses" in fields and witnesses.keys() != formula.clues.keys():
            raise DoesNotHold("expected a witness for each clue, and no other")
        for name, board in witnesses.items():
            part = f"the witness of {name}"
            formula.check_board(puzzle.filled(board), gives_up=[name])
        solution = None
        if fields["claim"] == "unique":
            part = "the solution"
            solution = puzzle.filled(fields["solution"])
            formula.check_board(solution, gives_up=[])
        part = "the proof"
        formula.check_proof(fields["proof"], solution)
    except (DoesNotHold, TooLarge) as error:
        raise type(error)(f"{part}: {error}") from None
    irreducible = " and irreducible" if "witnesses" in fields else ""
    return f"{puzzle.title}: {puzzle.proves}{fields['claim']}{irreducible}"


def check_fields(fields: dict[str, Any]) -> None:
    """Each must be there and of its type, and no other."""
    if fields.get("certificate") not in ("caracol 2", "caracol 3"):
        raise ValueError("expected 'caracol 2' or 'caracol 3' as certificate")
    if fields.get("claim") not in ("unique", "unsolvable"):
        raise ValueError("expected 'unique' or 'unsolvable' as claim")
    types: dict[str, type] = {"certificate": str, "puzzle": str, "claim": str, "proof": str}
    board: type = str
    optional = UNCHECKED
    if fields["certificate"] == "caracol 3":
        types, board = types | {"cells": list, "rules": list, "clues": dict}, dict
    if fields["claim"] == "unique":
        types, optional = types | {"solution": board}, UNCHECKED | {"witnesses"}
    if wrong := types.keys() - fields.keys() | fields.keys() - types.keys() - optional:
        raise ValueError(f"a field is missing or unknown: {min(wrong)!r}")
    witnesses = fields.get("witnesses", {})
    boards = witnesses.values() if isinstance(witnesses, dict) else [None]
    if not all(isinstance(fields[name], kind) for name, kind in types.items()) or not all(
        isinstance(witness, board) for witness in boards
    ):
        raise ValueError("expected another type in a field or for a witness")


class PuzzleText:
    """A puzzle of one of the four families, or a solved one, as its text says."""

    proves = ""

    def __init__(self, text: str) -> None:
        self.header, *rows = split(text)
        self.side, self.marks = measured(self.header)
        self.title = " ".join(self.header)
        side, self.sums, self.rings = self.side, dict[str, str](), dict[str, str]()
        match self.header[0]:
            case "trid":
                self.entries = by_place("r{}c{}", rows[::2], range(1, side + 1))
                self.sums = by_place("t{}.{}", rows[1::2], range(1, 2 * side - 1, 2))
            case "turn-12":
                form = "\n".join(f"{face} ([3-9]{{{side}}})(?: ([0-9]+))?" for face in FACES)
                if not (found := re.fullmatch(form, "\n".join(map(" ".join, rows)))):
                    raise DoesNotHold(f"expected the faces {', '.join(FACES)}, {side} digits each")
                self.rings = dict(zip(FACES, found.groups()[::2], strict=True))
                self.entries = dict(zip(FACES, found.groups(".")[1::2], strict=True))
            case _:
                self.entries = by_place("r{}c{}", ["".join(row) for row in rows], [side] * side)
        if wrong := {*self.entries.values()} - {*self.marks, "."}:
            raise DoesNotHold(f"expected '.' or one of {self.marks[:99]}, found {min(wrong)!r}")
        for word in {*self.sums.values()} - {"."}:
            number(word, -FURTHEST, FURTHEST)

    def model(self) -> Model:
        """The rules of lines: rows, columns, and in a Trid those of a third direction."""
        family, side, places = self.header[0], self.side, iter(self.entries)
        rows = [[*islice(places, i if family == "trid" else side)] for i in range(1, side + 1)]
        lines = rows + [[row[j] for row in rows if j < len(row)] for j in range(side)]
        rules = list[Rule]()
        match family:
            case "magic-snail":
                letters = self.marks[1:]
                turns = [[("-", i), (it, (i + 1) % len(letters))] for i, it in enumerate(letters)]
                rules.append(("Regular", snail(rows), turns, [0]))
                rules += (("Count", line, [it], 1, 1) for line in lines for it in letters)
            case "mno":
                for line in lines:
                    rules += ("Count", line, ["*"], 2, 2), ("Count", line, [*"MNO"], 1, 1)
                    rules.append(("Letters", line))
            case "trid":
                lines += [[row[-1 - j] for row in rows if j < len(row)] for j in range(side)]
                rules += (("Differ", line) for line in lines)
            case "turn-12":
                rules += self.touching()
        clues: dict[str, Rule] = {at: ("Is", at, it) for at, it in self.entries.items()}
        clues |= {at: ("Triangle", corners(at), word) for at, word in self.sums.items()}
        given = {at: clue for at, clue in clues.items() if clue[2] != "."}
        return Model(dict.fromkeys(self.entries, self.marks), rules, given)

    def touching(self) -> Iterator[Rule]:
        """Two faces, and for both what digit lies at a common edge after each turn."""
        at = dict[str, tuple[str, str]]()
        for (face, ring), (i, side) in product(self.rings.items(), enumerate(SIDES)):
            start = i * self.side // 4
            at[f"{face} {side}"] = face, ring[start:] + ring[:start]
        for one, other in re.findall(r"(\w+ \w+), (\w+ \w+)", TOUCHING):
            yield "Touching", at[one], at[other]

    def filled(self, text: str) -> Board:
        """A solved board; the sums that it states must be right."""
        board = PuzzleText(text)
        is_same = (board.header, board.rings) == (self.header, self.rings)
        if not is_same or "." in board.entries.values():
            raise DoesNotHold("expected the same puzzle with every cell filled in")
        for place, word in board.sums.items():
            if word not in (".", str(sum(int(board.entries[at]) for at in corners(place)))):
                raise DoesNotHold(f"states a wrong sum at {place}")
        return board.entries


def split(text: str) -> list[list[str]]:
    """The words of each line."""
    if len(text) > MOST_TEXT:
        raise TooLarge(f"too large: a board of more than {MOST_TEXT:,} characters")
    return [line.split() for line in text.removeprefix("\ufeff").rstrip().split("\n")]


def measured(header: list[str]) -> tuple[int, list[str]]:
    """The side, and what may stand in a cell."""
    values: Sequence[object]
    match header:
        case ["magic-snail", word, key] if key.isalnum() and len({*key}) == len(key):
            side = number(word, len(key), 999)
            cells, values = side**2, ["-", *key]
        case ["mno", word]:
            side = number(word, 1, 999)
            cells, values = side**2, [*"-*MNO"]
        case ["trid", word, span] if ".." in span:
            side, (low, _, high) = number(word, 1, 999), span.partition("..")
            values = range(number(low, -FAR, FAR), number(high, int(low), FAR) + 1)
            cells = side * (side + 1) // 2
        case ["turn-12", word] if number(word, 4, 99_996) % 4 == 0:
            side, cells, values = int(word), 6, range(int(word))
        case _:
            raise DoesNotHold(f"expected the header of a puzzle, found {' '.join(header)!r}")
    if (literals := 2 * cells * (len(values) + side) ** 2) > MOST_LITERALS:
        raise TooLarge(f"too large: {literals:,} literals, more than {MOST_LITERALS:,}")
    return side, [*map(str, values)]


def number(word: str, least: int, most: int) -> int:
    if not re.fullmatch("0|-?[1-9][0-9]{0,8}", word) or not least <= int(word) <= most:
        raise DoesNotHold(f"expected a number from {least} to {most}, found {word!r}")
    return int(word)


def by_place(form: str, rows: list[Any], lengths: Sequence[int]) -> dict[str, str]:
    """What stands at each place, named by row and entry, counted from 1."""
    if len(rows) != len(lengths):
        raise DoesNotHold(f"expected {len(lengths)} rows, found {len(rows)}")
    for i, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            end = form.format(i, length)
            raise DoesNotHold(f"expected row {i} to end at {end}, found {len(row)} entries")
    return {form.format(i, j): it for i, row in enumerate(rows, 1) for j, it in enumerate(row, 1)}


def corners(place: str) -> list[str]:
    """Of a triangle: three circles in turn of the zigzag between two rows."""
    row, entry = (int(word) for word in place[1:].split("."))
    return [f"r{row + i % 2}c{(i + 1) // 2}" for i in range(entry, entry + 3)]


def snail(rest: list[list[str]]) -> list[str]:
    """Along the top row, then the top row of the rest turned left, until nothing is left."""
    path = list[str]()
    while rest:
        path += rest[0]
        rest = [[*column] for column in zip(*rest[1:], strict=True)][::-1]
    return path


class StatedPuzzle:
    """A puzzle of any other family, as its certificate states it."""

    def __init__(self, fields: dict[str, Any]) -> None:
        header = split(fields["puzzle"])[0]
        self.title = " ".join(header)
        if not self.title[:1].isalpha() or not self.title.isprintable() or ":" in self.title:
            raise DoesNotHold(f"expected the header of a puzzle, found {self.title[:80]!r}")
        if header[0] in FAMILIES:
            raise DoesNotHold(f"the rules of {header[0]} cannot be stated")
        groups, self.cells = fields["cells"], dict[str, list[Value]]()
        if not is_nested(groups, 3) or any(len(group) != 2 for group in groups):
            raise DoesNotHold("expected cells in groups: a list of values, and of names")
        for values, names in groups:
            self.cells |= dict.fromkeys(names, values)
        if len(self.cells) < sum(len(names) for _, names in groups):
            raise DoesNotHold("expected each cell once")
        if any(len({*values}) < len(values) for values, _ in groups):
            raise DoesNotHold("expected each value of a cell once")
        self.rules = [stated(rule) for rule in fields["rules"]]
        self.clues = {name: stated(clue) for name, clue in fields["clues"].items()}
        kinds = sorted({rule[0] for rule in (*self.rules, *self.clues.values())})
        self.proves = f"proves the stated model ({', '.join(kinds)}) "

    def model(self) -> Model:
        return Model(self.cells, self.rules, self.clues)

    def filled(self, board: dict[str, Any]) -> Board:
        if board.keys() != self.cells.keys() or not is_nested([*board.values()], 1):
            raise DoesNotHold("expected a value for every cell, and for no other")
        if wrong := [cell for cell, value in board.items() if value not in self.cells[cell]]:
            raise DoesNotHold(f"{wrong[0]} cannot hold {board[wrong[0]]!r}")
        return board


def is_nested(it: object, depth: int) -> bool:
    """Whether there are lists to that depth, and at the bottom words and numbers."""
    if depth:
        return isinstance(it, list) and all(is_nested(each, depth - 1) for each in it)
    return type(it) is str or (type(it) is int and abs(it) <= FURTHEST)  # True is of type bool


def stated(rule: Any) -> Rule:  # noqa: ANN401 it is JSON
    kind, *parts = rule if isinstance(rule, list) and rule else [""]
    _, depths = KINDS.get(str(kind), (None, None))
    if depths is None or len(parts) != len(depths) or not all(map(is_nested, parts, depths)):
        raise DoesNotHold(f"expected a rule of a known kind, found {repr(rule)[:80]}")
    return [kind, *parts]


class Encoding:
    """Rules in clauses: the variables 1, 2, ... say "this cell holds this value"; helpers follow.

    A helper variable is a definition: what the cells hold decides it, by unit propagation.
    """

    def __init__(self, cells: Domains) -> None:
        self.spent = self.top = 0
        self.x = dict[str, dict[Any, int]]()
        for cell, values in cells.items():
            self.spend(len(values) ** 2)
            self.x[cell] = dict(zip(values, self.new(len(values)), strict=True))

    def spend(self, literals: int) -> None:
        self.spent += literals
        if self.spent > MOST_SPENT:
            raise TooLarge(f"too large: more than {MOST_SPENT:,} literals")

    def new(self, variables: int) -> range:
        self.spend(50 * variables)  # they take as much memory
        self.top += variables
        return range(self.top + 1 - variables, self.top + 1)

    def clauses(self, rule: Rule) -> Iterator[Clause]:
        kind, *parts = rule
        meaning, _ = KINDS[kind]
        try:
            for clause in meaning(self, *parts):
                self.spend(len(clause))
                yield clause
        except (KeyError, TypeError, ValueError) as error:  # it names what is not there
            if type(error) not in (KeyError, TypeError, ValueError):
                raise  # too large, or whoever called this is out of time
            raise DoesNotHold(f"a rule makes no sense: {repr(rule)[:80]}") from None

    def holds(self, cell: str, value: Value) -> Iterator[Clause]:
        """The cell holds the value."""
        yield [it for held, it in self.x[cell].items() if held == value]

    def differ(self, cells: list[str]) -> Iterator[Clause]:
        """No two hold the same; where there are as many values as cells, one cell holds each."""
        values = dict.fromkeys(value for cell in cells for value in self.x[cell])
        for value in values:
            yield from self.count(cells, [value], int(len(values) == len(cells)), 1)

    def count(self, cells: list[str], values: list[Value], low: int, high: int) -> Iterator[Clause]:
        """From low to high of the cells hold one of the values."""
        held = [[it for value, it in self.x[cell].items() if value in values] for cell in cells]
        enough, too_many = len(cells) + 1 - max(low, 0), min(high, len(cells)) + 1
        yield from ([*chain(*some)] for some in combinations(held, max(enough, 0)))
        for literals in chain.from_iterable(starmap(product, combinations(held, max(too_many, 0)))):
            yield [-it for it in literals]

    def sum(
        self, cells: list[str], weights: list[list[int]], low: int, high: int
    ) -> Iterator[Clause]:
        """The weights of what the cells hold sum to something from low to high."""
        steps, layers = list[Step](), [{0}]  # the sums so far
        for cell, row in zip(cells, weights, strict=True):
            self.spend(50 * len(row) * len(layers[-1]))
            pairs = zip(self.x[cell].values(), row, strict=True)
            steps.append({it: {so_far: so_far + n for so_far in layers[-1]} for it, n in pairs})
            layers.append({total for move in steps[-1].values() for total in move.values()})
        accepting = {total for total in layers[-1] if low <= total <= high}
        yield from self.automaton(steps, layers, accepting)

    def forbid(self, cells: list[str], several: list[list[Value]]) -> Iterator[Clause]:
        """The cells do not hold any of these lists of values."""
        for values in several:
            pairs = [*zip((self.x[cell] for cell in cells), values, strict=True)]
            if all(value in held for held, value in pairs):
                yield [-held[value] for held, value in pairs]

    def regular(
        self, path: list[str], states: list[list[tuple[Value, int]]], accepting: list[int]
    ) -> Iterator[Clause]:
        """An automaton that starts in state 0 reads the path, and ends in an accepting state."""
        moves = dict[Value, dict[int, int]]()
        for state, pairs in enumerate(states):
            for value, to in pairs:
                if to not in range(len(states)) or state in moves.setdefault(value, {}):
                    raise ValueError
                moves[value][state] = to
        steps = [{it: moves.get(value, {}) for value, it in self.x[cell].items()} for cell in path]
        yield from self.automaton(steps, [range(len(states))] * (len(path) + 1), {*accepting})

    def automaton(
        self, steps: list[Step], layers: list[Any], accepting: set[int]
    ) -> Iterator[Clause]:
        """Of each step one literal holds, and leads from one state to the next.

        A helper variable says of each state, before each step and after the last: it is reached.
        """
        reached = [dict(zip(layer, self.new(len(layer)), strict=True)) for layer in layers]
        yield [reached[0][0]]
        yield from ([-it] for state, it in reached[-1].items() if state not in accepting)
        yield from chain.from_iterable(exactly_one([*states.values()]) for states in reached)
        yield from chain.from_iterable(map(moves, steps, reached, reached[1:]))

    def of_facts(
        self, facts: list[tuple[str, Value]], helpers: int, clauses: list[Clause]
    ) -> Iterator[Clause]:
        """Clauses in which facts are numbered from 1, and after them helper variables."""
        if helpers < 0:
            raise ValueError
        variables = [*(self.x[cell][value] for cell, value in facts), *self.new(helpers)]
        literals = {i: it for n, v in enumerate(variables, 1) for i, it in ((n, v), (-n, -v))}
        yield from ([literals[i] for i in clause] for clause in clauses)

    def connected(
        self, cells: list[str], values: list[Value], pairs: list[list[str]], cuts: list[Clause]
    ) -> Iterator[Clause]:
        """Cells that hold one of the values hang together, pair by pair: only the cuts say so."""
        return self.checked(cuts, lambda left: are_apart(left, cells, values, pairs))

    def loop(
        self, edges: list[str], ends: list[list[str]], value: Value, cuts: list[Clause]
    ) -> Iterator[Clause]:
        """Edges that hold the value are all on a loop, if there is one: only the cuts say so."""
        return self.checked(cuts, lambda left: close_early(left, edges, ends, value))

    def checked(self, cuts: list[Clause], breaks: Callable[[Domains], bool]) -> Iterator[Clause]:
        """Each cut must follow from what a rule means: where it is false, the rule is broken."""
        for cut in cuts:
            self.spend(sum(map(len, self.x.values())))
            if not all(type(it) is int for it in cut) or not breaks(self.left(cut)):
                raise DoesNotHold(f"a cut does not follow: {repr(cut)[:80]}")
            yield cut

    def left(self, clause: Clause) -> Domains:
        """What cells can hold where a clause is false."""
        false, left = {*clause}, dict[str, list[Value]]()
        for cell, held in self.x.items():
            holds = [value for value, it in held.items() if -it in false]
            left[cell] = holds[:1] or [value for value, it in held.items() if it not in false]
            if len(holds) > 1 or any(held[value] in false for value in holds):
                raise ValueError  # it is never false
        return left

    def letters(self, line: list[str]) -> Iterator[Clause]:
        """Of MNO: M is midway between the two dots, N elsewhere between them, O not between."""
        dots = [self.x[cell]["*"] for cell in line]
        for i, cell in enumerate(line):
            m, n, o = (self.x[cell][letter] for letter in "MNO")
            before, after = dots[:i][::-1], dots[i + 1 :]  # from the letter outwards
            for here, there in permutations((before, after)):
                yield [-n, *here]
                yield from ([-m, -dot, *there[j : j + 1]] for j, dot in enumerate(here))
            yield from ([-n, -a, -b] for a, b in zip(before, after, strict=False))
            yield from ([-o, -a, -b] for a, b in product(before, after))

    def touching(self, *ends: tuple[str, str]) -> Iterator[Clause]:
        """Of Turn 12: two faces, with their digits at an edge after each turn; they sum to 12."""
        turns = [[*zip(self.x[face].values(), map(int, ring), strict=True)] for face, ring in ends]
        for one, other in permutations(turns):
            for turn, digit in one:
                rest = 12 - digit
                yield [-turn, *(fitting for fitting, there in other if there == rest)]

    def triangle(self, circles: list[str], word: str) -> Iterator[Clause]:
        """Of Trid: three different numbers have that sum."""
        x = [{int(mark): it for mark, it in self.x[circle].items()} for circle in circles]
        for i, u in product(range(3), x[0]):
            a, b, c = x[i:] + x[:i]
            rests = ((v, int(word) - u - v) for v in b)
            fitting = [(v, w) for v, w in rests if w in c and len({u, v, w}) == 3]
            yield [-a[u], *(b[v] for v, _ in fitting)]
            yield [-a[u], *(c[w] for _, w in fitting)]
            yield from ([-a[u], -b[v], c[w]] for v, w in fitting)
            if len(fitting) == 2:  # the same two values, either way round
                yield from ([-a[u], b[v], c[v]] for v in fitting[0])


# What each kind of rule means; for those of stated models, how deep its parts are nested lists.
KINDS: dict[str, tuple[Callable[..., Iterator[Clause]], tuple[int, ...] | None]] = {
    "Is": (Encoding.holds, (0, 0)),
    "Differ": (Encoding.differ, (1,)),
    "Count": (Encoding.count, (1, 1, 0, 0)),
    "Sum": (Encoding.sum, (1, 2, 0, 0)),
    "Forbid": (Encoding.forbid, (1, 2)),
    "Regular": (Encoding.regular, (1, 3, 1)),
    "Clauses": (Encoding.of_facts, (2, 0, 2)),
    "Connected": (Encoding.connected, (1, 1, 2, 2)),
    "Loop": (Encoding.loop, (1, 2, 0, 2)),
    "Letters": (Encoding.letters, None),
    "Touching": (Encoding.touching, None),
    "Triangle": (Encoding.triangle, None),
}


def are_apart(left: Domains, cells: list[str], values: list[Value], pairs: list[list[str]]) -> bool:
    """Whether cells that surely hold one of the values are not joined by any that may."""
    inside = [cell for cell in cells if {*left[cell]} <= {*values}]
    beside = dict[str, list[str]]((cell, []) for cell in cells if {*left[cell]} & {*values})
    for one, other in pairs:
        if one in beside and other in beside:
            beside[one].append(other)
            beside[other].append(one)
    reached = dict.fromkeys(inside[:1])
    waiting = [*reached]
    for cell in waiting:  # which grows meanwhile
        new = dict.fromkeys(other for other in beside.get(cell, ()) if other not in reached)
        reached |= new
        waiting += new
    return not reached.keys() >= {*inside}


def close_early(left: Domains, edges: list[str], ends: list[list[str]], value: Value) -> bool:
    """Whether edges that surely hold the value make a loop, and there are more of them."""
    area, degree, loops = dict[str, list[str]](), dict[str, int](), 0
    for edge, (one, other) in zip(edges, ends, strict=True):
        if {*left[edge]} <= {value}:
            for vertex in (one, other):
                degree[vertex] = degree.get(vertex, 0) + 1
            here, there = (area.setdefault(vertex, [vertex]) for vertex in (one, other))
            loops += here is there
            if here is not there:
                here += there
                area |= dict.fromkeys(there, here)
    return loops > 1 or (loops == 1 and {*degree.values()} != {2})


# What boards are held against beside clauses: whether what is left to cells breaks a rule.
MEANINGS: dict[str, Callable[..., bool]] = {"Connected": are_apart, "Loop": close_early}


def exactly_one(literals: Clause) -> Iterator[Clause]:
    yield literals
    yield from combinations([-it for it in literals], 2)


def moves(step: Step, now: dict[int, int], then: dict[int, int]) -> Iterator[Clause]:
    """What a literal, the state before it and the state after it say of each other.

    Looking ahead says it all; looking back, which is alike, makes proofs shorter.
    """
    ahead = [(now[s], it, then[to]) for it, move in step.items() for s, to in move.items()]
    for states, ways in ((now, ahead), (then, [way[::-1] for way in ahead])):
        sources: dict[int, set[int]] = {it: set() for it in step}
        leading: dict[int, dict[int, set[int]]] = {state: {} for state in states.values()}
        for state, it, to in ways:
            sources[it].add(state)
            leading[state].setdefault(to, set()).add(it)
        yield from ([-it, *some] for it, some in sources.items())
        for state, found in leading.items():
            yield [-state, *found]
            for to in found:
                yield [-state, to, *chain(*(some for other, some in found.items() if other != to))]


class Formula:
    """The clauses of a model; those of a clue hold if its guard does, a variable of its own."""

    def __init__(self, model: Model) -> None:
        self.encoding, self.known = Encoding(model.cells), Propagation()
        self.clues = dict[str, range]()  # the guard, and after it the helper variables of the clue
        self.others = [rule for rule in model.rules if rule[0] in MEANINGS]
        if any(clue[0] in MEANINGS for clue in model.clues.values()):
            raise DoesNotHold(f"expected no clue of these kinds: {', '.join(MEANINGS)}")
        for held in self.encoding.x.values():
            self.add(exactly_one([*held.values()]))
        for rule in model.rules:
            self.add(self.encoding.clauses(rule))
        for name, clue in model.clues.items():
            [guard] = self.encoding.new(1)
            self.add(self.encoding.clauses(clue), -guard)
            self.clues[name] = range(guard, self.encoding.top + 1)
        self.known.grow(self.encoding.top)  # there may be variables in no clause

    def add(self, clauses: Iterable[Clause], *unless: int) -> None:
        room = 0
        for clause in clauses:
            if room < self.encoding.top:
                room = self.encoding.top
                self.known.grow(room)
            self.known.add([*clause, *unless] if unless else clause)

    def facts(self, board: Board) -> list[int]:
        return [self.encoding.x[cell][value] for cell, value in board.items()]

    def check_board(self, board: Board, gives_up: list[str]) -> None:
        """It must keep all rules, and all clues but those given up."""
        follow, guards = self.known.follow, {name: own[0] for name, own in self.clues.items()}
        bare = follow(self.known.true, self.facts(board))
        held = {cell: [value] for cell, value in board.items()}
        meanings = (MEANINGS[kind](held, *parts[:-1]) for kind, *parts in self.others)
        if bare[0] or any(meanings):
            raise DoesNotHold("breaks a rule")
        true = follow(bare, [guards[name] for name in guards if name not in gives_up])
        if true[0] or not all(follow(true, [guards[name]])[0] for name in gives_up):
            broken = [name for name in guards if follow(bare, [guards[name]])[0]]
            raise DoesNotHold(f"expected to break the clues {gives_up}, breaks {broken}")
        # If all variables are decided without a contradiction, all clauses hold.
        apart = chain(*map(self.clues.__getitem__, gives_up))
        undecided = {i for i in range(1, self.encoding.top + 1) if not true[i] and not true[-i]}
        if undecided.difference(apart):
            raise DoesNotHold("a rule leaves a helper variable undecided")

    def check_proof(self, proof: str, solution: Board | None) -> None:
        """That there is no board; or no other, if there is a solution."""
        guards = [own[0] for own in self.clues.values()]
        self.known.true = self.known.follow(self.known.true, guards)
        if solution is not None:
            self.known.add([-it for it in self.facts(solution)])
        variables = {*range(1, self.encoding.top + 1)}.difference(guards)
        self.known.check(lemmas(proof, {str(i): i for it in variables for i in (it, -it)}))


class Propagation:
    """Clauses, and what follows from them by unit propagation."""

    def __init__(self) -> None:
        # All by literal, as Python counts negative indices from the end; 0 is a contradiction.
        self.true = bytearray(1)
        # For a clause of two literals: what must be true if this one is false.
        self.forced = [array("i")]
        # Longer clauses, one after the other, each ended by 0, and where those begin that have a
        # literal first or second: they force nothing until one of these two is false.
        self.literals = array("i")
        self.watching = [array("i")]

    def grow(self, variables: int) -> None:
        """Make room for this number of variables: in the middle, so that indices stay."""
        middle = len(self.true) // 2 + 1
        more = 2 * (variables + 1 - middle)
        if more:
            self.true[middle:middle] = bytes(more)
            self.forced[middle:middle] = [array("i") for _ in range(more)]
            self.watching[middle:middle] = [array("i") for _ in range(more)]

    def add(self, clause: Clause) -> None:
        # Each literal once: two that are the same would wait for each other.
        free = [literal for literal in dict.fromkeys(clause) if not self.true[-literal]]
        if len(free) < 2:
            self.true = self.follow(self.true, free or [0])
        elif len(free) == 2:
            self.forced[free[0]].append(free[1])
            self.forced[free[1]].append(free[0])
        else:
            self.watching[free[0]].append(len(self.literals))
            self.watching[free[1]].append(len(self.literals))
            self.literals.extend(free)
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

    def check(self, proof: Iterable[list[int]]) -> None:
        """Each clause must follow from those before it, if all its literals are false."""
        case: list[int] | None = None
        for lemma in proof:
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


def lemmas(proof: str, literals: dict[str, int]) -> Iterator[list[int]]:
    """The clauses of a proof, one a line, the last alone being empty."""
    longest, start, words = sum(len(word) + 1 for word in literals) + 2, 0, ["0"]
    while start < len(proof) or words:
        line = proof[start : proof.find("\n", start, start + longest) + 1]
        start += len(line)
        *words, last = line.split(" ")
        is_known = all(word in literals for word in words)
        if last != "0\n" or not is_known or (not words and start < len(proof)):
            expected = "expected one clause per line, of known variables, only the last one empty"
            raise DoesNotHold(f"{expected}; found {line[:40]!r}")
        yield [*dict.fromkeys(literals[word] for word in words)]


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
    """The version of the program that wrote it says nothing about the puzzle."""
    names = ", ".join(sorted({*unchecked} - {"version"}))
    return f" (not checked: {names})" if names else ""


def texts(file: BinaryIO) -> Iterator[str]:
    """Those of the certificates: each begins with { at the start of a line."""
    held = bytearray()
    while line := file.readline(MOST_BYTES + 1):
        if line.startswith(b"{") and held.strip():
            yield held.decode("utf-8-sig")
            held.clear()
        held += line
        if len(held) > MOST_BYTES:
            raise TooLarge(f"too large: more than {MOST_BYTES:,} bytes")
    yield held.decode("utf-8-sig")


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
    except OSError as error:
        yield 2, f"{place}: cannot be read: {error.strerror or error}"
    except (ValueError, RecursionError) as error:
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
