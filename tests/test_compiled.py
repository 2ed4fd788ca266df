"""What is compiled: right answers, the same as in Python, and no harm from bad arguments."""

import ctypes
import random
import shutil
import subprocess
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, product
from operator import methodcaller
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import caracol
from caracol import registry
from caracol.caches import forget
from caracol.certificates import proofs
from caracol.certificates.case_split import HAS_SOLUTION, REFUTED, Compiled, Formula, Plain
from caracol.certificates.proofs import refutation
from caracol.deadline import NEVER
from caracol.engines import Assignment, NotUnique, TooLong, covers, paths
from caracol.engines import native as compiled
from caracol.engines.sat.solvers import MainSolver
from caracol.explanations.hitting_sets import HittingSets, NodeLimitReached
from caracol.generation.clues import all_clues, setting
from caracol.generation.reduction import ClueSolver
from caracol.generation.sampler import Sampler
from caracol.generation.targets import Groups
from caracol.kinds import Constraint
from caracol.model import Model
from caracol.puzzle import Clue, Solution
from caracol.registry import families
from samples import Sample, samples

CELLS = [[1, 2, 3], [4, 5, 6], [7, 8], [9, 10, 11]]
HELPERS = [12, 13]


def formula(rng: random.Random) -> Formula:
    """Each cell holds one value, and some clauses more, of helpers too."""
    clauses = [*CELLS]
    clauses += [[-one, -other] for cell in CELLS for one, other in combinations(cell, 2)]
    return Formula([*clauses, *some_clauses(rng, 12)], 13, CELLS)


def some_clauses(rng: random.Random, count: int) -> list[list[int]]:
    literals = [sign * number for cell in [*CELLS, HELPERS] for number in cell for sign in (1, -1)]
    return [rng.sample(literals, rng.choice((1, 2, 2, 3, 3, 3, 4))) for _ in range(count)]


def has_solution(clauses: Sequence[Sequence[int]]) -> bool:
    for held in product(*CELLS):
        for helpers in product((True, False), repeat=len(HELPERS)):
            true = {*held, *(one for one, is_on in zip(HELPERS, helpers, strict=True) if is_on)}
            if all(any((abs(one) in true) == (one > 0) for one in clause) for clause in clauses):
                return True
    return False


def follows(clause: Sequence[int], clauses: Sequence[Sequence[int]]) -> bool:
    """By unit propagation: whether the contrary contradicts the clauses."""
    false = {*clause}
    while True:
        left = [[one for one in some if one not in false] for some in clauses]
        if any(not some for some in left):
            return True
        new = {-some[0] for some in left if len(some) == 1} - false
        if not new:
            return False
        false |= new


def test_cases_are_refuted_if_and_only_if_there_is_no_solution() -> None:
    refuted = found = 0
    for seed in range(60):
        rng = random.Random(seed)
        shared = formula(rng)
        for _ in range(6):  # the last must leave nothing behind for the next
            more = some_clauses(rng, rng.randint(1, 12))
            clauses = [*shared.clauses, *more]
            if has_solution(clauses):
                found += 1
                with pytest.raises(AssertionError, match="no solution"):
                    refutation(shared, more)
                continue
            refuted += 1
            for line in refutation(shared, more):
                assert follows(line, clauses), (seed, line)
                clauses.append(line)
            assert clauses[-1] == []
    assert min(refuted, found) > 50


LIBRARY = compiled.load(compiled.PATH)
needs_library = pytest.mark.skipif(LIBRARY is None, reason="the compiled parts were not built")


@pytest.fixture
def _with_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is used, also where the tests run without it."""
    monkeypatch.setattr(compiled, "LIBRARY", LIBRARY)


with_library = pytest.mark.usefixtures("_with_library")


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_a_library_of_other_sources_is_not_used(tmp_path: Path) -> None:
    source, library = tmp_path / "other.c", tmp_path / "libother.so"
    source.write_text("int other(void) { return 0; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    assert compiled.load(library) is None and compiled.load(tmp_path / "none.so") is None


def test_without_the_library_all_is_done_in_python(tmp_path: Path) -> None:
    assert compiled.load(tmp_path / "nowhere.so") is None


@pytest.fixture(params=["compiled", "python"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the two ways in turn."""
    if request.param == "compiled" and LIBRARY is None:
        pytest.skip("the compiled parts were not built")
    monkeypatch.setattr(compiled, "LIBRARY", LIBRARY if request.param == "compiled" else None)
    return str(request.param)


