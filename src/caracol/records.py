"""Reading records: JSON objects whose fields must be of the right kind."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from .puzzle import UsageError, expected_one

Kind = TypeVar("Kind", bound=object)
Choice = TypeVar("Choice", bound=Enum)
# A JSON object.
Fields = Mapping[str, object]

# What JSON calls each kind.
NAMES = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
}


def as_fields(value: object) -> Fields:
    """The value, which must be a JSON object.

    >>> as_fields([1])
    Traceback (most recent call last):
    caracol.puzzle.UsageError: expected a JSON object, found list
    """
    if not isinstance(value, dict):
        raise UsageError(f"expected a JSON object, found {type(value).__name__}")
    return value


def required(fields: Fields, name: str, kind: type[Kind]) -> Kind:
    """A field of a record.

    >>> required({"seed": 3}, "seed", int), required({"bottleneck": 1}, "bottleneck", float)
    (3, 1.0)
    >>> required({"seed": True}, "seed", int)
    Traceback (most recent call last):
    caracol.puzzle.UsageError: expected a whole number in the field 'seed', found True
    """
    value = fields.get(name)
    if kind is float and type(value) is int:
        value = float(value)
    # By its very type: to Python, True is a whole number.
    if type(value) is not kind:
        found = "nothing" if name not in fields else repr(value)
        raise UsageError(f"expected {NAMES[kind]} in the field {name!r}, found {found}")
    return value


def optional(fields: Fields, name: str, kind: type[Kind]) -> Kind | None:
    """A field of a record that may be missing or null."""
    return None if fields.get(name) is None else required(fields, name, kind)


def items(fields: Fields, name: str, kind: type[Kind]) -> tuple[Kind, ...]:
    """A field of a record that is a list, each item of that kind.

    >>> items({"reads": ["r1c1", "r1c2"]}, "reads", str)
    ('r1c1', 'r1c2')
    """
    return tuple(required({name: value}, name, kind) for value in required(fields, name, list))


def choice(what: str, known: type[Choice], found: object) -> Choice:
    """The member of an enumeration whose value this is: its value is how JSON has it."""
    for member in known:
        if member.value == found:
            return member
    raise UsageError(expected_one(what, [member.value for member in known], str(found)))
