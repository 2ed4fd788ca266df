"""Who may import whom, read from the sources."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import caracol

SOURCE = Path(caracol.__file__).parent
SOLVERS = ("pysat", "ortools", "cpmpy", "pyganak", "clingo")
HEAVY = (*SOLVERS, "rich", "numpy", "pandas")
OUTSIDE = (
    "cli",
    "files",
    "studio.server",
    "studio.static",
    "generation.pool",
    "generation.tables",
    "generation.dataset",
    "books.press",
    "lab",
    "certificates.verify",
)
# They alone touch files, sockets, the console.

# From the bottom up: a module imports from its own room and from those named before it.
LAYERS = (
    "caches",
    "puzzle",
    "kinds",
    "records",
    "deadline",
    "extras",
    "files",
    "phrases",
    "languages",
    "reader",
    "shapes",
    "model",
    "boards",
    "family",
    "families",
    "registry",
    "formats",
    "exchange",
    "engines",
    "solve",
    "drawing",
    "explanations",
    "certificates",
    "generation",
    "books",
    "exports",
    "testing",
    "studio",
    "play",
    "lab",
    "cli",
)
# By name, when it is spoken.
MAY_IMPORT = {("phrases", "languages")}
# Of the rooms that start solvers, and the modules that load them.
HEAVY_ROOMS = (
    "engines",
    "explanations",
    "certificates",
    "generation",
    "books",
    "testing",
    "studio",
    "play",
    "lab",
    "cli",
    "exports.dimacs",
)
# These packages are imported only by those.
HOMES = dict.fromkeys(SOLVERS, ("engines", "lab")) | {
    "rich": OUTSIDE,
    "socket": OUTSIDE,
    "http": OUTSIDE,
    "uvicorn": ("studio.server", "studio.connections"),
    "starlette": ("studio.server", "studio.guard"),
    "pebble": ("studio.pools",),
    "textual": ("play.screen",),
    "tests": (),
    **dict.fromkeys((path.stem for path in Path(__file__).parent.glob("*.py")), ()),
}
CONSOLE_AND_FILES = {
    *("print", "input", "open", "stdin", "stdout", "stderr", "Popen"),
    *("read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir"),
}
# A counter that cannot be stopped works in a process of its own.
MAY = {"engines.ganak": {"Popen", "stderr", "stdin", "stdout"}}


def modules() -> dict[str, ast.Module]:
    """Every module by its name inside caracol, as in `engines.sat`."""
    paths = {path.relative_to(SOURCE).with_suffix(""): path for path in SOURCE.rglob("*.py")}
    return {".".join(name.parts): ast.parse(path.read_text()) for name, path in paths.items()}


MODULES = modules()


def imports(name: str) -> Iterator[str]:
    """The full names of all that a module imports, ours with `caracol.` before them."""
    package = ["caracol", *name.split(".")[:-1]]
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
            texts = (argument for argument in node.args if isinstance(argument, ast.Constant))
            yield from (str(text.value) for text in texts)
        elif isinstance(node, ast.Constant) and str(node.value).startswith("caracol."):
            yield str(node.value).partition(":")[0]  # a name that something else imports


def belongs(name: str, places: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of the places or inside one."""
    return any(name == place or name.startswith(f"{place}.") for place in places)


def importers(wanted: tuple[str, ...]) -> set[str]:
    return {name for name in MODULES if any(belongs(other, wanted) for other in imports(name))}


def room(module: str) -> str:
    """The layer of a dotted name, with or without `caracol.` before it."""
    return module.removeprefix("caracol.").split(".")[0]


def test_every_module_has_its_layer() -> None:
    assert {room(name) for name in MODULES} == {*LAYERS, "__init__", "__main__"}


@pytest.mark.parametrize("layer", LAYERS)
def test_no_module_imports_upward(layer: str) -> None:
    lower = {*LAYERS[: LAYERS.index(layer) + 1]}
    upward = {
        (name, other)
        for name in MODULES
        if room(name) == layer
        for other in imports(name)
        if other.startswith("caracol.") and room(other) in LAYERS and room(other) not in lower
    }
    assert {
        (name, other) for name, other in upward if (layer, room(other)) not in MAY_IMPORT
    } == set()


def test_the_checker_of_certificates_needs_nothing_but_python() -> None:
    tops = {name.split(".")[0] for name in imports("certificates.verify")}
    assert tops <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("package", HOMES)
def test_packages_are_imported_at_home_only(package: str) -> None:
    assert [name for name in importers((package,)) if not belongs(name, HOMES[package])] == []


@pytest.mark.parametrize("module", [name for name in MODULES if not belongs(name, OUTSIDE)])
def test_library_modules_touch_neither_console_nor_files(module: str) -> None:
    names = [node.id for node in ast.walk(MODULES[module]) if isinstance(node, ast.Name)]
    names += [node.attr for node in ast.walk(MODULES[module]) if isinstance(node, ast.Attribute)]
    names += [name.arg or "" for name in ast.walk(MODULES[module]) if isinstance(name, ast.keyword)]
    assert CONSOLE_AND_FILES & {*names} <= MAY.get(module, set())


def test_library_modules_load_nothing_heavy() -> None:
    light = [name for name in MODULES if not belongs(name, HEAVY_ROOMS)]
    load = "".join(f"import caracol.{name}\n" for name in light if not name.endswith("__"))
    load += f"import sys\nprint([name for name in {HEAVY} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_every_error_is_raised_somewhere() -> None:
    called = {
        node.func.id
        for module in MODULES.values()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert {error.__name__ for error in caracol.PuzzleError.__subclasses__()} <= called
