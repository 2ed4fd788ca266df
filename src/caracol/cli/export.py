"""The command that exports: a puzzle as a model for other solvers."""

import argparse
import sys

from ..deadline import within
from ..exports import export as exported
from ..files import write_whole
from .console import DONE
from .inputs import one


def export(options: argparse.Namespace) -> int:
    puzzle = one(options.file, "puzzle")
    with within(options.seconds):
        text = exported(puzzle, options.to, search=options.search, plain=options.plain)
    if options.output:
        write_whole(options.output, text)
    else:
        sys.stdout.write(text)
    return DONE
