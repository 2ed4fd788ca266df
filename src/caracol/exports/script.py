"""CPMpy: a Python script that builds the model and prints every solution."""

from collections.abc import Iterator
from keyword import kwlist, softkwlist
from typing import assert_never

from ..model import Constraint, Count, Cycle, Differ, First, Is, Next, Stands, Sum
from ..puzzle import Cell
from .source import Names, Source, Wishes, along_a_path, names, rows

# What the script itself calls something.
OURS = (
    "cp sys model solver row cell name SHOWN BOARD spells first_seen goes_on midway between outside"
)
RESERVED = (*kwlist, *softkwlist, *OURS.split())
HEAD = '''
Prints every solution, found by OR-Tools or by the solver named: python FILE.py z3
"""

import sys

import cpmpy as cp
'''
SPELLS = '''\
def spells(path, key, blank):
    """Along the path, blanks left out, stands the key over and over, to its end."""
    stay = [(turn, blank, turn) for turn in range(len(key))]
    move = [(turn, value, (turn + 1) % len(key)) for turn, value in enumerate(key)]
    return cp.Regular(path, stay + move, 0, [0])
'''
FIRST_SEEN = '''\
def first_seen(path, value, blank):
    """The first cell of the path that is not blank holds the value."""
    return cp.all(
        cp.any([cell == value, cell == blank, *(before != blank for before in path[:i])])
        for i, cell in enumerate(path)
    )
'''
GOES_ON = '''\
def goes_on(path, key, blank):
    """If the path starts with a character of the key, the next one on it is the key's next."""
    return cp.all(
        (path[0] == value).implies(first_seen(path[1:], key[(i + 1) % len(key)], blank))
        for i, value in enumerate(key)
    )
'''
STANDS = '''\
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
    constraints = "".join(
        f"# {rule.sentence}\nmodel += {_told(rule.constraint, called)}\n"
        for rule in source.all_rules
    )
    shown = "cell.value()" if source.has_numbers else "SHOWN[cell.value()]"
    parts = [
        f'"""{_harmless(source.printed)}\n{HEAD}',
        _values(source, called),
        *_functions(source),
        "".join(_cells(source, called)),
        "model = cp.Model()\n" + "".join(_gaps(source, called)) + constraints,
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
    told = ", ".join(called.values[value] for value in source.values)
    comma = "," if len(source.values) == 1 else ""
    return f"{told}{comma} = range({len(source.values)})\nSHOWN = {[*map(str, source.values)]}\n"


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
            told = ", ".join(called.cells[cell] for cell in row)
            words = f"{' '.join(row)!r}.split()"
            yield f"{told} = cp.intvar({low}, {high}, shape={len(row)}, name={words})\n"
            continue
        for cell in row:
            numbers = _numbers(source, cell)
            told = f"cp.intvar({numbers[0]}, {numbers[-1]}, name={cell!r})"
            yield f"{called.cells[cell]} = {told}\n"


def _gaps(source: Source, called: Names) -> Iterator[str]:
    """Values between its least and its most that a cell cannot have.

    A cell that no rule speaks of is told too: what stands in no constraint gets no value.
    """
    spoken_of = {cell for rule in source.all_rules for cell in rule.constraint.cells}
    for cell in source.cells:
        numbers = _numbers(source, cell)
        if len(numbers) <= numbers[-1] - numbers[0] or cell not in spoken_of:
            yield f"model += cp.InDomain({called.cells[cell]}, {numbers})\n"


def _board(source: Source, called: Names) -> str:
    lines = [
        f"    ({[name] if name else []}, {called.cell_list(cells)}),\n"
        for name, cells in rows(source.cells)
    ]
    return "BOARD = [\n" + "".join(lines) + "]\n\n"


def _functions(source: Source) -> Iterator[str]:
    """What the rules need and CPMpy does not have."""
    kinds = {type(rule.constraint) for rule in source.all_rules}
    if Cycle in kinds:
        yield f"\n{SPELLS}\n"
    if kinds & {First, Next}:
        yield f"\n{FIRST_SEEN}\n"
    if Next in kinds:
        yield f"\n{GOES_ON}\n"
    if Stands in kinds:
        yield f"\n{STANDS}\n"


def _told(constraint: Constraint, called: Names) -> str:
    cells_of, values_of = called.cell_list, called.value_list
    match constraint:
        case Is(cell, value):
            return f"{called.cells[cell]} == {called.values[value]}"
        case Count(cells, values, low, high):
            known = [value for value in values if value in called.values]
            hits = (
                f"cp.Count({cells_of(cells)}, {called.values[known[0]]})"
                if len(known) == 1
                else f"cp.Among({cells_of(cells)}, {values_of(known)})"
            )
            return f"{hits} == {low}" if low == high else f"({hits} >= {low}) & ({hits} <= {high})"
        case Differ(cells):
            return f"cp.AllDifferent({cells_of(cells)})"
        case Sum(cells, total, weights):
            terms = [called.cells[cell] for cell in cells]
            if weights:
                tables = (f"cp.cpm_array({list(row)})" for row in weights)
                terms = [f"{table}[{term}]" for table, term in zip(tables, terms, strict=True)]
            return f"{' + '.join(terms)} == {total}"
        case Cycle() | First() | Next():
            return along_a_path(constraint, called)
        case Stands(line, value, ends, where):
            held, end = called.values[value], called.values[ends]
            return f"{where.name.lower()}({cells_of(line)}, {held}, {end})"
        case _:
            assert_never(constraint)
