"""Installs a distribution into an empty environment, and tries every command there.

There is nothing else on the path: no compiler, and no program of this machine.
"""

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

# What can be installed besides; what the lab compares with is hundreds of megabytes.
EXTRAS = ("cluster", "count", "engines", "parquet", "play", "print", "studio")
PUZZLE = "magic-snail 5 ABC\n.....\nB.C..\n.....\n.....\n...C.\n"
SUDOKU = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"
START_SECONDS, SECONDS = 60, 300
# A file opened in whatever encoding the system has, as Python reports it.
CARELESS = re.compile(r".*[/\\]caracol[/\\].*EncodingWarning.*")


@dataclass(frozen=True, slots=True)
class Try:
    """A command, a part of what it says, the file that it makes, and the extra that it needs."""

    words: str
    says: str = ""
    makes: str = ""
    extra: str = ""


TRIES = (
    Try("caracol --version", "caracol "),
    Try("caracol help solve", "usage: caracol solve"),
    Try("caracol families", "Magic Snail: magic-snail N"),
    Try("caracol solve puzzle.txt", "The only solution."),
    Try("caracol solve puzzle.txt --engine search", "The only solution."),
    Try("caracol solve puzzle.txt --engine cpsat", "The only solution.", extra="engines"),
    Try("caracol solve puzzle.txt --engine cpmpy", "The only solution.", extra="engines"),
    Try("caracol check puzzle.txt", "unique and irreducible"),
    Try("caracol count puzzle.txt", "1"),
    Try("caracol explain puzzle.txt --all", "Step 9: last place"),
    Try("caracol explain puzzle.txt --all --language pt", "Passo 9: "),
    Try("caracol hint puzzle.txt --tell step", "last place"),
    Try("caracol grade puzzle.txt", "hardest step 12"),
    Try("caracol generate mno 5 --count 2 --seed 1", "--serial 0"),
    Try("caracol generate mno 5 --count 9 --jobs 2 -o pool.jsonl", makes="pool.jsonl"),
    Try("caracol generate mno 4 -o pool.parquet", makes="pool.parquet", extra="parquet"),
    Try("caracol generate mno 4 --cluster tcp://127.0.0.1:1", "expected a Dask", extra="cluster"),
    Try("caracol dataset pool.jsonl -o data", makes="data/README.md"),
    Try("caracol dataset pool.jsonl -o p --parquet", makes="p/README.md", extra="parquet"),
    Try("caracol draw puzzle.txt -o board.svg --solution", makes="board.svg"),
    Try("caracol draw puzzle.txt -o board.png --step 2", makes="board.png", extra="print"),
    Try("caracol draw puzzle.txt -o board.pdf", makes="board.pdf", extra="print"),
    Try("caracol book pool.jsonl -o book.pdf", makes="book.pdf", extra="print"),
    Try("caracol book puzzle.txt --sheet -o sheet.pdf", makes="sheet.pdf", extra="print"),
    Try("caracol export puzzle.txt --to mzn", "solve"),
    Try("caracol export puzzle.txt --to prolog", "clpfd"),
    Try("caracol export puzzle.txt --to dimacs", "p cnf"),
    Try("caracol export puzzle.txt --to opb", "#variable"),
    Try("caracol export puzzle.txt --to cpmpy", "import cpmpy"),
    Try("caracol convert sudoku.sdm --to puzzlink", "puzz.link"),
    Try("caracol certify puzzle.txt -o c.json", makes="c.json"),
    Try("caracol verify c.json", "unique and irreducible"),
    Try("python -m caracol.certificates.verify c.json", "unique and irreducible"),
    Try("caracol play --help", "usage: caracol play"),
    Try("caracol studio --help", "usage: caracol studio"),
    Try("caracol lab --help", "usage: caracol lab"),
    Try("caracol lab speed --help", "--seconds"),
    Try("caracol lab page run.json -o page.html", extra="lab"),
)


