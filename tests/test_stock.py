"""Puzzles made ahead: which come first, which are given in place of others, which are given up."""

import asyncio
import json
from dataclasses import dataclass, field
from datetime import date

import pytest

from caracol import registry
from caracol.records import Fields
from caracol.studio.asked import Daily, Fresh
from caracol.studio.making import usual_sizes
from caracol.studio.pools import Outcome, Refused
from caracol.studio.stock import TRIES, Stock, first_days, first_kinds, nearest

EASY, HARD = Fresh("mno", "5", "easy"), Fresh("mno", "5", "hard")


@dataclass(slots=True)
class Maker:
    """A pool in which everything is made at once, but for some levels."""

    impossible: tuple[str, ...] = ()
    asked: list[Fields] = field(default_factory=list)

    async def answer(self, _name: str, fields: Fields, _seconds: float | None = None) -> Outcome:
        await asyncio.sleep(0)
        self.asked.append(fields)
        if fields.get("level") in self.impossible:
            return Refused("no puzzle was found")
        puzzle = f"{fields['family']} {len(self.asked)}"
        return json.dumps({"puzzle": puzzle, "level": fields.get("level")}).encode()


async def filled(stock: Stock, maker: Maker) -> None:
    """Fill until there is nothing more to make."""
    filling = asyncio.create_task(stock.fill(maker))
    made = -1
    while made < len(maker.asked):
        made = len(maker.asked)
        await asyncio.sleep(0.05)
    filling.cancel()


def test_every_family_is_ready_in_any_level_the_usual_sizes_first() -> None:
    async def run() -> None:
        stock, maker, names = Stock(2), Maker(), [*registry.families()]
        stock.want(first_kinds(names))
        stock.want_days(first_days(names))
        await filled(stock, maker)
        today, fresh = date.today().isoformat(), [one for one in maker.asked if "size" in one]
        assert [one["date"] for one in maker.asked[: len(names)]] == [today] * len(names)
        assert not any(one["level"] for one in maker.asked)
        assert {one["size"] for one in fresh[: len(names)]} == {usual_sizes(n)[0] for n in names}
        for name in names:
            assert stock.day(Daily(name, today)) and stock.take(Fresh(name, usual_sizes(name)[-1]))

    asyncio.run(run())


def test_a_family_that_somebody_looks_at_is_made_in_every_level() -> None:
    async def run() -> None:
        stock, maker = Stock(2), Maker()
        stock.visit("mno")
        await filled(stock, maker)
        assert {one["family"] for one in maker.asked} == {"mno"}
        fresh = [one for one in maker.asked if "size" in one]
        assert [one["level"] for one in fresh[:5]] == ["", "easy", "medium", "hard", "expert"]
        assert stock.day(Daily("mno", date.today().isoformat(), "hard"))
        made = len(maker.asked)
        stock.visit("mno")
        await filled(stock, maker)
        assert len(maker.asked) == made  # once is enough

    asyncio.run(run())


def test_each_puzzle_is_given_once_and_another_is_made() -> None:
    async def run() -> None:
        stock, maker = Stock(2), Maker()
        stock.want([EASY])
        await filled(stock, maker)
        assert len({stock.take(EASY), stock.take(EASY)}) == 2 and stock.take(EASY) is None
        await filled(stock, maker)
        assert stock.take(EASY)

    asyncio.run(run())


def test_the_nearest_level_at_hand_is_given_and_told() -> None:
    async def run() -> None:
        stock, slow = Stock(2), Maker(("hard",))
        stock.want([EASY, Fresh("mno", "5", "expert"), Fresh("mno", "6", "hard")])
        await filled(stock, Maker())
        made = await stock.fresh(HARD, slow, slow)
        assert isinstance(made, bytes)
        told = json.loads(made)
        assert (told["level"], told["wanted"]) == ("expert", "hard")

    asyncio.run(run())


def test_where_no_level_is_at_hand_any_is_given() -> None:
    async def run() -> None:
        maker = Maker(("hard",))
        made = await Stock(0).fresh(HARD, maker, maker)
        assert isinstance(made, bytes) and json.loads(made)["wanted"] == "hard"
        made = await Stock(0).fresh(EASY, maker, maker)
        assert isinstance(made, bytes) and "wanted" not in json.loads(made)

    asyncio.run(run())


def test_what_cannot_be_made_is_given_up_and_not_offered() -> None:
    async def run() -> None:
        stock, maker = Stock(1), Maker(("hard",))
        stock.want([HARD, EASY])
        await filled(stock, maker)
        assert [one["level"] for one in maker.asked].count("hard") == TRIES
        assert stock.has_given_up(HARD) and not stock.has_given_up(EASY)
        told = {"families": [{"name": "mno", "levels": {"5": ["easy", "hard"], "6": ["hard"]}}]}
        offered = json.loads(stock.offered(json.dumps(told).encode()))
        assert offered["families"][0]["levels"] == {"5": ["easy"], "6": ["hard"]}

    asyncio.run(run())


@pytest.mark.parametrize(
    ("level", "others"),
    [("medium", "easy hard expert"), ("expert", "case analysis"), ("hard..", "medium expert")],
)
def test_nearer_levels_come_first_and_easier_ones_before(level: str, others: str) -> None:
    found = " ".join(one.level for one in nearest(Fresh("mno", "5", level)))
    assert others in found and found.count("easy") == 1
