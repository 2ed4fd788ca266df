"""A real studio in a process of its own, and how to ask it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

# What a process runs: the same as the command does, with other options.
PROGRAM = """
import sys
from dataclasses import replace
from pathlib import Path
from caracol.studio.server import Options, serve
if __name__ == "__main__":
    options = Options(port=0, ahead=0, patience=2)
    try:
        serve({options}, lambda address: print(address, flush=True))
    except KeyboardInterrupt:
        pass
"""


@dataclass(frozen=True, slots=True)
class Studio:
    """Where it is, and its process."""

    address: str
    process: "subprocess.Popen[str]"

    def post(self, question: str, fields: object, **options: Any) -> httpx.Response:  # noqa: ANN401 httpx's own
        return httpx.post(f"{self.address}api/{question}", json=fields, timeout=60, **options)

    def stream(self, question: str, fields: object) -> "AbstractContextManager[httpx.Response]":
        """Whoever leaves the context leaves the answer, wherever it is."""
        return httpx.stream("POST", f"{self.address}api/{question}", json=fields, timeout=60)

    def kill_slow_workers(self) -> None:
        for pid, nice in self.workers().items():
            if nice == 10:
                os.kill(pid, signal.SIGKILL)

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def workers(self) -> dict[int, int]:
        """The processes that it has started, and how much nicer than us each is."""
        listed = subprocess.run(
            [
                "ps",
                "-ww",
                "--ppid",
                str(self.process.pid),
                "-o",
                "pid=",
                "-o",
                "ni=",
                "-o",
                "args=",
            ],
            capture_output=True,
            text=True,
            check=False,
        ).stdout.splitlines()
        words = [line.split(maxsplit=2) for line in listed]
        return {
            int(pid): int(nice) - os.nice(0) for pid, nice, args in words if "spawn_main" in args
        }


@contextmanager
def studio(options: str = "options") -> Iterator[Studio]:
    """A studio with options, an expression; it must end by itself when it is interrupted."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.replace("{options}", options)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert process.stdout
        one = Studio(process.stdout.readline().strip(), process)
        one.post("families", {})
        one.post("draw", {"puzzle": "mno 1\n.\n"})
        yield one  # whose workers have started
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        finally:
            process.kill()
            process.communicate()
