"""The command that splits generated puzzles into a data set."""

import argparse

from ..generation.dataset import PARTS, Shares, write_dataset
from ..puzzle import UsageError, number_of
from .console import DONE, warn
from .progress import progress


def dataset(options: argparse.Namespace) -> int:
    shares = _shares(options.split)
    with progress() as advance:
        contents = write_dataset(
            options.files, options.output, shares, parquet=options.parquet, advance=advance
        )
    told = (f"{contents.parts[name].puzzles:,} for {name}" for name in PARTS)
    warn(f"{options.output}: {', '.join(told)}")
    if contents.repeated:
        warn(f"left out {number_of(contents.repeated, 'puzzle')} that came up again")
    return DONE


def _shares(word: str) -> Shares:
    parts = word.split(",")
    if len(parts) != len(PARTS) or not all(it.isdecimal() and len(it) < 6 for it in parts):
        raise UsageError(f"expected shares such as 80,10,10 for {', '.join(PARTS)}; found {word!r}")
    shares = Shares(*map(int, parts))
    if not sum(shares):
        raise UsageError(f"expected a share greater than 0, found {word!r}")
    return shares
