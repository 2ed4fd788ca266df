"""What all formats start from: cells in reading order, rules, and names that programs can have."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from ..kinds import Domains
from ..kinds.lowering import Lowering, Part, lowered
from ..model import Rule
from ..puzzle import Cell, UsageError, Value

# Nobody reads longer models, and few solvers can.
MOST_LINES = 1_000_000

# Characters of boards that cannot stand in a name, in words.
SPOKEN = {"-": "empty", "*": "dot"}


@dataclass(frozen=True)
class Source:
    """A puzzle: how it is printed, its cells in reading order, what clues and rules say."""

    printed: str
    cells: Domains
    clues: tuple[Rule, ...]
    rules: tuple[Rule, ...]

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Every value of any cell, each once, in the order of the cells' own."""
        return tuple(dict.fromkeys(value for values in self.cells.values() for value in values))

    @property
    def all_rules(self) -> tuple[Rule, ...]:
        return (*self.clues, *self.rules)

    @cached_property
    def has_numbers(self) -> bool:
        """Whether values are numbers; otherwise they are words, which numbers stand for."""
        return all(isinstance(value, int) for value in self.values)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a user can ask for: how to search, and no helper variables."""

    search: tuple[str, ...] = ()
    direct: bool = False


def rows(cells: Iterable[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """The lines in which cells are printed: those of a grid row by row, others with their name.

    >>> list(rows(["r1c1", "r1c2", "r2c1", "top"]))
    [('', ['r1c1', 'r1c2']), ('', ['r2c1']), ('top', ['top'])]
    """
    grid: dict[str, list[Cell]] = {}
    named = []
    for cell in cells:
        match = re.fullmatch(r"(r\d+)c\d+", cell)
        if match:
            grid.setdefault(match[1], []).append(cell)
        else:
            named.append((cell, [cell]))
    yield from (("", row) for row in grid.values())
    yield from named


@dataclass(frozen=True, slots=True)
class Names:
    """What cells and values are called in a program."""

    cells: Mapping[Cell, str]
    values: Mapping[Value, str]

    def cell_list(self, cells: Iterable[Cell]) -> str:
        return listed(self.cells[cell] for cell in cells)


def listed(words: Iterable[str]) -> str:
    return f"[{', '.join(words)}]"


def unused(word: str, called: Names) -> str:
    """The word, or one like it, with which no name of a cell or value begins."""
    taken = [name.lower() for name in (*called.cells.values(), *called.values.values())]
    while any(name.startswith(word.lower()) for name in taken):
        word += "_"
    return word


def names(source: Source, reserved: Collection[str]) -> Names:
    """Numbers are called what they are, all else what a program can call it."""
    cells = identifiers(source.cells, reserved)
    if source.has_numbers:
        return Names(cells, {value: str(value) for value in source.values})
    words = {value: SPOKEN.get(str(value), str(value)) for value in source.values}
    called = identifiers(words.values(), {*reserved, *cells.values()})
    return Names(cells, {value: called[word] for value, word in words.items()})


def identifiers(names: Iterable[str], reserved: Collection[str]) -> dict[str, str]:
    """For each name one that a program can have, as like it as can be, no two the same.

    >>> identifiers(["r1c1", "A", "1", "in", "é"], ["in"])
    {'r1c1': 'r1c1', 'A': 'A', '1': 'v1', 'in': 'v_in', 'é': 'u233'}
    """
    found: dict[str, str] = {}
    taken = {*reserved}
    for name in names:
        word = "".join(map(_letter, name))
        word = word if word[:1].isalpha() else f"v{word}"
        while word in taken:
            word = f"v_{word}"
        taken.add(word)
        found[name] = word
    return found


def _letter(character: str) -> str:
    is_fit = character.isascii() and (character.isalnum() or character == "_")
    return character if is_fit else f"u{ord(character)}"


Group = TypeVar("Group", bound=Sized)


def bounded(groups: Iterable[tuple[str, Group]]) -> list[tuple[str, Group]]:
    """What is said by each rule, in lines, as long as these are not too many."""
    kept, lines = [], 0
    for sentence, said in groups:
        lines += len(said)
        if lines > MOST_LINES:
            raise UsageError(f"the puzzle needs more than {MOST_LINES:,} lines in this format")
        kept.append((sentence, said))
    return kept


def comment(mark: str, text: str) -> str:
    """The text as lines of comment."""
    return "".join(f"{mark} {line}".rstrip() + "\n" for line in text.split("\n"))


def lowered_rules(source: Source, out: Lowering) -> Iterator[tuple[str, list[Part]]]:
    """What says that cells hold one value each, and what each rule is lowered to."""
    yield "every cell holds one value", out.parts()
    for rule in source.all_rules:
        top = out.top
        parts = lowered(out, rule.constraint)
        helpers = f" (helper variables {top + 1} to {out.top})" if out.top > top else ""
        yield f"{rule.sentence}{helpers}", parts


def fact_lines(mark: str, out: Lowering) -> str:
    """Which variable stands for which cell and value, as lines that begin with the mark."""
    return "".join(
        f"{mark}{number} {cell}={value}\n"
        for cell, held in out.literals.items()
        for value, number in held.items()
    )
