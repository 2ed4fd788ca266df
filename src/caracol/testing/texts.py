"""Laws of texts: what is shown is read back, what is damaged is refused with its place."""

import random

from .. import formats, registry
from ..puzzle import ParseError
from .subject import Broken, Subject

# How many texts are damaged.
DAMAGED = 200


def the_record_is_complete(subject: Subject) -> Broken:
    family = subject.family
    if subject.example.family != family.name:
        yield f"expected an example of {family.name}, found {family.example!r}"
    if not (family.title and family.rules):
        yield "expected a title and the rules in words"
    if not (family.setting or family.shortcuts.compose):
        yield "expected a setting, or a way to compose puzzles"
    if family.setting:
        unknown = {*family.setting.usual} - {*family.setting.kinds}
        if unknown or not family.setting.usual:
            yield f"expected usual kinds of clues out of {[*family.setting.kinds]}, found {unknown}"
        maps = registry.board(family.name, subject.example.shape).maps
        for name in family.setting.keep:
            if name not in maps:
                yield f"expected one of the board's maps {[*maps]}, found {name!r}"


def texts_read_back(subject: Subject) -> Broken:
    for puzzle in (*subject.puzzles, *subject.generated):
        text = formats.show(puzzle)
        if formats.parse(text) != puzzle:
            yield f"{puzzle} is shown as\n{text}and read as {formats.parse(text)}"
        if [*formats.parse_all(text + text)] != [puzzle, puzzle]:
            yield f"twice the same text is not read as two puzzles:\n{text}"


def comments_and_blank_lines_mean_nothing(subject: Subject) -> Broken:
    for puzzle in subject.puzzles:
        lines = formats.show(puzzle).splitlines()
        for change in ("\n".join, "\r\n".join, "  # a comment\n".join, " \n\n#\n".join):
            text = "\ufeff# before\n" + change(lines) + "\n# after"
            if formats.parse(text) != puzzle:
                yield f"{text!r} is not read as {puzzle}"


def damaged_texts_are_refused_with_their_place(subject: Subject) -> Broken:
    rng = subject.rng()
    for text, _ in subject.texts:
        for _ in range(DAMAGED):
            damaged = _damaged(text, rng)
            try:
                found = formats.parse(damaged)
            except ParseError as error:
                if not (1 <= error.line <= damaged.count("\n") + 1 and error.column >= 1):
                    yield f"{error} is outside of {damaged!r}"
                continue
            except Exception as error:  # the very thing that must not happen
                yield f"{damaged!r}: expected a ParseError, found {type(error).__name__}: {error}"
                return
            if formats.parse(formats.show(found)) != found:
                yield f"{damaged!r} is read as {found}, which is not read back"


def _damaged(text: str, rng: random.Random) -> str:
    """One or two characters or lines too few, too many, or different."""
    for _ in range(rng.randint(1, 2)):
        lines = text.split("\n")
        at, line = rng.randrange(len(text) + 1), rng.randrange(len(lines))
        other = rng.choice(text + ".-#0179AZx*\u00e9\u2460 \t\n\0")
        text = rng.choice(
            (
                text[:at] + text[at + 1 :],
                text[:at] + other + text[at:],
                text[:at] + other + text[at + 1 :],
                text[:at],
                "\n".join(lines[:line] + lines[line + 1 :]),
                "\n".join(lines[: line + 1] + lines[line:]),
            )
        )
    return text


LAWS = (
    the_record_is_complete,
    texts_read_back,
    comments_and_blank_lines_mean_nothing,
    damaged_texts_are_refused_with_their_place,
)
