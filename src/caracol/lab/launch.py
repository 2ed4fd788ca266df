"""Runs a command and prints its exit status, seconds, processor seconds and peak kilobytes.

It is run as a small process of its own: Linux counts the memory of whoever starts a process into
the peak of that process.
"""

import os
import signal
import sys
import time


def main(seconds: str, *words: str) -> None:
    start = time.perf_counter()
    child = os.fork()
    if not child:
        signal.alarm(int(seconds))  # ends the command, if that is still running then
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silence, stream)
        os.execv(words[0], words)
    _, status, used = os.wait4(child, 0)
    spent, processor = time.perf_counter() - start, used.ru_utime + used.ru_stime
    print(os.waitstatus_to_exitcode(status), spent, processor, used.ru_maxrss)


if __name__ == "__main__":
    main(*sys.argv[1:])
