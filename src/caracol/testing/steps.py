"""Laws of explanations: each step follows from its reasons alone, and all of them solve."""

from .. import formats, registry
from ..deadline import NEVER
from ..engines import engine
from ..explanations.hint import hint
from ..explanations.step import Step
from ..explanations.walk import clash, steps
from ..kinds import Count, Domains
from ..model import Model, Rule
from ..phrases import Phrase
from ..puzzle import Fact
from ..solve import solutions
from .subject import LONG, Broken, Subject


def steps_follow_from_their_reasons_alone(subject: Subject) -> Broken:
    for puzzle in (subject.example, *subject.generated[:1]):
        walk = steps(puzzle)
        solution = next(solutions(puzzle))
        domains = registry.model(puzzle.family, puzzle.shape).cells
        for step in walk:
            sentence = step.sentence()
            if not _follows(step, domains):
                yield f"this does not follow: {sentence}"
            if any((solution[cell] == value) is not holds for cell, value, holds in step.derives):
                yield f"this is not so: {sentence}"
            if not sentence.endswith(".") or "{" in sentence or not step.technique:
                yield f"expected a sentence, found {sentence!r}"
        if {cell: values[0] for cell, values in walk.left.items()} != dict(solution.values):
            yield f"the steps do not lead to the solution:\n{formats.show(puzzle)}"


def _follows(step: Step, domains: Domains) -> bool:
    """Whether the rules of a step and what it reads, and nothing else, say all that it derives."""
    cells = {cell for rule in step.because for cell in rule.constraint.cells}
    model = Model({cell: domains[cell] for cell in domains if cell in cells}, step.because)
    reads = [_says(fact, domains) for fact in step.reads]
    contraries = [_says(fact._replace(holds=not fact.holds), domains) for fact in step.derives]
    questions = ((*reads, contrary) for contrary in contraries)
    return not any(next(engine("sat")(model, rules, NEVER).boards, None) for rules in questions)


def _says(fact: Fact, domains: Domains) -> Rule:
    fitting = (value for value in domains[fact.cell] if (value == fact.value) is fact.holds)
    return Rule(Phrase(""), Count((fact.cell,), tuple(fitting), 1, 1))


def a_wrong_entry_is_found_in_conflict(subject: Subject) -> Broken:
    puzzle, solution = subject.solved[0]
    domains = subject.model.cells
    cell = next(cell for cell, values in domains.items() if len(values) > 1)
    wrong = next(value for value in domains[cell] if value != solution[cell])
    found = clash(puzzle, {cell: wrong}, seconds=LONG)
    if not found:
        yield f"{cell} as {wrong} is not found to be wrong:\n{formats.show(puzzle)}"
        return
    model = Model(domains, found.rules)
    if next(engine("sat")(model, (), NEVER).boards, None):
        yield f"these can all be true: {[str(rule.sentence) for rule in found.rules]}"


def hints_say_where_to_look(subject: Subject) -> Broken:
    puzzle = subject.example
    places = registry.board(puzzle.family, puzzle.shape).places
    found = hint(puzzle)
    if found.clash or not found.step or not found.where or not {*found.where} <= {*places}:
        yield f"expected a step and where to look, found {found}"


LAWS = (
    steps_follow_from_their_reasons_alone,
    a_wrong_entry_is_found_in_conflict,
    hints_say_where_to_look,
)
