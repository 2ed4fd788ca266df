"""Laws of generated puzzles: as wanted, and the same but for symmetries."""

from dataclasses import replace
from itertools import islice

from .. import formats, registry
from ..caches import forget
from ..explanations.grade import Level
from ..explanations.walk import grade
from ..generation.clues import all_clues, copies, symmetries
from ..generation.order import Distinct
from ..generation.production import generate, key, produce
from ..solve import check, is_unique, solutions
from .subject import LONG, Broken, Subject


def generated_puzzles_are_unique_and_irreducible(subject: Subject) -> Broken:
    if not subject.made:
        yield f"no puzzle was found of the size of the example, {subject.order}"
    for made in subject.made:
        text = formats.show(made.puzzle)
        report = check(made.puzzle)
        if not (report.unique and report.irreducible):
            yield f"expected an irreducible puzzle with one solution, found {report}:\n{text}"
        if [*solutions(made.puzzle)] != [made.solution]:
            yield f"it comes with a wrong solution:\n{text}"


def the_same_seed_gives_the_same_puzzles(subject: Subject) -> Broken:
    forget()
    again = [made.puzzle for made in islice(produce(subject.order), 6) if made][:3]
    if again != subject.generated:
        yield f"{again} instead of {subject.generated}"


def only_wanted_kinds_of_clues_are_given(subject: Subject) -> Broken:
    setting = subject.family.setting
    for kinds in (setting.usual, (*setting.kinds,)) if setting else ():
        for made in filter(None, islice(produce(replace(subject.order, clues=kinds)), 3)):
            puzzle = made.puzzle
            wanted = {c for _, c in all_clues(puzzle.family, puzzle.shape, made.solution, kinds)}
            if not {*puzzle.clues} <= wanted:
                yield f"clues of other kinds than {kinds}:\n{formats.show(puzzle)}"
            if formats.parse(formats.show(puzzle)) != puzzle:
                yield f"not read back:\n{formats.show(puzzle)}"


def clues_can_stand_symmetrically(subject: Subject) -> Broken:
    for name, to in symmetries(subject.family.name, subject.example.shape).items():
        for made in filter(None, islice(produce(replace(subject.order, symmetry=name)), 2)):
            places = {clue.place for clue in made.puzzle.clues}
            if {to[place] for place in places} != places or not is_unique(made.puzzle):
                yield f"not unique, or without the symmetry {name}:\n{formats.show(made.puzzle)}"


def a_level_can_be_asked_for(subject: Subject) -> Broken:
    found = [grade(puzzle).level for puzzle in subject.generated]
    wanted = min(found, key=[*Level].index)
    size = formats.size(subject.family.name, subject.example.shape)
    for puzzle in generate(subject.family.name, size, level=wanted.value, count=1, seconds=LONG):
        if grade(puzzle).level is not wanted:
            yield f"expected the level {wanted.value}:\n{formats.show(puzzle)}"


def symmetries_keep_the_rules(subject: Subject) -> Broken:
    for puzzle, solution in subject.solved if subject.family.setting else ():
        board = registry.board(puzzle.family, puzzle.shape)
        for name, to in board.maps.items():
            if not {*to} == {*to.values()} == {*board.places}:
                yield f"the map {name!r} does not lead from all places to all places"
        filled = formats.parse(formats.show(puzzle, solution))
        for copy, there in zip(copies(puzzle), copies(filled), strict=True):
            if formats.parse(formats.show(copy)) != copy:
                yield f"not read back:\n{formats.show(copy)}"
            values = dict(there.clues)
            found = [{c: str(v) for c, v in one.values.items()} for one in solutions(copy, 2)]
            if found != [{cell: values[cell] for cell in solution.values}]:
                yield f"turned, mirrored or exchanged, a puzzle is another:\n{formats.show(copy)}"


def exchanged_twice_clues_are_as_before(subject: Subject) -> Broken:
    exchange = subject.family.setting and subject.family.setting.exchange
    for puzzle in subject.puzzles if exchange else ():
        board = registry.board(puzzle.family, puzzle.shape)
        for clue in puzzle.clues:
            if exchange and exchange(board, exchange(board, clue)) != clue:
                yield f"{clue} becomes {exchange(board, exchange(board, clue))}"


def look_alikes_are_recognised(subject: Subject) -> Broken:
    if not subject.family.setting:
        return
    order = replace(subject.order, distinct=Distinct.SYMMETRY)
    for puzzle in subject.generated:
        keys = {key(order, copy) for copy in copies(puzzle)}
        if len(keys) != 1:
            yield f"copies of a puzzle count as {len(keys)} puzzles:\n{formats.show(puzzle)}"


def the_fewest_clues_can_be_asked_for(subject: Subject) -> Broken:
    if not subject.family.setting:
        return
    for made in filter(None, islice(produce(replace(subject.order, fewest=True)), 1)):
        if made.at_least is None or not made.at_least <= len(made.puzzle.clues):
            yield f"expected at least {made.at_least} clues:\n{formats.show(made.puzzle)}"
        if not is_unique(made.puzzle):
            yield f"not unique:\n{formats.show(made.puzzle)}"


LAWS = (
    generated_puzzles_are_unique_and_irreducible,
    the_same_seed_gives_the_same_puzzles,
    only_wanted_kinds_of_clues_are_given,
    clues_can_stand_symmetrically,
    the_fewest_clues_can_be_asked_for,
    a_level_can_be_asked_for,
    symmetries_keep_the_rules,
    exchanged_twice_clues_are_as_before,
    look_alikes_are_recognised,
)
