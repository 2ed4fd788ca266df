"""Inputs that are almost right, for every place where caracol reads something.

Texts are changed at random, a few edits at a time; those in JSON mostly value by value, so that
what reads the values is reached. A text with an outcome that none had before (an error of another
wording, or none) joins the corpus, from which further texts are made.
"""

import json
import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from .. import exchange, formats, registry
from ..certificates import verify
from ..certificates.writing import certify
from ..exchange import texts as exchanged
from ..generation.order import Order
from ..generation.production import produce
from ..generation.record import Record, record
from ..puzzle import Puzzle, Solution, UsageError
from ..records import as_fields
from ..solve import Search
from ..studio.questions import QUESTIONS, STREAMS, ask, ask_on

Read = Callable[[str], object]

# The longest text that changes may grow to.
LONGEST = 5000
# Seconds that a question may take, and how many parts of an answer are waited for.
ASKED, PARTS = 0.1, 3
ODD = ("\0", "\ufeff", "é", "٣", "𝟙", "-0", "999999999999", "1e9", "#", "\r\n", "\t", '"', "{", "]")
ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    0.5,
    "",
    " ",
    [],
    {},
    [[]],
    {"": None},
    "\ud800",
    ["r1c1"],
)
# How often a text in JSON is changed by its values.
IN_VALUES = 0.8
# What is the input's own in a message.
OWN = re.compile(r"\bfound .*|'[^']*'|\"[^\"]*\"|-?[0-9]+", re.DOTALL)


def _question(text: str) -> object:
    """Ask what a JSON object asks, within a moment."""
    fields = dict(as_fields(json.loads(text)))
    name = str(fields.pop("question", ""))
    if name in STREAMS:
        parts = ask_on(name, fields, ASKED)
        return [part for part, _ in zip(parts, range(PARTS), strict=False)]
    return ask(name, fields, ASKED)


# Whatever they raise must be a ValueError, as all errors of ours are.
READERS: Mapping[str, Read] = {
    "puzzles": lambda text: deque(formats.parse_all(text), 0),
    "boards": lambda text: deque(formats.parse_boards(text), 0),
    "other formats": lambda text: deque(exchanged.read(text), 0),
    "certificates": verify.check,
    "records": lambda text: Record.from_json(as_fields(json.loads(text))),
    "questions": _question,
}


def seeds(reader: str) -> list[str]:
    """Right inputs to begin with, of every family."""
    examples = [family.example for family in registry.families().values()]
    match reader:
        case "certificates":
            return [json.dumps(certify(formats.parse(text))) for text in examples]
        case "records":
            return [_record(formats.parse(text)) for text in examples]
        case "questions":
            return [*_questions(examples)]
        case "other formats":
            return [*examples, *_exported(examples)]
        case _:
            solved = [formats.show(one, _solution(one)) for one in map(formats.parse, examples)]
            return examples + solved


def _solution(puzzle: Puzzle) -> Solution:
    return next(iter(Search(puzzle)))


def _record(puzzle: Puzzle) -> str:
    order = Order(puzzle.family, formats.size(puzzle.family, puzzle.shape), certify_every=1)
    made = next(made for made in produce(order) if made)
    return json.dumps(record(order, made).to_json())


def _questions(examples: list[str]) -> Iterator[str]:
    """Every question about every family, with all fields that it takes."""
    for name, question in (QUESTIONS | STREAMS).items():
        for text in examples:
            puzzle = formats.parse(text)
            board = _solution(puzzle).values
            known = {
                "family": puzzle.family,
                "size": formats.size(puzzle.family, puzzle.shape),
                "puzzle": text,
                "puzzles": text,
                "entries": {cell: board[cell] for cell in [*board][:2]},
                "level": "easy",
                "date": "2026-01-31",
                "format": "svg",
                "language": "pt",
                "clues": {clue.place: clue.value for clue in puzzle.clues[:2]},
                "count": 1,
            }
            taken = question.asked.__dataclass_fields__
            fields = {field: value for field, value in known.items() if field in taken}
            yield json.dumps({"question": name, **fields})


