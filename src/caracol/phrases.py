"""What is said to people: sentences with gaps, in English and in any language of the catalogue."""

import re
from collections import ChainMap
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from .caches import kept
from .puzzle import UsageError, expected_one

ENGLISH = "en"
# Other languages by their code: the module that holds the catalogue, English to theirs.
LANGUAGES = {"pt": "caracol.languages.pt"}
# What families bring along, by language.
_BROUGHT: dict[str, dict[str, str]] = {}


class Phrase(NamedTuple):
    """A sentence or a part of one: English with {gaps}, and what fills them."""

    template: str
    parts: tuple[tuple[str, "Phrase | Listing | str | int"], ...] = ()

    def __str__(self) -> str:
        return self.told(ENGLISH)

    def told(self, language: str) -> str:
        template = catalogue(language).get(self.template, self.template)
        return template.format_map({name: _text(part, language) for name, part in self.parts})


class Listing(NamedTuple):
    """Several things in a row: "this, that and those"."""

    items: tuple["Phrase | str | int", ...]
    joined: str = "{some} and {last}"

    def __str__(self) -> str:
        return self.told(ENGLISH)

    def told(self, language: str) -> str:
        *some, last = (_text(item, language) for item in self.items)
        template = catalogue(language).get(self.joined, self.joined)
        return template.format(some=", ".join(some), last=last) if some else last


def say(template: str, **parts: "Phrase | Listing | str | int") -> Phrase:
    """A sentence, or a part of one, with what fills its {gaps}; translated when it is told.

    >>> str(say("{line} holds exactly one {value}", line=say("row {n}", n=3), value="A"))
    'row 3 holds exactly one A'
    """
    return Phrase(template, tuple(parts.items()))


def all_of(items: Iterable["Phrase | str | int"]) -> Listing:
    """
    >>> str(all_of(["r1c1", "r1c2", "r3c1"]))
    'r1c1, r1c2 and r3c1'
    """
    return Listing(tuple(items))


def any_of(items: Iterable["Phrase | str | int"]) -> Listing:
    """
    >>> str(any_of([1, 2]))
    '1 or 2'
    """
    return Listing(tuple(items), "{some} or {last}")


def clauses(items: Iterable["Phrase | str | int"]) -> Listing:
    """Whole sentences in a row, which may hold an "and" of their own.

    >>> str(clauses(["r1c1 and r1c2 are A", "r1c3 is B"]))
    'r1c1 and r1c2 are A, and r1c3 is B'
    """
    return Listing(tuple(items), "{some}, and {last}")


def opened(text: str) -> str:
    """The text with a capital at its start, as a sentence has; names such as r3c1 stay."""
    first = text.split(maxsplit=1)[0]
    return text if any(map(str.isdecimal, first)) else text[:1].upper() + text[1:]


def language_code(language: str) -> str:
    """The code of a language that may be named with its country and character set.

    >>> language_code("pt-PT"), language_code("en_US.UTF-8")
    ('pt', 'en')
    """
    code = re.split(r"[-_.@]", language.lower())[0]
    if code not in (ENGLISH, *LANGUAGES):
        raise UsageError(expected_one("a language", (ENGLISH, *LANGUAGES), language))
    return code


@kept(8)
def catalogue(language: str) -> Mapping[str, str]:
    """For each English template its translation; English needs none."""
    code = language_code(language)
    if code == ENGLISH:
        return {}
    found = import_module(LANGUAGES[code]).CATALOGUE
    assert isinstance(found, dict)
    return ChainMap(found, _BROUGHT.setdefault(code, {}))


def translate(translations: Mapping[str, Mapping[str, str]]) -> None:
    """Add translations by language; a sentence that has one already keeps it."""
    for language, known in translations.items():
        brought = _BROUGHT.setdefault(language, {})
        for template, translation in known.items():
            brought.setdefault(template, translation)


def _text(part: "Phrase | Listing | str | int", language: str) -> str:
    return part.told(language) if isinstance(part, Phrase | Listing) else str(part)
