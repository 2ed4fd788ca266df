"""Check certificates that a puzzle has one solution, or none: see docs/certificates.md.

Run `python -I verify.py FILE...`, where `-` is standard input. This file needs nothing but Python,
and knows nothing of the program that wrote the certificates.

A puzzle is a model: cells, each with its values; rules; and clues, which are rules with a name. The
rules of four families are written here, and read from the puzzle's text alone. Every other
certificate states its model itself: what is proved is then about the stated model, and the output
says so. Either way rules are of a few kinds. `keeps` says what each means, in a line or two;
`Encoding` says the same in clauses. Boards are checked by `keeps`. The proof is checked from the
clauses: each of its lines follows from those before it by unit propagation, the last is empty.
"""

import json
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, product, repeat, zip_longest
from operator import and_, getitem
from typing import Any, BinaryIO, NamedTuple

MOST_BYTES = 64 << 20  # of a certificate
MOST_VALUES = 1_000_000  # in its JSON: each may take a hundred bytes of memory
MOST_TEXT = 1 << 20  # characters of a board
MOST_LITERALS = 5_000_000  # in the clauses of the rules of the four families, roughly
MOST_SPENT = 16_000_000  # literals in all clauses; a variable takes as much memory as 50
FAR = 999_999  # no value of a Trid lies beyond
FURTHEST = 9_999_999  # no number in a stated model does
UNCHECKED = {"version", "seed", "walk"}
FAMILIES = ("magic-snail", "mno", "trid", "turn-12")
FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = ("up", "right", "down", "left")
TOUCHING = """top up, back down; top right, right left; top down, front up; top left, left right;
    right up, back right; bottom down, front down; right down, front right; left up, back left;
    left down, front left; bottom up, back up; bottom right, left left; bottom left, right right"""
Clause = list[int]
Value = int | str
Domains = dict[str, Sequence[Value]]
Board = Mapping[str, Value]
Rule = Sequence[Any]  # the name of its kind and what `keeps` reads after it
Step = dict[int, Any]  # by literal: a function of a state, where it leads, if anywhere

# What stands after the kind of a stated rule: [x] is a list of x, (x, y) a list of these two.
FORMS: dict[str, list[Any]] = {
    "Is": [("cell", "value")],
    "Differ": [(["cell"],)],
    "Count": [(["cell"], ["value"], "number", "number")],
    "Sum": [(["cell"], "number"), (["cell"], "number", [["number"]])],
    "Forbid": [(["cell"], [["value"]])],
    "Stands": [(["cell"], "value", "value", "value")],
    "Regular": [(["cell"], [[("value", "number")]], ["number"])],
    "Lowered": [
        (
            [("cell", "value")],
            "number",
            [["number"]],
            [([("number", "number")], "number", "number")],
        )
    ],
}


class DoesNotHold(ValueError):
    """A certificate, but it proves nothing."""


class TooLarge(ValueError):
    """Not checked: that would take too much memory or time."""


class Model(NamedTuple):
    """The values of each cell, the rules, and the clues by name."""

    cells: Domains
    rules: list[Rule]
    clues: dict[str, Rule]


def verify(certificate: str | dict[str, Any]) -> str:
    """What is proved; DoesNotHold if nothing is, another ValueError if it is no certificate."""
    fields = decoded(certificate) if isinstance(certificate, str) else certificate
    fields = fields if isinstance(fields, dict) else {}
    claim, is_stated = fields.get("claim"), fields.get("certificate") == "caracol 3"
    check_fields(fields, is_stated)
    part, differs = "the puzzle", list[Clause]()
    try:
        puzzle = StatedPuzzle(fields) if is_stated else PuzzleText(fields["puzzle"])
        model = puzzle.model
        encoding = Encoding(model)
        given = [*map(encoding.clauses, model.clues.values())]
        known = Propagation(chain(encoding.cells, encoding.rules), encoding.top)
        witnesses = fields.get("witnesses", {})
        if "witnesses" in fields and witnesses.keys() != model.clues.keys():
            raise DoesNotHold("expected a witness for each clue, and no other")
        for name, board in witnesses.items():
            part = f"the witness of {name}"
            check_board(model, *puzzle.filled(board), gives_up=[name])
        if claim == "unique":
            part = "the solution"
            solution, stated = puzzle.filled(fields["solution"])
            check_board(model, solution, stated, gives_up=[])
            differs = [[-encoding.x[cell][solution[cell]] for cell in model.cells]]
        part = "the proof"
        for clause in encoding.spending(chain(*given, differs)):
            known.add(clause)
        known.check(fields["proof"])
    except (DoesNotHold, TooLarge) as error:
        raise type(error)(f"{part}: {error}") from None
    irreducible = " and irreducible" if "witnesses" in fields else ""
    return f"{puzzle.title}{claim}{irreducible}"