def _exported(examples: list[str]) -> Iterator[str]:
    for puzzle in map(formats.parse, examples):
        for to in ("line", "sdk", "puzzlink"):
            try:
                yield exchange.texts.write(puzzle, to)
            except UsageError:
                continue


def changed(text: str, others: Sequence[str], rng: random.Random) -> str:
    """A text after one to four edits; one in JSON is mostly changed in one of its values."""
    if text.startswith("{") and rng.random() < IN_VALUES:
        return _changed_json(text, others, rng)
    return _changed_text(text, others, rng)[:LONGEST]


def _changed_text(text: str, others: Sequence[str], rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        at, end = sorted(rng.choices(range(len(text) + 1), k=2))
        other = rng.choice(others)
        match rng.randrange(10):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1 | 2:
                text = text[:at] + rng.choice(other or " ") + text[at + 1 :]
            case 3 | 4:
                text = text[:at] + rng.choice(text or " ") + text[at + 1 :]
            case 5:
                text = text[:at] + rng.choice(ODD) + text[at:]
            case 6:
                text = text[:end] + text[at:]
            case 7:
                text = text[:at] + text[end:]
            case 8:
                text = text[:at] + other[rng.randrange(len(other) + 1) :]
            case _:
                lines = text.splitlines(keepends=True)
                rng.shuffle(lines)
                text = "".join(lines)
    return text


def _changed_json(text: str, others: Sequence[str], rng: random.Random) -> str:
    """An object with another value somewhere, or with a field more or less."""
    try:
        whole = json.loads(text)
        other = json.loads(rng.choice(others))
    except (ValueError, RecursionError):
        return _changed_text(text, others, rng)[:LONGEST]
    if not isinstance(whole, dict) or not whole or not isinstance(other, dict):
        return rng.choice(others)
    name = rng.choice([*whole])
    match rng.randrange(8):
        case 0:
            del whole[name]
        case 1:
            whole[name] = rng.choice(ODD_VALUES)
        case 2:
            whole |= dict(rng.choices([*other.items()])) if other else {}
        case 3 if name in other:
            whole[name] = other[name]
        case _:
            theirs = other.get(name)
            whole[name] = _changed_value(whole[name], theirs if theirs else whole[name], rng)
    return json.dumps(whole)


def _changed_value(value: object, other: object, rng: random.Random) -> object:
    match value:
        case str():
            return _changed_text(value, (str(other), value), rng)[:LONGEST]
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 7, -(10**6), 10**9))
        case dict() if value:
            name = rng.choice([*value])
            inside = _changed_value(value[name], value[name], rng)
            place = name if rng.randrange(3) else _changed_text(name, (name,), rng)
            return {**value, place: inside}
        case list() if value:
            at = rng.randrange(len(value))
            return [*value[:at], _changed_value(value[at], value[at], rng), *value[at + 1 :]]
    return rng.choice(ODD_VALUES)


def outcome(reader: Read, text: str) -> str:
    """What reading comes to, without the words that the input chose; unclean errors begin with !"""
    try:
        reader(text)
    except (ValueError, RecursionError) as error:
        return f"{type(error).__name__}: {OWN.sub('_', str(error))[:100]}"
    except Exception as error:
        return f"! {type(error).__name__}: {error}"
    return "read"


def fuzzed(
    reader: str, rng: random.Random, known: Sequence[str] = ()
) -> Iterator[tuple[str, str, bool]]:
    """Endless inputs, with what each comes to, and whether that is new; first those known."""
    corpus, seen, read = seeds(reader), set[str](), READERS[reader]
    beginning = iter(known)
    while True:
        text = next(beginning, None) or changed(rng.choice(corpus), corpus, rng)
        found = outcome(read, text)
        is_new = found not in seen
        if is_new:
            seen.add(found)
            corpus.append(text)
        yield text, found, is_new
