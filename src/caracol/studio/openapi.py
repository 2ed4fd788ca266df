"""The OpenAPI document: what can be asked, and what comes back."""

from .asked import schema
from .questions import EVERY, STREAMS

Schema = dict[str, object]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}
VALUE: Schema = {"type": ["string", "integer"]}
NOTHING: Schema = {"type": "null"}
OBJECT: Schema = {"type": "object"}
OBJECTS: Schema = {"type": "array", "items": OBJECT}


def record(needed: Schema, others: Schema | None = None) -> Schema:
    """An object with these fields, some of which are always there."""
    return {
        "type": "object",
        "properties": needed | (others or {}),
        "required": list(needed),
        "additionalProperties": False,
    }


def by_cell(what: Schema) -> Schema:
    return {"type": "object", "additionalProperties": what}


CLASH: Schema = {
    "clash": TEXTS,
    "irreducible": FLAG,
    "proved": FLAG,
    "sentence": TEXT,
    "cells": TEXTS,
}
GRADE: Schema = {
    "hardest": WHOLE,
    "sum": WHOLE,
    "bottleneck": NUMBER,
    "level": TEXT,
    "proved": FLAG,
    "rating": NUMBER,
    "at_most": {"type": ["integer", "null"]},
}
PART: Schema = {
    "cost": WHOLE,
    "proved": FLAG,
    "because": TEXTS,
    "reads": TEXTS,
    "derives": {
        "type": "array",
        "items": record({"cell": TEXT, "value": VALUE, "is": FLAG}),
    },
}
STEP = record(
    {
        **PART,
        "technique": TEXT,
        "sentence": TEXT,
        "highlight": record({"target": TEXTS, "read": TEXTS, "scope": TEXTS}),
        "parts": {"type": "array", "items": record(PART)},
    }
)
MADE = record(
    {"puzzle": TEXT},
    {"level": TEXT, "wanted": TEXT, "fewest": FLAG, "pattern": FLAG, "changed": TEXTS},
)
ANSWERS: dict[str, Schema] = {
    "families": record(
        {
            "families": {
                "type": "array",
                "items": record(
                    {
                        "name": TEXT,
                        "title": TEXT,
                        "size": TEXT,
                        "rules": TEXT,
                        "example": TEXT,
                        "sizes": TEXTS,
                        "levels": by_cell(TEXTS),
                        "kinds": TEXTS,
                        "views": TEXTS,
                    }
                ),
            }
        }
    ),
    "board": record(
        {
            "family": TEXT,
            "title": TEXT,
            "header": TEXT,
            "puzzle": TEXT,
            "width": NUMBER,
            "height": NUMBER,
            "margin": NUMBER,
            "cells": OBJECTS,
            "places": OBJECTS,
            "values": OBJECTS,
            "blank": {"type": ["string", "integer", "null"]},
            "names": OBJECTS,
            "printed": {"type": ["object", "null"]},
            "svg": TEXT,
            "rules": TEXT,
            "description": TEXT,
            "views": TEXTS,
            "kinds": TEXTS,
            "cube": {"type": ["object", "null"]},
        }
    ),
    "check": record({"status": TEXT, "solved": FLAG, "complete": FLAG, "wrong": TEXTS}),
    "candidates": record({"candidates": by_cell({"type": "array", "items": VALUE})}),
    "live": record(
        {
            "number": WHOLE,
            "puzzle": TEXT,
            "count": WHOLE,
            "more": FLAG,
            "sure": FLAG,
            "candidates": by_cell(by_cell(WHOLE)),
        },
        {"conflict": record(CLASH)},
    ),
    "blank": MADE,
    "edit": MADE,
    "fresh": MADE,
    "daily": MADE,
    "hint": {
        "anyOf": [
            record({"family": TEXT, "technique": TEXT, "where": TEXTS, "step": STEP}),
            record({"family": TEXT, "step": NOTHING}),
            record({"family": TEXT, "where": TEXTS, **CLASH}),
        ]
    },
    "why": {"anyOf": [record(CLASH), record({"clash": NOTHING})]},
    "explain": {
        "anyOf": [
            record(
                {"family": TEXT, "steps": {"type": "array", "items": STEP}, "unique": FLAG},
                {"grade": record(GRADE), "status": TEXT},
            ),
            record({"family": TEXT, **CLASH}),
        ]
    },
    "grade": record({"family": TEXT}, {**GRADE, "status": TEXT}),
    "redundant": record(
        {
            "family": TEXT,
            "solvable": FLAG,
            "unique": FLAG,
            "irreducible": FLAG,
            "redundant": TEXTS,
        }
    ),
    "complete": MADE,
    "trim": MADE,
    "alike": MADE,
    "draw": record({"type": TEXT, "data": TEXT}),
    "book": record({"type": TEXT, "data": TEXT}),
}
COUNT: Schema = {"count": WHOLE, "more": FLAG}
SURVEYED: Schema = {"number": WHOLE, "puzzle": TEXT}


