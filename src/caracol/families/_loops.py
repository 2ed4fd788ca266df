"""Random loops that wind about: the borders of areas that grow where they stay thin."""

import random
from itertools import pairwise

Place = tuple[int, int]

# The places around one, in turn; every second shares an edge with it.
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
# How much of the board may be inside, and how often cells are added where the area stays thin.
SHARE, THIN = (0.45, 0.65), 0.85


def area_at_random(width: int, height: int, rng: random.Random) -> set[Place]:
    """Cells that hang together, as do all others outside, and touch nowhere at a corner alone."""
    area = {(rng.randrange(height), rng.randrange(width))}
    wanted = rng.uniform(*SHARE) * width * height
    while len(area) < wanted:
        ready = sorted(
            place
            for place in {beside for cell in area for beside in _beside(cell)} - area
            if place[0] in range(height) and place[1] in range(width) and _may_join(place, area)
        )
        if not ready:
            break
        thin = [place for place in ready if sum(one in area for one in _beside(place)) == 1]
        area.add(rng.choice(thin if thin and rng.random() < THIN else ready))
    return area


def _beside(place: Place) -> list[Place]:
    i, j = place
    return [(i + down, j + right) for down, right in AROUND[::2]]


def _may_join(place: Place, area: set[Place]) -> bool:
    """Whether all of the area around a place hangs together there, which leaves no hole."""
    i, j = place
    inside = [(i + down, j + right) in area for down, right in AROUND]
    changes = sum(one != other for one, other in pairwise([*inside, inside[0]]))
    return changes == 2 and any(inside[::2])
