"""CPMpy: a Python script that builds the model and prints every solution."""

import re
from collections.abc import Iterator, Mapping, Sequence
from keyword import kwlist, softkwlist

from ..kinds import Automaton
from ..puzzle import Cell
from .program import HELPERS, Language, Listed, Translation, added, needed
from .source import Names, Source, Wishes, comment, listed, names, rows

# What the script itself calls something.
OURS = "cp sys model solver row cell name SHOWN BOARD midway between outside"
RESERVED = (*kwlist, *softkwlist, *OURS.split())
HEAD = '''
Prints every solution, found by OR-Tools or by the solver named: python FILE.py z3
"""

import sys

import cpmpy as cp
'''
MIDWAY = '''\
def midway(line, value, end):
    """Wherever the value stands on the line, the ends mirror each other about it."""
    places = range(len(line))
    return cp.all(
        (line[at] == value).implies(
            (line[i] == end) == (line[2 * at - i] == end)
            if 2 * at - i in places
            else line[i] != end
        )
        for at in places
        for i in places
        if i != at
    )
'''
BETWEEN = '''\
def between(line, value, end):
    """Wherever the value stands, ends stand on both sides, and no two mirror each other."""
    return cp.all(
        (line[at] == value).implies(
            cp.any(cell == end for cell in line[:at])
            & cp.any(cell == end for cell in line[at + 1 :])
            & cp.all(
                (one != end) | (other != end)
                for one, other in zip(line[:at][::-1], line[at + 1 :])
            )
        )
        for at in range(len(line))
    )
'''
OUTSIDE = '''\
def outside(line, value, end):
    """Wherever the value stands on the line, ends do not stand on both sides."""
    return cp.all(
        (line[at] == value).implies(
            cp.all(cell != end for cell in line[:at])
            | cp.all(cell != end for cell in line[at + 1 :])
        )
        for at in range(len(line))
    )
'''
# What the rules may need and CPMpy does not have.
FUNCTIONS = {"midway": MIDWAY, "between": BETWEEN, "outside": OUTSIDE}
MAIN = """\
if __name__ == "__main__":
    solver = sys.argv[1] if len(sys.argv) > 1 else "ortools"
    while model.solve(solver=solver):
        for name, row in BOARD:
            print(*name, *(%s for cell in row))
        print()
        # Forbidden by its cells, so that no solution comes twice.
        model += cp.any([cell != cell.value() for _, row in BOARD for cell in row])
"""


def text(source: Source, _wishes: Wishes) -> str:
    called = names(source, RESERVED)
    translation = Translation(source, called, LANGUAGE)
    rules = translation.rules("#", "model += {}\n")
    shown = "cell.value()" if source.has_numbers else "SHOWN[cell.value()]"
    parts = [
        f'"""{_harmless(source.printed)}\n{HEAD}',
        _values(source, called),
        *(f"\n{function}\n" for function in needed(FUNCTIONS, rules)),
        "".join(_cells(source, called)),
        "".join(_moves(translation.automata, source, called)),
        "model = cp.Model()\n" + "".join(_gaps(source, called, rules)) + rules,
        _board(source, called),
        MAIN % shown,
    ]
    return "\n".join(filter(None, parts))


def _harmless(printed: str) -> str:
    """What a board can hold and a docstring cannot."""
    return printed.replace("\\", "").replace('"', "")


def _values(source: Source, called: Names) -> str:
    if source.has_numbers:
        return ""
    names = ", ".join(called.values[value] for value in source.values)
    comma = "," if len(source.values) == 1 else ""
    return f"{names}{comma} = range({len(source.values)})\nSHOWN = {[*map(str, source.values)]}\n"


def _numbers(source: Source, cell: Cell) -> list[int]:
    """The numbers that a cell can have."""
    values = source.values
    return sorted(
        value if isinstance(value, int) and source.has_numbers else values.index(value)
        for value in source.cells[cell]
    )


