"""Makes the site of the documentation in build/site: python docs/make_site.py [DIRECTORY]

The pages are those of docs/; `index.md` names them all, for each kind of reader, and is where the
navigation comes from. Zensical makes the site: what it warns of ends the run. (Material for MkDocs
takes the same pages and settings and is as fast, but is no longer developed, and looks for missing
anchors only when told. Both would load a script from another host for search on pages opened as
files; docs/site has it instead.)
"""

import argparse
import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from caracol.cli.commands import COMMANDS
from caracol.cli.commands import main as caracol
from caracol.drawing.svg import THEMES

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
# A page of its own as it stands, under a name that the page lab.md leaves free.
LAB, LAB_PAGE = "lab.html", "lab-results.html"
# Pages from outside docs/.
ABOVE = {ROOT / "CHANGELOG.md": "changes.md", ROOT / "THIRD_PARTY.md": "third-party.md"}
# Colours of the pictures of docs/, and in the dark. White is a cell's ground in all of them.
DARK = {THEMES["light"][tone]: colour for tone, colour in THEMES["dark"].items()} | {
    "#faf8f4": "#16181c",  # these are the wall's own
    "#ddd8ce": "#454a53",
    "#1c1b19": "#f2f2f2",
    "#5d5a54": "#b4b8bf",
    "#0b6e4f": "#4fc3a1",
}
# Code between fences, or set in by four blanks outside of lists.
CODE = re.compile(r"(^```.*?^```$|(?<=\n\n)(?: {4}[^\n]*\n|\n(?= {4}))+)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)")
IMAGE = re.compile(r'<img src="([^"]*)"')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", nargs="?", type=Path, default=ROOT / "build" / "site")
    made = parser.parse_args().directory.resolve()
    source = made.with_name(made.name + "-source")
    shutil.rmtree(source, ignore_errors=True)
    stage(source)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    told = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    if told.returncode:
        sys.exit(re.sub(r"\x1b\[[0-9;]*m", "", told.stdout + told.stderr))
    shutil.rmtree(made, ignore_errors=True)
    (source / "site").rename(made)
    print(f"{made}/index.html")


def stage(source: Path) -> None:
    """What Zensical takes: the pages as it wants them, what they show, and its settings."""
    pages = source / "pages"
    pages.mkdir(parents=True)
    for path in sorted(DOCS.rglob("*")):
        name = path.relative_to(DOCS)
        if path.suffix == ".md":
            write(pages / name, linked(path, pages))
        elif path.suffix == ".svg":
            text = path.read_text(encoding="utf-8")
            write(pages / name, text)
            write(pages / in_the_dark(name), recoloured(text, DARK))
        elif path.suffix in (".png", ".css", ".js"):
            copy(path, pages / name)
    copy(DOCS / LAB, pages / LAB_PAGE)
    copy(ROOT / "src/caracol/studio/page/snail.svg", pages / "site" / "snail.svg")
    for path, page in ABOVE.items():
        write(pages / page, linked(path, pages))
    write(pages / "notebook.md", notebook(DOCS / "notebook.ipynb"))
    commands = pages / "reference" / "commands.md"
    write(commands, commands.read_text(encoding="utf-8") + "".join(helps()))
    write(pages / "site" / "dark.css", dark_css())
    write(source / "docstrings.py", (DOCS / "site" / "docstrings.py").read_text(encoding="utf-8"))
    settings = (DOCS / "site" / "site.yml").read_text(encoding="utf-8")
    write(source / "mkdocs.yml", f"{settings}\nnav: {json.dumps(navigation(pages))}\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def linked(path: Path, pages: Path) -> str:
    """A page with links to what there is on the site, and pictures for light and dark."""

    def link(found: re.Match[str]) -> str:
        shown, text, target, anchor = found.groups(default="")
        target = on_site(path, target, pages)
        dark = in_the_dark(Path(target)).as_posix()
        if shown and (target.endswith(".svg") or (path.parent / dark).exists()):
            return f"![{text}]({target}#only-light)![{text}]({dark}#only-dark)"
        return f"{shown}[{text}]({target}{anchor})"

    parts = CODE.split(path.read_text(encoding="utf-8"))
    return "".join(fenced(part) if i % 2 else LINK.sub(link, part) for i, part in enumerate(parts))


def fenced(code: str) -> str:
    """Code with its language, for colours and a button that copies it."""
    if code.startswith("```"):
        return code
    text = textwrap.dedent(code).strip("\n")
    begins = {">>>": "pycon", "$ ": "console", "caracol ": "bash", "@": "python"}
    language = next((name for begin, name in begins.items() if text.startswith(begin)), "text")
    return f"```{language}\n{text}\n```\n"


def on_site(page: Path, target: str, pages: Path) -> str:
    """Where the site has what a page links to; files from outside docs/ are copied."""
    path = (page.parent / target).resolve()
    if path == DOCS / LAB:
        return LAB_PAGE
    if path.suffix == ".ipynb":
        return target.removesuffix(".ipynb") + ".md"
    if page in ABOVE:
        up = ""
    elif path.is_relative_to(DOCS):
        return target
    else:
        up = "../" * (len(page.relative_to(DOCS).parts) - 1)
    if path in ABOVE:
        return f"{up}{ABOVE[path]}"
    if path.is_dir():
        zipped(path, pages / "files" / f"{path.name}.zip")
        return f"{up}files/{path.name}.zip"
    copy(path, pages / "files" / path.name)
    return f"{up}files/{path.name}"


def zipped(directory: Path, to: Path) -> None:
    """The sources of a directory, the same bytes each time."""
    to.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(directory.rglob("*")):
            if path.is_file() and path.suffix in ("", ".md", ".py", ".toml", ".typed"):
                name = path.relative_to(directory.parent).as_posix()
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes())


