"""Exported models are solved by the tools they are for, and say what caracol says."""

from itertools import product
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import caracol
from caracol.cli.commands import main
from caracol.exports import FORMATS, export, source, written
from caracol.exports.source import Source, Wishes
from caracol.kinds import Count, Differ, Is, Regular
from caracol.model import Rule
from caracol.phrases import say
from caracol.puzzle import PuzzleError, UsageError
from caracol.registry import families
from targets import SOLVERS, Solve, by_plain_sat
from tiny import AUTOMATA, CASES, as_boards, tried

ROOT = Path(__file__).parent.parent

# Every family with every kind of clue, boards with none, one and many solutions.
SMALL = {
    "snail, empty": "magic-snail 3 AB\n...\n...\n...\n",
    "snail, letter and empty cell": "magic-snail 4 AB\nA...\n...-\n....\n....\n",
    "snail, digits": "magic-snail 3 1é\n...\n...\n...\n",
    "snail, none": "magic-snail 4 ABC\n....\n....\n....\n....\n",
    "mno, letter and dot": "mno 4\n....\n.O..\n....\n...*\n",
    "mno, empty cell": "mno 4\n-...\n....\n....\n....\n",
    "mno with all letters": "mno 5\n.....\n...N.\n..*..\n....O\n..*..\n",
    "trid, one circle": "trid 1 1..3\n.\n",
    "trid, sums": "trid 3 1..4\n.\n7\n..\n.8.\n...\n",
    "trid, circle and negative numbers": "trid 3 -1..2\n2\n.\n..\n.2.\n...\n",
    "cube with a turn given": "turn-12 4\ntop 3579 1\n"
    + "\n".join(f"{face} 9753" for face in ("bottom", "front", "back", "left", "right")),
} | {family.name: family.example for family in families().values()}


# These have a rule with very many clauses over the cells alone.
LAZY = ("hitori", "slitherlink")


@pytest.mark.parametrize("solve", SOLVERS)
@pytest.mark.parametrize("name", SMALL)
def test_exported_models_have_the_same_solutions(solve: Solve, name: str, tmp_path: Path) -> None:
    puzzle = caracol.parse(SMALL[name])
    if solve is by_plain_sat and name in LAZY:
        with pytest.raises(UsageError, match="too many clauses"):
            [*solve(source(puzzle), tmp_path)]
        return
    expected = as_boards(solution.values for solution in caracol.solutions(puzzle))
    assert as_boards(solve(source(puzzle), tmp_path)) == expected


# Not all of the tiny cases: every process takes its time.
CHOSEN = [
    "is",
    "count 0 to 1",
    "count 5 to 6",
    "count two values",
    "count where not all can",
    "differ mixed",
    "sum of 3",
    "sum of 3 weights",
    "sum of negative numbers",
    "sum with cells twice",
    "sum with cells twice, weights",
    "sum among words",
    "forbid",
    "forbid what cannot be",
    "stands together with a count",
    "sum together with differ",
    "forbid all",
    "repeats 3 in 6",
    "starts with 2 in 3",
    "goes on 2 in 3",
    "goes on 1 in 3",
    *AUTOMATA,
    "no path",
    "path with a cell twice",
    "path of mixed cells",
    "stands MIDWAY of 3",
    "stands BETWEEN of 3",
    "stands OUTSIDE of 3",
    "unlike",
    "connected on a grid",
    "connected of two values",
    "loop around two squares",
    "loop of two edges",
]


@pytest.mark.parametrize("solve", SOLVERS)
@pytest.mark.parametrize("case", CHOSEN)
def test_each_kind_of_constraint_means_the_same(solve: Solve, case: str, tmp_path: Path) -> None:
    tiny = CASES[case]
    model = Source(case, dict(tiny.cells), (), (tiny.rule,))
    assert as_boards(solve(model, tmp_path)) == tried(tiny)


ODD = Source(
    "names that no program can have, or has already",
    dict.fromkeys(("1a", "in", "In", "model", "cells", "A-b"), ("-", "é", "1", "in")),
    (Rule(say("1a holds é"), Is("1a", "é")),),
    (
        Rule(say("some differ"), Differ(("1a", "in", "In", "A-b"))),
        Rule(say("some hold 1"), Count(("model", "cells", "in", "In"), ("1", "in"), 4, 4)),
    ),
)


