"""Star Battles from nothing: stars at random, and regions grown around them."""

import random
from collections.abc import Iterator, Mapping
from itertools import combinations, count, pairwise

from ..deadline import Tick
from ..puzzle import NoSolution

Place = tuple[int, int]
Stars = frozenset[Place]
# For each place the number of its region.
Regions = dict[Place, int]

# How many rows are laid before the first rows are laid anew; twice as many each time.
FIRST_ROWS = 500
# How often areas are joined anew before stars are laid anew.
JOINS = 200


def beside(place: Place, side: int) -> list[Place]:
    """The places that share an edge with one."""
    i, j = place
    around = ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j))
    return [(k, n) for k, n in around if 0 <= k < side and 0 <= n < side]


def stars_at_random(side: int, number: int, rng: random.Random, tick: Tick) -> Stars:
    """Stars that do not touch, that many in every row and column."""
    most = FIRST_ROWS
    while True:
        laid = _Laying(side, number, rng, tick, most)
        if laid.lay():
            return frozenset((i, j) for i, row in enumerate(laid.rows) for j in row)
        if laid.left > 0:
            raise NoSolution(f"no board of size star-battle {side} {number} exists")
        most *= 2


class _Laying:
    """Lays stars row by row, going back where that leads nowhere."""

    def __init__(self, side: int, number: int, rng: random.Random, tick: Tick, most: int) -> None:
        self.side, self.number, self.rng, self.tick = side, number, rng, tick
        self.rows: list[tuple[int, ...]] = []
        self.missing = [number] * side  # by column
        self.left = most  # of the rows that may still be laid

    def lay(self) -> bool:
        """Whether the rest could be laid; if not, that may be for want of more tries."""
        if len(self.rows) == self.side:
            return True
        for row in self._possible():
            self.left -= 1
            if self.left <= 0:
                return False
            self._add(row, 1)
            if self.lay():
                return True
            self._add(row, -1)
        return False

    def _add(self, row: tuple[int, ...], sign: int) -> None:
        if sign > 0:
            self.rows.append(row)
        else:
            self.rows.pop()
        for j in row:
            self.missing[j] -= sign

    def _possible(self) -> Iterator[tuple[int, ...]]:
        """In random order the rows that can follow, as far as columns can still be filled."""
        self.tick()
        above = {n for j in (self.rows[-1] if self.rows else ()) for n in (j - 1, j, j + 1)}
        free = [j for j, missing in enumerate(self.missing) if missing and j not in above]
        after = self.side - len(self.rows) - 1
        urgent = {j for j, missing in enumerate(self.missing) if missing > (after + 1) // 2}
        rows = [
            row
            for row in combinations(free, self.number)
            if urgent <= {*row} and all(b - a > 1 for a, b in pairwise(row))
        ]
        self.rng.shuffle(rows)
        yield from rows


def regions_around(stars: Stars, side: int, rng: random.Random, tick: Tick) -> Regions | None:
    """Regions that hang together, each with as many stars as a row has; None if none were found.

    An area is grown around every star, and areas side by side are joined.
    """
    number = len(stars) // side
    area = _grown(stars, side, rng)
    touching: dict[Place, set[Place]] = {star: set() for star in stars}
    for place, star in area.items():
        for other in beside(place, side):
            if area[other] != star:
                touching[star].add(area[other])
    for _ in range(JOINS):
        tick()
        joined = _joined(touching, number, rng)
        if joined:
            return {place: joined[star] for place, star in area.items()}
    return None


def _grown(stars: Stars, side: int, rng: random.Random) -> dict[Place, Place]:
    """For each place the star in whose area it lies."""
    area = {star: star for star in sorted(stars)}
    growing = [*area]
    while growing:
        place = growing[rng.randrange(len(growing))]
        free = [other for other in beside(place, side) if other not in area]
        if free:
            other = rng.choice(free)
            area[other] = area[place]
            growing.append(other)
        else:
            growing.remove(place)
    return area


def _joined(
    touching: Mapping[Place, set[Place]], number: int, rng: random.Random
) -> dict[Place, int] | None:
    """For each star the number of its region, that many stars in each; None if that fails."""
    left = {star: {*others} for star, others in touching.items()}
    region_of: dict[Place, int] = {}
    for region in count():
        if not left:
            return region_of
        group: set[Place] = set()
        near = {*left}
        while len(group) < number:
            if not near:
                return None
            # Those with the fewest others around them first: they are the first to be cut off.
            chosen = min(sorted(near), key=lambda star: (len(left[star]), rng.random()))
            near = (near & left[chosen] if not group else near - {chosen}) | left.pop(chosen)
            group.add(chosen)
            for others in left.values():
                others.discard(chosen)
            near &= left.keys()
        region_of |= dict.fromkeys(group, region)
    return None


def hangs_together(places: set[Place], side: int) -> bool:
    """Whether one can go from each place to each other, edge by edge."""
    waiting = [min(places)] if places else []
    reached = {*waiting}
    while waiting:
        near = {*beside(waiting.pop(), side)} & places - reached
        reached |= near
        waiting += near
    return reached == places


def is_kept(regions: Regions, stars: Stars, number: int) -> bool:
    """Whether every region holds that many of the stars."""
    held = [regions[star] for star in stars]
    return all(held.count(region) == number for region in {*regions.values()})
