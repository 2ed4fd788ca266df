"""What can be asked: one record a shape of question, read from JSON field by field.

The annotations say what each field must be: they read it, and they describe it in the OpenAPI
document.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import ClassVar, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

from ..puzzle import UsageError, Value, expected_one
from ..records import Fields, required

Language = Literal["en", "pt"]
Format = Literal["svg", "png", "pdf"]
Paper = Literal["a4", "a5", "letter"]
Theme = Literal["light", "dark", "print"]
# What a player has entered: a value, or some that are still candidates.
Entries = Mapping[str, Value | tuple[Value, ...]]
# What is printed, by place.
Clues = Mapping[str, str]

# Longer texts are no puzzles that anybody plays here; a header is far shorter.
LONGEST_PUZZLE, LONGEST_WORD = 40_000, 200
# Texts that are written in a certain way; docs/formats.md says how.
FORMATS = ("puzzle", "puzzles", "family", "size", "level", "date")
LARGEST_NUMBER = 2**53 - 1  # as far as numbers are exact in a browser


class Asked(Protocol):
    """A frozen dataclass whose fields are described by annotations."""

    __dataclass_fields__: "ClassVar[dict[str, dataclasses.Field[object]]]"


Kind = TypeVar("Kind", bound=Asked)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Something in a language, about nothing in particular."""

    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Fresh:
    """A puzzle that nobody has seen before, or the one of a seed."""

    family: str
    size: str
    level: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Blank:
    """A board of a size."""

    family: str
    size: str


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzle of a day."""

    family: str
    date: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """Something about a puzzle, in a language."""

    puzzle: str
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Played:
    """Something about a board that somebody is playing on."""

    puzzle: str
    entries: Entries = dataclasses.field(default_factory=dict)
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Edited:
    """A puzzle with other clues: by place, what is printed there, or nothing to leave it out; or
    with other rings: by face, its digits; or with other regions or numbers: by cell, its own."""

    puzzle: str
    clues: Clues = dataclasses.field(default_factory=dict)
    rings: Clues = dataclasses.field(default_factory=dict)
    printed: Clues = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Set:
    """What is known of a puzzle that is being set; newer questions have higher numbers."""

    puzzle: str
    number: int = 0
    limit: int = 100
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Surveyed:
    """All that is known of a puzzle that is being set; newer questions have higher numbers."""

    puzzle: str
    number: int = 0
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Varied:
    """Another puzzle made of this one."""

    puzzle: str
    level: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Pictured:
    """A picture of a board."""

    puzzle: str
    entries: Entries = dataclasses.field(default_factory=dict)
    format: Format = "svg"
    theme: Theme = "light"
    view: str = ""
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Bound:
    """A book of puzzles, one text after the other."""

    puzzles: str
    title: str = ""
    per_page: int = 4
    paper: Paper = "a4"
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Batch:
    """Puzzles of a kind, and a book of them."""

    family: str
    size: str
    count: int
    level: str = ""
    seed: int | None = None
    title: str = ""
    per_page: int = 4
    paper: Paper = "a4"
    language: Language = "en"


def read(kind: type[Kind], fields: Fields) -> Kind:
    """The question that a JSON object asks.

    >>> read(Daily, {"family": "mno", "date": "2026-11-18"})
    Daily(family='mno', date='2026-11-18', level='')
    >>> read(Daily, {"family": "mno", "day": 3})
    Traceback (most recent call last):
    caracol.puzzle.UsageError: expected a field, one of family, date, level; found 'day'
    """
    known = {field.name: field for field in dataclasses.fields(kind)}
    hints = get_type_hints(kind)
    for name in fields:
        if name not in known:
            raise UsageError(expected_one("a field", known, name))
    given = {
        name: _value(fields, name, hints[name])
        for name, field in known.items()
        if fields.get(name) is not None or _is_required(field)
    }
    return kind(**given)


def to_json(asked: Asked) -> dict[str, object]:
    """The JSON object that `read` reads."""
    values = ((field.name, getattr(asked, field.name)) for field in dataclasses.fields(asked))
    return {name: value for name, value in values if value is not None}


def _is_required(field: "dataclasses.Field[object]") -> bool:
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def _value(fields: Fields, name: str, hint: object) -> object:
    if hint is str:
        text, most = required(fields, name, str), _longest(name)
        if len(text) > most:
            raise UsageError(f"expected at most {most} characters in {name!r}, found {len(text)}")
        return text
    if get_origin(hint) is Literal:
        word, words = required(fields, name, str), get_args(hint)
        if word not in words:
            raise UsageError(expected_one(f"in the field {name!r}", words, word))
        return word
    if hint is int or int in get_args(hint):
        number = required(fields, name, int)
        if abs(number) > LARGEST_NUMBER:
            raise UsageError(f"expected a smaller number in the field {name!r}")
        return number
    told = required(fields, name, dict)
    if hint == Clues:
        return {place: _value(told, place, str) for place in told}
    return {cell: _entry(cell, entry) for cell, entry in told.items()}


def _longest(name: str) -> int:
    return LONGEST_PUZZLE if name in ("puzzle", "puzzles") else LONGEST_WORD


def _entry(cell: str, entry: object) -> Value | tuple[Value, ...]:
    if isinstance(entry, list):
        return tuple(_single(cell, value) for value in entry)
    return _single(cell, entry)


def _single(cell: str, value: object) -> Value:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UsageError(f"expected a value or a list of values in {cell!r}, found {value!r}")
    return value


def schema(kind: type[Asked]) -> dict[str, object]:
    """What a JSON object must be for `read` to read it, as a JSON schema."""
    hints = get_type_hints(kind)
    fields = dataclasses.fields(kind)
    properties = {field.name: _described(field.name, hints[field.name]) for field in fields}
    optional = {field.name for field in fields if not _is_required(field)}
    return {
        "type": "object",
        "properties": {
            name: {"anyOf": [described, {"type": "null"}]} if name in optional else described
            for name, described in properties.items()
        },
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _described(name: str, hint: object) -> dict[str, object]:
    if hint is str:
        text: dict[str, object] = {"type": "string", "maxLength": _longest(name)}
        return text | {"format": name} if name in FORMATS else text
    if get_origin(hint) is Literal:
        return {"type": "string", "enum": list(get_args(hint))}
    if hint is int or NoneType in get_args(hint):
        return {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER}
    if hint == Clues:
        text = {"type": "string", "maxLength": LONGEST_WORD}
        return {"type": "object", "additionalProperties": text}
    value = {"type": ["string", "integer"]}
    entry = {"anyOf": [value, {"type": "array", "items": value}]}
    return {"type": "object", "additionalProperties": entry}
