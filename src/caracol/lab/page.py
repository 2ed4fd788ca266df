"""One HTML file of runs: pictures, tables, machine, versions. It needs nothing from elsewhere."""

import argparse
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from ..extras import need
from ..files import write_whole
from . import QUESTIONS, experiment
from .tables import Run, Section, columns, entries, read

# Words longer than this are text, not figures.
LONG = 24
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>caracol: the lab</title>
<style>
{style}</style>
</head>
<body>
<h1>caracol: the lab</h1>
<p>Logic puzzles by constraint solving: what was measured, and how. All figures of a table come from
one machine and one run, except those called published.</p>
{body}
</body>
</html>
"""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="caracol lab page", description=__doc__)
    runs, page = "runs that --json has saved", "the page, a .html"
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN.json", help=runs)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=page)
    options = parser.parse_args(arguments)
    build(options.runs, options.output)
    return experiment.DONE


def build(paths: Sequence[Path], target: Path) -> None:
    """The page of these runs; it appears whole or not at all."""
    experiment.check_target(target, ".html")
    need("lab", "matplotlib")
    from .charts import STYLE

    known = list(QUESTIONS)
    runs = sorted(map(read, paths), key=lambda run: [*known, run.experiment].index(run.experiment))
    write_whole(target, PAGE.format(style=STYLE, body="\n".join(_body(runs))))


def _body(runs: Sequence[Run]) -> Iterator[str]:
    titles = [escape(QUESTIONS.get(run.experiment, run.experiment)) for run in runs]
    links = (f'<li><a href="#run{i}">{title}</a></li>' for i, title in enumerate(titles))
    yield f"<nav><ul>{''.join(links)}</ul></nav>"
    for i, (run, title) in enumerate(zip(runs, titles, strict=True)):
        yield f'<h2 id="run{i}">{title}</h2>'
        yield from _origin(run)
        for section in run.sections:
            yield from _section(section)


def _origin(run: Run) -> Iterator[str]:
    """Where the figures come from."""
    words = " ".join(("caracol lab", run.experiment, *run.arguments))
    when = f"{run.date.partition('T')[0]}, {run.seconds:.0f} seconds"
    if "load" in run.machine:
        when += f", {run.machine['load']} processes running on {run.machine['cores']} cores"
    if run.ended != experiment.COMPLETE:
        yield f'<p class="cut">This run was cut short ({escape(run.ended)}).</p>'
    yield f'<p class="faint"><code>{escape(words)}</code><br>{when}</p>'
    seeds = {"seeds": ", ".join(map(str, run.seeds))} if run.seeds else {}
    facts = (
        f"<dt>{escape(name)}</dt><dd>{escape(str(fact))}</dd>"
        for name, fact in {**run.machine, **run.versions, **seeds}.items()
    )
    yield _folded("Machine and versions", f"<dl>{''.join(facts)}</dl>")


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{title}</summary>\n{content}\n</details>"


def _section(section: Section) -> Iterator[str]:
    from .charts import svg  # matplotlib takes long to import

    unit = f" <small>{escape(section.unit)}</small>" if section.unit else ""
    yield f"<h3>{escape(section.title[:1].upper() + section.title[1:])}{unit}</h3>"
    drawing, table = svg(section), "\n".join(_table(section))
    if drawing and section.picture:
        yield f'<div class="scroll">{drawing}</div>'
        if section.picture.log:
            what = "Shades" if section.picture.kind == "heat" else "Lengths"
            yield f'<p class="notes">{what} are logarithmic.</p>'
    yield _folded("All figures", table) if drawing else table
    yield from (f'<p class="notes">{escape(note)}</p>' for note in section.notes)


def _table(section: Section) -> Iterator[str]:
    lines = [("", *columns(section)), *((row.name, *entries(section, row)) for row in section.rows)]
    kinds = [_kind(column[1:]) for column in zip(*lines, strict=True)]
    head, *body = (
        "".join(_cell(entry, kind) for entry, kind in zip(line, kinds, strict=True))
        for line in lines
    )
    yield f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>'
    yield from (f"<tr>{cells}</tr>" for cells in body)
    yield "</tbody></table></div>"


def _kind(column: Sequence[str]) -> str:
    """Columns of words are not set as columns of figures are."""
    if set(column) <= {"yes", "no", ""}:
        return "verdict"
    return "long" if max(map(len, column), default=0) > LONG else ""


def _cell(entry: str, kind: str) -> str:
    named = f"verdict {entry}".strip() if kind == "verdict" else kind
    return f"<td{f' class={named!r}' if named else ''}>{escape(entry)}</td>"
