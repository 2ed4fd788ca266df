"""Books that a PDF reader can read: pages, words, and nothing half written."""

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

import caracol
from caracol.books.book import PAPERS, Layout, _room_for_steps
from caracol.cli.commands import main
from caracol.drawing.boards import draw
from caracol.formats import show
from caracol.registry import families
from caracol.shapes import named


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.jsonl"
    orders = [
        ("magic-snail", "5 ABC", 5),
        ("mno", "5", 3),
        ("trid", "4 1..5", 2),
        ("turn-12", "24", 1),
    ]
    with path.open("w") as stream:
        for family, size, count in orders:
            for puzzle in caracol.generate(family, size, count=count):
                record = {"family": family, "puzzle": show(puzzle), "level": "hard"}
                stream.write(json.dumps(record) + "\n")
    return path


def texts(path: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(path).pages]


def test_a_book_has_a_cover_contents_rules_puzzles_and_solutions(
    pool: Path, tmp_path: Path
) -> None:
    book = tmp_path / "book.pdf"
    assert main(["book", str(pool), "-o", str(book), "--title", "My Snails"]) == 0
    cover, contents, rules, *rest = texts(book)
    assert "My Snails" in cover
    assert "11 puzzles" in cover
    for family in ("magic-snail", "mno", "trid", "turn-12"):
        assert families()[family].title in contents
    assert "Magic Snail" in rules
    assert "solved" in rules
    # Rules and puzzles: 1 + 2, 1 + 1, 1 + 1, 1 + 1; then the solutions, those in words apart.
    assert len(rest) == 2 + 2 + 2 + 2 + 2
    assert "Solutions" in rest[-2]
    assert rest[0].count("hard") == 4


@pytest.mark.parametrize(("per_page", "pages"), [(1, 11), (2, 7), (4, 5), (6, 4)])
def test_puzzles_are_laid_out_as_asked(
    pool: Path, tmp_path: Path, per_page: int, pages: int
) -> None:
    book = tmp_path / "book.pdf"
    assert main(["book", str(pool), "-o", str(book), "--per-page", str(per_page)]) == 0
    assert len(texts(book)) == 2 + 4 + pages + 2


@pytest.mark.parametrize(
    ("paper", "width", "height"), [("a4", 595, 842), ("a5", 420, 595), ("letter", 612, 792)]
)
def test_paper_and_language(
    pool: Path, tmp_path: Path, paper: str, width: int, height: int
) -> None:
    book = tmp_path / "book.pdf"
    options = ["--paper", paper, "--language", "pt", "--large", "--facing"]
    assert main(["book", str(pool), "-o", str(book), *options]) == 0
    box = PdfReader(book).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (width, height)
    told = " ".join(texts(book))
    assert "Índice" in told
    assert "difícil" in told
    assert "Solutions" not in told


def test_solutions_too_small_to_read_are_told_in_words(tmp_path: Path) -> None:
    cube = caracol.parse(families()["turn-12"].example)
    (tmp_path / "cube.txt").write_text(show(cube))
    book = tmp_path / "book.pdf"
    assert main(["book", str(tmp_path / "cube.txt"), "-o", str(book)]) == 0
    last = " ".join(texts(book)[-1].split())
    assert "top 14, bottom 2, front 6, back 23, left 23, right 4" in last


@pytest.mark.parametrize(("per_page", "pages"), [(1, 10), (2, 6), (4, 4), (6, 2)])
def test_facing_pages_hold_as_many_as_asked(tmp_path: Path, per_page: int, pages: int) -> None:
    puzzles, book = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    puzzles.write_text("".join(map(show, caracol.generate("mno", "4", count=5))))
    options = ["--facing", "--per-page", str(per_page)]
    assert main(["book", str(puzzles), "-o", str(book), *options]) == 0
    assert len(texts(book)) == 3 + pages


def test_a_book_can_start_with_the_easiest(tmp_path: Path) -> None:
    pool, book = tmp_path / "pool.jsonl", tmp_path / "book.pdf"
    puzzles = [show(puzzle) for puzzle in caracol.generate("magic-snail", "4 AB", count=3)]
    records = [
        {"puzzle": puzzles[0], "level": "expert"},
        {"puzzle": puzzles[1], "level": "medium"},
        {"puzzle": puzzles[2]},
    ]
    pool.write_text("\n".join(map(json.dumps, records)))
    found = caracol.grade(caracol.parse(puzzles[2])).level.value
    assert main(["book", str(pool), "-o", str(book), "--sort", "level"]) == 0
    order = [level.value for level in caracol.Level]
    levels = [word for word in texts(book)[3].split() if word in order]
    assert levels == sorted(["expert", "medium", found], key=order.index)


def test_a_puzzle_that_takes_too_long_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = tmp_path / "hard.txt"
    hard.write_text("magic-snail 24 ABCDEFGHIJKLM\n" + ("." * 24 + "\n") * 24)
    book = tmp_path / "book.pdf"
    assert main(["book", str(hard), "-o", str(book), "--seconds", "0.2"]) == 3
    assert "hard.txt: puzzle 1: out of time" in capsys.readouterr().err
    assert not book.exists()


def test_a_sheet_teaches_every_step(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(families()["mno"].example)
    sheet = tmp_path / "sheet.pdf"
    assert main(["book", str(puzzle), "-o", str(sheet), "--sheet"]) == 0
    told = " ".join(" ".join(texts(sheet)).split())
    steps = list(caracol.told(caracol.parse(puzzle.read_text())))
    assert f"{len(steps)}. " in told and f"{len(steps) + 1}. " not in told
    for line in steps[0].sentence().splitlines():
        assert " ".join(line.split()) in told
    assert "Hard 3." in told


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
@pytest.mark.parametrize("name", families())
def test_boards_of_a_sheet_are_large_enough_to_read(name: str, paper: str) -> None:
    """In millimetres: a board is 59 wide or more, and its words have at least as much room."""
    puzzle = caracol.parse(families()[name].example)
    layout = Layout(paper=paper)
    room = _room_for_steps(named(draw(puzzle)), layout)
    width, beside = room["width"], room["beside"]
    assert isinstance(width, float | int)
    whole = PAPERS[paper].width - 2 * PAPERS[paper].margin
    assert 59 <= width <= whole
    assert not beside or whole - width >= 50


def test_a_sheet_names_lines_on_its_boards(tmp_path: Path) -> None:
    puzzle, sheet = tmp_path / "puzzle.txt", tmp_path / "sheet.pdf"
    puzzle.write_text("magic-snail 3 AB\n.A.\nA..\n...\n")
    assert main(["book", str(puzzle), "-o", str(sheet), "--sheet", "--paper", "a5"]) == 0
    pages, steps = texts(sheet), list(caracol.told(caracol.parse(puzzle.read_text())))
    assert " ".join(pages).count("c3") >= len(steps)


def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.jsonl"
    good = json.dumps({"family": "mno", "puzzle": families()["mno"].example})
    path.write_text(f'{good}\n{{"family": "mno"\n')
    return path


def test_a_broken_record_is_named_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.pdf"
    assert main(["book", str(broken(tmp_path)), "-o", str(book)]) == 2
    assert "broken.jsonl:2" in capsys.readouterr().err
    assert not book.exists()


def test_a_puzzle_with_many_solutions_is_no_puzzle_for_a_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("mno 5\n" + ".....\n" * 5)
    assert main(["book", str(empty), "-o", str(tmp_path / "book.pdf")]) == 2
    assert "empty.txt: puzzle 1: expected a puzzle with one solution" in capsys.readouterr().err