def in_the_dark(picture: Path) -> Path:
    return picture.with_suffix(f".dark{picture.suffix}")


def recoloured(text: str, colours: Mapping[str, str]) -> str:
    return re.sub("#[0-9a-f]{6}", lambda found: colours.get(found[0], found[0]), text)


def dark_css() -> str:
    """The colours of pictures that stand in the page itself, where it is dark."""
    rules = "".join(f"  {variable(colour)}: {dark};\n" for colour, dark in DARK.items())
    return f'[data-md-color-scheme="slate"] {{\n{rules}}}\n'


def variable(colour: str) -> str:
    return f"--light-{colour.removeprefix('#')}"


def notebook(path: Path) -> str:
    """A notebook as a page: its text, its code, and what that shows."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "".join(part for cell in cells for part in cell_on_page(cell)).replace("\n\n\n", "\n\n")


def cell_on_page(cell: Mapping[str, object]) -> Iterator[str]:
    source = "".join(cell["source"])  # type: ignore[arg-type] # as the format has it
    if cell["cell_type"] == "markdown":
        yield f"{source}\n\n"
        return
    yield f"```python\n{source}\n```\n\n"
    for output in cell["outputs"]:  # type: ignore[attr-defined] # as the format has it
        data = output.get("data", {"text/plain": output.get("text", "")})
        best = next(kind for kind in ("text/html", "image/svg+xml", "text/plain") if kind in data)
        shown = "".join(data[best])
        if best == "text/plain":
            yield f"```text\n{shown.rstrip()}\n```\n\n"
        else:
            colours = {light: f"var({variable(light)}, {light})" for light in DARK}
            inside = recoloured(shown.replace("\n", "&#10;"), colours)
            yield f'<div class="output" data-search-exclude>{inside}</div>\n\n'


def helps() -> Iterator[str]:
    """What each command says of itself."""
    for name in COMMANDS:
        told = io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
            caracol(["help", name])
        yield f"\n## {name}\n\n```text\n{told.getvalue()}```\n"


def navigation(pages: Path) -> list[dict[str, object]]:
    """The headings of the first page with what is linked below each, in its first place."""
    text = (pages / "index.md").read_text(encoding="utf-8")
    seen = {"index.md"}
    sections: list[dict[str, object]] = [{"Home": "index.md"}]
    for part in text.split("\n## ")[1:]:
        heading = part.partition("\n")[0].removeprefix("For ")
        links = re.findall(r"^- \[([^\]]*)\]\(([^)#]*)\)", part, re.MULTILINE)
        fresh = [{title: target} for title, target in links if target not in seen]
        seen.update(target for _, target in links)
        sections.append({heading[0].upper() + heading[1:]: fresh})
    found = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
    if missing := sorted(found - seen):
        sys.exit(f"docs/index.md leads to all pages but {', '.join(missing)}")
    return sections


if __name__ == "__main__":
    main()
