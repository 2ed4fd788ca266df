"""The questions of the studio: every one for every family, bad input, deadlines."""

import base64
import dataclasses
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import caracol
from caracol import OutOfTime, PuzzleError, registry
from caracol.studio import asked, questions
from caracol.studio.asked import Fresh, read, schema, to_json
from caracol.studio.layout import layout
from caracol.studio.making import usual_sizes
from caracol.studio.openapi import ANSWERS, LINES, document
from caracol.studio.questions import EVERY, MOST_FACTS, QUESTIONS, STREAMS, Question, ask, ask_on

EXAMPLES = {name: family.example for name, family in registry.families().items()}
every_family = pytest.mark.parametrize("name", EXAMPLES)
ABOUT_A_PUZZLE = [
    name
    for name in QUESTIONS
    if name not in ("families", "fresh", "daily", "blank", "complete", "alike", "book")
]
MNO, CUBE = EXAMPLES["mno"], EXAMPLES["turn-12"]
HITORI, STARS = EXAMPLES["hitori"], EXAMPLES["star-battle"]

Answer = dict[str, Any]  # Any: JSON has no types


def answered(name: str, **fields: object) -> Answer:
    """The answer, which must be as the document says, once it has been JSON."""
    answer: Answer = json.loads(json.dumps(ask(name, fields)))
    jsonschema.validate(answer, ANSWERS[name])
    return answer


def told(name: str, **fields: object) -> list[Answer]:
    """Every part of an answer that grows, each as the document says."""
    parts: list[Answer] = json.loads(json.dumps([*ask_on(name, fields)]))
    for part in parts:
        jsonschema.validate(part, LINES[name])
    return parts


def solved(text: str) -> dict[str, object]:
    puzzle = caracol.parse(text)
    (solution,) = caracol.solutions(puzzle)
    given = {clue.place for clue in puzzle.clues}
    return {cell: value for cell, value in solution.values.items() if cell not in given}


def empty(text: str) -> str:
    puzzle = caracol.parse(text)
    return caracol.show(dataclasses.replace(puzzle, clues=()))


@every_family
@pytest.mark.parametrize("question", ABOUT_A_PUZZLE)
def test_every_question_about_every_family_has_its_answer(question: str, name: str) -> None:
    answered(question, puzzle=EXAMPLES[name])


@every_family
def test_fresh_puzzles_are_unique_and_those_of_a_seed_the_same(name: str) -> None:
    size = usual_sizes(name)[0]
    one, again = (answered("fresh", family=name, size=size, seed=5) for _ in range(2))
    assert one == again
    assert caracol.is_unique(caracol.parse(one["puzzle"]))
    assert answered("fresh", family=name, size=size) != answered("fresh", family=name, size=size)


def test_a_fresh_puzzle_of_a_level_is_of_that_level() -> None:
    made = answered("fresh", family="mno", size="5", level="medium")
    assert made["level"] == "medium"
    assert caracol.grade(caracol.parse(made["puzzle"])).level.value == "medium"


@every_family
def test_the_puzzle_of_a_day_depends_on_the_date_alone(name: str) -> None:
    one = answered("daily", family=name, date="2026-11-18")
    caracol.forget()
    assert answered("daily", family=name, date="2026-11-18") == one
    assert answered("daily", family=name, date="2026-11-19") != one
    assert caracol.is_unique(caracol.parse(one["puzzle"]))


def test_puzzles_of_a_day_differ_by_level() -> None:
    levels = ("", "easy", "medium")
    made = [answered("daily", family="mno", date="2026-11-18", level=level) for level in levels]
    assert len({one["puzzle"] for one in made}) == len(levels)


@every_family
def test_families_tell_what_can_be_made(name: str) -> None:
    about = next(one for one in answered("families")["families"] if one["name"] == name)
    for size in about["sizes"]:
        made = answered("fresh", family=name, size=size, seed=1)
        assert made["puzzle"].startswith(f"{name} {size}\n")


