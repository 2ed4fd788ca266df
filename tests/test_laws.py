"""Laws find the families that break them, and say which law that is and what breaks it."""

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

import pytest
from caracol_examples.kropki import FAMILY as KROPKI

import caracol
from caracol import Clue, ParseError, Solution, UsageError, registry
from caracol.boards.board import Contents, Entry, Style
from caracol.boards.grid import Grid
from caracol.boards.signs import Signed
from caracol.deadline import Tick
from caracol.families.magic_snail import FAMILY as SNAIL
from caracol.families.mno import FAMILY as MNO
from caracol.family import AnyFamily, Look, Setting, Shortcuts, Wording, filled
from caracol.kinds import Count
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Values
from caracol.reader import Reader
from caracol.shapes import Area, Drawing, Label, Point, Shape, Spot, Tone
from caracol.testing import conformance, laws

pytestmark = pytest.mark.usefixtures("only_here")

TWIN = replace(MNO, name="twin", example=MNO.example.replace("mno", "twin"))
SETTING = MNO.setting
assert SETTING
VALUES = ("-", "*", "M", "N", "O")


class Crashing(Grid):
    def parse(self, reader: Reader) -> Contents:
        try:
            return super().parse(reader)
        except ParseError as error:
            raise KeyError(error.reason) from None


class Forgetful(Grid):
    def show(self, seen: Mapping[str, str]) -> str:
        return super().show(seen).replace("*", ".")


class Blind(Grid):
    def show(self, seen: Mapping[str, str]) -> str:
        return super().show({place: text for place, text in seen.items() if place != "r1c1"})


class Nameless(Grid):
    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        return super().draw(seen, style)._replace(names=())


class Wordless(Grid):
    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        drawing = super().draw(seen, style)
        shapes = (s._replace(description="") if isinstance(s, Area) else s for s in drawing.shapes)
        return drawing._replace(shapes=tuple(shapes))


class Overflowing(Grid):
    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        drawing = super().draw(seen, style)
        return drawing._replace(shapes=(*drawing.shapes, Label((-1, 0), "far", 0.3)))


class Pointless(Signed):
    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        drawing = super().draw(seen, style)
        shapes = (shape for shape in drawing.shapes if not isinstance(shape, Spot))
        return drawing._replace(shapes=tuple(shapes))


def in_wrong_pieces(grid: Grid) -> Model:
    whole = registry.model("mno", (grid.width,))
    line, cells = grid.lines[0]
    pieces = (Rule(say("{line} holds a dot", line=line), Count(cells, ("*",), 1, grid.width)),)
    first, *rest = whole.rules
    return Model(whole.cells, (replace(first, pieces=lambda: pieces), *rest))


def with_a_wrong_thought(grid: Grid) -> Model:
    whole = registry.model("mno", (grid.width,))
    line, cells = grid.lines[0]
    wrong = Rule(say("{line} has no dot at its ends", line=line), Count(cells[:1], ("*",), 0, 0))
    return Model(whole.cells, whole.rules, lambda: (wrong,))


class Impatient(Count):
    """Says that a line which is not full yet is wrong."""

    def holds(self, board: Values) -> bool:
        return all(cell in board for cell in self.cells) and super().holds(board)


def impatient(grid: Grid) -> Model:
    whole = registry.model("mno", (grid.width,))
    line, cells = grid.lines[0]
    rule = Rule(say("{line} holds exactly two dots", line=line), Impatient(cells, ("*",), 2, 2))
    return Model(whole.cells, (*whole.rules, rule))


def unseen(_at: Point, _tone: Tone) -> Iterator[Shape]:
    return iter(())


def by_chance(grid: Grid, solution: Solution, place: str) -> str | None:
    return filled(grid, solution, place) if random.random() < 0.95 else None


def always_a_dot(_grid: Grid, _solution: Solution, _place: str) -> str:
    return "*"


def only_the_first(grid: Grid, clues: tuple[Clue, ...], _tick: Tick) -> Iterator[Solution]:
    return islice(caracol.solutions(caracol.Puzzle("mno", (grid.width,), clues)), 1)


def seven(_grid: Grid, _clues: tuple[Clue, ...], _tick: Tick) -> int:
    return 7


def slowly(_grid: Grid, _clues: tuple[Clue, ...], _tick: Tick) -> int:
    time.sleep(2)
    return 1


def with_board(board: type[Grid]) -> AnyFamily:
    return replace(TWIN, board=lambda side: board(side, side, VALUES))


