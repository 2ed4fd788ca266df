"""Steps in words: as approved, true link by link, and in every language."""

import ast
import string
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import caracol
from caracol import Clue, Fact, Level, Puzzle, Step, UsageError, registry
from caracol import phrases as words
from caracol.boards import edges, frame
from caracol.explanations import links, orders, pattern_words, suppositions, voice
from caracol.explanations import sentences as telling
from caracol.explanations.chains import MOST_LINKS, Refutation, refutation_of
from caracol.explanations.sentences import clash_sentence, sentence
from caracol.explanations.single_rules import NEEDS, OTHERWISE, STANDS
from caracol.explanations.techniques import TECHNIQUES, technique
from caracol.explanations.told import is_complex
from caracol.explanations.walk import clash, steps
from caracol.kinds import Constraint, Differ, Domains, Is, Regular, Sum
from caracol.kinds.automata import repeats
from caracol.languages.pt import CATALOGUE
from caracol.model import Rule
from goldens import KINDS, LANGUAGES, PUZZLES, golden
from reasoning import follows
from samples import samples

SOURCE = Path(caracol.__file__).parent
SOME = [
    sample.puzzle
    for sample in samples()
    if sample.name
    in ("magic-snail/letters", "mno/dots", "mno/mixed", "trid/sums", "turn-12/report-001-toy")
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PUZZLES)
def test_explanations_read_as_approved(name: str, kind: str, language: str) -> None:
    assert KINDS[kind](name, language) == golden(name, kind, language).read_text()


def test_a_list_of_facts_reads_well() -> None:
    puzzle = caracol.parse(caracol.family("mno").example)
    sentences = [sentence(puzzle, step) for step in steps(puzzle)]
    assert sentences[0] == (
        "Row 2 holds exactly one letter; r2c3 is O, so r2c1, r2c2, r2c4 and r2c5 are not M, N or O."
    )
    assert all(text[0].isupper() or text[0] == "r" for text in sentences)
    assert all(text.endswith(".") and "{" not in text for text in sentences)


def test_a_clash_is_told_in_words() -> None:
    puzzle = Puzzle("magic-snail", (3, "AB"), (Clue("r1c1", "A"), Clue("r1c3", "A")))
    found = clash(puzzle)
    assert found and clash_sentence(found.rules) == (
        "Row 1 holds exactly one A, r1c1 is given as A, and r1c3 is given as A: that cannot all be"
        " true."
    )
    assert clash_sentence(found.rules, "pt") == (
        "A linha 1 tem exatamente um A, r1c1 é dada como A, e r1c3 é dada como A: tudo isso junto"
        " não pode ser verdade."
    )
    alone = clash(Puzzle("turn-12", (4, *["3456"] * 5, "3333")))
    assert alone and clash_sentence(alone.rules) == (
        "Where top and right touch, the digits sum to 12: that cannot be true."
    )
    assert clash_sentence(alone.rules, "pt").endswith(": isso não pode ser verdade.")


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.family)
def test_every_link_of_a_chain_follows_from_its_rule_and_what_came_before(puzzle: Puzzle) -> None:
    domains = registry.model(puzzle.family, puzzle.shape).cells
    chains = 0
    for step in steps(puzzle):
        refutation = refutation_of(step, domains) if is_complex(step) else None
        if refutation:
            chains += 1
            check_refutation(refutation, list(step.reads), domains)
            assert refutation.length <= MOST_LINKS
    assert chains


def check_refutation(refutation: Refutation, known: list[Fact], domains: Domains) -> None:
    known.append(refutation.supposed)
    for rule, facts in refutation.links:
        near = [fact for fact in known if not rule or fact.cell in rule.constraint.cells]
        assert follows(domains, near, [rule] if rule else [], facts)
        known += facts
    if refutation.cases:
        (cell,) = {case.supposed.cell for case in refutation.cases}
        values = [case.supposed.value for case in refutation.cases]
        rest = [Fact(cell, value, False) for value in domains[cell] if value not in values]
        assert follows(domains, known, [], rest)
        for case in refutation.cases:
            check_refutation(case, list(known), domains)
    else:
        rules = [refutation.broken] if refutation.broken else []
        cells = refutation.broken.constraint.cells if refutation.broken else (refutation.stuck,)
        near = [fact for fact in known if fact.cell in cells]
        absurd = [Fact(cells[0], domains[cells[0]][0], holds) for holds in (True, False)]
        assert follows(domains, near, rules, absurd)


def test_what_touches_is_told_by_its_digit() -> None:
    puzzle = caracol.parse(caracol.family("turn-12").example)
    domains = registry.model(puzzle.family, puzzle.shape).cells
    singles = [step for step in steps(puzzle) if not is_complex(step)]
    left = {cell: set(values) for cell, values in domains.items()}
    for step in singles:
        assert " there)" in sentence(puzzle, step)
    # No digit that is told to be gone is shown by a turn that is still possible.
    for step in steps(puzzle):
        for cell, value, holds in step.derives:
            left[cell] = {value} if holds else left[cell] - {value}
        constraint = step.because[0].constraint
        if len(step.because) == 1 and isinstance(constraint, Sum):
            for cell, value, holds in step.derives:
                i = constraint.cells.index(cell)
                shown = {constraint.weight(i, other) for other in left[cell]}
                assert (constraint.weight(i, value) in shown) is holds


