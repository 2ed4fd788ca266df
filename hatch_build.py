"""Compiles the parts of caracol that are also written in C, where there is a compiler.

Without one the wheel holds Python alone, and works, only slower. CARACOL_PURE=1 in the environment
asks for such a wheel.
"""

import os
import platform
import shutil
import subprocess
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENGINES = Path("src/caracol/engines/native")
SOURCES = ("hitting_sets.c", "case_split.c", "covers.c", "paths.c")
COMPILERS = ("cc", "gcc", "clang")
# The same bits on every machine: no fused operations.
FLAGS = ["-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden", "-shared", "-fPIC"]


def _compiled(root: Path, library: Path) -> bool:
    """Whether some compiler could make the library; where its headers lack it cannot."""
    # Counting bits is one instruction on every such machine since 2009.
    popcount = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []
    unfinished = root / library.with_suffix(".new")
    files = ["-o", unfinished, *(ENGINES / one for one in SOURCES)]
    for compiler in filter(None, map(shutil.which, COMPILERS)):
        command = [compiler, *FLAGS, *popcount, *files]
        if subprocess.run(command, cwd=root, capture_output=True).returncode == 0:
            unfinished.replace(root / library)
            return True
    (root / library).unlink(missing_ok=True)  # of other sources, perhaps
    return False


class CompileEngines(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, object]) -> None:  # noqa: ARG002
        library = ENGINES / "libcaracol.so"
        if self.target_name != "wheel" or os.environ.get("CARACOL_PURE") == "1":
            return
        if not _compiled(Path(self.root), library):
            return
        build_data["artifacts"] = [str(library)]
        build_data["pure_python"] = False
        tag = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{tag}"
