"""What the reference is made of: docstrings as Markdown, records with the fields that they take."""

import re

import griffe

SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Readable(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Sessions of Python become blocks of code."""
        if obj.docstring:
            obj.docstring.value = SESSION.sub(
                lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value
            )

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: object) -> None:
        """A bare ClassVar is no field of a record."""
        if str(attr.annotation) == "ClassVar":
            attr.labels.discard("instance-attribute")
