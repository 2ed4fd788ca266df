"""Puzzles made for the page: fresh ones, that of a day, and others made of one at hand."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date as calendar
from hashlib import sha256
from itertools import islice

from .. import registry
from ..boards.board import Board
from ..boards.cube import DIGITS, FACES, Cube
from ..boards.numbered import Numbered
from ..boards.regions import Lettered
from ..deadline import Deadline
from ..engines.sat.solvers import MainSolver
from ..explanations.explanation import grading
from ..explanations.grade import Level
from ..formats import parse, shape, show, size
from ..generation.clues import all_clues, setting
from ..generation.order import parse_order
from ..generation.production import produce, with_kinds_for_level
from ..generation.reduction import ClueSolver
from ..generation.sampler import Sampler
from ..generation.targets import Groups, band
from ..kinds import Count
from ..model import Rule
from ..phrases import say
from ..puzzle import (
    Cell,
    Clue,
    ManySolutions,
    NoSolution,
    OutOfTime,
    Puzzle,
    Shape,
    Solution,
    UsageError,
    expected_one,
)
from ..solve import Search, is_unique

LEVELS = tuple(level.value for level in Level)
# Of how many solutions one is drawn, to complete a puzzle.
DRAWN_FROM = 25
# After that many draws without a pattern not seen before there are taken to be no more.
MOST_STALE = 100
# The share of the time in which the same pattern of clues is looked for, and how many are compared
# that need some more.
SAME_SHARE, COMPARED = 0.6, 8
# The share of the time in which the fewest clues are looked for.
FEWEST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, and what is known of it."""

    puzzle: Puzzle
    level: str = ""
    wanted: str = ""  # the level asked for, where it is another
    fewest: bool | None = None  # whether it is proved that fewer clues would not do
    pattern: bool | None = None  # whether the pattern of clues is the one asked for
    changed: tuple[Clue, ...] = ()  # clues added or left out

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {"puzzle": show(self.puzzle)}
        told: dict[str, object] = {
            "level": self.level or None,
            "wanted": self.wanted or None,
            "fewest": self.fewest,
            "pattern": self.pattern,
        }
        fields |= {name: value for name, value in told.items() if value is not None}
        if self.changed:
            fields["changed"] = [clue.place for clue in self.changed]
        return fields


def usual_sizes(name: str) -> tuple[str, ...]:
    """The sizes to offer of a family; the first is that of its daily puzzle."""
    record = registry.family(name)
    return record.usual_sizes or (size(name, parse(record.example).shape),)


def levels(name: str) -> tuple[str, ...]:
    """The levels to offer of a family: none where there is nothing to choose that would make a
    puzzle easier or harder."""
    return LEVELS[:-1] if registry.family(name).setting else ()


def fresh(family: str, size: str, level: str, seed: int, deadline: Deadline) -> Made:
    """The first puzzle of a seed: it depends on nothing else."""
    order = parse_order(family, size, seed=seed, level=level, seconds=deadline.left())
    for made in produce(with_kinds_for_level(order)):
        if made:
            return Made(made.puzzle, made.graded.level.value if made.graded else "")
        deadline.check()
    deadline.check()  # where it was time that ended them
    of_level = f" of level {level}" if level else ""
    raise NoSolution(f"no puzzle {family} {size}{of_level} was found")


def daily(family: str, level: str, date: str, version: str, deadline: Deadline) -> Made:
    """The puzzle of a day, the same for all who have this version."""
    try:
        day = calendar.fromisoformat(date).isoformat()
    except ValueError:
        raise UsageError(f"expected a date such as 2026-11-18, found {date!r}") from None
    seed = sha256(f"{version} {day} {family} {level}".encode()).digest()
    return fresh(family, usual_sizes(family)[0], level, int.from_bytes(seed[:6], "big"), deadline)


def blank(family: str, size: str) -> Made:
    """A board without any clue; what belongs to the board itself is to be written over."""
    outline = shape(family, size)
    board = registry.board(family, outline)
    if isinstance(board, Cube | Lettered | Numbered):
        outline = (*outline, *board.blank)
    return Made(Puzzle(family, outline))


def edited(puzzle: Puzzle, clues: Mapping[str, str]) -> Made:
    """The puzzle with other clues at some places; an empty text leaves a clue out."""
    board = registry.board(puzzle.family, puzzle.shape)
    for place in clues:
        if place not in board.places:
            raise UsageError(
                f"expected a place of the board such as {board.places[0]}, found {place!r}"
            )
    printed = {**dict(puzzle.clues), **clues}
    there = tuple(Clue(place, text) for place, text in printed.items() if text)
    made = replace(puzzle, clues=there)
    registry.clues(made)  # which refuses what does not fit
    return Made(made)