@pytest.mark.parametrize("solve", SOLVERS)
def test_odd_names_are_no_trouble(solve: Solve, tmp_path: Path) -> None:
    boards = as_boards(
        dict(zip(ODD.cells, values, strict=True)) for values in product(*ODD.cells.values())
    )
    kept = {
        board
        for board in boards
        if all(rule.constraint.holds(dict(board)) for rule in ODD.all_rules)
    }
    assert as_boards(solve(ODD, tmp_path)) == kept and len(kept) == 8


def test_every_kind_of_constraint_is_chosen() -> None:
    kinds = {type(tiny.constraint) for tiny in CASES.values()}
    assert {type(CASES[case].constraint) for case in CHOSEN} == kinds


def test_what_long_lines_demand_is_written_out() -> None:
    side = 42
    told = [["."] * side for _ in range(side)]
    told[5][19], told[5][0], told[5][2] = "M", "*", "*"
    puzzle = caracol.parse(f"mno {side}\n" + "\n".join(map("".join, told)))
    with Solver("minisat22", bootstrap_with=CNF(from_string=export(puzzle, "dimacs"))) as solver:
        assert not solver.solve()


@pytest.mark.parametrize("to", FORMATS)
def test_every_rule_stands_beside_its_sentence(to: str) -> None:
    puzzle = caracol.parse(families()["mno"].example)
    text = caracol.export(puzzle, to)
    for rule in source(puzzle).all_rules:
        assert str(rule.sentence) in text


def test_a_search_is_told() -> None:
    puzzle = caracol.Puzzle("mno", (3,))
    assert "first_fail, indomain_split)" in export(
        puzzle, "mzn", search="first_fail,indomain_split"
    )
    assert "labeling([ff, bisect], Cells)" in export(puzzle, "prolog", search="ff, bisect")


@pytest.mark.parametrize(
    ("to", "search", "plain", "reason"),
    [
        ("smt", "", False, "expected a format, one of mzn, prolog"),
        ("mzn", "fastest", False, "expected a search strategy such as first_fail,indomain_min"),
        ("prolog", "ff,min", False, "expected at most one of the search options leftmost, ff"),
        ("prolog", "middle", False, "one of leftmost, .* found 'middle'"),
        ("opb", "ff", False, "a search strategy can be given for mzn and prolog only, not for opb"),
        (
            "mzn",
            "",
            True,
            "the direct encoding is available for dimacs only, not for mzn",
        ),
    ],
)
def test_what_makes_no_sense_is_not_exported(
    to: str, search: str, plain: bool, reason: str
) -> None:
    with pytest.raises(PuzzleError, match=reason):
        export(caracol.Puzzle("mno", (3,)), to, search=search, plain=plain)


def test_plain_clauses_that_would_be_too_many_are_refused() -> None:
    cells = dict.fromkeys((f"r1c{i}" for i in range(1, 31)), (1, 2, 3))
    even = Regular((*cells,), AUTOMATA["an even number of 2"])
    rule = Rule(say("2 stands an even number of times"), even)
    model = Source("a long path", cells, (), (rule,))
    assert even.direct(cells) is None
    with pytest.raises(PuzzleError, match=r"too many clauses .*: 2 stands an even number of times"):
        written(model, "dimacs", Wishes(direct=True))


def test_the_command_writes_a_file_or_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = str(ROOT / "examples" / "mno.txt")
    assert main(["export", example, "--to", "mzn"]) == 0
    told = capsys.readouterr().out
    assert main(["export", example, "--to", "mzn", "-o", str(tmp_path / "mno.mzn")]) == 0
    assert (tmp_path / "mno.mzn").read_text("utf-8") == told
    assert list(tmp_path.iterdir()) == [tmp_path / "mno.mzn"]


def test_the_command_refuses_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = tmp_path / "two.txt"
    two.write_text("mno 1\n.\nmno 1\n.\n", "utf-8")
    assert main(["export", str(two), "--to", "opb"]) == 2
    assert capsys.readouterr().err == f"caracol: {two}: expected one puzzle, found 2\n"
    gone = tmp_path / "gone" / "mno.opb"
    assert main(["export", str(ROOT / "examples" / "mno.txt"), "--to", "opb", "-o", str(gone)]) == 2
    assert capsys.readouterr().err == f"caracol: {gone}: no such file or directory\n"
