"""The command that lists the families of puzzles, and those that cannot be used."""

import argparse

from .. import registry
from ..boards import sizes
from . import terminal
from .console import DONE, write_json, write_line


def families(options: argparse.Namespace) -> int:
    for record in registry.families().values():
        size = sizes.names(record.size)
        if options.json:
            about = {"family": record.name, "title": record.title, "size": size}
            write_json(about | {"rules": record.rules, "example": record.example})
        else:
            rules = terminal.indented(record.rules)
            write_line(f"{record.title}: {record.name} {size}\n{rules}\n")
    for name, reason in registry.broken().items():
        if options.json:
            write_json({"family": name, "broken": reason})
        else:
            write_line(f"{reason}\n")
    return DONE
