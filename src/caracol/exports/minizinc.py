"""MiniZinc: cells are variables of an enumerated type, or of a range of numbers."""

from collections.abc import Iterable, Iterator, Sequence

from ..kinds import Automaton
from ..puzzle import Cell, UsageError, Value
from .program import HELPERS, Language, Listed, Translation, added, needed
from .source import Names, Source, Wishes, comment, listed, names, rows

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
OURS = "Value shown accepted midway between outside"
RESERVED = (*KEYWORDS.split(), *OURS.split())

ACCEPTED = """\
% An automaton that starts in state 1 accepts the path's values and stops in one of the ends.
predicate accepted(array[int] of var Value: path, array[int, int] of int: after, set of int: ends) =
  regular([cell - min(Value) + 1 | cell in path], max(index_set_1of2(after)),
    max(index_set_2of2(after)), after, 1, ends);
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
# What the rules may need and MiniZinc does not have, and what of its library they may need.
PREDICATES = {"accepted": ACCEPTED, "midway": MIDWAY, "between": BETWEEN, "outside": OUTSIDE}
INCLUDES = {name: f'include "{name}.mzn";\n' for name in ("count", "alldifferent", "regular")}


def text(source: Source, wishes: Wishes) -> str:
    called = names(source, RESERVED)
    translation = Translation(source, called, LANGUAGE)
    rules = translation.rules("%", "constraint {};\n")
    predicates = needed(PREDICATES, rules)
    parts = [
        comment("%", f"{source.printed}\n\nAll solutions: minizinc --solver gecode -a FILE.mzn"),
        "".join(needed(INCLUDES, rules, *predicates)),
        *_declarations(source, called),
        *predicates,
        *(_moves(name, automaton, source) for automaton, name in translation.automata.items()),
        rules,
        _output(source, called),
        f"solve {_search(source, called, wishes.search)}satisfy;\n",
    ]
    return "\n".join(filter(None, parts))


def _moves(name: str, automaton: Automaton, source: Source) -> str:
    """A table with a row for each state and a column for each value."""
    columns: Iterable[Value] = source.values
    numbers = [value for value in source.values if isinstance(value, int)]
    if source.has_numbers:  # those that no cell can hold have columns too
        columns = range(min(numbers), max(numbers) + 1)
    after = {state: i for i, state in enumerate(automaton.states, start=1)}
    rows = "\n   | ".join(
        ", ".join(str(after.get(automaton.move(state, value), 0)) for value in columns)
        for state in automaton.states
    )
    heading = f"% From each state, the next one on {', '.join(map(str, columns))}; 0: none.\n"
    return f"{heading}array[int, int] of int: {name} =\n  [| {rows} |];\n"


def _declarations(source: Source, called: Names) -> Iterator[str]:
    names = ", ".join(called.values[value] for value in source.values)
    if source.has_numbers:
        yield f"set of int: Value = {_numbers(source.values)};\n"
    else:
        shown = ", ".join(f'"{value}"' for value in source.values)
        yield (f"enum Value = {{ {names} }};\narray[Value] of string: shown = [{shown}];\n")
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


def _count(cells: Listed, values: Listed, low: int, high: int) -> str:
    hits = (
        f"count({listed(cells)}, {values[0]})"
        if len(values) == 1
        else f"sum(cell in {listed(cells)})(cell in {{{', '.join(values)}}})"
    )
    return f"{hits} {_from_to(low, high)}"


def _from_to(low: int, high: int) -> str:
    return f"= {low}" if low == high else f"in {low}..{high}"


def _table(row: Sequence[int]) -> str:
    return f"array1d(0..{len(row) - 1}, {list(row)})"


def _accepted(path: Listed, name: str, automaton: Automaton) -> str:
    ends = (str(automaton.states.index(state) + 1) for state in automaton.ends)
    return f"accepted({listed(path)}, {name}, {{{', '.join(ends)}}})"


def _linear(terms: Sequence[tuple[int, str]], low: int, high: int) -> str:
    weighted = (
        f"({literal})" if weight == 1 else f"{weight} * ({literal})" for weight, literal in terms
    )
    return f"{' + '.join(weighted) or 0} {_from_to(low, high)}"


LANGUAGE = Language(
    given=lambda cell, value: f"{cell} = {value}",
    count=_count,
    differ=lambda cells: f"alldifferent({listed(cells)})",
    total=lambda cells, weights, total: f"{added(cells, weights, _table)} = {total}",
    accepted=_accepted,
    stands=lambda where, line, value, ends: f"{where}({listed(line)}, {value}, {ends})",
    helper="helper_",
    helpers=lambda names: (
        comment("%", HELPERS) + "  ".join(f"var bool: {name};" for name in names) + "\n"
    ),
    fact=lambda cell, value, holds: f"{cell} {'=' if holds else '!='} {value}",
    definition=lambda name, holds: name if holds else f"not {name}",
    clause=lambda literals: " \\/ ".join(literals) or "false",
    linear=_linear,
)


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
