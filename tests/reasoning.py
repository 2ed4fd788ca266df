"""What follows from what, asked of an engine that explanations do not use."""

from collections.abc import Iterable, Sequence

from caracol import Fact
from caracol.deadline import NEVER
from caracol.engines import engine
from caracol.kinds import Constraint, Count, Domains
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Cell, Value


def has_board(domains: Domains, constraints: Iterable[Constraint]) -> bool:
    constraints = list(constraints)
    cells = {cell for constraint in constraints for cell in constraint.cells}
    rules = tuple(Rule(say("it is so"), constraint) for constraint in constraints)
    model = Model({cell: domains[cell] for cell in domains if cell in cells}, rules)
    return any(True for _ in engine("cpsat")(model, (), NEVER).boards)


def follows(
    domains: Domains, known: Iterable[Fact], rules: Sequence[Rule], derived: Iterable[Fact]
) -> bool:
    """Whether rules and known facts, and nothing else, say all that is derived."""
    demanded = [rule.constraint for rule in rules]
    demanded += (says(domains, fact) for fact in known)
    gone: dict[Cell, list[Value]] = {}
    for fact in derived:
        contrary = fact._replace(holds=not fact.holds)
        gone.setdefault(fact.cell, []).extend(says(domains, contrary).values)
    return not any(
        has_board(domains, [*demanded, Count((cell,), tuple(values), 1, 1)])
        for cell, values in gone.items()
    )


def says(domains: Domains, fact: Fact) -> Count:
    """What a fact says, as a constraint."""
    fitting = (value for value in domains[fact.cell] if (value == fact.value) is fact.holds)
    return Count((fact.cell,), tuple(fitting), 1, 1)
