"""What it is worth to break each witness, so that no rule breaks more worth than it costs.

Then rules that break all witnesses cost at least what these are worth together; and in a search for
such rules, those still to be chosen cost at least what is still to be broken. The best worths are
the dual of a linear program. Steps along subgradients come near it, the more so as they start from
the worths that an earlier search ended with.
"""

from collections.abc import Sequence

# Worths are told in so many parts of what prices are told in.
PARTS = 64
# So many steps are made at a time; fewer when they lead nowhere.
MOST_STEPS = 25
# After so many steps that won less than an eighth they become shorter, but only so often.
PATIENCE = 3
MOST_HALVINGS = 3


def improved(
    sets: Sequence[Sequence[int]], prices: Sequence[int], start: list[int], aim: int
) -> tuple[int, list[int]]:
    """What rules that meet all sets cost at least, in parts, and the worths that show it.

    These may exceed the prices of some rules: the bound is as if all such rules were bought, and
    what they cost more than their prices paid back. It is not raised beyond the aim.
    """
    containing: list[list[int]] = [[] for _ in prices]
    for i, some in enumerate(sets):
        for rule in some:
            containing[rule].append(i)
    worths, left = [*start], unspent(sets, [PARTS * price for price in prices], start)
    best, found, idle, halvings = 0, start, 0, 0
    for _ in range(MOST_STEPS):
        exceeded = [rule for rule, rest in enumerate(left) if rest < 0]
        bound = sum(worths) + sum([left[rule] for rule in exceeded])
        idle = 0 if bound > best + PARTS // 8 else idle + 1
        if bound > best:
            best, found = bound, [*worths]
        if idle == PATIENCE:
            idle, halvings = 0, halvings + 1
        slope = [1] * len(sets)
        for rule in exceeded:
            for i in containing[rule]:
                slope[i] -= 1
        steepness = sum(
            [up * up for up, worth in zip(slope, worths, strict=True) if up > 0 or worth]
        )
        if best > aim or halvings == MOST_HALVINGS or not steepness:
            break
        step = (aim + 2 * PARTS - bound) // (steepness << halvings)
        _go(step, slope, sets, worths, left)
    return best, found


def _go(
    step: int,
    slope: list[int],
    sets: Sequence[Sequence[int]],
    worths: list[int],
    left: list[int],
) -> None:
    """Change the worths, none below nothing, and what they leave of the prices."""
    for i, up in enumerate(slope):
        if more := max(step * up, -worths[i]):
            worths[i] += more
            for rule in sets[i]:
                left[rule] -= more


def unspent(sets: Sequence[Sequence[int]], funds: list[int], worths: list[int]) -> list[int]:
    """What is left of the funds of each rule when all that it breaks is paid for."""
    left = [*funds]
    for some, worth in zip(sets, worths, strict=True):
        if worth:
            for rule in some:
                left[rule] -= worth
    return left


def affordable(
    sets: Sequence[Sequence[int]], prices: Sequence[int], worths: list[int], parts: int
) -> list[int]:
    """Worths near these, in other parts, of which no rule breaks more than it costs."""
    funds = [PARTS * price for price in prices]
    left = unspent(sets, funds, worths)
    spent = [max(fund, fund - rest) for fund, rest in zip(funds, left, strict=True)]
    found = [
        worth and min([worth * funds[rule] // spent[rule] for rule in some]) * parts // PARTS
        for some, worth in zip(sets, worths, strict=True)
    ]
    left = unspent(sets, [parts * price for price in prices], found)
    for i, some in enumerate(sets):
        if more := min([left[rule] for rule in some]):
            found[i] += more
            for rule in some:
                left[rule] -= more
    return found
