"""SWI-Prolog: a program for its library clpfd."""

from collections.abc import Iterator, Mapping, Sequence

from ..kinds import DONE, Automaton
from ..puzzle import UsageError, expected_one
from .program import HELPERS, Language, Listed, Translation, needed
from .source import Names, Source, Wishes, comment, identifiers, listed, rows

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
ACCEPTED = """\
% An automaton that starts in state 0 accepts the path's values and stops in one of the ends.
accepted(Path, Ends, Moves) :-
    findall(sink(End), member(End, Ends), Sinks),
    findall(arc(From, Number, To),
            (member(move(From, Value, To), Moves), value(Value, Number)), Arcs),
    automaton(Path, [source(0)|Sinks], Arcs).
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
SOME = """\
% At least one of the literals holds.
some(Literals) :-
    maplist(holds, Literals, Hits),
    sum(Hits, #>=, 1).
"""
WEIGHED = """\
% The weights of those literals that hold sum to a number from Low to High.
weighed(Weights, Literals, Low, High) :-
    maplist(holds, Literals, Hits),
    Sum in Low..High,
    scalar_product(Weights, Hits, #=, Sum).
"""
HOLDS = """\
% Whether a cell holds a value, or does not; whether a helper variable is true, or is not.
holds(Cell = Value, Hit) :- value(Value, Number), Hit #<==> Cell #= Number.
holds(Cell \\= Value, Hit) :- value(Value, Number), Hit #<==> Cell #\\= Number.
holds(true(Helper), Helper).
holds(false(Helper), Hit) :- Hit #= 1 - Helper.
"""
# What the rules may need and the library does not have.
PREDICATES = {
    "holding": HOLDING,
    "worths_sum": WORTHS_SUM,
    "accepted": ACCEPTED,
    "stands": STANDS,
    "some": SOME,
    "weighed": WEIGHED,
}
SHOW_ROW = """\
show_row(Cells) :-
    maplist(value, Values, Cells),
    atomic_list_concat(Values, ' ', Line),
    writeln(Line).
"""


def text(source: Source, wishes: Wishes) -> str:
    called = names(source)
    cells = called.cell_list(source.cells)
    translation = Translation(source, called, LANGUAGE)
    rules = [
        f"% {rule.sentence}\n    "
        + (",\n    ".join(translation.statements(rule.constraint)) or "true")
        for rule in source.all_rules
    ]
    moves = _moves(translation.automata, source, called)
    goals = ",\n    ".join([f"Cells = {cells}", *_domains(source, called), *moves, *rules])
    predicates = needed(PREDICATES, goals)
    parts = [
        comment("%", f"{source.printed}\n\nAll solutions: swipl -g main -t halt FILE.pl"),
        ":- use_module(library(clpfd)).\n",
        _values(source, called),
        f"board(Cells) :-\n    {goals}.\n",
        _solving(wishes.search),
        f"show({cells}) :-\n    " + ",\n    ".join(_shown(source, called)) + ".\n",
        SHOW_ROW,
        *predicates,
        *([HOLDS] if {SOME, WEIGHED}.intersection(predicates) else []),
    ]
    return "\n".join(parts)


def _moves(automata: Mapping[Automaton, str], source: Source, called: Names) -> Iterator[str]:
    for automaton, name in automata.items():
        moves = (
            f"move({_state(state)}, {called.values[value]}, {_state(target)})"
            for state, value, target in automaton.arcs(source.values)
        )
        yield "% from which state, on which value, to which state\n    " + (
            f"{_variable(name)} = [{', '.join(moves)}]"
        )


def _state(state: int) -> str:
    return "done" if state == DONE else str(state)


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
    heading = "% The number that stands for each value.\n"
    if source.has_numbers:
        return f"{heading}value(Number, Number).\n"
    return heading + "".join(
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


def _total(cells: Listed, weights: Sequence[Sequence[int]], total: int) -> str:
    if weights:
        return f"worths_sum({listed(cells)}, {[list(row) for row in weights]}, {total})"
    return f"{' + '.join(cells)} #= {total}"


def _accepted(path: Listed, name: str, automaton: Automaton) -> str:
    return f"accepted({listed(path)}, {listed([*map(_state, automaton.ends)])}, {_variable(name)})"


def _linear(terms: Sequence[tuple[int, str]], low: int, high: int) -> str:
    literals = [literal for _, literal in terms]
    return f"weighed({[weight for weight, _ in terms]}, {listed(literals)}, {low}, {high})"


LANGUAGE = Language(
    given=lambda cell, value: f"value({value}, {cell})",
    count=lambda cells, values, low, high: (
        f"holding({listed(cells)}, {listed(values)}, {low}, {high})"
    ),
    differ=lambda cells: f"all_different({listed(cells)})",
    total=_total,
    accepted=_accepted,
    stands=lambda where, line, value, ends: f"stands({where}, {listed(line)}, {value}, {ends})",
    helper="Helper_",
    helpers=lambda names: f"% {HELPERS}\n    {listed(names)} ins 0..1",
    fact=lambda cell, value, holds: f"{cell} {'=' if holds else chr(92) + '='} {value}",
    definition=lambda name, holds: f"{'true' if holds else 'false'}({name})",
    clause=lambda literals: f"some({listed(literals)})",
    linear=_linear,
)


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
