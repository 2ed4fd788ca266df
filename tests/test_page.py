"""The page builds from tiny runs, holds all figures, and needs nothing from elsewhere."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from caracol.cli import commands as cli
from caracol.cli import console
from caracol.lab import EXPERIMENTS, QUESTIONS, charts, page, report, tables
from caracol.lab.tables import Picture, Row, Run, Section
from caracol.puzzle import UsageError

BARS = Section(
    "bars <&>",
    "ms",
    "ratio",
    (Row("us", (1.0, 2.0, 9.0), "1x"), Row("them", (200.0,), "100x"), Row("absent", ())),
    picture=Picture("bars", log=True),
)
PAIRS = Section(
    "pairs",
    "",
    "",
    (Row("5/3", (320, 1.5), met=True, wanted="<= 320"), Row("7/3", (5880, None))),
    ("published", "ours"),
    Picture("bars", y="ours", beside="published", log=True),
    ("A note.",),
)
HEAT = Section(
    "heat",
    "",
    "",
    (Row("1", (1, 14262696), shown=("1", "14262696")), Row("2", (0, None), shown=("none", "?"))),
    ("a", "b"),
    Picture("heat", log=True),
)
LINES = Section(
    "lines",
    "",
    "",
    tuple(
        Row(f"{name} {n}", (n, factor * n**2), series=name)
        for name, factor in (("one", 1.0), ("two", 30.0))
        for n in (4, 8, 16, 32)
    ),
    ("size", "ms"),
    Picture("loglog", "size", "ms"),
)
PLAIN = Section("plain", "", "found", (Row("row", (1,), "x" * 40),), ("n",))

RUN = Run(
    experiment="reports",
    arguments=("--seconds", "3"),
    date="2024-05-06T07:08:09+00:00",
    seconds=3.0,
    ended="complete",
    machine={"processor": "A & B", "cores": 2, "load": "1.5"},
    versions={"python": "3.11.7"},
    seeds=(12,),
    sections=(BARS, PAIRS, HEAT, LINES, PLAIN),
)


class Tags(HTMLParser):
    """Whether every tag that is opened is closed, in order."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def built(tmp_path: Path, *runs: Run) -> str:
    names = []
    for i, run in enumerate(runs):
        names.append(str(tmp_path / f"{i}.json"))
        tables.write(Path(names[-1]), run)
    target = tmp_path / "lab.html"
    assert cli.main(["lab", "page", *names, "-o", str(target)]) == 0
    return target.read_text("utf-8")


def test_a_tiny_run_makes_a_page(tmp_path: Path) -> None:
    text = built(tmp_path, RUN)
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and tags.links == ["#run0"]
    assert text.count("<svg") == 4
    for told in (
        "A &amp; B",
        "3.11.7",
        "2024-05-06",
        "--seconds 3",
        "A note.",
        "Bars &lt;&amp;&gt;",
        "1.5 processes",
    ):
        assert told in text


def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    text = built(tmp_path, RUN)
    assert not re.search(r"https?:|@import|url\((?!#)|<script|<link|<img", text)


def test_every_figure_is_on_the_page(tmp_path: Path) -> None:
    cells = [*map(unescape, re.findall(r"<td[^>]*>([^<]*)</td>", built(tmp_path, RUN)))]
    for section in RUN.sections:
        for row in section.rows:
            assert row.name in cells and {*tables.entries(section, row)} <= {*cells}


def test_runs_that_were_cut_short_say_so(tmp_path: Path) -> None:
    assert "cut short (broken off)" in built(tmp_path, replace(RUN, ended="broken off"))
    assert "cut short" not in built(tmp_path, RUN)


def test_experiments_come_in_the_readers_order(tmp_path: Path) -> None:
    other = replace(RUN, experiment="certificates")
    unknown = replace(RUN, experiment="something new")
    text = built(tmp_path, unknown, other, RUN)
    places = [text.index(f">{told}</h2>") for told in (*_titles(), "something new")]
    assert places == sorted(places)


def _titles() -> tuple[str, str]:
    return QUESTIONS["reports"], QUESTIONS["certificates"]


def test_every_experiment_has_a_title() -> None:
    assert {*EXPERIMENTS} <= {*QUESTIONS}


