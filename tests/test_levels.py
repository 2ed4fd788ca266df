"""Puzzles of a wanted level are of that level, and no clue of theirs can go."""

import json

import pytest

import caracol
from caracol import Level, UsageError, registry
from caracol.cli.commands import main
from caracol.explanations.closing import Closing, TooLong
from caracol.generation.clues import all_clues
from caracol.generation.order import Made, Order, parse_order
from caracol.generation.production import produce, with_kinds_for_level
from caracol.generation.targets import LEVELS, Band, band
from caracol.puzzle import Clue

ORDERS = [
    parse_order("magic-snail", "5 ABC", level="easy"),
    parse_order("magic-snail", "5 ABC", level="medium"),
    parse_order("magic-snail", "5 ABC", level="hard..expert"),
    parse_order("magic-snail", "5 ABC", level="easy", clues=("letters", "empties")),
    parse_order("mno", "5", level="easy"),
    parse_order("mno", "5", level="hard.."),
    parse_order("mno", "5", level="..medium", symmetry="rotate"),
    parse_order("trid", "4 1..5", level="medium"),
    parse_order("trid", "4 1..5", level="easy", clues=("sums", "circles")),
    parse_order("turn-12", "16", level="medium"),
]


def made(order: Order, count: int) -> list[Made]:
    found = (one for one in produce(order) if one)
    return [next(found) for _ in range(count)]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_puzzles_are_of_the_level_wanted(order: Order) -> None:
    wanted = order.level
    assert wanted
    for one in made(order, 2):
        grade = caracol.grade(one.puzzle)
        assert grade.level in wanted
        assert one.graded
        assert one.graded.level is grade.level
        assert one.graded.grade in (grade, None)
        assert caracol.is_unique(one.puzzle, engine="cpsat")


@pytest.mark.parametrize("order", ORDERS[:2] + ORDERS[4:5] + ORDERS[8:9], ids=str)
def test_without_any_clue_they_are_harder_or_not_unique(order: Order) -> None:
    assert order.level
    too_hard = LEVELS[LEVELS.index(order.level.high) + 1]
    for one in made(order, 2):
        for clue in one.puzzle.clues:
            rest = one.puzzle.without(clue)
            harder = Band(too_hard, Level.CASES)
            assert not caracol.is_unique(rest) or caracol.grade(rest).level in harder


def test_levels_are_made_from_the_seed_alone() -> None:
    orders = [parse_order("mno", "5", seed=3, level="easy")] * 2
    one, other = ([one.puzzle for one in made(order, 4)] for order in orders)
    assert one == other
    with_jobs = caracol.generate("mno", "5", seed=3, level="easy", count=4, jobs=2)
    assert list(with_jobs) == one


@pytest.mark.parametrize(
    ("word", "low", "high"),
    [
        ("easy", Level.EASY, Level.EASY),
        ("cases", Level.CASES, Level.CASES),
        ("case analysis", Level.CASES, Level.CASES),
        ("case-analysis", Level.CASES, Level.CASES),
        ("hard..case analysis", Level.HARD, Level.CASES),
        ("..hard", Level.EASY, Level.HARD),
        ("medium..", Level.MEDIUM, Level.CASES),
        ("medium..expert", Level.MEDIUM, Level.EXPERT),
    ],
)
def test_bands_are_read(word: str, low: Level, high: Level) -> None:
    assert band(word) == (low, high)
    assert band(str(band(word))) == (low, high)


@pytest.mark.parametrize("level", Level)
def test_the_names_that_grades_print_are_read_and_printed(level: Level) -> None:
    assert band(level.value) == (level, level)
    assert str(band(level.value)) == level.value


@pytest.mark.parametrize("word", ["simple", "case", "hard..easy", "easy...hard", "easy-hard"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(UsageError, match=r"expected .*found"):
        band(word)


def test_records_tell_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "mno", "5", "--level", "medium", "--json"]) == 0
    told = capsys.readouterr()
    record = json.loads(told.out)
    assert record["level"] == record["grade"]["level"] == "medium"
    assert "1 puzzle of level medium" in told.err


def test_a_level_out_of_reach_ends(capsys: pytest.CaptureFixture[str]) -> None:
    # All but one of three circles are given.
    assert main(["generate", "trid", "2", "1..3", "--level", "hard", "--clues", "circles"]) == 1
    assert "no puzzle of level hard was found for" in capsys.readouterr().err


def test_a_level_that_a_size_lacks_is_refused_at_once() -> None:
    told = "Turn 12 12 has no expert puzzles: they begin at size 20"
    with pytest.raises(UsageError, match=told):
        parse_order("turn-12", "12", level="expert")
    with pytest.raises(UsageError, match=r"Magic Snail 3 AB has no hard\.\.case analysis puzzles"):
        parse_order("magic-snail", "3 AB", level="hard..")
    assert parse_order("turn-12", "12", level="medium..").level


def test_a_level_beyond_the_usual_clues_is_had_with_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["generate", "trid", "4", "1..15", "--level", "easy", "--json"]) == 0
    told = capsys.readouterr()
    record = json.loads(told.out)
    assert record["level"] == "easy"
    assert "--clues sums,circles" in record["made_by"]
    assert "the usual clues alone are not enough for level easy; using sums and circles" in told.err
    (puzzle,) = caracol.generate("trid", "4 1..15", level="easy", count=1)
    assert caracol.show(puzzle) == record["puzzle"]


@pytest.mark.parametrize(("name", "size"), [("trid", "4 1..5"), ("mno", "5")])
def test_other_clues_are_not_given_where_the_usual_ones_do(name: str, size: str) -> None:
    setting = caracol.family(name).setting
    assert setting
    for one in made(with_kinds_for_level(parse_order(name, size, level="medium")), 3):
        shape, solution = one.puzzle.shape, one.solution
        kinds = {clue: kind for kind, clue in all_clues(name, shape, solution)}
        assert {kinds[clue] for clue in one.puzzle.clues} <= set(setting.usual)


@pytest.mark.parametrize("name", ["sudoku", "mno", "trid", "magic-snail", "turn-12", "takuzu"])
def test_steps_in_any_order_lead_as_far_as_the_cheapest_first(name: str) -> None:
    """The least limit within which steps lead to the end is what the hardest step costs."""
    size = {"sudoku": "6", "trid": "4 1..5", "turn-12": "16", "takuzu": "6"}.get(name, "5")
    for puzzle in caracol.generate(name, f"{size} ABC" if name == "magic-snail" else size, count=4):
        (solution,) = caracol.solutions(puzzle)
        hardest = caracol.grade(puzzle).hardest
        closing = Closing(puzzle, dict(solution.values))
        assert not closing.reaches(hardest - 1) and closing.reaches(hardest)


def test_what_takes_long_to_tell_is_left() -> None:
    (puzzle,) = caracol.generate("sudoku", "9", seed=3, level="medium", count=1)
    (solution,) = caracol.solutions(puzzle)
    with pytest.raises(TooLong):
        Closing(puzzle, dict(solution.values)).reaches(23, work=1)


def test_clues_that_give_cells_are_given_on_the_way() -> None:
    (puzzle,) = caracol.generate("sudoku", "9", level="medium", count=1)
    (solution,) = caracol.solutions(puzzle)
    closing = Closing(puzzle, dict(solution.values))
    assert not closing.reaches(12)
    for cell, value in solution.values.items():
        closing.give(registry.rule(puzzle.family, puzzle.shape, Clue(cell, str(value))))
    assert closing.reaches(12)