@needs_library
@given(st.integers(0), st.sampled_from([5, 30, 10**6]))
def test_cases_are_refuted_and_filled_in_the_same_way_in_python(seed: int, facts: int) -> None:
    rng = random.Random(seed)
    shared = formula(rng)
    assert LIBRARY
    one, other = Compiled(shared, LIBRARY), Plain(shared)
    for _ in range(3):
        more = some_clauses(rng, rng.randint(1, 8))
        assert one.refute(more, facts) == other.refute(more, facts)
        assert one.find(more, facts) == other.find(more, facts)


def test_boards_are_found_if_and_only_if_there_are_some(way: str) -> None:  # noqa: ARG001
    for seed in range(60):
        rng = random.Random(seed)
        shared, more = formula(rng), some_clauses(rng, rng.randint(1, 8))
        clauses = [*shared.clauses, *more]
        found = proofs.board(shared, more)
        assert (found is not None) == has_solution(clauses)
        if found:
            assert [sum(value in found for value in cell) for cell in CELLS] == [1, 1, 1, 1]
            assert has_solution([*clauses, *([value] for value in found)])


def test_a_board_beyond_the_limit_is_one_of_a_fresh_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "MOST_FACTS", 0)
    shared = Formula([*CELLS], 13, CELLS)
    found = proofs.board(shared, [[-1], [-4, -5]])
    assert found and -1 not in found and not {4, 5} <= {*found}
    assert proofs.board(shared, [[-1], [-2], [-3]]) is None


def searched(sets: list[set[int]], costs: list[int], live: int, most: int, nodes: int) -> object:
    pool = HittingSets(costs)
    for some in sets:
        pool.add(some)
    try:
        return pool.hitting_set(live, most, nodes), pool.was_long
    except NodeLimitReached:
        return pool.was_long


@needs_library
@given(st.data(), st.sampled_from([6, 20, 150]), st.sampled_from([1, 10, 1000]))
def test_rules_are_found_in_the_same_way_in_python(
    data: st.DataObject, rules: int, nodes: int
) -> None:
    costs = data.draw(st.lists(st.sampled_from([3, 10, 12]), min_size=rules, max_size=rules))
    some = st.sets(st.integers(0, rules - 1), min_size=1, max_size=4)
    sets = data.draw(st.lists(some, min_size=1, max_size=100))
    live = data.draw(st.integers(0, (1 << len(sets)) - 1))
    most = data.draw(st.integers(0, 80))
    one, other = both_ways(lambda: searched(sets, costs, live, most, nodes))
    assert one == other


def both_ways(ask: Callable[[], object]) -> list[object]:
    """The answers of the compiled parts and of their twins."""
    answers = []
    for library in (LIBRARY, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiled, "LIBRARY", library)
            forget()
            answers.append(ask())
    forget()
    return answers


@needs_library
@pytest.mark.parametrize("sample", samples(), ids=str)
def test_certificates_are_the_same_in_python(sample: Sample) -> None:
    one, other = both_ways(lambda: caracol.certify(sample.puzzle))
    assert one == other


@needs_library
@pytest.mark.parametrize("name", families())
def test_steps_are_the_same_in_python(name: str) -> None:
    puzzle = caracol.parse(families()[name].example)
    one, other = both_ways(lambda: [*caracol.steps(puzzle)])
    assert one == other


def test_bad_sets_and_costs_are_refused(way: str) -> None:  # noqa: ARG001
    for costs in ([0], [10, -1], [10**9], [2**40]):
        with pytest.raises(ValueError, match="expected costs from 1"):
            HittingSets(costs)
    pool = HittingSets([10] * 4)
    for broken in ([], [4], [-1], [2**40]):
        with pytest.raises(ValueError, match="expected rules from 0 to 3"):
            pool.add(broken)
    pool.add([3, 3, 1])
    for numbers in ([1], [-1]):
        with pytest.raises(ValueError, match="expected sets below 1"):
            pool.retain(numbers)
    asked: list[Callable[[int], object]] = [
        pool.common,
        pool.greedy_hitting_set,
        lambda i: pool.hitting_set(i, 10, 9),
    ]
    for ask in asked:
        for live in (2, -1, 1 << 70):
            with pytest.raises(ValueError, match="expected sets below 1"):
                ask(live)
    assert pool.hitting_set(1, 10**12, 9) == (10, [1]) and pool.hitting_set(1, -5, 9) == (10, [])
    assert (
        pool.hitting_set(0, 10, 9) == (0, []) and pool.greedy_hitting_set(0) == pool.common(0) == []
    )


