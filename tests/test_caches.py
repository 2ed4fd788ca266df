"""What outlives a call is kept by `caches`, bounded, and forgotten by one call."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import caracol
from caracol import registry
from caracol.caches import kept
from test_layers import MODULES

DOCS = Path(__file__).parent.parent / "docs"
# These belong to an object and go with it.
BOARDS = (
    "boards.edges",
    "boards.frame",
    "boards.grid",
    "boards.lists",
    "boards.numbered",
    "boards.order_signs",
    "boards.regions",
    "boards.signs",
    "boards.triangle",
)
OF_AN_OBJECT = {
    name: {"cached_property"}
    for name in (
        "model",
        "kinds.automata",
        "kinds.connected",
        "certificates.verify",
        "explanations.reasons",
        "testing.subject",
        "exports.source",
        *BOARDS,
    )
}
# This one lives as long as the call in which it stands.
OF_A_CALL = {"boards.cube_joins": {"cache"}}
# The list of caches, the families added by hand, the translations that families bring, and in a
# worker of the studio, the answer that it is in the middle of.
GLOBALS = {
    ("caches", "_CLEAR"),
    ("registry", "_ADDED"),
    ("phrases", "_BROUGHT"),
    ("studio.pools", "_UNDER_WAY"),
}
CHANGING = {"append", "add", "extend", "update", "setdefault", "pop", "popitem", "clear", "insert"}


# The lab also keeps models of other tools, whose cold starts it measures.
LIBRARY = [name for name in MODULES if name != "caches" and not name.startswith("lab.")]


@pytest.mark.parametrize("module", LIBRARY)
def test_no_cache_but_ours(module: str) -> None:
    imported = {
        alias.name
        for node in ast.walk(MODULES[module])
        if isinstance(node, ast.ImportFrom) and node.module == "functools"
        for alias in node.names
    }
    used = {ast.unparse(node) for node in ast.walk(MODULES[module]) if _is_functools(node)}
    caches = {"cache", "lru_cache", "cached_property"}
    allowed = OF_AN_OBJECT.get(module, set()) | OF_A_CALL.get(module, set())
    assert imported & caches <= allowed and not used & {f"functools.{name}" for name in caches}


def _is_functools(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) == "functools"


@pytest.mark.parametrize("module", OF_A_CALL)
def test_caches_of_a_call_stand_inside_a_function(module: str) -> None:
    outside = [node for node in MODULES[module].body if isinstance(node, ast.FunctionDef)]
    assert not any("cache" in ast.unparse(mark) for node in outside for mark in node.decorator_list)


@pytest.mark.parametrize("module", MODULES)
def test_no_module_keeps_anything_in_a_global(module: str) -> None:
    tree = MODULES[module]
    names = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    changed = {name for function in functions for name in _changed(function)} & names
    assert changed <= {name for place, name in GLOBALS if place == module}


def _changed(function: ast.FunctionDef) -> Iterator[str]:
    """The names that a function changes without having assigned them itself."""
    known = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    own = {name.id for name in known if isinstance(name.ctx, ast.Store)}
    own |= {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    for node in ast.walk(function):
        match node:
            case ast.Global(names):
                yield from names
            case ast.Call(func=ast.Attribute(value=ast.Name(name), attr=method)):
                if method in CHANGING and name not in own:
                    yield name
            case ast.Subscript(value=ast.Name(name), ctx=ast.Store() | ast.Del()):
                if name not in own:
                    yield name


def test_the_architecture_lists_every_cache() -> None:
    text = (DOCS / "architecture.md").read_text()
    table = text.partition("## Caches")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| `([a-z_0-9/]+)\.py`", table, re.MULTILINE))
    keeping = {
        name.replace(".", "/")
        for name, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        if any(ast.unparse(mark).startswith("kept(") for mark in node.decorator_list)
    }
    assert listed == keeping


def test_forget_empties_every_cache() -> None:
    made = []

    @kept(2)
    def made_from(number: int) -> int:
        made.append(number)
        return number

    before = registry.model("mno", (5,))
    for number in (1, 1, 2, 3, 1):  # one too many to keep
        assert made_from(number) == number
    assert made == [1, 2, 3, 1] and registry.model("mno", (5,)) is before
    caracol.forget()
    assert made_from(1) == 1 and made == [1, 2, 3, 1, 1]
    assert registry.model("mno", (5,)) is not before
