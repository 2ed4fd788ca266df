"""MiniZinc: cells are variables of an enumerated type, or of a range of numbers."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from ..model import Constraint, Count, Cycle, Differ, First, Is, Next, Stands, Sum, Where
from ..puzzle import Cell, UsageError, Value
from .source import Names, Source, Wishes, along_a_path, comment, names, rows

VARIABLE_CHOICES = (
    "input_order",
    "first_fail",
    "anti_first_fail",
    "smallest",
    "largest",
    "occurrence",
    "most_constrained",
    "max_regret",
    "dom_w_deg",
)
VALUE_CHOICES = (
    "indomain",
    "indomain_min",
    "indomain_max",
    "indomain_median",
    "indomain_middle",
    "indomain_random",
    "indomain_split",
    "indomain_reverse_split",
    "indomain_interval",
)
KEYWORDS = (
    "ann annotation any array bool case constraint default diff div else elseif endif enum false"
    " float function if in include int intersect let list maximize minimize mod not of op opt"
    " output par predicate record satisfy set solve string subset superset symdiff test then true"
    " tuple type union var where xor"
)
# What the model itself calls something.
OURS = "Value shown spells first_seen goes_on midway between outside"
RESERVED = (*KEYWORDS.split(), *OURS.split())

INCLUDES = {Count: "count.mzn", Differ: "alldifferent.mzn", Cycle: "regular.mzn"}
SPELLS = """\
% Along the path, blanks left out, stands the key over and over, to its end.
predicate spells(array[int] of var Value: path, array[int] of Value: key, Value: blank) =
  let {
    int: turns = length(key);
    int: low = min(Value);
    int: high = max(Value);
    % Whose turn it is after a value, by whose turn it was; 0 where that is wrong.
    array[int, int] of int: after = array2d(1..turns, 1..high - low + 1, [
      if value = blank then turn
      elseif value = key[turn] then turn mod turns + 1
      else 0 endif
      | turn in 1..turns, value in low..high ]);
  } in regular([cell - low + 1 | cell in path], turns, high - low + 1, after, 1, {1});
"""
FIRST_SEEN = """\
% The first cell of the path that is not blank holds the value.
predicate first_seen(array[int] of var Value: path, Value: value, Value: blank) =
  forall(i in index_set(path))(
    path[i] = value \\/ path[i] = blank \\/ exists(j in 1..i - 1)(path[j] != blank));
"""
GOES_ON = """\
% If the path starts with a character of the key, the next one on it is the key's next.
predicate goes_on(array[int] of var Value: path, array[int] of Value: key, Value: blank) =
  forall(k in index_set(key))(
    path[1] = key[k] ->
      first_seen([path[i] | i in 2..length(path)], key[k mod length(key) + 1], blank));
"""
MIDWAY = """\
% Wherever the value stands on the line, the ends mirror each other about it.
predicate midway(array[int] of var Value: line, Value: value, Value: end) =
  forall(at, i in index_set(line) where i != at)(
    line[at] != value \\/ line[i] != end \\/
    (if 2 * at - i in index_set(line) then line[2 * at - i] = end else false endif));
"""
BETWEEN = """\
% Wherever the value stands on the line, ends stand on both sides, and no two mirror each other.
predicate between(array[int] of var Value: line, Value: value, Value: end) =
  forall(at in index_set(line))(
    (line[at] != value \\/ exists(i in 1..at - 1)(line[i] = end)) /\\
    (line[at] != value \\/ exists(i in at + 1..length(line))(line[i] = end)) /\\
    forall(i in 1..at - 1 where 2 * at - i <= length(line))(
      line[at] != value \\/ line[i] != end \\/ line[2 * at - i] != end));
"""
OUTSIDE = """\
% Wherever the value stands on the line, ends do not stand on both sides.
predicate outside(array[int] of var Value: line, Value: value, Value: end) =
  forall(at in index_set(line))(
    line[at] != value \\/
    forall(i in 1..at - 1)(line[i] != end) \\/
    forall(i in at + 1..length(line))(line[i] != end));
