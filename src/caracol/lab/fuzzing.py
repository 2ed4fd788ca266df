"""Inputs that are almost right: for every place where caracol reads something, and for all engines.

Texts are changed at random, a few edits at a time. One with an outcome that none had before (an
error of another wording, or none) joins the corpus, from which further texts are made. Puzzles are
changed where their characters stand, so that most can still be read: some have other solutions
then, some several, many none, and all engines must say the same of them.
"""

import json
import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from .. import exchange, formats, registry
from ..certificates import verify
from ..certificates.writing import certify
from ..exchange import texts as exchanged
from ..generation.order import Order
from ..generation.production import produce
from ..generation.record import Record, record
from ..puzzle import OutOfTime, ParseError, Puzzle, Solution, UsageError
from ..records import as_fields
from ..solve import Search
from ..studio.questions import QUESTIONS, ask

Read = Callable[[str], object]

# The longest text that changes may grow to.
LONGEST = 5000
# Seconds that a question may take, and a puzzle on an engine.
ASKED, SOLVED = 0.3, 2.0
# Solutions that engines are compared by.
COMPARED = 3
ODD = ("\0", "\ufeff", "é", "٣", "𝟙", "-0", "999999999999", "1e9", "#", "\r\n", "\t", '"', "{", "]")
PLAIN = re.compile(r"'[^']*'|\"[^\"]*\"|-?[0-9]+")


def _question(text: str) -> object:
    """Ask what a JSON object asks, within a moment."""
    fields = dict(as_fields(json.loads(text)))
    return ask(str(fields.pop("question", "")), fields, ASKED)


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
    for name in QUESTIONS:
        for text in examples:
            size = " ".join(text.splitlines()[0].split()[1:])
            fields = {"family": text.split()[0], "size": size, "puzzle": text, "entries": {}}
            yield json.dumps({"question": name, **fields})


def _exported(examples: list[str]) -> Iterator[str]:
    for puzzle in map(formats.parse, examples):
        for to in ("line", "sdk", "puzzlink"):
            try:
                yield exchange.texts.write(puzzle, to)
            except UsageError:
                continue


def changed(text: str, others: list[str], rng: random.Random) -> str:
    """A text after one to four edits."""
    for _ in range(rng.randint(1, 4)):
        at, end = sorted(rng.choices(range(len(text) + 1), k=2))
        other = rng.choice(others)
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + rng.choice(other or " ") + text[at + 1 :]
            case 2:
                text = text[:at] + rng.choice(ODD) + text[at:]
            case 3:
                text = text[:end] + text[at:]
            case 4:
                text = text[:at] + text[end:]
            case 5:
                text = text[:at] + other[rng.randrange(len(other) + 1) :]
            case _:
                lines = text.splitlines(keepends=True)
                rng.shuffle(lines)
                text = "".join(lines)
    return text[:LONGEST]


def outcome(reader: Read, text: str) -> str:
    """What reading comes to, without the words that the input chose; unclean errors begin with !"""
    try:
        reader(text)
    except (ValueError, RecursionError) as error:
        return f"{type(error).__name__}: {PLAIN.sub('_', str(error))[:100]}"
    except Exception as error:
        return f"! {type(error).__name__}: {error}"
    return "read"


def fuzzed(reader: str, rng: random.Random) -> Iterator[tuple[str, str, bool]]:
    """Endless inputs, with what each comes to, and whether that is new."""
    corpus, seen, read = seeds(reader), set[str](), READERS[reader]
    while True:
        text = changed(rng.choice(corpus), corpus, rng)
        found = outcome(read, text)
        is_new = found not in seen
        if is_new:
            seen.add(found)
            corpus.append(text)
        yield text, found, is_new


def almost_right(family: str, rng: random.Random) -> Iterator[Puzzle]:
    """Endless puzzles of the size of a family's example, some of their characters changed."""
    example = formats.parse(registry.family(family).example)
    order = Order(family, formats.size(family, example.shape), rng.randrange(10**6))
    made = (one.puzzle for one in produce(order) if one)
    known = [formats.show(one) for one in (example, *islice(made, 20))]
    while True:
        header, _, body = rng.choice(known).partition("\n")
        characters = list(body)
        for _ in range(rng.randint(1, 3)):
            at = rng.choice([i for i, it in enumerate(characters) if not it.isspace()])
            characters[at] = rng.choice("".join(rng.choice(known).split("\n")[1:]))
        try:
            yield formats.parse(f"{header}\n{''.join(characters)}")
        except ParseError:
            continue


def disagreement(puzzle: Puzzle, engines: tuple[str, ...]) -> str:
    """What engines, or the checker of certificates, say otherwise of a puzzle; "" if nothing."""
    found = {engine: _solutions(puzzle, engine) for engine in engines}
    answers = {engine: answer for engine, answer in found.items() if answer is not None}
    if len({len(answer) for answer in answers.values()}) > 1:
        return f"solutions: { {engine: len(answer) for engine, answer in answers.items()} }"
    few = {frozenset(answer) for answer in answers.values() if len(answer) < COMPARED}
    if len(few) > 1:
        return "the solutions differ"
    number = min((len(answer) for answer in answers.values()), default=COMPARED)
    return "" if number > 1 else _doubt(puzzle, number)


def _solutions(puzzle: Puzzle, engine: str) -> set[str] | None:
    """Some solutions, as text; None if they are not found in time."""
    try:
        found = islice(Search(puzzle, engine=engine, seconds=SOLVED), COMPARED)
        return {formats.show(puzzle, solution) for solution in found}
    except OutOfTime:
        return None


def _doubt(puzzle: Puzzle, solutions: int) -> str:
    """What is wrong with the certificate that there is one solution, or none."""
    try:
        proved = verify.verify(json.dumps(certify(puzzle, seconds=SOLVED)))
    except OutOfTime:
        return ""
    except ValueError as error:
        return f"certificate: {error}"
    claim = "unique" if solutions else "unsolvable"
    return "" if claim in proved else f"certificate: {proved}"
