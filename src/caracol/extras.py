"""Packages that not every installation has: pyproject.toml says which extra brings which."""

from importlib.util import find_spec

from .puzzle import UsageError


def need(extra: str, *packages: str) -> None:
    """Refuse, in one line that says what to install, where a package of an extra is missing."""
    for package in packages:
        if find_spec(package) is None:
            raise UsageError(
                f"this needs the package {package}, which is not installed:"
                f" pip install 'caracol[{extra}]'"
            )
