"""Explanations: each step is true, has nothing to spare, and none is cheaper."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import pytest

import caracol
from bruteforce import Tried, price, tried
from caracol import Clue, Level, ManySolutions, NoSolution, Puzzle, Step, UsageError, registry
from caracol.explanations import walk as explaining
from caracol.explanations.grade import graded, level
from caracol.explanations.thoughts import thoughts
from caracol.explanations.walk import Walk, clash, grade, rules_in_pieces, steps
from caracol.kinds import Domains, Is
from caracol.lab.soundness import hardest
from reasoning import follows
from samples import Sample, samples

# Samples that take a step of many rules somewhere, each of them a minute or more.
LONG = ("magic-snail/digits", "magic-snail/mixed-key", "turn-12/report-001-72")
# Samples that take some seconds, and are like others.
SLOW = ("turn-12/report-001-52", "magic-snail/empties", "magic-snail/lower-case", "mno/mixed")

GENERATED = {
    "magic-snail": ("4 AB", "5 ABC"),
    "mno": ("4", "5"),
    "trid": ("3 1..4", "4 1..5"),
    "turn-12": ("4", "8"),
}


def generated() -> Iterator[Puzzle]:
    for family, sizes in GENERATED.items():
        for size in sizes:
            yield from caracol.generate(family, size, seed=5, count=1)


PUZZLES = [
    *generated(),
    *(sample.puzzle for sample in samples() if sample.name not in (*LONG, *SLOW)),
]
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.family)


@cache
def walked(puzzle: Puzzle) -> tuple[Step, ...]:
    return tuple(steps(puzzle))


@pytest.mark.slow
@every_puzzle
def test_a_step_follows_from_its_reasons_alone_and_needs_them_all(puzzle: Puzzle) -> None:
    domains = Walk(puzzle).domains  # where cells can be blank, that one is not is a reason too
    for step in walked(puzzle):
        assert follows(domains, step.reads, step.because, step.derives)
        for rule in step.because:
            rest = [other for other in step.because if other is not rule]
            assert not follows(domains, step.reads, rest, step.derives)
        for cell in step.cells_read:
            reads = [fact for fact in step.reads if fact.cell != cell]
            assert not follows(domains, reads, step.because, step.derives)


@every_puzzle
def test_a_walk_ends_with_the_solution_and_never_leaves_it(puzzle: Puzzle) -> None:
    (solution,) = caracol.solutions(puzzle, 2)
    walk = steps(puzzle)
    for step in walk:
        assert step.derives
        assert all((solution[cell] == value) is holds for cell, value, holds in step.derives)
        assert all(solution[cell] in left for cell, left in walk.left.items())
        assert step.proved
        assert step.cost == sum(price(rule) for rule in step.because)
    assert walk.is_unique
    assert {cell: left[0] for cell, left in walk.left.items()} == solution.values
    assert {len(left) for left in walk.left.values()} == {1}


def test_steps_read_what_is_known_and_derive_what_is_not() -> None:
    walk = steps(caracol.parse(caracol.family("mno").example))
    left = {cell: set(values) for cell, values in walk.left.items()}
    for step in walk:
        for cell, value, holds in step.reads:
            assert left[cell] == {value} if holds else value not in left[cell]
        for cell, value, holds in step.derives:
            assert len(left[cell]) > 1 and value in left[cell]
            left[cell] = {value} if holds else left[cell] - {value}
    assert all(len(values) == 1 for values in left.values())


TINY = [
    Puzzle("magic-snail", (3, "AB"), (Clue("r1c1", "A"),)),
    Puzzle("magic-snail", (3, "AB"), (Clue("r2c1", "B"),)),
    Puzzle("magic-snail", (3, "AB"), (Clue("r2c2", "B"),)),
    Puzzle("magic-snail", (3, "AB")),
    Puzzle("trid", (3, 1, 3), (Clue("r1c1", "1"), Clue("r3c3", "2"))),
    *caracol.generate("trid", "3 1..4", seed=1, count=3),
    *caracol.generate("turn-12", "4", seed=1, count=4),
]


def given(puzzle: Puzzle, *cells: str) -> Puzzle:
    """The puzzle with more cells of its solution given."""
    (solution,) = caracol.solutions(puzzle, 2)
    clues = {clue.place: clue for clue in puzzle.clues}
    clues |= {cell: Clue(cell, str(solution[cell])) for cell in cells}
    return replace(puzzle, clues=tuple(clues[place] for place in solution.values if place in clues))


def half_open() -> Iterator[Puzzle]:
    """Boards too large to try them all, given as far as they can be."""
    for family, size, still_open in (("mno", "4", 5), ("mno", "5", 5), ("turn-12", "8", 4)):
        for i, puzzle in enumerate(caracol.generate(family, size, seed=3, count=2)):
            cells = list(registry.model(family, puzzle.shape).cells)
            random.Random(i).shuffle(cells)
            yield given(puzzle, *cells[still_open:])


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [*TINY, *half_open()], ids=lambda puzzle: puzzle.family)
def test_no_rules_are_cheaper_than_those_of_a_step(puzzle: Puzzle) -> None:
    """All sets of up to three rules, tried on all boards, at every point of the walk."""
    units = thoughts(puzzle)
    rules = [rule.constraint for rule in units]
    walk = steps(puzzle)
    known = dict(walk.left)
    all_boards = tried(known, rules)
    prices = [price(rule) for rule in units]
    for step in walk:
        used = [rules.index(rule.constraint) for rule in step.because]
        assert all_boards.says_more(used, known)
        for n in (1, 2, 3):
            for some in combinations(range(len(rules)), n):
                if sum(prices[i] for i in some) < step.cost:
                    assert not all_boards.says_more(some, known)
        assert step.choices == choices(all_boards, len(rules), known)
        known = dict(walk.left)


def choices(all_boards: Tried, rules: int, known: Domains) -> int:
    return sum(all_boards.says_more([rule], known) for rule in range(rules)) or 1


@pytest.mark.slow
@pytest.mark.parametrize("family", ["magic-snail", "mno", "trid", "turn-12"])
@pytest.mark.parametrize("seed", range(2))
def test_the_hardest_step_is_a_property_of_the_puzzle(family: str, seed: int) -> None:
    (puzzle,) = caracol.generate(family, GENERATED[family][-1], seed=seed, count=1)
    rng = random.Random(seed)
    assert {hardest(puzzle, rng) for _ in range(2)} == {grade(puzzle).hardest}


HALF = "magic-snail 5 ABC\n.....\nB.C..\n.....\n.....\n...C.\n"


def test_a_half_filled_board_is_where_the_walk_starts() -> None:
    puzzle = caracol.parse(HALF)
    (solution,) = caracol.solutions(puzzle)
    walk = steps(puzzle, {"r1c2": "A", "r1c1": ["-", "A"], "r4c1": {"C"}})
    assert walk.left["r1c2"] == ("A",)
    assert walk.left["r1c1"] == ("-", "A")
    assert walk.left["r4c1"] == ("C",)
    told = list(walk)
    assert len(told) < len(list(steps(puzzle)))
    assert {cell: left[0] for cell, left in walk.left.items()} == solution.values
    assert all(fact.cell not in ("r1c2", "r4c1") for step in told for fact in step.derives)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"r9c9": "A"}, "expected an entry for a cell such as r1c1, found 'r9c9'"),
        ({"r1c1": "D"}, "expected one of -, A, B, C in r1c1, found 'D'"),
        ({"r1c1": ["A", 1]}, "expected one of -, A, B, C in r1c1, found 1"),
    ],
)
def test_entries_that_make_no_sense_are_refused(entries: explaining.Entries, told: str) -> None:
    for ask in (steps, clash):
        with pytest.raises(UsageError, match=told):
            ask(caracol.parse(HALF), entries)


@pytest.mark.parametrize("entry", ["A", ["A", "C"], []])
def test_a_wrong_entry_leaves_no_solution_and_is_named(entry: str | list[str]) -> None:
    puzzle = caracol.parse(HALF)
    with pytest.raises(NoSolution):
        steps(puzzle, {"r2c4": entry})
    found = clash(puzzle, {"r2c4": entry}, seconds=1)
    assert found
    sentences = [str(rule.sentence) for rule in found.rules]
    named = " or ".join(entry) or "nothing"
    assert f"r2c4 is entered as {named}" in sentences


def test_nothing_clashes_where_there_is_a_solution() -> None:
    assert clash(caracol.parse(HALF), {"r1c2": "A"}) is None


CLASHING = [
    Puzzle("magic-snail", (3, "AB"), (Clue("r1c1", "A"), Clue("r1c3", "A"))),
    Puzzle("magic-snail", (3, "AB"), (Clue("r1c1", "B"),)),
    Puzzle("magic-snail", (3, "AB"), (Clue("r1c2", "-"), Clue("r3c3", "-"))),
    Puzzle("trid", (2, 1, 2)),
    Puzzle("trid", (3, 1, 4), (Clue("t1.1", "12"),)),
    Puzzle("trid", (3, 1, 4), (Clue("t1.1", "11"),)),
    Puzzle("trid", (3, 1, 4), (Clue("r1c1", "4"), Clue("t1.1", "5"))),
    Puzzle("turn-12", (4, *["3333"] * 6)),
    Puzzle("turn-12", (4, "6666", "6666", "6663", "6666", "6666", "6666"), (Clue("front", "3"),)),
    Puzzle("mno", (1,)),
]


@pytest.mark.parametrize("puzzle", CLASHING, ids=str)
def test_a_clash_is_a_clash_and_no_fewer_rules_clash(puzzle: Puzzle) -> None:
    with pytest.raises(NoSolution):
        steps(puzzle)
    found = clash(puzzle)
    assert found and found.proved
    clues = [rule for rule in registry.clues(puzzle) if isinstance(rule.constraint, Is)]
    rules = [rule.constraint for rule in (*rules_in_pieces(puzzle), *clues)]
    domains = registry.model(puzzle.family, puzzle.shape).cells
    all_boards = tried(domains, rules)
    used = [rules.index(rule.constraint) for rule in found.rules]
    assert not all_boards.left_by(used, all_boards.everywhere)
    fewer = combinations(range(len(rules)), max(0, min(len(used) - 1, 3)))
    assert all(all_boards.left_by(some, all_boards.everywhere) for some in fewer)


def test_a_shape_without_boards_and_a_doubled_letter_clash() -> None:
    assert clash(Puzzle("magic-snail", (4, "ABC")), seconds=0.5)
    doubled = caracol.parse("magic-snail 4 AB\n....\nA..A\n....\n....\n")
    found = clash(doubled)
    assert found and [str(rule.sentence) for rule in found.rules] == [
        "row 2 holds exactly one A",
        "r2c1 is given as A",
        "r2c4 is given as A",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "magic-snail 3 AB\n...\n...\n...\n",
        "magic-snail 5 ABC\n.....\n..C..\n.....\n.....\n.....\n",
        "mno 4\n....\n....\n.O..\n....\n",
        "trid 3 1..3\n.\n.\n..\n...\n..1\n",
        "turn-12 4\ntop 6666\nbottom 6666\nfront 6666\nback 6667\nleft 6666\nright 6665\n",
    ],
)
def test_many_solutions_are_explained_as_far_as_they_agree(text: str) -> None:
    puzzle = caracol.parse(text)
    walk = steps(puzzle)
    assert not walk.is_unique
    list(walk)
    found = [solution.values for solution in caracol.solutions(puzzle)]
    for cell, left in walk.left.items():
        assert set(left) == {values[cell] for values in found}
    with pytest.raises(ManySolutions):
        grade(puzzle)


def test_with_little_work_a_walk_still_ends_and_says_what_is_not_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = caracol.parse(caracol.family("mno").example)
    (solution,) = caracol.solutions(puzzle)
    hardest = grade(puzzle).hardest
    monkeypatch.setattr("caracol.explanations.reasons.MOST_WORK", 0)
    walk = steps(puzzle)
    told = list(walk)
    assert {cell: left[0] for cell, left in walk.left.items()} == solution.values
    assert not any(step.proved for step in told if step.cost > 24)
    found = graded(told)
    assert not found.proved and found.hardest <= hardest
    assert found == grade(puzzle)
    domains = registry.model(puzzle.family, puzzle.shape).cells
    assert all(follows(domains, step.reads, step.because, step.derives) for step in told)


@pytest.mark.parametrize("work", [1, 10, 100, 1000])
def test_a_grade_that_is_not_proved_is_never_too_high(
    work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = [*caracol.generate("mno", "5", seed=3, count=4)]
    exact = [grade(puzzle) for puzzle in puzzles]
    monkeypatch.setattr("caracol.explanations.reasons.MOST_WORK", work)
    for puzzle, proved in zip(puzzles, exact, strict=True):
        found = grade(puzzle)
        assert found.hardest == proved.hardest if found.proved else found.hardest <= proved.hardest


def test_a_walk_without_time_raises_out_of_time() -> None:
    with pytest.raises(caracol.OutOfTime):
        list(steps(caracol.parse(HALF), seconds=1e-9))
    with pytest.raises(caracol.OutOfTime):
        grade(caracol.parse(HALF), seconds=1e-9)


def test_lines_longer_than_twelve_cells_are_explained() -> None:
    puzzle = next(caracol.generate("mno", "13", seed=1))
    (solution,) = caracol.solutions(puzzle)
    domains = registry.model(puzzle.family, puzzle.shape).cells
    for step in islice(steps(puzzle), 60):
        assert follows(domains, step.reads, step.because, step.derives)
        for cell, value, holds in step.derives:
            assert (solution[cell] == value) is holds


def test_seconds_and_metrics_that_make_no_sense_are_refused() -> None:
    puzzle = caracol.parse(HALF)
    with pytest.raises(UsageError, match="expected a metric, one of price, rules; found 'beauty'"):
        steps(puzzle, metric="beauty")
    with pytest.raises(UsageError, match="expected a number of seconds greater than 0"):
        next(steps(puzzle, seconds=0))


@pytest.mark.parametrize("family", ["magic-snail", "mno", "trid", "turn-12"])
def test_the_metric_of_rules_counts_them(family: str) -> None:
    for puzzle in caracol.generate(family, GENERATED[family][-1], seed=8, count=2):
        told = list(steps(puzzle, metric="rules"))
        assert all(step.cost == len(step.because) for step in told)
        by_rules, by_price = grade(puzzle, metric="rules"), grade(puzzle)
        assert 8 * by_rules.hardest <= by_price.hardest <= 20 * by_rules.hardest
        assert by_rules.level is level(by_rules.hardest, "rules")


@pytest.mark.parametrize(
    ("found", "most", "rules"),
    [
        (Level.EASY, 12, 1),
        (Level.MEDIUM, 24, 2),
        (Level.HARD, 40, 3),
        (Level.EXPERT, 60, 5),
    ],
)
def test_levels_go_up_to_that_cost_or_so_many_rules(found: Level, most: int, rules: int) -> None:
    harder = list(Level)[list(Level).index(found) + 1]
    assert (level(most), level(most + 1)) == (found, harder)
    assert (level(rules, "rules"), level(rules + 1, "rules")) == (found, harder)


GRADES = {
    "magic-snail/letters": (32, Level.HARD),
    "magic-snail/one-cell": (10, Level.EASY),
    "magic-snail/report-000": (12, Level.EASY),
    "mno/dots": (36, Level.HARD),
    "mno/empties": (20, Level.MEDIUM),
    "mno/letters": (12, Level.EASY),
    "mno/mixed": (56, Level.EXPERT),
    "mno/report-003": (16, Level.MEDIUM),
    "trid/below-zero": (36, Level.HARD),
    "trid/circles": (32, Level.HARD),
    "trid/from-zero": (48, Level.EXPERT),
    "trid/one-circle": (0, Level.EASY),
    "trid/sums": (32, Level.HARD),
    "trid/sums-and-circles": (36, Level.HARD),
    "trid/two-digits": (24, Level.MEDIUM),
    "turn-12/four-digits": (12, Level.EASY),
    "turn-12/report-001-toy": (20, Level.MEDIUM),
    "turn-12/some-turns": (12, Level.EASY),
}


@pytest.mark.parametrize(
    "sample", [sample for sample in samples() if sample.name in GRADES], ids=str
)
def test_samples_have_their_grades(sample: Sample) -> None:
    told = walked(sample.puzzle)
    found = graded(told)
    assert (found.hardest, found.level) == GRADES[sample.name]
    assert found.sum == sum(step.cost for step in told)
    assert 0 <= found.bottleneck <= 1
    assert found.proved


def test_a_step_more_is_never_dearer_than_before_it_was_needed() -> None:
    """Whatever is known already can only make the rest cheaper."""
    puzzle = caracol.parse(caracol.family("mno").example)
    (solution,) = caracol.solutions(puzzle)
    hardest = grade(puzzle).hardest
    for cell, value in islice(solution.values.items(), 0, 25, 3):
        assert max(step.cost for step in Walk(puzzle, {cell: value})) <= hardest
