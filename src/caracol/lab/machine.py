"""Which machine, and which versions of everything, figures come from."""

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

# Whatever an experiment may load, ours and the peers'.
PACKAGES = (
    "caracol",
    "python-sat",
    "pyganak",
    "ortools",
    "cpmpy",
    "clingo",
    "pindakaas",
    "pychoco",
    "z3-solver",
    "multi-puzzle-solver",
    "pycmsgen",
    "pyunigen",
    "rich",
)
# Peers that are programs, and how they tell their version.
PROGRAMS = {
    "swipl": ("swipl", "--version"),
    "minizinc": ("minizinc", "--version"),
}


def machine() -> dict[str, str | int]:
    return {
        "platform": platform.platform(),
        "processor": _described("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count() or 0,
        "memory": _memory(),
        "load": f"{os.getloadavg()[0]:.1f}",  # of the last minute, by this run and by others
    }


def _memory() -> str:
    kilobytes = _described("/proc/meminfo", "MemTotal").removesuffix(" kB")
    return f"{int(kilobytes) / 2**20:.1f} GiB" if kilobytes.isdecimal() else ""


def versions() -> Mapping[str, str]:
    """Of what is installed."""
    found = {"python": platform.python_version()}
    found |= {package: _version(package) for package in PACKAGES}
    found |= {name: _told(words) for name, words in PROGRAMS.items() if shutil.which(name)}
    return {name: told for name, told in found.items() if told}


def _described(path: str, field: str) -> str:
    """A field of a file of Linux, empty elsewhere."""
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(field)), "")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _told(words: tuple[str, ...]) -> str:
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return told.partition("\n")[0].strip()
