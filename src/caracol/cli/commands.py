"""The command line: reads the words of a command, runs it, reports what went wrong."""

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, NoReturn

from .. import files
from ..lab import EXPERIMENTS, TOOLS
from ..phrases import language_code
from ..puzzle import OutOfTime, PuzzleError, did_you_mean, expected_one
from . import arguments
from .characters import FOR_PEOPLE, IN_JSON
from .console import BAD_INPUT, DONE, INTERRUPTED, OUT_OF_TIME, TERMINATED, warn
from .interrupts import interruptible


def main(words: list[str] | None = None) -> int:
    """The exit status of a command; without words, of the program itself, which ends with it."""
    options = argparse.Namespace(command="")
    with interruptible(to_the_end=words is None) as ctrl_c:
        try:
            options = _options(sys.argv[1:] if words is None else words)
            return _answer(options)
        except SystemExit:
            raise
        except BaseException as error:
            if ctrl_c.heard or isinstance(error, KeyboardInterrupt):
                return _interrupted(options, error)
            return _failed(error)


def _answer(options: argparse.Namespace) -> int:
    if sys.stdout is None or sys.stdin is None:
        return BAD_INPUT  # closed from outside: there is nobody to talk to
    _set_streams(options)
    _end_tidily_when_terminated()
    if "language" in options:
        options.language = language_code(options.language)
    status = _run(options)
    sys.stdout.flush()
    return status


def _interrupted(options: argparse.Namespace, error: BaseException) -> int:
    # A run of `generate` keeps what it has written.
    output = None if options.command == "generate" else vars(options).get("output")
    unwritten = f"; {output} was not written" if output else ""
    told = str(error) if isinstance(error, KeyboardInterrupt) else ""
    warn(told or f"interrupted{unwritten}")
    return INTERRUPTED


def _failed(error: BaseException) -> int:
    """What went wrong, in a line, where it is nothing that we have overlooked."""
    match error:
        case PuzzleError():
            warn(str(error))
            return OUT_OF_TIME if isinstance(error, OutOfTime) else BAD_INPUT
        case BrokenPipeError():
            # Whoever read our output has seen enough; keep the interpreter from trying again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        case OSError():
            warn(files.reason(error))
            return BAD_INPUT
        case MemoryError():
            warn("out of memory")
            return BAD_INPUT
    raise error


def _set_streams(options: argparse.Namespace) -> None:
    """Write what the console can show, and lines that end in the same way on every system."""
    is_json = vars(options).get("json") or options.command == "certify"
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=IN_JSON if is_json else FOR_PEOPLE)
        if not sys.stdout.isatty():
            sys.stdout.reconfigure(newline="\n")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors=FOR_PEOPLE)


def _end_tidily_when_terminated() -> None:
    """Close and remove what is to be removed also when somebody ends the program by SIGTERM."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))


def _options(words: list[str]) -> argparse.Namespace:
    """What is asked for; `caracol help solve` is `caracol solve --help`."""
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    parser, commands = _parser(words)
    if not words:
        parser.print_help()
        parser.exit()
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        parser.error(expected_one("a command", COMMANDS, words[0]))
    options, unknown = parser.parse_known_args(words)
    if unknown:
        known = commands[words[0]]._option_string_actions
        hint = did_you_mean(unknown[0].partition("=")[0], known)
        commands[words[0]].error(f"unknown argument {unknown[0]!r}{hint}")
    return options


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("caracol").strip()
        self.exit(BAD_INPUT, f"caracol: {message} (see caracol help{name and f' {name}'})\n")


def _parser(words: list[str]) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The whole command line, and each command."""
    parser = _Parser(
        prog="caracol",
        description="Logic puzzles by constraint solving.",
        epilog="Run 'caracol help COMMAND' for the options of a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    made: dict[str, argparse.ArgumentParser] = {}
    for name, (take, _) in COMMANDS.items():
        command = commands.add_parser(
            name, help=take.__doc__, description=take.__doc__, allow_abbrev=False
        )
        command.set_defaults(command=name)
        if name in words:  # the others need not be made ready
            take(command)
        made[name] = command
    return parser, made


class _Version(argparse.Action):
    """Looks the version up only when asked: that takes longer than solving a puzzle."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"caracol {version('caracol')}\n")
        parser.exit()


def _run(options: argparse.Namespace) -> int:
    module = import_module(f".{COMMANDS[options.command].module}", __package__)
    return int(getattr(module, options.command)(options))


def lab(options: argparse.Namespace) -> int:
    experiment = import_module(f"caracol.lab.{(EXPERIMENTS | TOOLS)[options.experiment]}")
    return int(experiment.main(options.rest))


class Command(NamedTuple):
    """What a command takes, which also says what it is for, and the module that does it."""

    take: Callable[[arguments.Command], None]
    module: str  # of this package, loaded when the command runs, with a function of its name


COMMANDS = {
    "solve": Command(arguments.solve, "solve"),
    "check": Command(arguments.check, "solve"),
    "count": Command(arguments.count, "solve"),
    "explain": Command(arguments.explain, "explain"),
    "hint": Command(arguments.hint, "hint"),
    "play": Command(arguments.play, "play"),
    "grade": Command(arguments.grade, "explain"),
    "generate": Command(arguments.generate, "generate"),
    "dataset": Command(arguments.dataset, "dataset"),
    "draw": Command(arguments.draw, "draw"),
    "book": Command(arguments.book, "book"),
    "export": Command(arguments.export, "export"),
    "convert": Command(arguments.convert, "convert"),
    "certify": Command(arguments.certify, "certify"),
    "verify": Command(arguments.verify, "certify"),
    "studio": Command(arguments.studio, "studio"),
    "families": Command(arguments.families, "families"),
    "lab": Command(arguments.lab, "commands"),
}