def axes(section: Section) -> Axes:
    return charts.drawn([section]).axes[0]


def lengths(section: Section) -> list[float]:
    """In parts of the width of the picture."""
    to_picture = axes(section).transData.transform
    low, high = (to_picture((x, 0))[0] for x in axes(section).get_xlim())
    bars = [bar for bar in axes(section).patches if isinstance(bar, Rectangle)]
    ends = [to_picture((bar.get_x() + bar.get_width(), 0))[0] for bar in bars]
    return [(end - low) / (high - low) for end in ends]


def texts(section: Section) -> list[str]:
    return [text.get_text() for text in axes(section).texts]


def test_bars_are_as_long_as_their_figures() -> None:
    us, them, absent = lengths(replace(BARS, picture=Picture("bars")))
    assert them / us == pytest.approx(200 / 2) and absent == 0
    us, them, absent = lengths(BARS)
    assert them / us == pytest.approx(2.301 / 0.301, rel=0.01) and absent == 0
    assert all(0 <= length <= 1 for length in lengths(BARS))
    assert texts(BARS) == ["2.000", "200", "–"]


def test_bars_beside_each_other_have_a_legend() -> None:
    legend = axes(PAIRS).get_legend()
    assert legend and [text.get_text() for text in legend.texts] == ["ours", "published"]
    assert "–" in texts(PAIRS)


def test_tiles_are_shaded_by_their_figures() -> None:
    one, millions, *nothing = (tile.get_alpha() or 0 for tile in axes(HEAT).patches)
    assert 0 < one < millions < charts.DEEP + 0.01 and nothing == [0, 0]
    assert texts(HEAT) == ["1", "14.3M", "none", "?"]


def test_lines_show_their_exponents_and_are_straight() -> None:
    legend = axes(LINES).get_legend()
    assert legend and all("N^2.0 ± 0.0" in text.get_text() for text in legend.texts)
    assert len(axes(LINES).lines) == 2
    for line in axes(LINES).lines:
        points = axes(LINES).transData.transform(np.array(line.get_xydata()))
        steps = {round(float(b[1] - a[1])) for a, b in pairwise(points)}
        assert len(points) == 4 and len(steps) == 1


@pytest.mark.parametrize("kind", ["bars", "heat", "loglog"])
def test_a_section_without_figures_can_be_drawn(kind: str) -> None:
    fields = json.loads(json.dumps({"kind": kind, "x": "n", "y": "n"}))
    section = Section("none", "", "", (Row("row", (None,)),), ("n",), Picture(**fields))
    if kind == "heat":  # the tile keeps its place, and is empty
        assert len(axes(section).patches) == 1
    else:
        assert charts.svg(section) == ""


def test_a_picture_has_the_colours_of_the_page() -> None:
    assert "var(--c0)" in charts.svg(BARS) and charts.COLOURS["c0"] not in charts.svg(BARS)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["{run}", "-o", "{folder}/lab.txt"], "ending in .html"),
        (["{run}", "-o", "{folder}/none/lab.html"], "no such directory"),
        (["{folder}/none.json", "-o", "{folder}/lab.html"], "no such file"),
    ],
)
def test_what_cannot_be_built_is_refused(tmp_path: Path, words: list[str], reason: str) -> None:
    run = tmp_path / "run.json"
    tables.write(run, RUN)
    with pytest.raises(UsageError, match=reason):
        page.main([word.format(run=run, folder=tmp_path) for word in words])


@pytest.mark.slow
def test_all_runs_are_refreshed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The experiment is out of time soon, but not before its first table."""
    words = ["--seconds", "3", "--runs", f"{tmp_path}/runs", "-o", f"{tmp_path}/lab.html"]
    assert report.main(["reports", *words]) == console.OUT_OF_TIME
    assert "lab.html" in capsys.readouterr().out
    (run,) = (tmp_path / "runs").iterdir()
    assert tables.read(run).experiment == "reports"
    assert QUESTIONS["reports"] in (tmp_path / "lab.html").read_text("utf-8")


def test_unknown_experiments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        report.main(["alchemy"])
    assert "found 'alchemy'" in capsys.readouterr().err
