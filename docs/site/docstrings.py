"""Docstrings as Markdown: sessions of Python in them become blocks of code."""

import re

import griffe

SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Sessions(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring:
            obj.docstring.value = SESSION.sub(
                lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value
            )
