"""The command that converts: puzzles from and to the formats of other programs."""

import argparse
import sys

from ..exchange.texts import read, write
from ..files import write_whole
from ..puzzle import ParseError
from .console import DONE
from .inputs import located, read_text


def convert(options: argparse.Namespace) -> int:
    texts = []
    for file in options.files:
        try:
            texts += [write(puzzle, options.to) for puzzle in read(read_text(file))]
        except ParseError as error:
            raise located(file, error) from None
    text = "".join(texts)
    if options.output:
        write_whole(options.output, text)
    else:
        sys.stdout.write(text)
    return DONE
