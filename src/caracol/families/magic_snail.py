"""Magic Snail: each character of a key once in every line, in turn along a spiral."""

from collections.abc import Iterator

from ..boards import grid
from ..boards.grid import EMPTY, cell, columns, rows, spiral
from ..family import Family, Setting
from ..kinds.automata import goes_on, repeats, starts_with
from ..model import Count, Model, Regular, Rule
from ..phrases import all_of, say
from ..puzzle import Clue, Puzzle, Shape, Solution
from ..reader import Reader, Word
from ..shapes import Drawing, Label, Stroke, Tone


def header(words: tuple[Word, ...]) -> Shape:
    if len(words) != 3:
        raise words[-1].error("a header 'magic-snail N KEY', such as 'magic-snail 5 ABC'")
    side, key = grid.parse_side(words), words[2]
    for i, character in enumerate(key.text):
        if not character.isalnum() or character in key.text[:i]:
            raise Word(character, key.line, key.column + i).error(
                "a key of different letters or digits"
            )
    if len(key.text) > side:
        raise key.error(f"a key of at most {side} characters, as many as a row has cells")
    return side, key.text


def parse(words: tuple[Word, ...], reader: Reader) -> Puzzle:
    side, key = size(shape := header(words))
    return Puzzle("magic-snail", shape, grid.parse_rows(reader, side, key + EMPTY))


def show(puzzle: Puzzle, solution: Solution | None) -> str:
    side, key = size(puzzle.shape)
    return f"magic-snail {side} {key}\n{grid.show_rows(puzzle, solution, side)}"


def size(shape: Shape) -> tuple[int, str]:
    side, key = shape
    assert isinstance(side, int) and isinstance(key, str), "a snail's shape is its side and its key"
    return side, key


def model(shape: Shape) -> Model:
    side, key = size(shape)
    values = (EMPTY, *key)
    path = tuple(cell(i, j) for i, j in spiral(side))
    rules = (*every_line_holds_the_key_once(side, key), *the_snail_spells_the_key(path, key))
    return Model(dict.fromkeys(path, values), rules)


def every_line_holds_the_key_once(side: int, key: str) -> Iterator[Rule]:
    for name, line in (*rows(side), *columns(side)):
        for character in key:
            yield Rule(
                say("{line} holds exactly one {value}", line=name, value=character),
                Count(line, (character,), 1, 1),
            )


def the_snail_spells_the_key(path: tuple[str, ...], key: str) -> Iterator[Rule]:
    yield Rule(
        say("along the snail the letters spell {key} over and over", key=key),
        Regular(path, repeats(tuple(key), EMPTY)),
    )


def pieces(shape: Shape) -> Iterator[Rule]:
    side, key = size(shape)
    yield from every_line_holds_the_key_once(side, key)
    yield from one_letter_follows_another(tuple(cell(i, j) for i, j in spiral(side)), key)


def one_letter_follows_another(path: tuple[str, ...], key: str) -> Iterator[Rule]:
    """What spelling the key over and over means, letter by letter."""
    first, last = key[0], key[-1]
    yield Rule(
        say("the first letter on the snail is {value}", value=first),
        Regular(path, starts_with(first, EMPTY)),
    )
    yield Rule(
        say("the last letter on the snail is {value}", value=last),
        Regular(path[::-1], starts_with(last, EMPTY)),
    )
    for i, start in enumerate(path[:-1]):
        yield Rule(
            say(
                "after {cell} the snail goes on with the next letter of {key}", cell=start, key=key
            ),
            Regular(path[i:], goes_on(tuple(key), EMPTY)),
        )


def draw(puzzle: Puzzle, solution: Solution | None) -> Drawing:
    """The shell: walls only between the turns of the spiral, its mouth at the top left."""
    side, key = size(puzzle.shape)
    description = say(
        "A snail of {side} rows and columns, each to hold {values} once.",
        side=side,
        values=all_of(key),
    )
    shapes = (
        *grid.draw(puzzle, solution, grid.named, lined=False),
        Stroke(tuple(shell(side)), 0.1),
        Label((side / 2, side + 0.45), " → ".join(key), 0.26, Tone.FAINT),
    )
    return Drawing(side, side + 0.7, f"Magic Snail {side} {key}", description, shapes)


def shell(side: int) -> Iterator[tuple[float, float]]:
    """The corners of the snail's wall: one line from the mouth at the top left inwards."""
    yield 0, 0
    yield side, 0
    near, far = 0, side
    while far > near:
        yield far, far
        yield near, far
        if near + 1 < far:
            yield near, near + 1
        if near + 2 < far:
            yield far - 1, near + 1
        near, far = near + 1, far - 1


def all_clues(_shape: Shape, solution: Solution) -> Iterator[tuple[str, Clue]]:
    for place, value in solution.values.items():
        yield "empties" if value == EMPTY else "letters", Clue(place, str(value))


FAMILY = Family(
    name="magic-snail",
    title="Magic Snail",
    size="N KEY",
    rules=(
        "Put each character of the key once into every row and every column; the other cells stay"
        " empty. Read along the snail, from the top left clockwise inwards, the characters follow"
        " the key over and over."
    ),
    example="magic-snail 5 ABC\n.....\nB.C..\n.....\n.....\n...C.\n",
    header=header,
    parse=parse,
    show=show,
    draw=draw,
    model=model,
    pieces=pieces,
    clue=grid.clue,
    value=grid.named,
    setting=Setting(
        kinds=("letters", "empties"),
        usual=("letters",),
        all_clues=all_clues,
        symmetries=grid.SYMMETRIES,
        copies=lambda puzzle: iter([puzzle]),  # the spiral looks like no other way round
    ),
)