def reprinted(puzzle: Puzzle, rings: Mapping[str, str], printed: Mapping[Cell, str]) -> Puzzle:
    """The puzzle on a board with other rings on faces of a cube, or other regions or numbers."""
    board, outline = registry.board(puzzle.family, puzzle.shape), puzzle.shape
    if rings:
        outline = _with_rings(board, rings)
    if printed:
        outline = _with_printed(board, outline, printed)
    if outline == puzzle.shape:
        return puzzle
    return parse(show(replace(puzzle, shape=outline)))  # which refuses what is no board


def _with_printed(board: Board, outline: Shape, printed: Mapping[Cell, str]) -> Shape:
    if not isinstance(board, Lettered | Numbered):
        raise UsageError("expected a board with regions or numbers of its own")
    for cell, text in printed.items():
        if cell not in board.domains or len(text) != 1:
            raise UsageError(f"expected a cell and one character, found {cell!r} and {text!r}")
    if isinstance(board, Numbered):
        texts = board.number_in | dict(printed)
        return (*outline[:-1], "".join(texts.values()))
    letters = board.letter_of | dict(printed)
    rows = ("".join(map(letters.__getitem__, row)) for row in board.grid.row_cells)
    return (*outline[: -board.grid.height], *rows)


def _with_rings(board: Board, rings: Mapping[str, str]) -> Shape:
    if not isinstance(board, Cube):
        raise UsageError("expected rings for a cube only")
    for face, ring in rings.items():
        if face not in FACES:
            raise UsageError(expected_one("a face", FACES, face))
        if len(ring) != board.length or not {*ring} <= {*DIGITS}:
            digits = f"{board.length} digits from {DIGITS[0]} to {DIGITS[-1]}"
            raise UsageError(f"expected {digits} on the {face} face, found {ring!r}")
    return (board.length, *(board.by_face | dict(rings)).values())


def trim(puzzle: Puzzle, deadline: Deadline) -> Made:
    """The puzzle without clues that are not needed."""
    solution = only_solution(puzzle, deadline)
    solver = ClueSolver(puzzle.family, puzzle.shape, MainSolver)
    needed = solver.irreducible(dict(solution.values), _single(puzzle.clues), deadline)
    assert needed is not None, "all clues of a unique puzzle are enough"
    kept = {clue for group in needed for clue in group}
    left_out = tuple(clue for clue in puzzle.clues if clue not in kept)
    return Made(Puzzle(puzzle.family, puzzle.shape, tuple(kept)), changed=left_out)


def only_solution(puzzle: Puzzle, deadline: Deadline) -> Solution:
    found = [*islice(Search(puzzle, seconds=deadline.left(), ordered=False), 2)]
    if not found:
        raise NoSolution("the puzzle has no solution")
    if len(found) > 1:
        raise ManySolutions("the puzzle has more than one solution")
    return found[0]


def complete(puzzle: Puzzle, seed: int, deadline: Deadline) -> Made:
    """The puzzle with clues added, none of which can be left out; the fewest if time allows."""
    check_setting(puzzle)
    return completed(puzzle, random.Random(seed), deadline)


def completed(puzzle: Puzzle, rng: random.Random, deadline: Deadline) -> Made:
    """The same of a puzzle that can have clues."""
    found = [*islice(Search(puzzle, seconds=deadline.left(), ordered=False), DRAWN_FROM)]
    if not found:
        raise NoSolution("the puzzle has no solution, whatever is added")
    if len(found) == 1:
        return Made(puzzle, fewest=True)
    solution = rng.choice(found)
    board = dict(solution.values)
    solver = ClueSolver(puzzle.family, puzzle.shape, MainSolver, puzzle.clues)
    for groups in _addable(puzzle, solution, rng):
        needed = solver.irreducible(board, groups, deadline)
        if needed is not None:
            best = [*needed]
            kept, at_least = solver.fewest(board, groups, best, deadline.part(FEWEST_SHARE))
            added = tuple(clue for group in kept for clue in group)
            whole = Puzzle(puzzle.family, puzzle.shape, puzzle.clues + added)
            return Made(whole, fewest=at_least == len(kept), changed=added)
    raise ManySolutions("no clues make this puzzle unique")


def _addable(puzzle: Puzzle, solution: Solution, rng: random.Random) -> Iterator[Groups]:
    """Clues that are true on a solved board, where none stands yet: the usual kinds, then all."""
    taken = {clue.place for clue in puzzle.clues}
    known = setting(puzzle.family)
    for kinds in (known.usual, tuple(known.kinds)):
        every = all_clues(puzzle.family, puzzle.shape, solution, kinds)
        clues = _single(clue for _, clue in every if clue.place not in taken)
        rng.shuffle(clues)
        yield clues


def _single(clues: "Iterator[Clue] | tuple[Clue, ...]") -> Groups:
    return [(clue,) for clue in clues]