def _cells(source: Source, called: Names) -> Iterator[str]:
    for _, row in rows(source.cells):
        ranges = {(numbers[0], numbers[-1]) for numbers in (_numbers(source, c) for c in row)}
        if len(row) > 1 and len(ranges) == 1:
            ((low, high),) = ranges
            names = ", ".join(called.cells[cell] for cell in row)
            words = f"{' '.join(row)!r}.split()"
            yield f"{names} = cp.intvar({low}, {high}, shape={len(row)}, name={words})\n"
            continue
        for cell in row:
            numbers = _numbers(source, cell)
            variable = f"cp.intvar({numbers[0]}, {numbers[-1]}, name={cell!r})"
            yield f"{called.cells[cell]} = {variable}\n"


def _moves(automata: Mapping[Automaton, str], source: Source, called: Names) -> Iterator[str]:
    """The moves of automata: from which state, on which value and to which state they go."""
    for automaton, name in automata.items():
        moves = (
            f"({state}, {called.values[value]}, {target})"
            for state, value, target in automaton.arcs(source.values)
        )
        yield "# From which state, on which value, to which state; it starts in state 0.\n"
        yield f"{name} = [{', '.join(moves)}]\n"


def _gaps(source: Source, called: Names, rules: str) -> Iterator[str]:
    """Values between its least and its most that a cell cannot have.

    A cell that no rule speaks of is listed too: what stands in no constraint gets no value.
    """
    spoken_of = {*re.findall(r"\w+", rules)}
    for cell in source.cells:
        numbers = _numbers(source, cell)
        if len(numbers) <= numbers[-1] - numbers[0] or called.cells[cell] not in spoken_of:
            yield f"model += cp.InDomain({called.cells[cell]}, {numbers})\n"


def _board(source: Source, called: Names) -> str:
    lines = [
        f"    ({[name] if name else []}, {called.cell_list(cells)}),\n"
        for name, cells in rows(source.cells)
    ]
    return "BOARD = [\n" + "".join(lines) + "]\n\n"


def _count(cells: Listed, values: Listed, low: int, high: int) -> str:
    hits = (
        f"cp.Count({listed(cells)}, {values[0]})"
        if len(values) == 1
        else f"cp.Among({listed(cells)}, {listed(values)})"
    )
    return _from_to(hits, low, high)


def _from_to(number: str, low: int, high: int) -> str:
    return f"{number} == {low}" if low == high else f"({number} >= {low}) & ({number} <= {high})"


def _table(row: Sequence[int]) -> str:
    return f"cp.cpm_array({list(row)})"


def _linear(terms: Sequence[tuple[int, str]], low: int, high: int) -> str:
    weighted = [literal if weight == 1 else f"{weight} * ({literal})" for weight, literal in terms]
    return _from_to(f"cp.sum({listed(weighted)})", low, high)


def _helpers(names: Listed) -> str:
    declared = (f"{name} = cp.boolvar(name={name!r})\n" for name in names)
    return comment("#", HELPERS) + "".join(declared)


LANGUAGE = Language(
    given=lambda cell, value: f"{cell} == {value}",
    count=_count,
    differ=lambda cells: f"cp.AllDifferent({listed(cells)})",
    total=lambda cells, weights, total: f"{added(cells, weights, _table)} == {total}",
    accepted=lambda path, name, automaton: (
        f"cp.Regular({listed(path)}, {name}, 0, {[*automaton.ends]})"
    ),
    stands=lambda where, line, value, ends: f"{where}({listed(line)}, {value}, {ends})",
    helper="helper_",
    helpers=_helpers,
    fact=lambda cell, value, holds: f"{cell} {'==' if holds else '!='} {value}",
    definition=lambda name, holds: name if holds else f"~{name}",
    clause=lambda literals: f"cp.any({listed(literals)})",
    linear=_linear,
)