PORTUGUESE = {"pt": {"{line} is odd": "a {linha} é ímpar"}}
BROKEN: dict[str, tuple[AnyFamily, str]] = {
    "the record is complete": (replace(MNO, name="twin"), "expected an example of twin"),
    "texts read back": (with_board(Forgetful), "is shown as"),
    "damaged texts are refused with their place": (
        with_board(Crashing),
        "expected a ParseError, found KeyError",
    ),
    "puzzles have one solution": (
        replace(TWIN, example="twin 4\n....\n....\n....\n....\n"),
        "expected one solution, found more",
    ),
    "a solution is shown as a fully given puzzle": (with_board(Blind), "a cell is missing in"),
    "solutions keep every rule and one change breaks one": (
        replace(TWIN, model=impatient),
        "a part of one, does not keep 'row 1 holds exactly two dots'",
    ),
    "engines agree": (
        replace(TWIN, shortcuts=Shortcuts(join=only_the_first)),
        "sat finds .* boards, not 1",
    ),
    "counting is exact": (replace(TWIN, shortcuts=Shortcuts(count=seven)), "counted 7 solutions"),
    "pieces of rules mean the same as the rules": (
        replace(TWIN, model=in_wrong_pieces),
        "and its pieces disagree",
    ),
    "what people read as one thought follows from the rules": (
        replace(TWIN, model=with_a_wrong_thought),
        "'row 1 has no dot at its ends' does not follow from the rules",
    ),
    "generated puzzles are unique and irreducible": (
        replace(TWIN, setting=replace(SETTING, kinds={"dots": always_a_dot}, usual=("dots",))),
        "",
    ),
    "the same seed gives the same puzzles": (
        replace(TWIN, setting=replace(SETTING, kinds={"some": by_chance}, usual=("some",))),
        "instead of",
    ),
    "symmetries keep the rules": (
        replace(
            SNAIL,
            name="twin",
            example=SNAIL.example.replace("magic-snail", "twin"),
            setting=Setting(kinds={"letters": filled}, usual=("letters",), keep=("mirror",)),
        ),
        "turned, mirrored or exchanged, a puzzle is another",
    ),
    "exchanged twice clues are as before": (
        replace(TWIN, setting=replace(SETTING, exchange=lambda _, clue: clue._replace(value="M"))),
        "becomes",
    ),
    "every cell has an outline and a description": (
        with_board(Wordless),
        "expected a description of r1c1",
    ),
    "every line has its name beside the board": (
        with_board(Nameless),
        "expected a name beside row 1",
    ),
    "all of a picture is on its page": (with_board(Overflowing), "outside of the page"),
    "every clue is seen": (
        replace(TWIN, look=Look(glyphs={"*": unseen})),
        "nothing shows the clue r3c3=",
    ),
    "every value found is seen": (replace(TWIN, look=Look(glyphs={"*": unseen})), "nothing shows"),
    "steps can point at all they speak of": (
        replace(
            KROPKI,
            name="twin",
            example=KROPKI.example.replace("kropki", "twin"),
            board=lambda side: Pointless(Grid(side, side, (*range(1, side + 1),)), ("o", "@")),
        ),
        "the picture does not show",
    ),
    "everything said is translated": (
        replace(TWIN, rules="New rules", wording=Wording(translations=PORTUGUESE)),
        "expected '.*' in pt",
    ),
    "time limits are kept": (
        replace(TWIN, shortcuts=Shortcuts(count=slowly)),
        "count took .* s, not 0.05 s",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_family_that_breaks_a_law_is_found(name: str) -> None:
    family, reason = BROKEN[name]
    (law,) = (law for law in laws(family) if str(law) == name)
    with pytest.raises(AssertionError, match=f"twin breaks the law that {name}: (?s:.*){reason}"):
        law()


def test_conformance_stops_at_the_first_law_that_is_broken() -> None:
    with pytest.raises(AssertionError, match="twin breaks the law that texts read back"):
        conformance(with_board(Forgetful))


def test_a_sample_with_a_wrong_solution_is_found() -> None:
    wrong = MNO.example.replace(".", "-")
    with pytest.raises(AssertionError, match="expected the solution"):
        conformance(MNO, [(MNO.example, wrong)])


def test_a_family_can_be_added_and_replaced_but_not_one_that_is_installed() -> None:
    registry.add(TWIN)
    assert "twin" in registry.names() and caracol.family("twin") is TWIN
    assert caracol.is_unique(caracol.parse(TWIN.example))
    other = replace(TWIN, title="Other")
    registry.add(other)
    assert caracol.family("twin") is registry.families()["twin"] is other
    registry.add(MNO)
    with pytest.raises(UsageError, match="there is already a family of this name"):
        registry.add(replace(MNO, title="Mine"))
