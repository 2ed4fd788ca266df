"""What is compiled on installing, and that nothing must be."""

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
ENGINES = Path("src/caracol/engines/native")


def built(root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the hook tells hatchling, of which it needs one class only."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.__dict__["BuildHookInterface"] = SimpleNamespace
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shutil.copytree(ROOT / ENGINES, root / ENGINES)
    (root / ENGINES / "libcaracol.so").unlink(missing_ok=True)
    told: dict[str, object] = {}
    module.CompileEngines(root=str(root), target_name="wheel").initialize("standard", told)
    return told


def test_without_a_compiler_the_wheel_is_python_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert built(tmp_path / "root", monkeypatch) == {}
    assert not (tmp_path / "root" / ENGINES / "libcaracol.so").exists()


def test_a_compiler_that_fails_is_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert built(tmp_path / "root", monkeypatch) == {}


def test_nothing_is_compiled_if_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARACOL_PURE", "1")
    assert built(tmp_path, monkeypatch) == {}
    assert not (tmp_path / ENGINES / "libcaracol.so").exists()


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_with_a_compiler_the_wheel_holds_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = built(tmp_path, monkeypatch)
    assert told["pure_python"] is False and str(told["tag"]).startswith("py3-none-")
    assert told["artifacts"] == [str(ENGINES / "libcaracol.so")]
    assert (tmp_path / ENGINES / "libcaracol.so").exists()
    assert not (tmp_path / ENGINES / "libcaracol.new").exists()
