"""Every experiment, one after the other, each in a process of its own; then the page of all runs.

Runs are saved as JSON, so that an experiment that is not run again keeps its figures on the page.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import EXPERIMENTS, experiment, page

# Time limit of all experiments together, and how much longer than its share one may take to end.
SECONDS, GRACE = 1800.0, 60.0


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="caracol lab all", description=__doc__)
    experiments = f"out of {', '.join(EXPERIMENTS)} (default: all)"
    name = experiment.one_of("an experiment", list(EXPERIMENTS))
    parser.add_argument("experiments", nargs="*", type=name, metavar="EXPERIMENT", help=experiments)
    for names, usual, unit, what in (
        (["--seconds"], SECONDS, "S", "time limit of all together, shared equally"),
        (["--runs"], Path("docs/lab"), "FOLDER", "where runs are saved"),
        (["-o", "--output"], Path("docs/lab.html"), "FILE", "the page"),
    ):
        kind = experiment.positive if unit == "S" else Path
        what += " (default: %(default)s)"
        parser.add_argument(*names, type=kind, default=usual, metavar=unit, help=what)
    options = parser.parse_args(arguments)
    names = options.experiments or list(EXPERIMENTS)
    experiment.check_target(options.output, ".html")
    options.runs.mkdir(exist_ok=True)
    status = run_all(names, options.runs, options.seconds)
    runs = sorted(options.runs.glob("*.json"))
    if runs:
        page.build(runs, options.output)
        sys.stdout.write(f"{options.output}\n")
    return status


def run_all(names: list[str], folder: Path, seconds: float) -> int:
    """Run the experiments; the worst status of all. After Ctrl-C no more are started."""
    end, worst = time.monotonic() + seconds, experiment.DONE
    for i, name in enumerate(names):
        share = max(1.0, (end - time.monotonic()) / (len(names) - i))
        words = ["lab", name, "--seconds", f"{share:.0f}", "--json", str(folder / f"{name}.json")]
        sys.stderr.write(f"caracol {' '.join(words)}\n")
        status = _run([sys.executable, "-m", "caracol", *words], share + GRACE)
        worst = max(worst, status)
        if status == experiment.INTERRUPTED:
            break
    return worst


def _run(command: list[str], seconds: float) -> int:
    """The exit status. Ctrl-C reaches the experiment too: it ends by itself and keeps its run."""
    with subprocess.Popen(command) as process:
        try:
            return process.wait(seconds)
        except KeyboardInterrupt:
            process.wait(GRACE)
            return experiment.INTERRUPTED
        except subprocess.TimeoutExpired:
            process.kill()
            return experiment.OUT_OF_TIME