"""
STANDS = {Where.MIDWAY: MIDWAY, Where.BETWEEN: BETWEEN, Where.OUTSIDE: OUTSIDE}


def text(source: Source, wishes: Wishes) -> str:
    called = names(source, RESERVED)
    constraints = [rule.constraint for rule in source.all_rules]
    parts = [
        comment("%", f"{source.printed}\n\nAll solutions: minizinc --solver gecode -a FILE.mzn"),
        _includes(constraints),
        *_declarations(source, called),
        *_predicates(constraints),
        "".join(
            f"% {rule.sentence}\nconstraint {_told(rule.constraint, called)};\n"
            for rule in source.all_rules
        ),
        _output(source, called),
        f"solve {_search(source, called, wishes.search)}satisfy;\n",
    ]
    return "\n".join(filter(None, parts))


def _includes(constraints: list[Constraint]) -> str:
    kinds = {type(constraint) for constraint in constraints}
    return "".join(f'include "{file}";\n' for kind, file in INCLUDES.items() if kind in kinds)


def _declarations(source: Source, called: Names) -> Iterator[str]:
    told = ", ".join(called.values[value] for value in source.values)
    if source.has_numbers:
        yield f"set of int: Value = {_numbers(source.values)};\n"
    else:
        shown = ", ".join(f'"{value}"' for value in source.values)
        yield (f"enum Value = {{ {told} }};\narray[Value] of string: shown = [{shown}];\n")
    yield "".join(
        "  ".join(f"var {_domain(source, cell, called)}: {called.cells[cell]};" for cell in cells)
        + "\n"
        for _, cells in rows(source.cells)
    )


def _numbers(values: Iterable[Value]) -> str:
    """
    >>> _numbers((1, 2, 3)), _numbers((1, 3))
    ('1..3', '{1, 3}')
    """
    numbers = sorted(value for value in values if isinstance(value, int))
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return f"{{{', '.join(map(str, numbers))}}}"


def _domain(source: Source, cell: Cell, called: Names) -> str:
    values = source.cells[cell]
    if set(values) == set(source.values):
        return "Value"
    return f"{{{', '.join(called.values[value] for value in values)}}}"


def _predicates(constraints: list[Constraint]) -> Iterator[str]:
    """What the rules need and MiniZinc does not have."""
    kinds = {type(constraint) for constraint in constraints}
    if Cycle in kinds:
        yield SPELLS
    if First in kinds or Next in kinds:
        yield FIRST_SEEN
    if Next in kinds:
        yield GOES_ON
    stands = {constraint.where for constraint in constraints if isinstance(constraint, Stands)}
    yield from (predicate for where, predicate in STANDS.items() if where in stands)


def _told(constraint: Constraint, called: Names) -> str:
    cells_of = called.cell_list
    match constraint:
        case Is(cell, value):
            return f"{called.cells[cell]} = {called.values[value]}"
        case Count(cells, values, low, high):
            known = [called.values[value] for value in values if value in called.values]
            hits = (
                f"count({cells_of(cells)}, {known[0]})"
                if len(known) == 1
                else f"sum(cell in {cells_of(cells)})(cell in {{{', '.join(known)}}})"
            )
            return f"{hits} = {low}" if low == high else f"{hits} in {low}..{high}"
        case Differ(cells):
            return f"alldifferent({cells_of(cells)})"
        case Sum(cells, total, weights):
            terms = [called.cells[cell] for cell in cells]
            if weights:
                tables = (f"array1d(0..{len(row) - 1}, {list(row)})" for row in weights)
                terms = [f"{table}[{term}]" for table, term in zip(tables, terms, strict=True)]
            return f"{' + '.join(terms)} = {total}"
        case Cycle() | First() | Next():
            return along_a_path(constraint, called)
        case Stands(line, value, ends, where):
            held, end = called.values[value], called.values[ends]
            return f"{where.name.lower()}({cells_of(line)}, {held}, {end})"
        case _:
            assert_never(constraint)


def _output(source: Source, called: Names) -> str:
    shown = "show(cell)" if source.has_numbers else "shown[fix(cell)]"
    lines = []
    for name, cells in rows(source.cells):
        label = f'"{name} ", ' if name else ""
        listed = called.cell_list(cells)
        lines.append(f'  {label}join(" ", [{shown} | cell in {listed}]), "\\n"')
    return "output [\n" + ",\n".join(lines) + "\n];\n"


def _search(source: Source, called: Names, search: tuple[str, ...]) -> str:
    """An annotation; without one the solver searches as it likes."""
    if not search:
        return ""
    if len(search) != 2 or search[0] not in VARIABLE_CHOICES or search[1] not in VALUE_CHOICES:
        found = ",".join(search)
        raise UsageError(
            f"expected a search strategy such as first_fail,indomain_min; found {found!r}"
        )
    return f":: int_search({called.cell_list(source.cells)},\n  {search[0]}, {search[1]})\n"