def alike(puzzle: Puzzle, level: str, seed: int, deadline: Deadline) -> Made:
    """Another unique puzzle with clues of the same kinds at the same places, of a level if one is
    wanted; where none is found, one with the fewest more, or else any of its size."""
    if not registry.family(puzzle.family).setting:
        return _of_size(puzzle, level, seed, deadline)
    rng = random.Random(seed)
    for find in (_with_same_clues, _with_more_clues):
        share = deadline.part(SAME_SHARE)  # some is kept for what comes after
        found = _of_level(find(puzzle, rng, share), level, share)
        if found:
            return found
    return replace(_of_size(puzzle, level, seed, deadline), pattern=False)


def _of_size(puzzle: Puzzle, level: str, seed: int, deadline: Deadline) -> Made:
    """A fresh puzzle of the same size, of a level if that can be had."""
    name, written = puzzle.family, size(puzzle.family, puzzle.shape)
    try:
        return fresh(name, written, level, seed, deadline.part(SAME_SHARE))
    except (NoSolution, OutOfTime):
        return replace(fresh(name, written, "", seed, deadline), wanted=level)


def _of_level(found: Iterator[Made], level: str, deadline: Deadline) -> Made | None:
    """The first of a level, if one is wanted, or where there is none in time, the first of all."""
    first = None
    try:
        for made in found:
            deadline.check()
            if not level:
                return made
            graded = grading(made.puzzle, seconds=deadline.left()).grade
            found_level = graded.level.value if graded and graded.proved else ""
            if graded and graded.proved and graded.level in band(level):
                return replace(made, level=found_level)
            first = first or replace(made, level=found_level, wanted=level)
    except OutOfTime:
        pass
    return first


def _with_same_clues(puzzle: Puzzle, rng: random.Random, deadline: Deadline) -> Iterator[Made]:
    """Unique puzzles with the pattern of clues."""
    for other in _same_pattern(puzzle, rng, deadline):
        if is_unique(other, seconds=deadline.left()):
            yield Made(other, pattern=True)


def _with_more_clues(puzzle: Puzzle, rng: random.Random, deadline: Deadline) -> Iterator[Made]:
    """Unique puzzles with the pattern of clues and some more; the fewest of a few come first."""
    patterns = islice(_same_pattern(puzzle, rng, deadline), COMPARED)
    made = [completed(other, rng, deadline) for other in patterns]
    for one in sorted(made, key=lambda one: len(one.changed)):
        yield replace(one, fewest=None, pattern=not one.changed)


def _same_pattern(puzzle: Puzzle, rng: random.Random, deadline: Deadline) -> Iterator[Puzzle]:
    """Other puzzles, unique or not, with clues of the same kinds at the same places, each once."""
    name, shape = puzzle.family, puzzle.shape
    solution = next(iter(Search(puzzle, seconds=deadline.left(), ordered=False)), None)
    if solution is None:
        raise NoSolution("the puzzle has no solution")
    kinds = _kinds(puzzle, solution)
    rules = [_same_kind(puzzle, clue, kinds[clue], solution) for clue in puzzle.clues]
    sampler = Sampler(name, shape, ClueSolver(name, shape, MainSolver))
    known, stale = {puzzle}, 0
    while stale < MOST_STALE:
        stale += 1
        board = sampler.search(rng, deadline, [*filter(None, rules)])
        every = set(all_clues(name, shape, Solution(board)))
        at = {(kind, clue.place): clue for kind, clue in every}
        places = [(kind, clue.place) for clue, kind in kinds.items()]
        if all(place in at for place in places):
            other = Puzzle(name, shape, tuple(at[place] for place in places))
            if other not in known:
                known.add(other)
                stale = 0
                yield other


def _kinds(puzzle: Puzzle, solution: Solution) -> dict[Clue, str]:
    """The kind of each clue of a puzzle."""
    every = all_clues(puzzle.family, puzzle.shape, solution)
    kinds = {clue: kind for kind, clue in every}
    for clue in puzzle.clues:
        if clue not in kinds:
            raise UsageError(f"expected clues of the usual kinds, found {clue}")
    return {clue: kinds[clue] for clue in puzzle.clues}


def _same_kind(puzzle: Puzzle, clue: Clue, kind: str, solution: Solution) -> Rule | None:
    """That the place of a clue gets one of its kind, where not every board has one there.

    A clue in a cell may get another value of its kind; one elsewhere stays as it is.
    """
    name, shape = puzzle.family, puzzle.shape
    board, text_of = registry.board(name, shape), setting(name).kinds[kind]
    cells = registry.model(name, shape).cells
    if clue.place in cells:
        boards = {v: Solution({**solution.values, clue.place: v}) for v in cells[clue.place]}
        values = tuple(v for v, on in boards.items() if text_of(board, on, clue.place) is not None)
        return Rule(say("{cell}", cell=clue.place), Count((clue.place,), values, 1, 1))
    others = [place for place in board.places if place not in cells]
    if all(text_of(board, solution, place) is not None for place in others):
        return None
    return registry.rule(name, shape, clue)


def check_setting(puzzle: Puzzle) -> None:
    record = registry.family(puzzle.family)
    if not record.setting:
        raise UsageError(f"{record.title} has no clues to add or leave out")