def check_fields(fields: dict[str, Any], is_stated: bool) -> None:
    claim, board = fields.get("claim"), dict if is_stated else str
    if fields.get("certificate") not in ("caracol 2", "caracol 3"):
        raise ValueError("expected 'caracol 2' or 'caracol 3' as certificate")
    if claim not in ("unique", "unsolvable"):
        raise ValueError("expected 'unique' or 'unsolvable' as claim")
    types: dict[str, type] = dict.fromkeys(("certificate", "claim", "puzzle", "proof"), str)
    types |= {"solution": board} if claim == "unique" else {}
    types |= {"cells": list, "rules": list, "clues": dict} if is_stated else {}
    others = {*UNCHECKED, *["witnesses"] * (claim == "unique")}
    if wrong := types.keys() - fields.keys() | fields.keys() - types.keys() - others:
        raise ValueError(f"a field is missing or unknown: {min(wrong)!r}")
    witnesses = fields.get("witnesses", {})
    boards = witnesses.values() if isinstance(witnesses, dict) else [None]
    found = [(fields[name], kind) for name, kind in types.items()]
    if not all(isinstance(it, kind) for it, kind in [*found, *((it, board) for it in boards)]):
        raise ValueError("expected another type in a field or for a witness")


class PuzzleText:
    """A puzzle of one of the four families, or a solved one, as its text says."""

    def __init__(self, text: str) -> None:
        self.header, *rows = split(text)
        self.side, self.values = measured(self.header)
        self.title = f"{' '.join(self.header)}: "
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
        if wrong := {*self.entries.values()} - {*self.values, "."}:
            marks = [*self.values][:99]
            raise DoesNotHold(f"expected '.' or one of {marks}, found {min(wrong)!r}")
        for word in {*self.sums.values()} - {"."}:
            number(word, -9_999_999, 9_999_999)

    @cached_property
    def model(self) -> Model:
        """The rules of lines: rows, columns, and in a Trid those of a third direction."""
        family, side, places = self.header[0], self.side, iter(self.entries)
        rows = [[*islice(places, i if family == "trid" else side)] for i in range(1, side + 1)]
        lines = rows + [[row[j] for row in rows if j < len(row)] for j in range(side)]
        rules = list[Rule]()
        match family:
            case "turn-12":
                rules += self.touching()
            case "mno":
                for line in lines:
                    rules += ("Count", line, ["*"], 2, 2), ("Count", line, [*"MNO"], 1, 1)
                    rules.append(("Stands", line, "M", "*", "midway"))
                    rules.append(("Stands", line, "N", "*", "between"))
                    rules.append(("Stands", line, "O", "*", "outside"))
            case "magic-snail":
                blank, *key = self.values
                moves = [{blank: i, it: (i + 1) % len(key)} for i, it in enumerate(key)]
                rules.append(("Regular", snail(rows), moves, {0}))
                rules += (("Count", line, [it], 1, 1) for line in lines for it in key)
            case "trid":
                lines += [[row[-1 - j] for row in rows if j < len(row)] for j in range(side)]
                rules += (("Differ", line) for line in lines)
        given = ((place, it) for place, it in self.entries.items() if it != ".")
        clues: dict[str, Rule] = {place: ("Is", place, self.values[it]) for place, it in given}
        values = [*self.values.values()]
        return Model(dict.fromkeys(self.entries, values), rules, clues | self.given_sums())

    def touching(self) -> Iterator[Rule]:
        """The digits of two sides that touch sum to 12; the weight of a turn is its digit there."""
        at = dict[str, tuple[str, dict[Value, int]]]()
        for (face, ring), (i, side) in product(self.rings.items(), enumerate(SIDES)):
            turned = map(int, ring[i * self.side // 4 :] + ring)
            at[f"{face} {side}"] = face, dict(zip(self.values.values(), turned, strict=False))
        for one, other in re.findall(r"(\w+ \w+), (\w+ \w+)", TOUCHING):
            faces, weights = zip(at[one], at[other], strict=True)
            yield "Sum", faces, 12, weights

    def given_sums(self) -> dict[str, Rule]:
        given = {place: int(word) for place, word in self.sums.items() if word != "."}
        return {place: ("Sum", corners(place), total, ()) for place, total in given.items()}

    def filled(self, text: str) -> tuple[Board, dict[str, Rule]]:
        """A solved board, and the sums that it states."""
        board = PuzzleText(text)
        if (board.header, board.rings) != (self.header, self.rings) or "." in {
            *board.entries.values()
        }:
            raise DoesNotHold("expected the same puzzle with every cell filled in")
        return {at: self.values[it] for at, it in board.entries.items()}, board.given_sums()


def split(text: str) -> list[list[str]]:
    """The words of each line."""
    if len(text) > MOST_TEXT:
        raise TooLarge(f"too large: a board of more than {MOST_TEXT:,} characters")
    return [line.split() for line in text.removeprefix("\ufeff").rstrip().split("\n")]


def measured(header: list[str]) -> tuple[int, dict[str, Value]]:
    """The side, and the values of a cell by what stands there for them."""
    marks, values = "", range(0)
    match header:
        case ["magic-snail", word, key] if key.isalnum() and len({*key}) == len(key) <= number(
            word, 1, 999
        ):
            side, marks = int(word), f"-{key}"
            cells = side**2
        case ["mno", word]:
            side, marks = number(word, 1, 999), "-*MNO"
            cells = side**2
        case ["trid", word, span] if ".." in span:
            side, (low, _, high) = number(word, 1, 999), span.partition("..")
            values = range(number(low, -FAR, FAR), number(high, int(low), FAR) + 1)
            cells = side * (side + 1) // 2
        case ["turn-12", word] if number(word, 4, 99_996) % 4 == 0:
            side, cells, values = int(word), 6, range(int(word))
        case _:
            raise DoesNotHold(f"expected the header of a puzzle, found {' '.join(header)!r}")
    if (literals := 2 * cells * (len(marks) + len(values) + side) ** 2) > MOST_LITERALS:
        raise TooLarge(f"too large: {literals:,} literals, more than {MOST_LITERALS:,}")
    return side, {mark: mark for mark in marks} | {str(value): value for value in values}


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
        name = " ".join(header)
        if not name[:1].isalpha() or not name.isprintable() or ":" in name:
            raise DoesNotHold(f"expected the header of a puzzle, found {name[:80]!r}")
        if header[0] in FAMILIES:
            raise DoesNotHold(f"the rules of {header[0]} cannot be stated")
        cells: Domains = {}
        if not fits(fields["cells"], [(["value"], ["name"])], cells):
            raise DoesNotHold("expected cells in groups: a list of values, and of names")
        for values, places in fields["cells"]:
            cells |= dict.fromkeys(places, values)
            if len({*values}) < len(values):
                raise DoesNotHold(f"expected each value of {places[:1]} once")
        if len(cells) < sum(len(places) for _, places in fields["cells"]):
            raise DoesNotHold("expected each cell once")
        rules = [stated(rule, cells) for rule in fields["rules"]]
        clues = {name: stated(clue, cells) for name, clue in fields["clues"].items()}
        self.model = Model(cells, rules, clues)
        kinds = sorted({rule[0] for rule in (*rules, *clues.values())})
        self.title = f"{name}: proves the stated model ({', '.join(kinds)}) "

    def filled(self, board: dict[str, Any]) -> tuple[Board, dict[str, Rule]]:
        cells = self.model.cells
        if board.keys() != cells.keys() or not fits([*board.values()], ["value"], cells):
            raise DoesNotHold("expected a value for every cell, and for no other")
        if wrong := [cell for cell, value in board.items() if value not in cells[cell]]:
            raise DoesNotHold(f"{wrong[0]} cannot hold {board[wrong[0]]!r}")
        return board, {}


def fits(it: object, form: Any, cells: Domains) -> bool:  # noqa: ANN401 see FORMS
    if isinstance(form, list):
        return isinstance(it, list) and all(fits(each, form[0], cells) for each in it)
    if isinstance(form, tuple):
        is_alike = isinstance(it, list) and len(it) == len(form)
        return is_alike and all(map(fits, it, form, repeat(cells)))  # type: ignore[call-overload]
    if type(it) is int:  # which True is not
        return form in ("number", "value") and abs(it) <= FURTHEST
    return type(it) is str and (form in ("name", "value") or (form == "cell" and it in cells))


def stated(rule: Any, cells: Domains) -> Rule:  # noqa: ANN401 it is JSON
    """A rule, if it is one; the moves of a Regular and the weights of a Sum by value."""
    kind, *fields = rule if isinstance(rule, list) and fits(rule[:1], ("name",), cells) else [""]
    if not any(fits(fields, form, cells) for form in FORMS.get(kind, [])):
        raise DoesNotHold(f"expected a rule of a known kind, found {repr(rule)[:80]}")
    is_right = True
    match kind, *fields:
        case "Sum", line, total, *rows:
            domains = [cells[cell] for cell in line]
            weights = rows[0] if rows else domains
            is_right = [*map(len, weights)] == [*map(len, domains)]
            is_right = is_right and fits([*map(list, weights)], [["number"]], cells)
            rule = kind, line, total, [*map(dict, map(zip, domains, weights))] if rows else ()
        case "Regular", path, states, accepting:
            moves = [*map(dict, states)]
            targets = {state for move in moves for state in move.values()}
            is_right = moves != [] and targets <= {*range(len(moves))}
            is_right = is_right and [*map(len, moves)] == [*map(len, states)]
            rule = kind, path, moves, {*accepting}
        case "Lowered", facts, helpers, clauses, sums:
            literals = chain(*clauses, (literal for terms, _, _ in sums for _, literal in terms))
            known = range(1, len(facts) + max(0, helpers) + 1)
            is_right = helpers >= 0 and all(abs(literal) in known for literal in literals)
            is_right = is_right and all(value in cells[cell] for cell, value in facts)
        case "Forbid", line, several:
            is_right = {*map(len, several)} <= {len(line)}
        case "Stands", *_, where:
            is_right = where in ("midway", "between", "outside")
    if not is_right:
        raise DoesNotHold(f"expected a rule that makes sense, found {repr(rule)[:80]}")
    return tuple(rule)


def keeps(board: Board, rule: Rule) -> bool:
    """Whether a board keeps a rule: what the rule means."""
    match rule:
        case "Is", cell, value:
            return bool(board[cell] == value)
        case "Differ", cells:
            return len({board[cell] for cell in cells}) == len(cells)
        case "Count", cells, values, low, high:
            return bool(low <= sum([board[cell] in values for cell in cells]) <= high)
        case "Sum", cells, total, weights:
            held = [board[cell] for cell in cells]
            return bool(sum(map(getitem, weights, held) if weights else held) == total)
        case "Forbid", cells, several:
            return [board[cell] for cell in cells] not in several
        case "Regular", path, moves, accepting:  # an automaton reads the path, from state 0
            state: int | None = 0
            for cell in path:
                state = None if state is None else moves[state].get(board[cell])
            return state in accepting
        case "Stands", line, value, ends, where:  # wherever the value is, it stands so to the ends
            are_ends = [board[cell] == ends for cell in line]
            places = [i for i, cell in enumerate(line) if board[cell] == value]
            return all(stands(are_ends[:i][::-1], are_ends[i + 1 :], where) for i in places)
        case _:
            return settles(board, *rule[1:])


def stands(before: list[bool], after: list[bool], where: str) -> bool:
    """Ends before and after a place, read outwards: whether the place is so to them."""
    if where == "outside":
        return not (any(before) and any(after))
    if where == "between":
        return any(before) and any(after) and not any(map(and_, before, after))
    return all(a == b for a, b in zip_longest(before, after, fillvalue=False))


def settles(board: Board, facts: Rule, helpers: int, clauses: list[Clause], sums: Rule) -> bool:
    """Whether clauses and sums hold; all helper variables must follow, one after the other."""
    true = {i if board[cell] == value else -i for i, (cell, value) in enumerate(facts, 1)}
    # At least one literal of a clause holds, too.
    bounded = [*(([(1, it) for it in {*clause}], 1, len(clause)) for clause in clauses), *sums]
    before = -1
    while before < len(true):
        before = len(true)
        for terms, low, high in bounded:
            undecided = [(n, it) for n, it in terms if it not in true and -it not in true]
            least = sum(n for n, it in terms if it in true) + sum(min(n, 0) for n, _ in undecided)
            most = least + sum(abs(n) for n, _ in undecided)
            if least > high or most < low:
                return False
            for n, it in undecided:
                if least + max(n, 0) > high or most + min(n, 0) < low:
                    true.add(-it)
                elif least - min(n, 0) > high or most - max(n, 0) < low:
                    true.add(it)
    if len(true) < len(facts) + helpers:
        raise DoesNotHold("a rule leaves a helper variable undecided")
    return True


def check_board(model: Model, board: Board, more: dict[str, Rule], gives_up: list[str]) -> None:
    """It must keep all rules, what it says itself, and all clues but those given up."""
    if not all(keeps(board, rule) for rule in model.rules):
        raise DoesNotHold("breaks a rule")
    clues = chain(more.items(), model.clues.items())
    if (broken := [name for name, clue in clues if not keeps(board, clue)]) != gives_up:
        raise DoesNotHold(f"expected to break the clues {gives_up}, breaks {broken}")


class Encoding:
    """Rules in clauses: the variables 1, 2, ... say "this cell holds this value"; others follow.

    Clauses are made when they are read, but all their variables at once.
    """

    def __init__(self, model: Model) -> None:
        self.spent = self.top = 0
        self.x = dict[str, dict[Any, int]]()
        for cell, values in model.cells.items():
            self.spend(len(values) ** 2)
            self.x[cell] = dict(zip(values, self.new(len(values)), strict=True))
        self.lines = dict[str, set[int]]()  # by cell: the rules by which it differs from others
        for i, rule in enumerate(model.rules):
            for cell in rule[1] if rule[0] == "Differ" else ():
                self.lines.setdefault(cell, set()).add(i)
        self.cells = chain.from_iterable(exactly_one([*held.values()]) for held in self.x.values())
        self.rules = self.spending(chain(*map(self.clauses, model.rules)))

    def spend(self, literals: int) -> None:
        self.spent += literals
        if self.spent > MOST_SPENT:
            raise TooLarge(f"too large: more than {MOST_SPENT:,} literals")

    def spending(self, clauses: Iterable[Clause]) -> Iterator[Clause]:
        for clause in clauses:
            self.spent += len(clause)
            if self.spent > MOST_SPENT:
                self.spend(0)
            yield clause

    def new(self, variables: int) -> range:
        self.spend(50 * variables)
        self.top += variables
        return range(self.top + 1 - variables, self.top + 1)

    def clauses(self, rule: Rule) -> Iterator[Clause]:
        """What a rule says."""
        x = self.x
        match rule:
            case "Is", cell, value:
                return iter([[x[cell][value]] if value in x[cell] else []])
            case "Differ", cells:
                return self.differ(cells)
            case "Count", cells, values, low, high:
                held = [{it: int(value in values) for value, it in x[at].items()} for at in cells]
                return self.count(held, low, high)
            case "Sum", cells, total, weights:
                return self.sum(cells, total, weights)
            case "Forbid", cells, several:
                found = (
                    [x[at].get(it, 0) for at, it in zip(cells, some, strict=True)]
                    for some in several
                )
                return ([-it for it in clause] for clause in found if all(clause))
            case "Regular", path, moves, accepting:
                then = dict[Value, dict[int, int]]()
                for state, targets in enumerate(moves):
                    for value, to in targets.items():
                        then.setdefault(value, {})[state] = to
                steps = [
                    {it: then.get(value, {}).get for value, it in x[at].items()} for at in path
                ]
                return self.states(steps, accepting.__contains__, range(len(moves)))
            case "Stands", line, value, ends, where:
                return self.stands(line, value, ends, where)
            case _:
                return self.lowered(*rule[1:])

    def differ(self, cells: list[str]) -> Iterator[Clause]:
        """No two hold the same; if there are as many cells as values, some cell holds each."""
        held = dict[Value, Clause]()
        for cell in cells:
            for value, it in self.x[cell].items():
                held.setdefault(value, []).append(it)
        for literals in held.values():
            some, *no_two = exactly_one(literals)
            yield from [some, *no_two] if len(held) == len(cells) else no_two

    def count(self, groups: Sequence[dict[int, int]], low: int, high: int) -> Iterator[Clause]:
        """Of each group one literal holds; from low to high of these count."""
        held = [some for group in groups if (some := [it for it in group if group[it]])]
        fewer, more = max(0, len(held) + 1 - low), max(0, high + 1)
        if any(3 < n < len(held) - 3 for n in (fewer, more)):
            return self.linear(groups, low, high)
        too_many = (product(*some) for some in combinations(held, more))
        return chain(
            ([*chain(*some)] for some in combinations(held, fewer)),
            ([-it for it in literals] for literals in chain.from_iterable(too_many)),
        )

    def linear(self, groups: Sequence[dict[int, int]], low: int, high: int) -> Iterator[Clause]:
        """Of each group one literal holds; their weights sum to something from low to high."""
        steps = [{it: weight.__add__ for it, weight in group.items()} for group in groups]
        return self.states(steps, lambda total: low <= total <= high)

    def sum(self, cells: list[str], total: int, weights: Rule) -> Iterator[Clause]:
        x = [self.x[cell] for cell in cells]
        held = [
            {it: by_value[value] if weights else value for value, it in values.items()}
            for values, by_value in zip(x, weights or x, strict=True)
        ]
        if len(cells) == 2:
            return chain(leaves(total, *held), leaves(total, *held[::-1]))
        if len(cells) == 3 and not weights:
            lines = [self.lines.get(cell, set[int]()) for cell in cells]
            differ = all(one & other for one, other in combinations(lines, 2))
            turned = (x[i:] + x[:i] for i in range(3))
            return chain(*(triangle(total, 3 if differ else 1, *three) for three in turned))
        return self.linear(held, total, total)

    def stands(self, line: list[str], value: Value, ends: Value, where: str) -> Iterator[Clause]:
        held = [self.x[cell].get(ends, 0) for cell in line]  # 0: it cannot hold an end
        for i, cell in enumerate(line):
            here, before, after = self.x[cell].get(value), held[:i][::-1], held[i + 1 :]
            if here and where == "outside":
                yield from ([-here, -a, -b] for a, b in product(before, after) if a and b)
            elif here and where == "between":
                yield from ([-here, *filter(None, side)] for side in (before, after))
                pairs = zip(before, after, strict=False)
                yield from ([-here, -a, -b] for a, b in pairs if a and b)
            elif here:
                for a, b in zip_longest(before, after, fillvalue=0):
                    yield from ([-here, -a, b][: 3 if b else 2] for a, b in ((a, b), (b, a)) if a)

    def states(
        self, steps: list[Step], accepts: Callable[[int], bool], numbered: Sequence[int] = ()
    ) -> Iterator[Clause]:
        """Of each step one literal holds, and leads from one state to the next; 0 is the first.

        A variable for each state before each step, and after the last, says that it is reached:
        for all that are numbered, or for those on a way to the end.
        """
        layers = [{0}]
        for step in steps:
            moves_made = len(step) * len(layers[-1])
            self.spend(len(step) + moves_made + 10 * min(moves_made, len(numbered) or moves_made))
            found = {move(state) for move in step.values() for state in layers[-1]}
            layers.append({state for state in found if state is not None})
        layers[-1] = {state for state in layers[-1] if accepts(state)}
        for i, step in reversed([*enumerate(steps)]):
            after = layers[i + 1]
            layers[i] = {it for it in layers[i] if any(f(it) in after for f in step.values())}
        every = [numbered or sorted(layer) for layer in layers]
        variables = [dict(zip(some, self.new(len(some)), strict=True)) for some in every]
        reached = [
            {state: it for state, it in some.items() if state in layer}
            for some, layer in zip(variables, layers, strict=True)
        ]
        never = (
            [-it]
            for a, b in zip(variables, reached, strict=True)
            for it in {*a.values()} - {*b.values()}
        )
        return chain(
            chain.from_iterable(exactly_one([*some.values()]) for some in reached),
            never,
            chain.from_iterable(map(moves, steps, reached, reached[1:])),
        )

    def lowered(
        self, facts: Rule, helpers: int, clauses: list[Clause], sums: Rule
    ) -> Iterator[Clause]:
        literals = [0, *(self.x[cell][value] for cell, value in facts), *self.new(helpers)]
        literals += [-it for it in literals[:0:-1]]  # as Python counts negative indices
        parts: list[Iterator[Clause]] = [([literals[i] for i in clause] for clause in clauses)]
        for terms, low, high in sums:
            groups = dict[object, dict[int, int]]()
            for weight, i in terms:
                # Of the values of a cell one holds: they are one group.
                cell = facts[i - 1][0] if 0 < i <= len(facts) else None
                others = self.x[cell].values() if cell else [literals[i], literals[-i]]
                groups.setdefault(cell or i, dict.fromkeys(others, 0))[literals[i]] += weight
            parts.append(self.linear([*groups.values()], low, high))
        return chain(*parts)


def exactly_one(literals: Clause) -> Iterator[Clause]:
    yield literals
    yield from map(list, combinations([-it for it in literals], 2))


def leaves(total: int, one: dict[int, int], other: dict[int, int]) -> Iterator[Clause]:
    """What each literal of one cell, which has a weight, leaves to those of another."""
    fitting = dict[int, Clause]()
    for it, weight in other.items():
        fitting.setdefault(total - weight, []).append(it)
    yield from ([-it, *fitting.get(weight, [])] for it, weight in one.items())


def triangle(total: int, different: int, *x: dict[int, int]) -> Iterator[Clause]:
    """What each value of a leaves to b and c; they hold at least so many different values."""
    a, b, c = x
    for u in a:
        rests = ((v, total - u - v) for v in b)
        fitting = [(v, w) for v, w in rests if w in c and len({u, v, w}) >= different]
        yield [-a[u], *(b[v] for v, _ in fitting)]
        yield [-a[u], *(c[w] for _, w in fitting)]
        yield from ([-a[u], -b[v], c[w]] for v, w in fitting)
        if len(fitting) == 2:
            (v, w), (other_v, other_w) = fitting
            yield from ([-a[u], b[v], c[other_w]], [-a[u], b[other_v], c[w]])


def moves(step: Step, now: dict[int, int], then: dict[int, int]) -> Iterator[Clause]:
    """What a literal, the state before it and the state after it say of each other."""
    ways = [(s, to, it) for it, move in step.items() for s in now if (to := move(s)) in then]
    back = [(to, s, it) for s, to, it in ways]
    for here, there, arrows in ((now, then, ways), (then, now, back)):
        starts: dict[int, set[int]] = {it: set() for it in step}
        ends: dict[int, set[int]] = {it: set() for it in step}
        leading = {state: list[tuple[int, int]]() for state in here}
        for state, to, it in arrows:
            starts[it].add(state)
            ends[it].add(to)
            leading[state].append((to, it))
        for it, some in starts.items():
            if len(some) < len(here):
                yield [-it, *(here[state] for state in some)]
            if 1 < len(some) < len(here):
                yield from ([-it, -here[state]] for state in here.keys() - some)
        for state, found in leading.items():
            targets = {to for to, _ in found}
            if len(targets) == 1:
                yield [-here[state], *{it for _, it in found}]
            for to in targets:
                literals = [it for other, it in found if other == to]
                if len(literals) > 1 or len(ends[literals[0]]) > 1:  # else the literal says it
                    others = {it for other, it in found if other != to}
                    yield [-here[state], there[to], *others]


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