@every_family
def test_a_board_says_all_that_a_page_needs(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    found = layout(puzzle, "pt")
    cells = registry.model(puzzle.family, puzzle.shape).cells
    assert {cell.name: cell.values for cell in found.cells} == dict(cells)
    assert len({(cell.row, cell.column) for cell in found.cells}) == len(cells)
    assert len({cell.label for cell in found.cells}) == len(cells)
    assert all(bool(cell.outline) != bool(cell.radius) for cell in found.cells)
    assert all(0 <= cell.x <= found.width and 0 <= cell.y <= found.height for cell in found.cells)
    values = {value for domain in cells.values() for value in domain}
    assert {one.value for one in found.values} == values
    assert all(one.glyph for one in found.values)
    assert len({one.key for one in found.values}) == len(values)
    given = {place: text for place, text in puzzle.clues if place not in cells}
    assert {place.name: place.text for place in found.places if place.text} == given
    places = registry.board(puzzle.family, puzzle.shape).places
    assert {place.name for place in found.places} == {*places} - cells.keys()
    assert "data-cell" not in found.svg and "<title>" not in found.svg
    assert caracol.parse(found.puzzle) == puzzle


def test_dots_are_drawn_and_have_their_key() -> None:
    (dot,) = (one for one in layout(caracol.parse(MNO), "en").values if one.value == "*")
    assert (dot.label, dot.key) == ("a dot", ".")
    assert dot.glyph == '<circle cx="0" cy="0" r="0.17" fill="currentColor"/>'


def test_a_cube_says_where_its_faces_touch() -> None:
    cube = layout(caracol.parse(EXAMPLES["turn-12"]), "en").cube
    assert cube and len(cube.contacts) == 12 and {one.total for one in cube.contacts} == {12}
    turns = solved(EXAMPLES["turn-12"])

    def digit(face: str, side: int) -> int:
        ring = cube.rings[face]
        return int(ring[(side * len(ring) // 4 + int(str(turns[face]))) % len(ring)])

    for one in cube.contacts:
        assert digit(one.face, one.side) + digit(one.other, one.other_side) == one.total


@every_family
def test_check_knows_right_from_wrong(name: str) -> None:
    text, right = EXAMPLES[name], solved(EXAMPLES[name])
    cell, value = next(iter(right.items()))
    cells = registry.model(name, caracol.parse(text).shape).cells
    wrong = next(other for other in cells[cell] if other != value)
    done = answered("check", puzzle=text, entries=right)
    assert done == {"status": "unique", "solved": True, "complete": True, "wrong": []}
    some = answered("check", puzzle=text, entries={cell: wrong})
    assert (some["solved"], some["complete"], some["wrong"]) == (False, False, [cell])
    marked = answered("check", puzzle=text, entries={**right, cell: [value, wrong]})
    assert (marked["solved"], marked["complete"], marked["wrong"]) == (False, False, [])
    assert answered("check", puzzle=text, entries={cell: [wrong]})["wrong"] == [cell]


def test_check_of_many_solutions_finds_what_cannot_be() -> None:
    text = "magic-snail 3 AB\n...\n...\n...\n"
    assert answered("check", puzzle=text, entries={"r1c1": "A"})["wrong"] == []
    wrong = answered("check", puzzle=text, entries={"r1c1": "A", "r1c2": "A", "r3c3": "-"})
    assert wrong["status"] == "many" and {*wrong["wrong"]} == {"r1c1", "r1c2"}


@every_family
def test_candidates_leave_the_solution_and_solve_nothing(name: str) -> None:
    right = solved(EXAMPLES[name])
    found = answered("candidates", puzzle=EXAMPLES[name])["candidates"]
    assert all(right[cell] in values for cell, values in found.items())
    assert found.keys() == right.keys()
    cell = next(iter(right))
    after = answered("candidates", puzzle=EXAMPLES[name], entries={cell: right[cell]})["candidates"]
    assert after.keys() == found.keys() - {cell}
    assert all({*after[other]} <= {*found[other]} for other in after)


@every_family
def test_why_names_the_entries_that_are_wrong(name: str) -> None:
    right = solved(EXAMPLES[name])
    cells = registry.model(name, caracol.parse(EXAMPLES[name]).shape).cells
    cell, value = next(iter(right.items()))
    wrong = next(other for other in cells[cell] if other != value)
    assert answered("why", puzzle=EXAMPLES[name], entries=right) == {"clash": None}
    found = answered("why", puzzle=EXAMPLES[name], entries={cell: wrong}, language="pt")
    assert cell in found["cells"] and found["clash"]
    assert cell in answered("hint", puzzle=EXAMPLES[name], entries={cell: wrong})["cells"]


@every_family
def test_live_counts_what_enumeration_finds(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    for text in (
        EXAMPLES[name],
        caracol.show(puzzle.without(puzzle.clues[0])) if puzzle.clues else "",
    ):
        if not text:
            continue
        found = answered("live", puzzle=text, number=7, limit=1000)
        boards = [*caracol.solutions(caracol.parse(text), 1000)]
        assert (found["number"], found["puzzle"], found["more"]) == (7, text, False)
        assert found["count"] == len(boards)
        expected: dict[str, dict[str, int]] = {}
        for board in boards:
            for cell, value in board.values.items():
                counts = expected.setdefault(cell, {})
                counts[str(value)] = counts.get(str(value), 0) + 1
        assert found["candidates"] == expected


@pytest.mark.parametrize(
    "text", ["magic-snail 4 AB\nA...\n....\n....\n....\n", "magic-snail 5 ABC\n" + 5 * ".....\n"]
)
def test_beyond_the_limit_live_still_knows_what_is_impossible_and_what_is_unique(text: str) -> None:
    every = answered("live", puzzle=text, limit=1000)
    some = answered("live", puzzle=text, limit=2)
    assert every["count"] > 2 and not every["more"]
    assert some["count"] == 2 and some["more"] and some["sure"]
    for cell, counts in every["candidates"].items():
        assert some["candidates"][cell].keys() == counts.keys()
        for value, count in counts.items():
            found = some["candidates"][cell][value]
            assert found <= count and (found == 1) == (count == 1)


def test_live_shows_the_conflict_of_an_unsolvable_puzzle() -> None:
    found = answered("live", puzzle="magic-snail 3 AB\nA.A\n...\n...\n")
    assert (found["count"], found["more"]) == (0, False)
    assert found["conflict"]["cells"] == ["r1c1", "r1c3"]
    assert not any(found["candidates"].values())


@pytest.mark.slow
@pytest.mark.parametrize("size", ["mno 7", "magic-snail 7 ABC", "magic-snail 7 ABCD"])
def test_live_takes_a_fraction_of_a_second_on_an_empty_board(size: str) -> None:
    text = f"{size}\n" + 7 * ".......\n"
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        answered("live", puzzle=text)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.2


@every_family
def test_a_survey_of_a_unique_puzzle_tells_all(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    parts = told("survey", puzzle=EXAMPLES[name], number=8)
    assert {(part["number"], part["puzzle"]) for part in parts} == {(8, EXAMPLES[name])}
    final = {part["about"]: part for part in parts if part["final"]}
    assert [*final] == ["count", "redundant", "level", "end"] and parts[-1] == final["end"]
    assert (final["count"]["count"], final["count"]["more"]) == (1, False)
    expected = [clue.place for clue in caracol.check(puzzle).redundant]
    assert final["redundant"]["redundant"] == expected
    if not final["end"]["late"]:
        assert final["level"]["level"] == caracol.grade(puzzle).level.value


def test_progress_is_never_taken_for_the_end() -> None:
    parts = told("survey", puzzle="mno 9\n" + 9 * ".........\n")
    *growing, last = [part for part in parts if part["about"] == "count"]
    assert growing and not any(part["final"] for part in growing)
    counts = [part["count"] for part in growing]
    assert counts == sorted(counts) and counts[-1] <= 1000
    assert (last["final"], last["count"], last["more"]) == (True, 1000, True)
    assert [part["about"] for part in parts].count("end") == 1 and parts[-1]["about"] == "end"


def test_a_survey_counts_exactly_where_there_are_fewer() -> None:
    text = "magic-snail 4 AB\n" + 4 * "....\n"
    (counted,) = (part for part in told("survey", puzzle=text) if part["about"] == "count")
    assert (counted["count"], counted["more"]) == (27, False)
    assert counted["candidates"] == answered("live", puzzle=text)["candidates"]


def test_a_survey_of_an_unsolvable_puzzle_shows_the_conflict() -> None:
    parts = told("survey", puzzle="magic-snail 3 AB\nA.A\n...\n...\n", language="pt")
    assert [part["about"] for part in parts] == ["count", "conflict", "end"]
    assert parts[1]["conflict"]["cells"] == ["r1c1", "r1c3"]


def test_a_survey_names_clues_that_are_not_needed() -> None:
    more = answered("edit", puzzle=MNO, clues={"r1c1": str(solved(MNO)["r1c1"])})["puzzle"]
    final = {part["about"]: part for part in told("survey", puzzle=more) if part["final"]}
    assert "r1c1" in final["redundant"]["redundant"]


def test_a_survey_ends_in_time_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    brief = dataclasses.replace(STREAMS["survey"], seconds=0.5)
    monkeypatch.setitem(questions.STREAMS, "survey", brief)
    start = time.monotonic()
    parts = told("survey", puzzle="mno 25\n" + 25 * (25 * "." + "\n"))
    assert time.monotonic() - start < 3 and parts[-1]["late"]


def test_a_survey_that_nobody_wants_any_more_leaves_nothing_behind() -> None:
    """The next answer is right though the solver was in the middle of counting."""
    text = "mno 9\n" + 9 * ".........\n"
    survey = ask_on("survey", {"puzzle": text})
    next(survey)
    survey.close()
    assert answered("live", puzzle=text, limit=5)["count"] == 5
    assert told("survey", puzzle=text)[-2]["count"] == 1000


def test_counts_are_about_clues_and_never_about_entries() -> None:
    """Whoever asks for a count with entries is told that these play no part in it."""
    for ask_for in (lambda fields: ask("live", fields), lambda fields: [*ask_on("survey", fields)]):
        with pytest.raises(PuzzleError, match="expected a field"):
            ask_for({"puzzle": MNO, "entries": {"r1c1": "*"}})


@every_family
def test_a_puzzle_is_completed_trimmed_and_varied(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    if not puzzle.clues:
        pytest.skip("a family without clues has nothing to add")
    begun = dataclasses.replace(puzzle, clues=puzzle.clues[:2])
    made = answered("complete", puzzle=caracol.show(begun), seed=2)
    whole = caracol.parse(made["puzzle"])
    assert caracol.is_unique(whole) and {*begun.clues} <= {*whole.clues}
    added = [clue for clue in whole.clues if clue not in begun.clues]
    assert {clue.place for clue in added} == {*made["changed"]}
    assert not any(caracol.is_unique(whole.without(clue)) for clue in added)
    trimmed = caracol.parse(answered("trim", puzzle=made["puzzle"])["puzzle"])
    assert caracol.check(trimmed).irreducible and {*trimmed.clues} <= {*whole.clues}


@every_family
def test_clues_are_taken_away_and_put_back(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    cell, values = next(iter(registry.board(name, puzzle.shape).domains.items()))
    clues = dict(puzzle.clues) or {cell: str(values[-1])}
    bare = answered("edit", puzzle=EXAMPLES[name], clues=dict.fromkeys(clues, ""))
    assert caracol.parse(bare["puzzle"]).clues == ()
    full = answered("edit", puzzle=bare["puzzle"], clues=clues)
    assert dict(caracol.parse(full["puzzle"]).clues) == clues


@pytest.mark.parametrize("clues", [{"r9c9": "*"}, {"r1c1": "Q"}, {"r1c1": 3}, {"r1c1": "**"}])
def test_clues_that_do_not_fit_are_refused(clues: dict[str, object]) -> None:
    with pytest.raises(PuzzleError, match="expected"):
        ask("edit", {"puzzle": MNO, "clues": clues})


@pytest.mark.parametrize("name", ["mno", "trid"])
def test_another_puzzle_has_the_same_pattern(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    made = answered("alike", puzzle=EXAMPLES[name], seed=4)
    other = caracol.parse(made["puzzle"])
    assert made["pattern"] and other != puzzle and caracol.is_unique(other)
    assert [clue.place for clue in other.clues] == [clue.place for clue in puzzle.clues]


def test_where_no_other_puzzle_has_the_pattern_the_nearest_is_told() -> None:
    text = answered("fresh", family="mno", size="6", seed=3)["puzzle"]
    places = {clue.place for clue in caracol.parse(text).clues}
    made = answered("alike", puzzle=text, seed=4)
    other = caracol.parse(made["puzzle"])
    assert made["pattern"] is False and caracol.is_unique(other)
    assert {clue.place for clue in other.clues} == places | {*made["changed"]}


@pytest.mark.slow
def test_looking_for_the_same_pattern_leaves_time_for_what_comes_after() -> None:
    text = answered("fresh", family="sudoku", size="9", seed=3)["puzzle"]
    made = answered("alike", puzzle=text, seed=1)
    assert not made["pattern"] and caracol.is_unique(caracol.parse(made["puzzle"]))


@pytest.mark.parametrize("name", ["magic-snail", "turn-12"])
def test_where_nothing_is_like_it_another_of_its_size_is_given(name: str) -> None:
    made = answered("alike", puzzle=EXAMPLES[name], seed=4)
    assert not made.get("pattern") and made["puzzle"] != EXAMPLES[name]
    assert made["puzzle"].split("\n")[0] == EXAMPLES[name].split("\n")[0]
    assert caracol.is_unique(caracol.parse(made["puzzle"]))


def test_a_puzzle_alike_is_of_the_level_wanted_or_says_otherwise() -> None:
    for level in ("easy", "hard"):
        made = answered("alike", puzzle=MNO, seed=4, level=level)
        grade = caracol.grade(caracol.parse(made["puzzle"]))
        assert made["level"] == grade.level.value
        assert (made["level"] == level) == ("wanted" not in made)


@every_family
def test_a_blank_board_has_no_clues(name: str) -> None:
    for size in usual_sizes(name):
        made = answered("blank", family=name, size=size)["puzzle"]
        assert made.startswith(f"{name} {size}\n") and caracol.parse(made).clues == ()


def test_rings_of_a_cube_are_written_over() -> None:
    blank = answered("blank", family="turn-12", size="4")["puzzle"]
    made = answered("edit", puzzle=blank, rings={"left": "3459"})["puzzle"]
    assert made == blank.replace("left   6666", "left   3459")


def test_regions_and_numbers_are_written_over() -> None:
    stars = "star-battle 2 1\nAA\nBB\n..\n*.\n"
    made = answered("edit", puzzle=stars, printed={"r1c2": "B"}, clues={"r2c1": ""})["puzzle"]
    assert made == "star-battle 2 1\nAB\nBB\n..\n..\n"
    numbers = "hitori 2\n12\n21\n..\n..\n"
    made = answered("edit", puzzle=numbers, printed={"r2c1": "1", "r2c2": "2"})["puzzle"]
    assert made == "hitori 2\n12\n12\n..\n..\n"


def test_blank_is_what_players_may_leave_where_cells_hold_two_values() -> None:
    blank = {name: layout(caracol.parse(text), "en").blank for name, text in EXAMPLES.items()}
    assert {name: value for name, value in blank.items() if value is not None} == {
        "hitori": "-",
        "nonogram": "-",
        "slitherlink": "off",
        "star-battle": "-",
    }


@every_family
def test_lines_are_named_beside_the_board_or_on_its_walls(name: str) -> None:
    found = layout(caracol.parse(EXAMPLES[name]), "pt")
    said = {one.line for one in found.names}
    lines = registry.board(name, caracol.parse(EXAMPLES[name]).shape).lines
    assert {line.name.told("pt") for line in lines if len(line.cells) > 1} <= said | {""}
    assert all(-0.3 <= one.x <= found.width + 0.3 for one in found.names)
    assert all(-0.3 <= one.y <= found.height + 0.3 for one in found.names)


def test_a_batch_is_made_one_by_one_and_printed() -> None:
    parts = told("batch", family="mno", size="5", count=3, level="medium", seed=2, title="Three")
    assert [part["about"] for part in parts] == ["puzzle"] * 3 + ["book", "end"]
    made = [part for part in parts if part["about"] == "puzzle"]
    assert [(part["made"], part["count"], part["level"]) for part in made] == [
        (i, 3, "medium") for i in (1, 2, 3)
    ]
    assert len({part["puzzle"] for part in made}) == 3
    assert base64.b64decode(parts[3]["data"]).startswith(b"%PDF") and not parts[-1]["late"]


def test_a_batch_out_of_time_prints_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    brief = dataclasses.replace(STREAMS["batch"], seconds=0.5)
    monkeypatch.setitem(questions.STREAMS, "batch", brief)
    parts = told("batch", family="mno", size="14", count=60, seed=1)
    assert 0 < len(parts) - 2 < 60 and parts[-2]["about"] == "book" and parts[-1]["late"]


def test_puzzles_with_many_solutions_get_an_answer_or_a_reason() -> None:
    assert answered("grade", puzzle=empty(MNO)) == {"family": "mno", "status": "many"}
    assert not answered("redundant", puzzle=empty(MNO))["unique"]
    with pytest.raises(PuzzleError, match="more than one solution"):
        answered("trim", puzzle=empty(MNO))


@pytest.mark.parametrize(("kind", "type_"), [("svg", "image/svg+xml"), ("png", "image/png")])
def test_pictures_show_entries(kind: str, type_: str) -> None:
    plain = answered("draw", puzzle=MNO, format=kind)
    filled = answered("draw", puzzle=MNO, format=kind, entries=solved(MNO))
    assert plain["type"] == type_ and plain["data"] != filled["data"]


def test_puzzles_of_all_families_make_a_book() -> None:
    texts = "".join(EXAMPLES.values())
    made = answered("book", puzzles=texts, title="Four", per_page=2, language="pt")
    assert base64.b64decode(made["data"]).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("question", "fields", "reason"),
    [
        ("check", {}, "expected a string in the field 'puzzle', found nothing"),
        ("check", {"puzzle": "mno 5", "entries": []}, "expected an object in the field 'entries'"),
        ("check", {"puzzle": MNO, "entries": {"r1c1": 1.5}}, "expected a value"),
        ("check", {"puzzle": MNO, "entries": {"r1c1": True}}, "expected a value"),
        ("check", {"puzzle": MNO, "entries": {"r9c9": "*"}}, "expected an entry for a cell"),
        ("check", {"puzzle": MNO, "entries": {"r1c1": "Q"}}, "expected one of"),
        ("board", {"puzzle": MNO, "language": "fr"}, "expected in the field 'language', one of"),
        ("board", {"puzzle": "nonsense"}, "line 1, column 1"),
        ("board", {"puzzle": MNO + MNO}, "nothing after the end"),
        ("board", {"puzzle": MNO, "extra": 1}, "expected a field"),
        ("board", {"puzzle": "x" * 50_000}, "expected at most 40000 characters"),
        ("board", {"puzzle": "mno 60\n" + 60 * (60 * "." + "\n")}, f"at most {MOST_FACTS}"),
        ("fresh", {"family": "mno", "size": "60"}, f"at most {MOST_FACTS}"),
        ("fresh", {"family": "nono", "size": "5"}, "expected a family"),
        ("fresh", {"family": "mno", "size": "five"}, "expected the length of a side"),
        ("fresh", {"family": "mno", "size": "5", "level": "silly"}, "expected a level"),
        ("fresh", {"family": "mno", "size": "5", "seed": 2**60}, "expected a smaller number"),
        ("daily", {"family": "mno", "date": "tomorrow"}, "expected a date such as"),
        ("live", {"puzzle": MNO, "limit": 100_000}, "expected a limit from 1 to 1000"),
        ("complete", {"puzzle": EXAMPLES["turn-12"]}, "has no clues"),
        ("blank", {"family": "mno", "size": "60"}, f"at most {MOST_FACTS}"),
        ("edit", {"puzzle": MNO, "rings": {"top": "3333"}}, "expected rings for a cube only"),
        ("edit", {"puzzle": CUBE, "rings": {"up": 24 * "3"}}, "expected a face"),
        ("edit", {"puzzle": CUBE, "rings": {"top": "333"}}, "expected 24 digits from 3 to 9"),
        ("edit", {"puzzle": CUBE, "rings": {"top": 24 * "2"}}, "expected 24 digits from 3 to 9"),
        ("edit", {"puzzle": MNO, "printed": {"r1c1": "A"}}, "a board with regions or numbers"),
        ("edit", {"puzzle": HITORI, "printed": {"r9c9": "1"}}, "expected a cell and one character"),
        ("edit", {"puzzle": HITORI, "printed": {"r1c1": "*"}}, "expected a number"),
        ("edit", {"puzzle": STARS, "printed": {"r4c4": "E"}}, "expected 4 regions"),
        ("nothing", {}, "expected a question"),
    ],
)
def test_bad_input_is_told_in_a_line(question: str, fields: dict[str, object], reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason) as error:
        ask(question, fields)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"count": 0}, "a whole number of at least 1"),
        ({"count": 61}, "at most 60"),
        ({"count": 2, "size": "60"}, f"at most {MOST_FACTS}"),
        ({"count": 2, "level": "silly"}, "expected a level"),
    ],
)
def test_a_bad_batch_is_told_in_a_line(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason):
        told("batch", **({"family": "mno", "size": "5"} | fields))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=8,
)
NAMES = ("puzzle", "entries", "language", "number", "family", "size", "date", "level", "x")


@given(
    question=st.sampled_from([name for name in QUESTIONS if QUESTIONS[name].seconds <= 5]),
    fields=st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4),
    text=st.sampled_from([*EXAMPLES.values(), None]),
)
def test_whatever_is_asked_is_answered_or_refused(
    question: str, fields: dict[str, object], text: str | None
) -> None:
    asking = fields if text is None else fields | {"puzzle": text}
    with suppress(PuzzleError):
        json.dumps(ask(question, asking))


@given(st.text(alphabet="mno 5.*-OMN\n12rid", max_size=60))
def test_whatever_text_is_shown_is_a_board_or_refused(text: str) -> None:
    with suppress(PuzzleError):
        ask("board", {"puzzle": text})


@pytest.mark.parametrize("name", EVERY)
def test_the_document_describes_what_is_read(name: str) -> None:
    paths = document("1")["paths"]
    assert isinstance(paths, dict) and paths.keys() == {f"/api/{one}" for one in EVERY}
    described = schema(EVERY[name].asked)
    jsonschema.Draft202012Validator.check_schema(described)
    jsonschema.Draft202012Validator.check_schema((ANSWERS | LINES)[name])
    assert EVERY[name].summary.endswith(".")


def test_questions_come_back_as_they_were() -> None:
    for words in (Fresh("mno", "5", seed=3), asked.Played(MNO, {"r1c1": ("*", "-"), "r1c2": "*"})):
        fields: Mapping[str, object] = json.loads(json.dumps(to_json(words)))
        assert read(type(words), fields) == words


@pytest.mark.parametrize("name", ["explain", "hint", "grade", "alike"])
def test_deadlines_are_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hard = "trid 7 1..7\n" + "".join(
        " ".join("." * i) + "\n" + (" ".join("." * (2 * i - 1)) + "\n" if i < 7 else "")
        for i in range(1, 8)
    )
    question = QUESTIONS[name]
    brief: Question[Any, Any] = dataclasses.replace(question, seconds=0.3)
    monkeypatch.setitem(questions.QUESTIONS, name, brief)
    start = time.monotonic()
    with suppress(OutOfTime):
        ask(name, {"puzzle": hard})
    assert time.monotonic() - start < 3
