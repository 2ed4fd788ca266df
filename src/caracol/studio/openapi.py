"""The OpenAPI document: what can be asked, and what comes back."""

from .asked import schema
from .questions import QUESTIONS

Schema = dict[str, object]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}
VALUE: Schema = {"type": ["string", "integer"]}
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
MADE = record({"puzzle": TEXT}, {"level": TEXT, "fewest": FLAG, "changed": TEXTS})
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
            "lines": OBJECTS,
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
    "edit": MADE,
    "fresh": MADE,
    "daily": MADE,
    "hint": {
        "anyOf": [
            record({"family": TEXT, "technique": TEXT, "where": TEXTS, "step": STEP}),
            record({"family": TEXT, "step": {"type": "null"}}),
            record({"family": TEXT, "where": TEXTS, **CLASH}),
        ]
    },
    "why": {"anyOf": [record(CLASH), record({"clash": {"type": "null"}})]},
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
        "paths": {f"/api/{name}": {"post": _operation(name)} for name in QUESTIONS},
        "components": {"schemas": {"Error": record({"error": TEXT})}},
    }


def _operation(name: str) -> dict[str, object]:
    question = QUESTIONS[name]
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
        "responses": {"200": _response("the answer", ANSWERS[name]), **responses},
    }


def _response(description: str, of: Schema) -> dict[str, object]:
    return {"description": description, "content": {"application/json": {"schema": of}}}
