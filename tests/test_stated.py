"""Certificates that state their model: what verify.py reads in them, proves, and refuses."""

import json
import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.metadata import EntryPoint
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22

import caracol
from caracol import registry
from caracol.certificates import statement, verify
from caracol.cli.commands import main
from caracol.puzzle import Clue, Puzzle, UsageError
from refuting import example
from tiny import CASES, KINDS, Tiny, all_boards
from towers import Ascents

GOLDEN = Path(__file__).parent / "golden" / "certificates.jsonl"
Stated = dict[str, Any]
# Each of them is irreducible, and all kinds are in them: Is, Regular, and one that is lowered.
PUZZLES = (
    "towers 3\n  ..1\n. ... .\n. ... .\n. ... 0\n",
    "towers 4\n  4...\n. .... .\n. .... 1\n. .... 2\n. .... 0\n",
    "towers 5\n  ....1\n2 ..... .\n. ..... 2\n. 2.... 1\n2 ..... .\n. ..... 0\n",
)
UNSOLVABLE = "towers 3\n  11.\n. ... .\n. ... .\n. ... .\n"


@pytest.fixture(autouse=True)
def _towers(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("towers", "towers:FAMILY", "caracol.families")
    monkeypatch.setattr(registry, "_plug_ins", lambda: {"towers": (entry,)})


def certified(text: str) -> Stated:
    return dict(json.loads(json.dumps(caracol.certify(caracol.parse(text)))))


def refusal(fields: Stated) -> str:
    """Why verify.py does not accept it, nothing if it does; there may be no other errors."""
    try:
        proved = verify.verify(fields)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"
    assert "proves the stated model" in proved
    return ""


def test_certificates_of_version_2_still_hold() -> None:
    for line in GOLDEN.read_text().splitlines():
        fields = json.loads(line)
        assert fields["certificate"] == "caracol 2"
        assert verify.verify(line).endswith(("irreducible", fields["claim"]))
        assert caracol.verify(caracol.certify(caracol.parse(fields["puzzle"]))) == verify.verify(
            line
        )


def keeps(domains: Stated, board: Stated, rule: Any) -> bool:  # noqa: ANN401 JSON
    """What docs/certificates.md says about a stated rule, in other words than verify.py's."""
    match rule:
        case "Is", cell, value:
            return bool(board[cell] == value)
        case "Differ", cells:
            return len({board[cell] for cell in cells}) == len(cells)
        case "Count", cells, values, low, high:
            return bool(low <= [board[cell] in values for cell in cells].count(True) <= high)
        case "Sum", cells, weights, low, high:
            places = [domains[cell].index(board[cell]) for cell in cells]
            return bool(low <= sum(row[i] for row, i in zip(weights, places, strict=True)) <= high)
        case "Forbid", cells, several:
            return [board[cell] for cell in cells] not in several
        case "Regular", path, states, accepting:
            state: Any = 0
            for cell in path:
                state = None if state is None else dict(states[state]).get(board[cell])
            return state in accepting
        case "Clauses", facts, helpers, clauses:
            known = [board[cell] == value for cell, value in facts]
            tried = ([*known, *more] for more in product((False, True), repeat=helpers))
            return any(
                all(any(true[abs(i) - 1] == (i > 0) for i in it) for it in clauses)
                for true in tried
            )
    raise AssertionError(rule)


def one_value(encoding: verify.Encoding) -> Iterator[verify.Clause]:
    return chain(*(verify.exactly_one([*held.values()]) for held in encoding.x.values()))


def says_the_same(tiny: Tiny, stated: statement.Stated) -> None:
    """What is stated means the same as `holds`, in clauses, on every board."""
    domains: verify.Domains = {cell: [*values] for cell, values in tiny.cells}
    rule = verify.stated(json.loads(json.dumps(stated)))
    formula = verify.Formula(verify.Model(domains, [], {"it": rule}))
    encoding = verify.Encoding(domains)
    clauses = chain(one_value(encoding), encoding.clauses(rule))
    with Minisat22(bootstrap_with=[*map(list, clauses)]) as solver:
        for board in map(dict, all_boards(tiny)):
            facts = [encoding.x[cell][value] for cell, value in board.items()]
            kept = tiny.constraint.holds(board)
            assert solver.solve(assumptions=facts) == kept, board
            # All helper variables are decided, or there is a contradiction.
            formula.check_board(board, gives_up=[] if kept else ["it"])


@pytest.mark.parametrize("tiny", CASES.values(), ids=CASES)
def test_stated_rules_mean_the_same(tiny: Tiny) -> None:
    domains = dict(tiny.cells)
    says_the_same(tiny, statement.stated(tiny.constraint, domains))
    says_the_same(tiny, statement.lowered_to(tiny.constraint, domains))


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_stated_rules_of_any_kind_mean_the_same(kind: str, data: st.DataObject) -> None:
    tiny = data.draw(KINDS[kind])
    domains = dict(tiny.cells)
    says_the_same(tiny, statement.stated(tiny.constraint, domains))
    says_the_same(tiny, statement.lowered_to(tiny.constraint, domains))


@pytest.mark.parametrize("count", range(5))
def test_a_kind_of_somebody_else_means_the_same(count: int) -> None:
    tiny = Tiny(tuple((cell, (1, 2, 3)) for cell in "abcd"), Ascents((*"abcd",), count))
    stated = statement.stated(tiny.constraint, dict(tiny.cells))
    assert stated[0] == "Clauses"
    says_the_same(tiny, stated)


def test_the_example_of_the_page_holds() -> None:
    page = Path(__file__).parents[1] / "docs" / "certificates.md"
    [shown] = re.findall("```json\n(.*?)```", page.read_text(), re.DOTALL)
    assert verify.verify(shown).endswith("unique and irreducible")
    assert is_true(json.loads(shown))


@pytest.mark.parametrize("text", PUZZLES)
def test_other_families_have_certificates_that_state_their_model(text: str) -> None:
    fields = certified(text)
    kinds = {rule[0] for rule in (*fields["rules"], *fields["clues"].values())}
    proved = f"{text.split(chr(10))[0]}: proves the stated model ({', '.join(sorted(kinds))})"
    assert verify.verify(fields) == f"{proved} unique and irreducible"
    assert fields["certificate"] == "caracol 3"
    [solution] = caracol.solutions(caracol.parse(text), 3)
    assert fields["solution"] == solution.values


def test_unsolvable_puzzles_of_other_families_are_proved_so() -> None:
    fields = certified(UNSOLVABLE)
    assert verify.verify(fields).endswith("unsolvable")
    assert "solution" not in fields


def test_stated_certificates_on_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, file, cnf = (tmp_path / name for name in ("puzzle.txt", "c.json", "c.cnf"))
    puzzle.write_text(PUZZLES[1])
    assert main(["certify", str(puzzle), "-o", str(file), "--dimacs", str(cnf)]) == 0
    assert main(["verify", str(file)]) == 0
    assert "towers 4: proves the stated model (" in capsys.readouterr().out
    fields = json.loads(file.read_text())
    solution = caracol.show(caracol.parse(PUZZLES[1]), caracol.Solution(fields["solution"]))
    record = {"puzzle": fields["puzzle"], "solution": solution, "certificate": fields}
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    file.write_text(json.dumps(record | {"solution": solution.replace("1", "2")}))
    assert main(["verify", str(file)]) == 1
    assert "the solution differs" in capsys.readouterr().out


def small() -> Stated:
    """A stated model with every kind, small enough to try all its boards."""
    values = [1, 2, 3]
    fields: Stated = {"certificate": "caracol 3", "puzzle": "small 3\n...\n", "claim": "unique"}
    fields["cells"] = [[values, ["a", "b", "c"]], [["x", "y"], ["d"]]]
    fields["rules"] = [
        ["Differ", ["a", "b", "c"]],
        ["Count", ["a", "b"], [1, 3], 1, 1],
        ["Sum", ["a", "b", "d"], [[1, 2, 3], [1, 2, 3], [2, 0]], 4, 5],
        ["Forbid", ["a", "d"], [[3, "x"], [2, "y"]]],
        ["Regular", ["a", "b", "c"], [[[1, 0], [2, 0], [3, 1]], [[1, 1], [2, 1], [3, 1]]], [1]],
    ]
    facts = [["a", 1], ["a", 2], ["a", 3], ["b", 1], ["b", 2], ["b", 3]]
    smaller = [[-1, -5, 7], [-1, -6, 7], [-2, -6, 7], [-2, -4, -7], [-3, -4, -7], [-3, -5, -7]]
    equal = [[-1, -4, -7], [-2, -5, -7], [-3, -6, -7]]
    fields["clues"] = {
        "a<b": ["Clauses", facts, 1, [*smaller, *equal, [7]]],
        "d": ["Is", "d", "x"],
    }
    return completed(fields)


def boards(fields: Stated) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Every board that keeps the rules, with the names of the clues it breaks."""
    cells = {cell: held for held, cells in fields["cells"] for cell in cells}
    for values in product(*cells.values()):
        board = dict(zip(cells, values, strict=True))
        if all(keeps(cells, board, rule) for rule in fields["rules"]):
            clues = fields["clues"].items()
            yield board, [name for name, clue in clues if not keeps(cells, board, clue)]


def completed(fields: Stated) -> Stated:
    """With the solution, the witnesses and a proof that a solver finds."""
    found = [*boards(fields)]
    [fields["solution"]] = [board for board, broken in found if not broken]
    witnesses = {broken[0]: board for board, broken in found if len(broken) == 1}
    if witnesses.keys() == fields["clues"].keys():
        fields["witnesses"] = witnesses
    model = verify.StatedPuzzle(fields).model()
    encoding = verify.Encoding(model.cells)
    differs = [-encoding.x[cell][value] for cell, value in fields["solution"].items()]
    clauses = [differs, *map(list, chain(one_value(encoding), *map(encoding.clauses, model.rules)))]
    for clue in model.clues.values():
        encoding.new(1)  # its guard
        clauses += map(list, encoding.clauses(clue))
    lemmas = [[-it] for it in chain(*(held.values() for held in encoding.x.values()))]
    proof = []
    with Minisat22(bootstrap_with=clauses) as solver:
        for lemma in lemmas:  # one after the other, as far as they follow
            if not solver.propagate([-it for it in lemma])[0]:
                proof.append(lemma)
                solver.add_clause(lemma)
    fields["proof"] = "".join(f"{it[0]} 0\n" for it in proof) + "0\n"
    return fields


def is_true(fields: Stated) -> bool:
    """Whether what is claimed of the stated model is so, by trying all boards."""
    found = [*boards(fields)]
    solved = [board for board, broken in found if not broken]
    if fields["claim"] == "unsolvable":
        return not solved
    return solved == [fields["solution"]] and all(
        (board, [name]) in found for name, board in fields.get("witnesses", {}).items()
    )


def test_a_small_model_of_every_kind() -> None:
    fields = small()
    proved = "small 3: proves the stated model (Clauses, Count, Differ, Forbid, Is, Regular, "
    assert verify.verify(fields).startswith(proved + "Sum) unique")
    assert is_true(fields)


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 JSON
    """Where something stands in a piece of JSON."""
    yield path
    for key in (
        part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
    ):
        yield from places(part[key], (*path, key))


SPARE = [0, 1, -1, 2, 3, 7, "x", "y", "a", "b", "d", "Is", "Differ", [], {}, None, True, 1.0, 10**9]


def changed(fields: Stated, rng: random.Random) -> Stated:
    """One thing in it replaced, left out, repeated or exchanged with another."""
    fields = deepcopy(fields)
    *path, last = rng.choice([path for path in places(fields) if path])
    holder: Any = fields
    for key in path:
        holder = holder[key]
    match rng.randrange(4):
        case 0:
            holder[last] = deepcopy(rng.choice(SPARE))
        case 1:
            del holder[last]
        case 2 if isinstance(holder, list):
            holder.insert(last, deepcopy(holder[last]))
        case 3 if isinstance(holder, list):
            rng.shuffle(holder)
        case _ if isinstance(holder[last], str):
            holder[last] = holder[last][1:]
        case _ if isinstance(holder[last], int):
            holder[last] += rng.choice((-1, 1))
    return fields


@pytest.mark.parametrize("seed", range(40))
def test_what_holds_after_a_change_is_true_of_the_changed_model(seed: int) -> None:
    rng, whole = random.Random(seed), small()
    for _ in range(50):
        fields = changed(whole, rng)
        if rng.random() < 0.5:
            fields = changed(fields, rng)
        if not refusal(fields):
            assert is_true(fields), fields


@pytest.mark.parametrize("text", PUZZLES[:2])
def test_changes_of_written_certificates_give_no_other_errors(text: str) -> None:
    rng, whole = random.Random(text), certified(text)
    accepted = sum(not refusal(changed(whole, rng)) for _ in range(300))
    assert accepted < 150


@given(
    rule=st.recursive(
        st.sampled_from(["a", "d", 1, "x", -1, 0, *verify.KINDS]) | st.none() | st.floats(),
        lambda inner: st.lists(inner, max_size=5),
        max_leaves=12,
    )
)
@settings(deadline=None, max_examples=500)
def test_no_rule_gives_other_errors(rule: object) -> None:
    fields = small()
    fields["rules"] = [*fields["rules"], rule]
    refusal(fields)


NONSENSE: list[Any] = [
    ["Differ", "ab"],
    ["Is", "e", 1],
    ["Is"],
    ["Count", ["a"], [1], True, 1],
    ["Count", ["a"], [1], "0", 1],
    ["Sum", ["a"], [[1, 2]], 0, 3],
    ["Sum", ["a"], [["1", "2", "3"]], 0, 3],
    ["Forbid", ["a", "b"], ["12"]],
    ["Forbid", ["a", "b"], [[1]]],
    ["Regular", ["a"], [], [0]],
    ["Regular", ["a"], [[[1, 0], [1, 0]]], [0]],
    ["Regular", ["a"], [[[1, 1]]], [0]],
    ["Clauses", ["a1"], 0, []],
    ["Clauses", [["a", 4]], 0, []],
    ["Clauses", [["a", 1]], -1, []],
    ["Clauses", [["a", 1]], 0, [[0]]],
    ["Clauses", [["a", 1]], 1, [[-3]]],
    ["Letters", ["a"]],
    ["Touching", ["a", "1"], ["b", "1"]],
    ["Triangle", ["a", "b", "c"], "6"],
]


@pytest.mark.parametrize("rule", NONSENSE, ids=str)
def test_rules_that_make_no_sense_are_refused(rule: object) -> None:
    fields = small()
    assert "DoesNotHold: the puzzle" in refusal(fields | {"rules": [*fields["rules"], rule]})
    assert "DoesNotHold: the puzzle" in refusal(fields | {"clues": fields["clues"] | {"it": rule}})


HEADERS = [
    *("mno 5", "mno", " mno 5", "\ufeffmno 5", "mno\t5", "mno\u2003 5", "trid 5 1..5"),
    *(
        "turn-12 4",
        "magic-snail 5 ABC",
        "",
        "\nsmall",
        "3456\n" * 6,
        "small: unique",
        "small\x1b[2J",
    ),
    *("# small", "1 small", "small\x08", "mno\r5"),
]


@pytest.mark.parametrize("header", HEADERS)
def test_no_stated_model_passes_for_one_of_the_four(header: str) -> None:
    assert "DoesNotHold: the puzzle" in refusal(small() | {"puzzle": header})


@pytest.mark.parametrize("field", ["cells", "rules", "clues"])
def test_certificates_of_the_four_state_no_model(field: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        verify.verify(example() | {field: small()[field]})
    with pytest.raises(ValueError, match=r"missing|unknown"):
        verify.verify(example() | {"certificate": "caracol 3"})
    with pytest.raises(ValueError, match=r"missing|unknown"):
        verify.verify(small() | {"certificate": "caracol 2"})


def huge_cells(fields: Stated) -> None:
    fields["cells"] += [[[*range(10_000)], ["e"]]]


def many_cells(fields: Stated) -> None:
    fields["cells"] += [[[1], [f"e{i}" for i in range(400_000)]]]


def many_helpers(fields: Stated) -> None:
    fields["rules"].append(["Clauses", [], 9_000_000, []])


def many_sums(fields: Stated) -> None:
    weights = [[3**i, -(3**i), 0] for i in range(13)]
    fields["rules"].append(["Sum", ["a"] * 13, weights, 1, 1])


def many_pairs(fields: Stated) -> None:
    fields["rules"].append(["Count", ["a"] * 5000, [1], 0, 1])


def long_path(fields: Stated) -> None:
    states = [[[value, (i + value) % 300] for value in (1, 2, 3)] for i in range(300)]
    fields["rules"].append(["Regular", ["a"] * 5000, states, [0]])


@pytest.mark.parametrize(
    "grow",
    [
        huge_cells,
        many_cells,
        many_helpers,
        many_sums,
        long_path,
        pytest.param(many_pairs, marks=pytest.mark.slow),
    ],
)
def test_models_that_are_too_large_are_not_checked(
    grow: Callable[[Stated], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = small()
    grow(fields)
    (tmp_path / "it.json").write_text(json.dumps(fields))
    assert main(["verify", str(tmp_path / "it.json")]) == 2
    assert "not checked: the puzzle: too large" in capsys.readouterr().out


def test_models_that_are_too_large_are_not_certified() -> None:
    with pytest.raises(UsageError, match="too large to certify"):
        caracol.certify(Puzzle("towers", (80,)))


def test_a_rule_that_leaves_a_helper_open_proves_nothing() -> None:
    fields = small()
    fields["clues"]["open"] = ["Clauses", [["a", 1]], 1, [[1, 2]]]
    assert "undecided" in refusal(fields)


def test_clues_of_the_same_place_are_told_apart() -> None:
    puzzle = Puzzle("towers", (3,), (Clue("right3", "0"), Clue("above3", "1")))
    assert caracol.certify(puzzle)["witnesses"].keys() == {"above3=1", "right3=0"}  # type: ignore[attr-defined]


def test_clauses_that_name_a_literal_twice_force_it_all_the_same() -> None:
    towers = "skyscrapers 4\n  ..4.\n. .... 3\n. .... .\n2 .... .\n. .... .\n  ....\n"
    assert "unique and irreducible" in verify.verify(caracol.certify(caracol.parse(towers)))
