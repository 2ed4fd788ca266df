"""The candidates of the cells while a step is told, and facts said as news to them."""

from collections.abc import Iterable, Iterator, Mapping

from ..boards.board import EMPTY
from ..phrases import Listing, Phrase, clauses
from ..puzzle import Cell, Fact, Value
from .chains import by_cell, spelt_out
from .sentences import Speaker
from .thoughts import BLANK

Mark = tuple[Cell, Value]


class Candidates:
    """What each cell can still hold as far as it is told."""

    def __init__(self, speaker: Speaker, left: Mapping[Cell, Iterable[Value]]) -> None:
        self.speaker = speaker
        self._left = {cell: {*values} for cell, values in left.items()}

    def copy(self) -> "Candidates":
        return Candidates(self.speaker, self._left)

    def of(self, cell: Cell) -> set[Value]:
        return self._left[cell]

    def only_value(self, cell: Cell) -> Value | None:
        """What a cell holds, if that is settled."""
        left = self._left[cell]
        return next(iter(left)) if len(left) == 1 else None

    def learn(self, facts: Iterable[Fact]) -> None:
        for cell, value, holds in facts:
            self._left[cell] &= {value} if holds else self._left[cell] - {value}

    def struck(self, facts: Iterable[Fact]) -> set[Mark]:
        """The candidates that these facts take away."""
        gone = spelt_out(facts, self.speaker.domains)
        return {(cell, value) for cell, value, _ in gone if value in self._left[cell]}

    def facts(self, facts: Iterable[Fact]) -> Listing:
        return clauses(self.groups(facts))

    def groups(self, facts: Iterable[Fact]) -> Iterator[Phrase]:
        """What cells are, can only be, or are not, whatever is shorter; like cells together."""
        facts = [*facts]
        placed = {fact.cell for fact in facts if fact.holds}
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for cell, values in by_cell(spelt_out(facts, self.speaker.domains)).items():
            struck = [value for value in values if value in self._left[cell]]
            kept = [v for v in self.speaker.domains[cell] if v in self._left[cell] - {*struck}]
            # "A or B" is shorter than "neither empty nor C".
            length = len(struck) + (EMPTY in struck and len(struck) > 1)
            is_shorter = len(kept) == 1 or 0 < len(kept) < length
            if len(kept) == 1 and BLANK in self._left[cell] and cell not in placed:
                is_shorter = False  # that it is the only one left is another thought
            if struck:
                said.setdefault((not is_shorter, tuple(kept if is_shorter else struck)), []).append(
                    cell
                )
        # What is put into cells comes first, then what stays empty.
        for (gone, some), cells in sorted(said.items(), key=lambda i: (i[0][0], EMPTY in i[0][1])):
            if gone:
                yield self.speaker.say(cells, some, holds=False)
            else:
                yield self.speaker.only(cells, some)