@pytest.mark.parametrize("number", [0, 14, -14, 2**31 - 1, -(2**31)])
def test_bad_literals_are_refused(number: int, way: str) -> None:  # noqa: ARG001
    for clauses, cells in (([[number]], CELLS), ([], [[number]])):
        with pytest.raises(ValueError, match="expected literals"):
            refutation(Formula(clauses, 13, cells), [])
    fine = Formula([*CELLS], 13, CELLS)
    with pytest.raises(ValueError, match="expected literals"):
        refutation(fine, [[1, number]])
    assert refutation(fine, [[-1], [1, 1]]) == [[]]


def test_odd_formulas_do_no_harm(way: str) -> None:  # noqa: ARG001
    """Cells with no values, values that share a cell, clauses that say a thing twice."""
    for clauses, cells in (
        ([], []),
        ([[]], CELLS),
        ([], [[], [1, 1, 2], [2, 3]]),
        ([[1, 1, 2], [1, -1], [-2, -2, -2]], [[1, 2, 3], [1, 2, 3]]),
    ):
        shared = Formula(clauses, 13, cells)
        assert proofs._cases(shared).refute([], 100).result in (REFUTED, HAS_SOLUTION)
        assert proofs._cases(shared).find([[1, 1]], 100).result in (REFUTED, HAS_SOLUTION)


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The library, with allocations that fail when they are told to."""
    if LIBRARY and hasattr(LIBRARY, "allocations_left"):
        return LIBRARY
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler")
    path = tmp_path_factory.mktemp("failing") / "library.so"
    sources = compiled.PATH.parent.glob("*.c")
    flags = ["-DFAILING_ALLOCATIONS", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", path, *sources], check=True)
    library = compiled.load(path)
    assert library
    return library


def outlives_failures(
    library: ctypes.CDLL, make: Callable[[], object], ask: Callable[[object], object]
) -> int:
    """How often memory ran out before the right answer; after each time it can be had."""
    left = ctypes.c_int64.in_dll(library, "allocations_left")
    right, failures = ask(make()), 0
    while True:
        asked = make()
        left.value = failures
        try:
            answer = ask(asked)
        except MemoryError:
            failures += 1
            left.value = 2**60
            assert ask(asked) == right
        else:
            left.value = 2**60
            assert answer == right
            return failures


def test_out_of_memory_leaves_cases_usable(failing: ctypes.CDLL) -> None:
    rng = random.Random(4)
    shared = formula(rng)
    make = partial(Compiled, shared, failing)
    made = outlives_failures(failing, lambda: None, lambda _: make().find([], 999))
    refuted = found = 0
    for _ in range(20):
        more = some_clauses(rng, 4)
        refuted += outlives_failures(failing, make, methodcaller("refute", more, 999))
        found += outlives_failures(failing, make, methodcaller("find", more, 999))
    assert min(made, refuted, found) > 20


def test_out_of_memory_leaves_hitting_sets_usable(
    failing: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "LIBRARY", failing)
    pool = HittingSets([10] * 5)
    live = sum(pool.add(pair) for pair in combinations(range(5), 2))
    assert outlives_failures(failing, lambda: pool, methodcaller("hitting_set", live, 50, 999)) == 2


def board_and_clues(side: int, seed: int, together: int) -> tuple[ClueSolver, Assignment, Groups]:
    """A random Sudoku board, all its numbers in random order, and a solver to leave out some."""
    solver = ClueSolver("sudoku", (side,), MainSolver)
    board = Sampler("sudoku", (side,), solver).search(random.Random(seed))
    clues = [Clue(cell, str(value)) for cell, value in board.items()]
    random.Random(seed).shuffle(clues)
    groups = [tuple(clues[i : i + together]) for i in range(0, len(clues), together)]
    return solver, board, groups


def facts(groups: Groups) -> list[list[tuple[str, int]]]:
    return [[(clue.place, int(clue.value)) for clue in group] for group in groups]


@needs_library
@pytest.mark.parametrize(("side", "together"), [(4, 1), (4, 2), (6, 1), (6, 3), (9, 1)])
def test_the_same_clues_are_left_out_by_a_solver(side: int, together: int) -> None:
    assert LIBRARY
    rules = registry.model("sudoku", (side,))
    found = covers.Covers(rules, LIBRARY)
    for seed in range(5):
        solver, board, groups = board_and_clues(side, seed, together)
        needed = found.irreducible(board, facts(groups))
        by_solver = solver.deleted(board, groups, NEVER)
        assert by_solver and {groups[i] for i in needed} == by_solver.keys()
        for i, second in needed.items():
            assert rules.keeps(second)
            kept = [all(second[cell] == n for cell, n in facts(groups)[j]) for j in needed]
            assert kept == [j != i for j in needed]


@needs_library
def test_too_few_clues_leave_a_second_board() -> None:
    assert LIBRARY
    found = covers.Covers(registry.model("sudoku", (4,)), LIBRARY)
    solver, board, groups = board_and_clues(4, 1, 1)
    for few in (0, 2):
        with pytest.raises(NotUnique):
            found.irreducible(board, facts(groups[:few]))
        assert solver.deleted(board, groups[:few], NEVER) is None


@needs_library
def test_too_many_tries_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LIBRARY
    found = covers.Covers(registry.model("sudoku", (9,)), LIBRARY)
    _, board, groups = board_and_clues(9, 1, 1)
    right = found.irreducible(board, facts(groups))
    monkeypatch.setattr(covers, "MOST_TRIES", 3)
    with pytest.raises(TooLong):
        found.irreducible(board, facts(groups))
    monkeypatch.undo()
    assert found.irreducible(board, facts(groups)) == right


@needs_library
def test_sudokus_are_the_same_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list(caracol.generate("sudoku", "6", count=5, seed=3))
    monkeypatch.setattr(compiled, "LIBRARY", None)
    assert list(caracol.generate("sudoku", "6", count=5, seed=3)) == made


def test_only_lines_that_hold_every_value_are_exact() -> None:
    assert covers.is_exact(registry.model("sudoku", (9,)))
    assert not covers.is_exact(registry.model("mno", (5,)))
    assert not covers.is_exact(registry.model("trid", (5, 1, 5)))


def test_bad_facts_are_refused(failing: ctypes.CDLL) -> None:
    numbers = (ctypes.c_int * 4)(1, 2, 5, 0)
    made = ctypes.c_void_p()
    for most, size in ((4, 4), (0, 0), (5, 3)):
        result = failing.covers_start(most, size, ctypes.addressof(numbers), ctypes.byref(made))
        assert result == compiled.BAD_NUMBER
    found = covers.Covers(registry.model("sudoku", (4,)), failing)
    wrong = (ctypes.c_int * 2)(65, 0)
    lists = (0, None, 2, ctypes.addressof(wrong))
    assert failing.covers_reduce(found._covers, *lists, 100) == compiled.BAD_NUMBER


def test_out_of_memory_leaves_covers_usable(failing: ctypes.CDLL) -> None:
    _, board, groups = board_and_clues(4, 1, 1)
    make = partial(covers.Covers, registry.model("sudoku", (4,)), failing)
    reduced = methodcaller("irreducible", board, facts(groups))
    made = outlives_failures(failing, lambda: None, lambda _: reduced(make()))
    assert outlives_failures(failing, make, reduced) < made


def lists_of(side: int, seed: int) -> tuple[Assignment, Groups]:
    """A picture, and its lists in random order."""
    shape = (side, side)
    drawn = setting("nonogram").board
    assert drawn
    rng = random.Random(seed)
    picture = drawn(registry.board("nonogram", shape), rng)
    groups: Groups = [(clue,) for _, clue in all_clues("nonogram", shape, picture, ("lists",))]
    rng.shuffle(groups)
    return dict(picture.values), groups


def constraints(side: int, groups: Groups) -> list[list[Constraint]]:
    return [
        [registry.rule("nonogram", (side, side), clue).constraint for clue in group]
        for group in groups
    ]


def is_reduced_alike(rules: Model, solver: ClueSolver, board: Assignment, groups: Groups) -> bool:
    """Whether the board is the only one, and then what is left is what a solver leaves."""
    by_solver = solver.deleted(board, groups, NEVER)
    demanded = [solver.constraints(group) for group in groups]
    if by_solver is None:
        with pytest.raises(NotUnique):
            paths.irreducible(rules, board, demanded)
        return False
    needed = paths.irreducible(rules, board, demanded)
    assert {groups[i] for i in needed} == by_solver.keys()
    for i, second in needed.items():
        assert rules.keeps(second)
        assert [demanded[j][0].holds(second) for j in needed] == [j != i for j in needed]
    return True


@needs_library
@with_library
def test_the_same_lists_are_left_out_by_a_solver() -> None:
    rules, unique = registry.model("nonogram", (6, 6)), 0
    for seed in range(12):
        solver = ClueSolver("nonogram", (6, 6), MainSolver)
        unique += is_reduced_alike(rules, solver, *lists_of(6, seed))
    assert 2 < unique < 12


@needs_library
@with_library
@pytest.mark.parametrize("kinds", [("views",), ("views", "heights")])
def test_the_same_views_are_left_out_by_a_solver(kinds: tuple[str, ...]) -> None:
    """Lines whose numbers all differ are read too, and rules are never left out."""
    rules, solver = registry.model("skyscrapers", (4,)), ClueSolver("skyscrapers", (4,), MainSolver)
    unique = 0
    for seed in range(8):
        rng = random.Random(seed)
        board = Sampler("skyscrapers", (4,), solver).search(rng)
        clues = [clue for _, clue in all_clues("skyscrapers", (4,), Solution(board), kinds)]
        groups: Groups = [(clue,) for clue in rng.sample(clues, 15)]
        unique += is_reduced_alike(rules, solver, board, groups)
    assert unique > 2


@needs_library
@with_library
def test_too_many_lines_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.model("nonogram", (6, 6))
    board, groups = next(
        one
        for one in (lists_of(6, seed) for seed in range(20))
        if ClueSolver("nonogram", (6, 6), MainSolver).second(*one, NEVER) is None
    )
    right = paths.irreducible(rules, board, constraints(6, groups))
    with monkeypatch.context() as patch:
        patch.setattr(paths, "MOST_READS", 100)
        with pytest.raises(TooLong):
            paths.irreducible(rules, board, constraints(6, groups))
    assert paths.irreducible(rules, board, constraints(6, groups)) == right


@needs_library
@with_library
def test_nonograms_are_the_same_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list(caracol.generate("nonogram", "6 6", count=4, seed=3))
    solved = [[*caracol.solutions(one.without(one.clues[0]), 3)] for one in made]
    monkeypatch.setattr(compiled, "LIBRARY", None)
    assert list(caracol.generate("nonogram", "6 6", count=4, seed=3)) == made
    assert [[*caracol.solutions(one.without(one.clues[0]), 3)] for one in made] == solved


def test_bad_paths_are_refused(failing: ctypes.CDLL) -> None:
    """Cells, values and moves that are not there, lines that end too soon."""
    left, made = array("Q", [3, 3]), ctypes.c_void_p()
    right = [2, 0, 1, 2, 0, 1, 1, -1, 0, 1]
    wrong = [
        right[:-1],
        [3, *right[1:]],
        [0, *right[1:]],
        [2, 2, *right[2:]],
        [2, 0, 1, 3, *right[4:]],
        [2, 0, 1, 0, *right[4:]],
        [*right[:4], 2, *right[5:]],
        [*right[:4], -2, *right[5:]],
        [*right, 1],
    ]

    def start(cells: int, values: int, numbers: list[int]) -> int:
        held = array("i", numbers)
        where = compiled.address(left), len(held), compiled.address(held)
        result: int = failing.paths_start(cells, values, *where, ctypes.byref(made))
        return result

    assert start(2, 2, right) == 0
    few = array("i", [0, 2])
    for board, groups in (([0, 2], [1, 0]), ([-1, 0], [1, 0]), ([0, 0], [2, 0]), ([0, 0], [-1, 0])):
        few, lists = array("i", board), array("i", groups)
        where = compiled.address(few), len(lists), compiled.address(lists)
        assert failing.paths_reduce(made, *where, 100) == compiled.BAD_NUMBER
    failing.paths_forget(made)
    for numbers in wrong:
        assert start(2, 2, numbers) == compiled.BAD_NUMBER
    for cells, values in ((0, 2), (2, 0), (2, 65), (2, 1)):
        assert start(cells, values, right) == compiled.BAD_NUMBER


def test_out_of_memory_leaves_paths_usable(failing: ctypes.CDLL) -> None:
    board, groups = lists_of(5, 1)
    flat = [one for some in constraints(5, groups) for one in some]
    make = partial(paths.Paths, registry.model("nonogram", (5, 5)), flat, failing)
    numbered = [range(i, i + 1) for i in range(len(flat))]

    def ask(asked: object) -> object:
        assert isinstance(asked, paths.Paths)
        try:
            return asked.narrowed(), asked.irreducible(board, numbered)
        except NotUnique:
            return None

    assert outlives_failures(failing, lambda: None, lambda _: ask(make())) > 8
    assert outlives_failures(failing, make, ask) > 1
