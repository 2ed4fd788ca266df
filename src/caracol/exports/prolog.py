"""SWI-Prolog: a program for its library clpfd."""

from collections.abc import Iterator
from typing import assert_never

from ..model import Constraint, Count, Cycle, Differ, First, Is, Next, Stands, Sum
from ..puzzle import UsageError, expected_one
from .source import Names, Source, Wishes, along_a_path, comment, identifiers, rows

# Options of labeling/2; of each group at most one.
CHOICES = (
    ("leftmost", "ff", "ffc", "min", "max"),
    ("up", "down"),
    ("step", "enum", "bisect"),
)

HOLDING = """\
% From Low to High of the cells hold one of the values.
holding(Cells, Values, Low, High) :-
    maplist(value, Values, Numbers),
    number_set(Numbers, Set),
    maplist(hit(Set), Cells, Hits),
    Count in Low..High,
    sum(Hits, #=, Count).

hit(Set, Cell, Hit) :- Hit #<==> Cell in Set.

number_set([Number], Number) :- !.
number_set([Number|Numbers], Number \\/ Set) :- number_set(Numbers, Set).
"""
WORTHS_SUM = """\
% What the cells are worth, each by its own table, sums to the total.
worths_sum(Cells, Tables, Total) :-
    maplist(worth, Cells, Tables, Worths),
    sum(Worths, #=, Total).

worth(Cell, Table, Worth) :-
    Place #= Cell + 1,
    element(Place, Table, Worth).
"""
SPELLS = """\
% Along the path, blanks left out, stands the key over and over, to its end.
spells(Path, Key, Blank) :-
    value(Blank, Empty),
    maplist(value, Key, Numbers),
    length(Key, Length),
    findall(arc(Turn, Empty, Turn), between(1, Length, Turn), Stay),
    findall(arc(Turn, Number, After),
            (nth1(Turn, Numbers, Number), After is Turn mod Length + 1), Move),
    append(Stay, Move, Arcs),
    automaton(Path, [source(1), sink(1)], Arcs).
"""
FIRST_SEEN = """\
% The first cell of the path that is not blank holds the value.
first_seen(Path, Value, Blank) :-
    value(Value, Number),
    value(Blank, Empty),
    unless_seen(0, Path, Number, Empty).
"""
UNLESS_SEEN = """\
% The same, unless something was seen before these cells.
unless_seen(_, [], _, _).
unless_seen(Seen, [Cell|Cells], Number, Empty) :-
    Seen #\\/ Cell #= Number #\\/ Cell #= Empty,
    Seen_here #<==> Seen #\\/ Cell #\\= Empty,
    unless_seen(Seen_here, Cells, Number, Empty).
"""
GOES_ON = """\
% If the path starts with a character of the key, the next one on it is the key's next.
goes_on(Path, Key, Blank) :-
    maplist(value, [Blank|Key], [Empty|Numbers]),
    Numbers = [First|_],
    append(Numbers, [First], Round),
    follow(Round, Path, Empty).

follow([_], _, _).
follow([Number, Next|Round], [Start|Path], Empty) :-
    Other #<==> Start #\\= Number,
    unless_seen(Other, Path, Next, Empty),
    follow([Next|Round], [Start|Path], Empty).
"""
STANDS = """\
% Wherever the value stands on the line, it stands so to the ends.
stands(Where, Line, Value, End) :-
    value(Value, Number),
    value(End, End_number),
    maplist(is(End_number), Line, Ends),
    stands(Line, Ends, [], Where, Number).

is(Number, Cell, Whether) :- Whether #<==> Cell #= Number.

stands([], [], _, _, _).
stands([Cell|Cells], [Is_end|After], Before, Where, Number) :-
    is(Number, Cell, Here),
    demand(Where, Here, Before, After),
    stands(Cells, After, [Is_end|Before], Where, Number).

% Ends on both sides, from the value outwards.
demand(midway, Here, Before, After) :- mirrored(Before, After, Here).
demand(between, Here, Before, After) :-
    at_least_one(Before, Here),
    at_least_one(After, Here),
    not_mirrored(Before, After, Here).
demand(outside, Here, Before, After) :-
    any(Before, Ends_before),
    any(After, Ends_after),
    Here + Ends_before + Ends_after #=< 2.

mirrored([X|Before], [Y|After], Here) :- !,
    Here #==> X #= Y,
    mirrored(Before, After, Here).
mirrored(Before, After, Here) :-
    append(Before, After, Far),
    maplist(not_both(Here), Far).

not_both(X, Y) :- X + Y #=< 1.

at_least_one(Ends, Here) :-
    sum(Ends, #>=, Here).

not_mirrored([X|Before], [Y|After], Here) :- !,
    Here + X + Y #=< 2,
    not_mirrored(Before, After, Here).
not_mirrored(_, _, _).

any(Ends, Any) :-
    sum(Ends, #=, Count),
    Any #<==> Count #>= 1.
"""
SHOW_ROW = """\
show_row(Cells) :-
    maplist(value, Values, Cells),
    atomic_list_concat(Values, ' ', Line),
    writeln(Line).
"""


