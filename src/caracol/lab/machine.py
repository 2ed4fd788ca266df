"""Which machine, and which versions of everything, figures come from."""

import os
import platform
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .timing import execute

# Whatever an experiment may load, ours and the peers'.
PACKAGES = (
    *("caracol", "python-sat", "pyganak", "ortools", "cpmpy", "clingo", "pindakaas", "pychoco"),
    *("z3-solver", "multi-puzzle-solver", "pycmsgen", "pyunigen", "rich"),
)
# Peers that are programs; all know this option.
PROGRAMS = ("swipl", "minizinc", "qqwing")


def machine() -> dict[str, str | int]:
    kilobytes = _field("/proc/meminfo", "MemTotal").removesuffix(" kB")
    return {
        "platform": platform.platform(),
        "processor": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count() or 0,
        "memory": f"{int(kilobytes) / 2**20:.1f} GiB" if kilobytes.isdecimal() else "",
        "load": f"{os.getloadavg()[0]:.1f}",  # of the last minute, by this run and by others
    }


def resident_megabytes(field: str = "VmRSS") -> float:
    """Of this process; VmHWM is its peak."""
    return int(_field("/proc/self/status", field).removesuffix(" kB") or 0) / 1024


def _field(path: str, field: str) -> str:
    """A field of a file of Linux, empty elsewhere."""
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(field)), "")


def versions() -> dict[str, str]:
    """Of what is installed."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    for program in filter(shutil.which, PROGRAMS):
        found[program] = execute((program, "--version"), 10).text.partition("\n")[0].strip()
    return found
