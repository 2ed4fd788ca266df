"""One HTML file of runs: pictures, tables, machine, versions. It needs nothing from elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from ..files import write_whole
from . import QUESTIONS, charts, experiment
from .report import Run, Section, columns, entries, read

# Words longer than this are text, not figures.
LONG = 24


def main(arguments: Sequence[str]) -> int:
    parser = experiment.Parser("page", __doc__)
    told = "as --json writes it"
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN.json", help=told)
    told = "the page, a .html"
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=told)
    options = parser.parse_args(arguments)
    build(options.runs, options.output)
    return experiment.DONE


def build(runs: Sequence[Path], target: Path) -> None:
    """The page of these runs; it appears whole or not at all."""
    experiment.check_target(target, ".html")
    write_whole(target, page([read(path) for path in runs]))


def page(runs: Sequence[Run]) -> str:
    body = "\n".join(_body(sorted(runs, key=_place)))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>caracol: the lab</title>\n<style>\n{charts.style()}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _place(run: Run) -> int:
    """The order of experiments on the page."""
    known = list(QUESTIONS)
    return known.index(run.experiment) if run.experiment in known else len(known)


def _body(runs: Sequence[Run]) -> Iterator[str]:
    yield "<h1>caracol: the lab</h1>"
    yield (
        "<p>Logic puzzles by constraint solving: what was measured, and how. All figures of a table"
        " come from one machine and one run, but for those that are said to be published.</p>"
    )
    yield "<nav><ul>"
    for i, run in enumerate(runs):
        yield f'<li><a href="#run{i}">{escape(_title(run))}</a></li>'
    yield "</ul></nav>"
    for i, run in enumerate(runs):
        yield f'<h2 id="run{i}">{escape(_title(run))}</h2>'
        yield from _facts(run)
        for section in run.sections:
            yield from _section(section)


def _title(run: Run) -> str:
    return QUESTIONS.get(run.experiment, run.experiment)


def _facts(run: Run) -> Iterator[str]:
    """Where the figures come from."""
    words = " ".join(("caracol lab", run.experiment, *run.arguments))
    told = f"{run.date.partition('T')[0]}, {run.seconds:.0f} seconds"
    if "load" in run.machine:
        told += f", with {run.machine['load']} processes at work on {run.machine['cores']} cores"
    if run.ended != experiment.COMPLETE:
        yield f'<p class="cut">This run was cut short ({escape(run.ended)}): some is missing.</p>'
    yield f'<p class="faint"><code>{escape(words)}</code><br>{told}</p>'
    yield "<details><summary>Machine and versions</summary>"
    seeds = {"seeds": ", ".join(map(str, run.seeds))} if run.seeds else {}
    yield from _list({**run.machine, **run.versions, **seeds})
    yield "</details>"


def _list(facts: Mapping[str, str | int]) -> Iterator[str]:
    yield "<dl>"
    for name, fact in facts.items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(str(fact))}</dd>"
    yield "</dl>"


def _section(section: Section) -> Iterator[str]:
    unit = f" <small>{escape(section.unit)}</small>" if section.unit else ""
    yield f"<h3>{escape(section.title[:1].upper() + section.title[1:])}{unit}</h3>"
    drawing = charts.drawn(section)
    if drawing:
        yield f'<div class="scroll">{drawing}</div>'
        if section.picture and section.picture.log:
            what = "Shades" if section.picture.kind == "heat" else "Lengths"
            yield f'<p class="notes">{what} are logarithmic.</p>'
        yield "<details><summary>All figures</summary>"
    yield from _table(section)
    if drawing:
        yield "</details>"
    for note in section.notes:
        yield f'<p class="notes">{escape(note)}</p>'


def _table(section: Section) -> Iterator[str]:
    headings = ("", *columns(section))
    lines = [(row.name, *entries(section, row)) for row in section.rows]
    kinds = ["", *map(_kind, [*zip(*lines, strict=True)][1:] or [()] * (len(headings) - 1))]
    yield '<div class="scroll"><table><thead>'
    yield _line("th", headings, kinds)
    yield "</thead><tbody>"
    yield from (_line("td", line, kinds) for line in lines)
    yield "</tbody></table></div>"


def _line(tag: str, entries: Sequence[str], kinds: Sequence[str]) -> str:
    cells = (_cell(tag, entry, kind) for entry, kind in zip(entries, kinds, strict=True))
    return f"<tr>{''.join(cells)}</tr>"


def _kind(column: Sequence[str]) -> str:
    """Columns of words are not set as columns of figures are."""
    if set(column) <= {"yes", "no", ""}:
        return "verdict"
    return "long" if max(map(len, column), default=0) > LONG else ""


def _cell(tag: str, entry: str, kind: str) -> str:
    named = f"{kind} {entry}" if kind == "verdict" and tag == "td" else kind
    told = f' class="{named.strip()}"' if named else ""
    return f"<{tag}{told}>{escape(entry)}</{tag}>"
