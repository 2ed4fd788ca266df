"""Commands on a terminal, as somebody types; only where there is Unix."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time


def on_a_terminal(arguments: list[str], typed: str, environment: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    child = subprocess.Popen(
        [sys.executable, "-m", "caracol", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=kept | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:
        pass  # Linux tells so that the other side has closed
    child.wait()
    os.close(ours)
    return shown.decode()


def asked_for_keys(arguments: list[str], prompt: str, keys: list[str]) -> tuple[int, int]:
    """Press a key at each prompt: the exit status, and how often the prompt came.

    The terminal must be left as it was found.
    """
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    child = subprocess.Popen(
        [sys.executable, "-m", "caracol", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: _take(theirs),
    )
    shown = ""
    for i, key in enumerate(keys, start=1):
        while shown.count(prompt) < i:
            shown += os.read(ours, 4096).decode("utf-8", "ignore")
        _wait_for_single_keys(theirs)
        os.write(ours, key.encode())
    status = _ended(child, ours)
    assert termios.tcgetattr(theirs) == before
    os.close(theirs)
    os.close(ours)
    return status, shown.count(prompt)


def _take(terminal: int) -> None:
    """Make it the child's own, whose Ctrl-C is heard even if ours is ignored (a job of a shell)."""
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait_for_single_keys(terminal: int) -> None:
    while termios.tcgetattr(terminal)[3] & termios.ICANON:
        time.sleep(0.01)


def _ended(child: "subprocess.Popen[bytes]", terminal: int) -> int:
    """Read on until the child has ended: a full terminal would stop it."""
    while child.poll() is None:
        if select.select([terminal], [], [], 0.05)[0]:
            os.read(terminal, 4096)
    return child.returncode
