"""Laws of pictures and words: all of a puzzle is shown, and said in every language."""

from collections.abc import Iterator
from string import Formatter
from xml.etree import ElementTree

from .. import registry
from ..boards.board import EMPTY
from ..drawing.boards import draw, noted
from ..drawing.characters import characters
from ..drawing.picture import plain
from ..drawing.svg import THEMES, as_svg
from ..explanations.walk import rules_in_pieces, steps
from ..phrases import LANGUAGES, Listing, Phrase, catalogue
from ..puzzle import Cell, Puzzle, Solution, Value
from ..shapes import (
    Area,
    Disc,
    Drawing,
    Label,
    Name,
    Notes,
    Shape,
    Spot,
    Stroke,
    box,
    middle,
    named,
)
from .subject import Broken, Subject


def drawings(subject: Subject) -> Iterator[tuple[Puzzle, Drawing]]:
    """Every puzzle and its solution in every view, and with names of lines and candidates."""
    for puzzle, solution in subject.solved:
        for view in ("", *subject.family.look.views):
            yield puzzle, draw(puzzle, None, view)
            yield puzzle, draw(puzzle, solution, view)
            yield puzzle, named(noted(draw(puzzle, None, view), puzzle, _all_but_one(puzzle)))


def _all_but_one(puzzle: Puzzle) -> dict[Cell, tuple[Value, ...]]:
    cells = registry.model(puzzle.family, puzzle.shape).cells
    given = {clue.place for clue in puzzle.clues}
    return {cell: values[1:] for cell, values in cells.items() if cell not in given}


def every_cell_has_an_outline_and_a_description(subject: Subject) -> Broken:
    for puzzle, drawing in drawings(subject):
        cells = registry.model(puzzle.family, puzzle.shape).cells
        if sorted(shape.cell for shape in drawing.cells) != sorted(cells):
            yield f"expected an outline for each cell, found {[s.cell for s in drawing.cells]}"
        if len({middle(shape) for shape in drawing.cells}) != len(cells):
            yield "two cells lie on each other"
        if not (drawing.title and str(drawing.description)):
            yield "expected a title and a description"
        for shape in drawing.cells:
            if not str(shape.description):
                yield f"expected a description of {shape.cell}"


def all_of_a_picture_is_on_its_page(subject: Subject) -> Broken:
    for _, drawing in drawings(subject):
        for shape in drawing.shapes:
            match shape:
                case Stroke(points=points) | Area(outline=points):
                    (left, top), (right, bottom) = box(points)
                case Disc(centre=(x, y), radius=reach) | Spot(centre=(x, y), radius=reach):
                    left, top, right, bottom = x - reach, y - reach, x + reach, y + reach
                case Label(at=(x, y)) | Name(at=(x, y)):
                    left, top, right, bottom = x, y, x, y
                case Notes(box=((left, top), (right, bottom))):
                    pass
            low, width, height = -1e-9, drawing.width + 1e-9, drawing.height + 1e-9
            if not (low <= left and low <= top and right <= width and bottom <= height):
                yield f"outside of the page: {shape}"


def every_line_has_its_name_beside_the_board(subject: Subject) -> Broken:
    for puzzle in subject.puzzles:
        names = {str(name.line): name for name in draw(puzzle).names}
        for line in registry.board(puzzle.family, puzzle.shape).lines:
            if str(line.name) not in names:
                yield f"expected a name beside {line.name}, found {sorted(names)}"
        texts = [name.text for name in names.values()]
        if len({*texts}) != len(texts):
            yield f"two lines have the same name: {texts}"


def candidates_are_seen(subject: Subject) -> Broken:
    """In the picture of an open cell, and in text as far as there is room."""
    for puzzle in subject.puzzles:
        drawing = draw(puzzle)
        noted_one = noted(drawing, puzzle, _all_but_one(puzzle))
        notes = {shape.cell for shape in noted_one.shapes if isinstance(shape, Notes)}
        if notes != {*_all_but_one(puzzle)}:
            yield f"expected candidates in all open cells, found some in {sorted(notes)}"
        if not any(_all_but_one(puzzle).values()):
            continue
        if plain(characters(noted_one)) == plain(characters(drawing)):
            yield "the text picture is the same without candidates"
        if as_svg(noted_one) == as_svg(drawing):
            yield "the picture is the same without candidates"


def every_clue_is_seen(subject: Subject) -> Broken:
    for puzzle in subject.puzzles:
        drawing = draw(puzzle)
        written = _written(drawing)
        for clue in puzzle.clues:
            without = draw(puzzle.without(clue))
            if not {*_marks(drawing)} - {*_marks(without)}:
                yield f"nothing shows the clue {clue}"
            if plain(characters(without)) == plain(characters(drawing)):
                yield f"the text picture is the same without the clue {clue}"
            if _is_text(subject, clue.value) and clue.value not in written.get(clue.place, clue):
                yield f"expected {clue}, found {written[clue.place]!r}"