def text(source: Source, wishes: Wishes) -> str:
    called = names(source)
    cells = called.cell_list(source.cells)
    goals = [
        f"Cells = {cells}",
        *_domains(source, called),
        *(f"% {rule.sentence}\n    {_told(rule.constraint, called)}" for rule in source.all_rules),
    ]
    parts = [
        comment("%", f"{source.printed}\n\nAll solutions: swipl -g main -t halt FILE.pl"),
        ":- use_module(library(clpfd)).\n",
        _values(source, called),
        "board(Cells) :-\n    " + ",\n    ".join(goals) + ".\n",
        _solving(wishes.search),
        f"show({cells}) :-\n    " + ",\n    ".join(_shown(source, called)) + ".\n",
        SHOW_ROW,
        *_predicates(source),
    ]
    return "\n".join(parts)


def names(source: Source) -> Names:
    """Cells as variables, values as they are on the board."""
    cells = {cell: _variable(name) for cell, name in identifiers(source.cells, ("cells",)).items()}
    quoted = {value: str(value) for value in source.values}
    if not source.has_numbers:
        quoted = {value: "'" + str(value).replace("'", "\\'") + "'" for value in source.values}
    return Names(cells, quoted)


def _variable(name: str) -> str:
    """
    >>> _variable("r1c1"), _variable("North")
    ('R1c1', 'V_North')
    """
    return name[:1].upper() + name[1:] if name[:1].islower() else f"V_{name}"


def _values(source: Source, called: Names) -> str:
    told = "% The number that stands for each value.\n"
    if source.has_numbers:
        return f"{told}value(Number, Number).\n"
    return told + "".join(
        f"value({called.values[value]}, {i}).\n" for i, value in enumerate(source.values)
    )


def _domains(source: Source, called: Names) -> Iterator[str]:
    numbers = {
        value: value if isinstance(value, int) and source.has_numbers else i
        for i, value in enumerate(source.values)
    }
    every = {cell: sorted(numbers[value] for value in source.cells[cell]) for cell in source.cells}
    if len({tuple(domain) for domain in every.values()}) == 1:
        yield f"Cells ins {_set(next(iter(every.values())))}"
    else:
        yield from (f"{called.cells[cell]} in {_set(domain)}" for cell, domain in every.items())


def _set(numbers: list[int]) -> str:
    """
    >>> _set([1, 2, 3]), _set([1, 3])
    ('1..3', '1 \\\\/ 3')
    """
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return " \\/ ".join(map(str, numbers))


def _told(constraint: Constraint, called: Names) -> str:
    cells_of, values_of = called.cell_list, called.value_list
    match constraint:
        case Is(cell, value):
            return f"value({called.values[value]}, {called.cells[cell]})"
        case Count(cells, values, low, high):
            known = values_of(value for value in values if value in called.values)
            return f"holding({cells_of(cells)}, {known}, {low}, {high})"
        case Differ(cells):
            return f"all_different({cells_of(cells)})"
        case Sum(cells, total, weights):
            if weights:
                return f"worths_sum({cells_of(cells)}, {[list(row) for row in weights]}, {total})"
            return f"{' + '.join(called.cells[cell] for cell in cells)} #= {total}"
        case Cycle() | First() | Next():
            return along_a_path(constraint, called)
        case Stands(line, value, ends, where):
            held, end = called.values[value], called.values[ends]
            return f"stands({where.name.lower()}, {cells_of(line)}, {held}, {end})"
        case _:
            assert_never(constraint)


def _predicates(source: Source) -> Iterator[str]:
    """What the rules need and the library does not have."""
    constraints = [rule.constraint for rule in source.all_rules]
    kinds = {type(constraint) for constraint in constraints}
    if Count in kinds:
        yield HOLDING
    if any(isinstance(constraint, Sum) and constraint.weights for constraint in constraints):
        yield WORTHS_SUM
    if Cycle in kinds:
        yield SPELLS
    if First in kinds:
        yield FIRST_SEEN
    if Next in kinds:
        yield GOES_ON
    if kinds & {First, Next}:
        yield UNLESS_SEEN
    if Stands in kinds:
        yield STANDS


def _solving(search: tuple[str, ...]) -> str:
    for group in CHOICES:
        if len([word for word in search if word in group]) > 1:
            raise UsageError(f"expected at most one of the search options {', '.join(group)}")
    for word in search:
        if not any(word in group for group in CHOICES):
            known = [option for group in CHOICES for option in group]
            raise UsageError(expected_one("an option of labeling/2", known, word))
    return (
        f"solve(Cells) :-\n    board(Cells),\n    labeling([{', '.join(search)}], Cells).\n\n"
        "main :-\n    forall(solve(Cells), (show(Cells), nl)).\n"
    )


def _shown(source: Source, called: Names) -> Iterator[str]:
    for name, cells in rows(source.cells):
        label = f"write('{name} '), " if name else ""
        yield f"{label}show_row({called.cell_list(cells)})"
