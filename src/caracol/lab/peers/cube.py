"""A Turn 12 as the peers know it: six rings of digits, and where faces touch."""

from typing import NamedTuple

FACES = ("top", "bottom", "front", "back", "left", "right")
TOTAL = 12
# Two faces and the side of each, counted clockwise from the upper one.
CONTACTS = (
    ("top", 0, "back", 2),
    ("top", 1, "right", 3),
    ("top", 2, "front", 0),
    ("top", 3, "left", 1),
    ("right", 0, "back", 1),
    ("right", 2, "front", 1),
    ("left", 0, "back", 3),
    ("left", 2, "front", 3),
    ("bottom", 0, "back", 0),
    ("bottom", 1, "left", 3),
    ("bottom", 2, "front", 2),
    ("bottom", 3, "right", 1),
)


class Cube(NamedTuple):
    rings: dict[str, str]

    @property
    def length(self) -> int:
        return len(self.rings["top"])

    def digit(self, face: str, side: int, turn: int) -> int:
        """What stands on a side of a face with that turn."""
        return int(self.rings[face][(turn + side * self.length // 4) % self.length])