def every_value_found_is_seen(subject: Subject) -> Broken:
    for puzzle, solution in subject.solved:
        drawing = draw(puzzle, solution)
        written = _written(drawing)
        given = {clue.place for clue in puzzle.clues}
        for cell, value in solution.values.items():
            others = {other: v for other, v in solution.values.items() if other != cell}
            without = draw(puzzle, Solution(others))
            if value != EMPTY and cell not in given and {*_marks(drawing)} <= {*_marks(without)}:
                yield f"nothing shows {value} in {cell}"
            if _is_text(subject, str(value)) and str(value) not in written[cell]:
                yield f"expected {value} in {cell}, found {written[cell]!r}"


def _is_text(subject: Subject, value: str) -> bool:
    return value != EMPTY and value not in subject.family.look.glyphs


def _written(drawing: Drawing) -> dict[str, str]:
    """What is written in each cell of a text picture."""
    written: dict[str, str] = {}
    for span in (span for line in characters(drawing) for span in line if span.cell):
        written[span.cell] = written.get(span.cell, "") + span.text
    return written


def _marks(drawing: Drawing) -> Iterator[Shape]:
    """All that is drawn on the cells and between them."""
    for shape in drawing.shapes:
        if not isinstance(shape, Spot) and not (isinstance(shape, Area | Disc) and shape.cell):
            yield shape


def steps_can_point_at_all_they_speak_of(subject: Subject) -> Broken:
    for step in steps(subject.example):
        shapes = step.draw().shapes
        cells = {shape.cell for shape in shapes if isinstance(shape, Area | Disc) and shape.role}
        spots = {shape.place for shape in shapes if isinstance(shape, Spot) and shape.role}
        missing = step.highlights.keys() - cells - spots
        if missing:
            yield f"the picture does not show {sorted(missing)}: {step.sentence()}"


def svg_is_well_formed_and_names_its_cells(subject: Subject) -> Broken:
    for puzzle, drawing in drawings(subject):
        for theme in THEMES:
            root = ElementTree.fromstring(as_svg(drawing, theme=theme))
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            if len(ids) != len({*ids}):
                yield f"some id is there twice: {ids}"
            title, description, *_ = root
            if not (title.tag.endswith("title") and title.text):
                yield "expected a title first"
            if not (description.tag.endswith("desc") and description.text):
                yield "expected a description after the title"
            named = {element.get("data-cell") for element in root.iter()} - {None}
            if named != {*registry.model(puzzle.family, puzzle.shape).cells}:
                yield f"expected every cell by its name, found {named}"


def everything_said_is_translated(subject: Subject) -> Broken:
    """Into the languages that the family brings, and those that know its rules already."""
    family = subject.family
    for language in LANGUAGES:
        known = catalogue(language)
        if language not in family.wording.translations and family.rules not in known:
            continue
        for template in {family.rules, *_said(subject)}:
            if template not in known:
                yield f"expected {template!r} in {language}"
            elif _gaps(template) != _gaps(known[template]):
                yield f"expected the same gaps in {template!r} and {known[template]!r}"


def _said(subject: Subject) -> Iterator[str]:
    """Every template that is used to speak of the family's puzzles."""
    for puzzle, solution in subject.solved:
        rules = (*subject.model.rules, *rules_in_pieces(puzzle), *registry.clues(puzzle))
        for rule in rules:
            yield from _templates(rule.sentence)
        for drawing in (draw(puzzle), draw(puzzle, solution)):
            yield from _templates(drawing.description)
            for shape in drawing.cells:
                yield from _templates(shape.description)
    wording = subject.family.wording
    for cell, values in subject.model.cells.items():
        yield from _templates(wording.cell(cell))
        for value in values:
            yield from (*_templates(wording.value(value)), *_templates(wording.value(value, True)))


def _templates(said: object) -> Iterator[str]:
    """The templates of a phrase and of its parts."""
    if isinstance(said, Phrase):
        yield said.template
        for _, part in said.parts:
            yield from _templates(part)
    elif isinstance(said, Listing):
        yield said.joined
        for item in said.items:
            yield from _templates(item)


def _gaps(template: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(template)} - {None}


LAWS = (
    every_cell_has_an_outline_and_a_description,
    all_of_a_picture_is_on_its_page,
    every_line_has_its_name_beside_the_board,
    candidates_are_seen,
    every_clue_is_seen,
    every_value_found_is_seen,
    steps_can_point_at_all_they_speak_of,
    svg_is_well_formed_and_names_its_cells,
    everything_said_is_translated,
)
