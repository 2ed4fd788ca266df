"""Compiles the parts of caracol that are written in C, wherever it is installed."""

import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENGINES = Path("src/caracol/engines")
SOURCES = ("breaking.c", "cases.c")
# The same bits on every machine: no fused operations.
FLAGS = ["-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden", "-shared", "-fPIC"]


def _works(compiler: str) -> bool:
    """Whether it is there, and the headers of its library too."""
    if not shutil.which(compiler):
        return False
    command, empty = [compiler, "-fsyntax-only", "-x", "c", "-"], b"#include <stdlib.h>\n"
    return subprocess.run(command, input=empty, capture_output=True).returncode == 0


COMPILER = next(filter(_works, ("cc", "gcc", "clang")), None)


class CompileEngines(BuildHookInterface):
    def dependencies(self) -> list[str]:
        """Who has no compiler gets one with pip."""
        return [] if COMPILER else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, object]) -> None:  # noqa: ARG002
        if self.target_name != "wheel":
            return
        library = ENGINES / "libcaracol.so"
        compiler = [COMPILER] if COMPILER else [sys.executable, "-m", "ziglang", "cc"]
        # Counting bits is one instruction on every such machine since 2009.
        popcount = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []
        unfinished = library.with_suffix(".new")
        subprocess.run(
            [*compiler, *FLAGS, *popcount, "-o", unfinished, *(ENGINES / one for one in SOURCES)],
            cwd=self.root,
            check=True,
        )
        Path(self.root, unfinished).replace(Path(self.root, library))
        build_data["artifacts"] = [str(library)]
        build_data["pure_python"] = False
        tag = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{tag}"