def part(about: str, told: Schema, others: Schema | None = None) -> Schema:
    """A part of an answer that grows."""
    return record({"about": {"const": about}, "final": FLAG, **told}, others)


END: Schema = {"late": FLAG}
# What each line of an answer that grows is.
LINES: dict[str, Schema] = {
    "survey": {
        "anyOf": [
            part("count", SURVEYED | COUNT, {"sure": FLAG, "candidates": by_cell(by_cell(WHOLE))}),
            part("conflict", {**SURVEYED, "conflict": {"anyOf": [record(CLASH), NOTHING]}}),
            part("redundant", {**SURVEYED, "redundant": TEXTS}),
            part("level", {**SURVEYED, "level": TEXT, "proved": FLAG}),
            part("end", SURVEYED | END),
        ]
    },
    "batch": {
        "anyOf": [
            part("puzzle", {"made": WHOLE, "count": WHOLE, "puzzle": TEXT}, {"level": TEXT}),
            part("book", {"type": TEXT, "data": TEXT}),
            part("end", END),
        ]
    },
}
ERRORS = {
    "400": "the question cannot be understood or has no answer; one line says why",
    "403": "it comes from another site",
    "404": "there is no such question",
    "405": "questions are asked by POST",
    "408": "it was too slow to arrive",
    "413": "it is too long",
    "415": "it is no JSON",
    "421": "it is meant for another host",
    "429": "too many questions are waiting; the header Retry-After says when to ask again",
    "500": "something is wrong with the studio itself",
    "503": "no answer within the limits of time and memory",
}


def document(version: str) -> dict[str, object]:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "caracol studio",
            "version": version,
            "description": "Logic puzzles: played, explained and set. Puzzles travel as text.",
        },
        "paths": {f"/api/{name}": {"post": _operation(name)} for name in EVERY},
        "components": {"schemas": {"Error": record({"error": TEXT})}},
    }


def _operation(name: str) -> dict[str, object]:
    question = EVERY[name]
    responses = {
        status: _response(told, {"$ref": "#/components/schemas/Error"})
        for status, told in ERRORS.items()
    }
    return {
        "operationId": name,
        "summary": question.summary,
        "description": f"Takes at most {question.seconds:g} seconds once it is begun.",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": schema(question.asked)}},
        },
        "responses": {"200": _answer(name), **responses},
    }


def _answer(name: str) -> dict[str, object]:
    if name in STREAMS:
        told = "the answer, part by part, a JSON object a line; an error may be the last"
        error = {"$ref": "#/components/schemas/Error"}
        lines = {"schema": TEXT, "x-lines": {"anyOf": [LINES[name], error]}}
        return {"description": told, "content": {"application/x-ndjson": lines}}
    return _response("the answer", ANSWERS[name])


def _response(description: str, of: Schema) -> dict[str, object]:
    return {"description": description, "content": {"application/json": {"schema": of}}}