@dataclass(frozen=True, slots=True)
class Environment:
    """Where something is installed, and with which extras."""

    folder: Path
    extras: tuple[str, ...] = ()

    @property
    def programs(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def variables(self) -> dict[str, str]:
        """Of a process there: nothing of this environment, and no other program."""
        ours = ("PYTHON", "VIRTUAL_ENV", "CARACOL", "COVERAGE", "PYTEST")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return kept | {"PATH": str(self.programs), "PYTHONWARNDEFAULTENCODING": "1"}

    def command(self, words: str) -> list[str]:
        program, *rest = shlex.split(words)
        return [str(self.programs / (f"{program}.exe" if os.name == "nt" else program)), *rest]

    def run(self, words: str, place: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(words),
            cwd=place,
            env=self.variables,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )


def empty(folder: Path) -> Environment:
    """An environment without any package, not even pip."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return Environment(folder)


def install(there: Environment, distribution: Path, *options: str, extras: str = "") -> None:
    """Let the pip of this environment install into the other one."""
    pip = [sys.executable, "-m", "pip", "--python", str(there.folder), "install", "--quiet"]
    what = f"{distribution}[{extras}]" if extras else str(distribution)
    environment = there.variables | {"PYTHONWARNDEFAULTENCODING": ""}
    subprocess.run([*pip, *options, what], env=environment, capture_output=True, check=True)


def has_compiled_parts(there: Environment) -> bool:
    program = "from caracol.engines import native; print(native.LIBRARY)"
    return "CDLL" in there.run(f"python -c '{program}'", there.folder).stdout


def troubles(there: Environment, place: Path, tries: Iterable[Try] = TRIES) -> Iterator[str]:
    """Try all in a directory: what does not work, or fails without saying what is missing."""
    (place / "puzzle.txt").write_text(PUZZLE, encoding="utf-8")
    (place / "sudoku.sdm").write_text(SUDOKU, encoding="utf-8")
    for one in tries:
        if trouble := _trouble(there, place, one):
            yield f"{one.words}: {trouble}"
    if trouble := _trouble_of_studio(there, place):
        yield f"caracol studio: {trouble}"


def _trouble(there: Environment, place: Path, one: Try) -> str:
    done = there.run(one.words, place)
    said = done.stdout + done.stderr
    if one.extra and one.extra not in there.extras:
        told = f"pip install 'caracol[{one.extra}]'\n"
        is_told = done.returncode == 2 and done.stderr.endswith(told)
        return "" if is_told and said.count("\n") == 1 else f"expected {told!r}, found {said!r}"
    if CARELESS.search(done.stderr) or one.says not in said:
        return f"expected {one.says!r}, found {said!r}"
    if one.makes and not (place / one.makes).is_file():
        return f"there is no {one.makes}: {said!r}"
    return ""


def _trouble_of_studio(there: Environment, place: Path) -> str:
    """Start it, let it answer, end it as Ctrl-C does."""
    if "studio" not in there.extras:
        return _trouble(there, place, Try("caracol studio --no-open --port 0", extra="studio"))
    with subprocess.Popen(
        there.command("caracol studio --no-open --port 0"),
        cwd=place,
        env=there.variables,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr
        said = process.stderr.readline()
        try:
            address = next(word for word in said.split() if word.startswith("http"))
            return _trouble_of_page(address)
        except (StopIteration, OSError) as error:
            return f"{said!r}: {error}"
        finally:
            process.terminate() if os.name == "nt" else process.send_signal(signal.SIGINT)


def _trouble_of_page(address: str) -> str:
    for path, kind in (("", "text/html"), ("page/main.js", "javascript"), ("page/page.css", "css")):
        with urlopen(address + path, timeout=START_SECONDS) as response:
            if kind not in response.headers["Content-Type"]:
                return f"{path}: {response.headers['Content-Type']}"
    question = json.dumps({"puzzle": PUZZLE}).encode()
    asked = Request(f"{address}api/check", question, {"Content-Type": "application/json"})
    with urlopen(asked, timeout=START_SECONDS) as response:
        answer = json.load(response)
    return "" if answer.get("status") == "unique" else f"check: {answer}"


def all_troubles(distributions: Iterable[Path]) -> Iterator[str]:
    """Of each distribution, with the core alone and with all extras."""
    for distribution in distributions:
        for extras in ((), EXTRAS):
            with tempfile.TemporaryDirectory() as name:
                there = empty(Path(name, "environment"))
                install(there, distribution.resolve(), extras=",".join(extras))
                place = Path(name, "place")
                place.mkdir()
                told = list(troubles(Environment(there.folder, extras), place))
            what = "all extras" if extras else "no extras"
            yield from (f"{distribution.name}, {what}: {one}" for one in told)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the distributions are")
    found = 0
    for trouble in all_troubles(sorted(parser.parse_args().folder.glob("caracol-*"))):
        print(trouble, flush=True)
        found += 1
    print(f"{len(TRIES) + 1} commands in each: {found or 'no'} troubles")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
