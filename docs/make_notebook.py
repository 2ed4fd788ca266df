"""Runs docs/notebook.ipynb and keeps what it shows: python docs/make_notebook.py [--check]"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from IPython.core.displayhook import DisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets import Type
from traitlets.config import Config

NOTEBOOK = Path(__file__).parent / "notebook.ipynb"
# What a notebook would choose first.
KINDS = ("text/html", "image/svg+xml", "text/plain")


class Quiet(DisplayHook):
    """Leaves it to us to show what the last line of a cell gives."""

    def write_output_prompt(self) -> None: ...

    def write_format_data(self, *_: object) -> None: ...


class Shell(InteractiveShell):
    displayhook_class = Type(Quiet)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare with what is kept")
    check = parser.parse_args().check
    kept = NOTEBOOK.read_text(encoding="utf-8")
    fresh = json.dumps(run(json.loads(kept)), indent=1, ensure_ascii=False) + "\n"
    if check and fresh != kept:
        sys.exit("docs/notebook.ipynb shows something else: python docs/make_notebook.py")
    if not check:
        NOTEBOOK.write_text(fresh, encoding="utf-8")


def run(notebook: dict[str, object]) -> dict[str, object]:
    """The notebook with what each of its cells shows."""
    with tempfile.TemporaryDirectory() as place:
        settings = Config({"HistoryManager": {"enabled": False}})
        shell = Shell.instance(config=settings, ipython_dir=place)
        codes = 0
        cells = []
        for cell in notebook["cells"]:  # type: ignore[attr-defined] # a list, as the format has it
            cells.append(cell)
            if cell["cell_type"] == "code":
                codes += 1
                shown = list(outputs(shell, "".join(cell["source"])))
                cells[-1] = cell | {"execution_count": codes, "outputs": shown}
    return notebook | {"cells": cells}


def outputs(shell: InteractiveShell, code: str) -> Iterator[dict[str, object]]:
    """What code prints, and what it shows, each in the best way only."""
    with capture_output() as captured:
        result = shell.run_cell(code)
    result.raise_error()
    if captured.stdout:
        yield {"name": "stdout", "output_type": "stream", "text": lines(captured.stdout)}
    shown = [output.data for output in captured.outputs]
    if result.result is not None:
        shown.append(shell.display_formatter.format(result.result)[0])
    for data in shown:
        yield {"data": best(data), "metadata": {}, "output_type": "display_data"}


def best(data: Mapping[str, str]) -> dict[str, list[str]]:
    kind = next(kind for kind in KINDS if kind in data)
    return {kind: lines(data[kind])}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    main()
