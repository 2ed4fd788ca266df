"""Puzzles as text and as records: parse and show."""

from collections.abc import Iterator

from .boards import sizes
from .boards.board import texts
from .puzzle import Cell, ParseError, Puzzle, Shape, Solution, Value
from .reader import Reader, TextLine, Word
from .registry import asked_in_turn, board, family, is_known, names


def parse_all(text: str) -> Iterator[Puzzle]:
    """Every puzzle of a text, each starting with its header line, or each in a record of JSON.

    >>> [puzzle.family for puzzle in parse_all("mno 2\\n..\\n*.\\n mno 1\\n.")]
    ['mno', 'mno']
    """
    text = text.removeprefix("\ufeff")  # some editors leave a mark
    if text.lstrip().startswith("{"):
        lines = enumerate(text.split("\n"), start=1)
        yield from (_recorded(line, number) for number, line in lines if line.strip())
        return
    reader = Reader(text)
    if not reader:
        raise ParseError("expected a puzzle, found no text")
    while reader:
        yield _next_puzzle(reader)


def parse(text: str) -> Puzzle:
    """The one puzzle of a text.

    >>> parse("mno 2  # too small for anything\\n..\\n*.").clues
    (Clue(place='r2c1', value='*'),)
    """
    reader = Reader(text)
    if not reader:
        raise ParseError("expected a puzzle, found no text")
    puzzle = _next_puzzle(reader)
    if reader:
        raise reader.peek().words()[0].error("nothing after the end of the puzzle")
    return puzzle


def parse_boards(text: str) -> Iterator[tuple[Puzzle, dict[Cell, tuple[Value, ...]]]]:
    """Every partly filled board of a text, with the candidates of cells that are listed below it.

    >>> [(board, marks)] = parse_boards("mno 2\\n..\\n*.\\nr1c1: M N\\nr1c2: -*\\n")
    >>> marks
    {'r1c1': ('M', 'N'), 'r1c2': ('-', '*')}
    """
    if text.lstrip().startswith("{"):
        yield from ((puzzle, {}) for puzzle in parse_all(text))
        return
    reader = Reader(text)
    if not reader:
        raise ParseError("expected a board, found no text")
    while reader:
        puzzle = _next_puzzle(reader)
        marks: dict[Cell, tuple[Value, ...]] = {}
        while reader and reader.peek().words()[0].text.endswith(":"):
            line = reader.take("candidates")
            cell, values = _candidates(puzzle, line.words())
            if cell in marks:
                raise line.error(f"expected the candidates of {cell} once, found them twice")
            marks[cell] = values
        yield puzzle, marks


def _candidates(puzzle: Puzzle, words: list[Word]) -> tuple[Cell, tuple[Value, ...]]:
    """A cell and some of its values, apart or each a character."""
    domains = board(puzzle.family, puzzle.shape).domains
    name, *rest = words
    cell = name.text.removesuffix(":")
    if cell not in domains:
        raise name.error(f"a cell such as {next(iter(domains))}:")
    known = {str(value): value for value in domains[cell]}
    found: list[Value] = []
    for word in rest:
        texts = [word.text] if word.text in known else [*word.text]
        if not {*texts} <= known.keys():
            raise word.error(f"candidates of {cell}, some of {' '.join(known)}")
        found += [known[text] for text in texts]
    if not found:
        raise name.wrong(f"expected candidates of {cell}, some of {' '.join(known)}; found none")
    return cell, tuple(value for value in domains[cell] if value in found)


def shape(name: str, written: str) -> Shape:
    """The shape of a family that a size, written as in the header line, stands for.

    >>> shape("trid", "5 1..5")
    (5, 1, 5)
    """
    return _size(TextLine(f"{name} {written}", 1).words())


def header(name: str, shape: Shape) -> str:
    """The first line of a puzzle's text.

    >>> header("trid", (5, 1, 5))
    'trid 5 1..5'
    """
    return f"{name} {size(name, shape)}"


def size(name: str, shape: Shape) -> str:
    """The size of a shape as it is written in the header line."""
    return sizes.show(family(name).size, shape)


def show(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The puzzle as text, filled in where there is a solution.

    >>> print(show(parse("mno 2\\n. .\\n* .")), end="")
    mno 2
    ..
    *.
    """
    name, shape = puzzle.family, puzzle.shape
    return f"{header(name, shape)}\n{board(name, shape).show(texts(puzzle, solution))}"


def _recorded(line: str, number: int) -> Puzzle:
    """The puzzle of a record such as `generate` writes."""
    import json

    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else 1
        raise ParseError("expected a JSON object", line=number, column=column) from None
    text = record.get("puzzle") if isinstance(record, dict) else None
    if not isinstance(text, str):
        raise ParseError("expected a JSON object with the field 'puzzle'", line=number)
    try:
        return parse(text)
    except ParseError as error:
        raise ParseError(f"in the field 'puzzle', {error}", line=number) from None


def _next_puzzle(reader: Reader) -> Puzzle:
    words = reader.peek().words()
    name = words[0].text
    if not is_known(name):
        return _without_header(reader)
    reader.take("a header")
    shape = _size(words)
    found = board(name, shape).parse(reader)
    return Puzzle(name, shape + found.shape, found.clues)


def _size(words: list[Word]) -> Shape:
    """What the words of a header say about the shape."""
    record = family(words[0].text)
    return sizes.parse(record.size, words, record.example.partition("\n")[0])


def _without_header(reader: Reader) -> Puzzle:
    """The puzzle of the first family that takes the text for its own, our families first."""
    place, word = reader.place, reader.peek().words()[0]
    errors = []
    for record in asked_in_turn():
        try:
            read = record.shortcuts.without_header
            found = read(reader) if read else None
        except ParseError as error:
            found = None
            errors.append(error)
        if found:
            return found
        reader.place = place
    if errors:  # the family that understood most knows best what is wrong
        raise max(errors, key=lambda error: (error.line, error.column))
    raise word.error(f"a header starting with {', '.join(names())}", known=names())