def test_techniques_are_named_by_the_rules_of_a_step() -> None:
    found = {str(technique(step)) for puzzle in SOME for step in steps(puzzle)}
    assert found <= set(TECHNIQUES)
    assert {"last place", "full line", "order squeeze", "mirror", "sum combinations"} <= found


@pytest.mark.parametrize(
    ("constraint", "name"),
    [
        (Is("a", 1), "full line"),
        (Differ(("a", "b")), "full line"),
        (Regular(("a", "b"), repeats((1,), 0)), "order squeeze"),
    ],
)
def test_rules_that_only_other_families_have_are_named_too(
    constraint: Constraint, name: str
) -> None:
    rule = Rule(words.say("it is so"), constraint)
    sum_too = Rule(words.say("it is so"), Sum(("a", "b"), 3))

    def step(*rules: Rule) -> Step:
        return Step(10, 10, rules, (), (Fact("a", 2, False),), 1, Puzzle("other", ()), {})

    assert str(technique(step(rule))) == name
    assert str(technique(step(rule, sum_too))) in TECHNIQUES


def said_in_sources() -> Iterator[str]:
    """Every template that stands in a call of `say`."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if name == "say" and path.name != "words.py":
                    yield from constants(node.args[0])


def constants(node: ast.AST) -> Iterator[str]:
    """The string itself, or both sides of a choice."""
    if isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def said_by(phrase: object) -> Iterator[str]:
    """Every template of a phrase and its parts."""
    if isinstance(phrase, words.Phrase):
        yield phrase.template
        for _, part in phrase.parts:
            yield from said_by(part)
    elif isinstance(phrase, words.Listing):
        yield phrase.joined
        for item in phrase.items:
            yield from said_by(item)


def test_everything_said_has_a_translation() -> None:
    said = {*said_in_sources(), *TECHNIQUES, *(level.value for level in Level)}
    said |= {*telling.FACTS.values(), *STANDS.values(), *NEEDS.values()}
    said |= {
        *OTHERWISE.values(),
        *links.BROKEN.values(),
        links.NO_PLACE,
        links.CANNOT_FOLLOW,
        links.LACKS,
        links.CANNOT_BE,
    }
    said |= {links.TWICE, links.TOO_FEW, links.TOO_MANY, links.BECAUSE}
    said |= {*edges.PLURALS.values(), *map(str, frame.SIDES.values())}
    said |= {*orders.BETWEEN, *orders.AFTER, *orders.BEFORE}
    said |= {*telling.SUPPOSED.values(), voice.TOGETHER, suppositions.THEN, suppositions.WRONG}
    said |= {suppositions.AGAINST, *edges.SIDES.values(), edges.AROUND}
    said |= {pattern_words.HIDDEN, pattern_words.HIDDEN_NOT_EMPTY, *pattern_words.WITHIN}
    for family in registry.families().values():
        puzzle = caracol.parse(family.example)
        for rule in (*caracol.explanations.walk.rules_in_pieces(puzzle), *registry.clues(puzzle)):
            said |= set(said_by(rule.sentence))
        for rule in registry.model(puzzle.family, puzzle.shape).rules:
            said |= set(said_by(rule.sentence))
    said |= {"{some} and {last}", "{some} or {last}", "{some}, {last}", "{some}, and {last}"}
    assert said - set(words.catalogue("pt")) == set()


def test_no_translation_is_left_over() -> None:
    strings = {
        node.value
        for path in SOURCE.rglob("*.py")
        if path.name != "pt.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    faces = {"top", "bottom", "front", "back", "left", "right"}
    assert set(CATALOGUE) - strings - faces == set()


@pytest.mark.parametrize(("english", "portuguese"), CATALOGUE.items(), ids=str)
def test_translations_have_the_same_gaps(english: str, portuguese: str) -> None:
    gaps = [
        sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)
        for text in (english, portuguese)
    ]
    assert gaps[0] == gaps[1]


OTHERS = [
    caracol.parse(family.example)
    for name, family in registry.families().items()
    if name not in {puzzle.family for puzzle in SOME}
]


@pytest.mark.parametrize("puzzle", [*SOME, *OTHERS], ids=lambda puzzle: puzzle.family)
def test_nothing_is_left_in_english(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: set[str] = set()
    known = dict(words.catalogue("pt"))

    class Recording(dict[str, str]):
        def get(self, template: str, default: str | None = None) -> str:  # type: ignore[override]  # as catalogues are asked
            looked_up.add(template)
            return super().get(template, default or "")

    monkeypatch.setattr(words, "catalogue", lambda _: Recording(known))
    for step in islice(steps(puzzle), 60):
        assert told_twice(puzzle, step)
    for told in islice(caracol.told(puzzle), 60):
        assert told.sentence("pt") and technique(told).told("pt")
    assert looked_up and looked_up - set(known) == set()


def told_twice(puzzle: Puzzle, step: Step) -> bool:
    return bool(sentence(puzzle, step, "pt") and technique(step).told("pt"))


def test_an_unknown_language_is_refused() -> None:
    puzzle = caracol.parse(caracol.family("mno").example)
    with pytest.raises(UsageError, match="expected a language, one of en, pt; found 'xx'"):
        sentence(puzzle, next(steps(puzzle)), "xx")
