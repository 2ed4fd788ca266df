"""OPB: linear constraints over variables that are 0 or 1, for pseudo-Boolean solvers."""

from collections.abc import Iterator

from ..kinds.lowering import Linear, Part, lowering
from .source import Source, Wishes, bounded, comment, fact_lines, lowered_rules


def text(source: Source, _wishes: Wishes) -> str:
    out = lowering(source.cells)
    out.one_value()
    groups = bounded(
        (sentence, [line for part in parts for line in _lines(part)])
        for sentence, parts in lowered_rules(source, out)
    )
    count = sum(len(lines) for _, lines in groups)
    helpers = f"Variables beyond x{len(out.facts)} are helpers, which follow from the cells."
    return "".join(
        [
            f"* #variable= {out.top} #constraint= {count}\n",
            comment("*", f"{source.printed}\n\nEach variable says that a cell holds a value:"),
            fact_lines("* x", out),
            comment("*", helpers) if out.top > len(out.facts) else "",
            *(comment("*", sentence) + "".join(lines) for sentence, lines in groups),
        ]
    )


def _lines(part: Part) -> Iterator[str]:
    match part:
        case Linear(terms, low, high):
            # A literal that says "not x" counts 1 - x.
            shift = sum(weight for weight, literal in terms if literal < 0)
            weights = [(w if literal > 0 else -w, abs(literal)) for w, literal in terms]
            least, most = (
                sum(bound(weight, 0) for weight, _ in weights) + shift for bound in (min, max)
            )
            if low == high:
                yield _line(weights, "=", low - shift)
                return
            if low > least:
                yield _line(weights, ">=", low - shift)
            if high < most:
                yield _line(
                    [(-weight, variable) for weight, variable in weights], ">=", shift - high
                )
        case clause:
            # At least one of the literals.
            yield from _lines(Linear(tuple((1, literal) for literal in clause), 1, len(clause) + 1))


def _line(weights: list[tuple[int, int]], relation: str, bound: int) -> str:
    terms = " ".join(f"{weight:+d} x{variable}" for weight, variable in weights)
    # Every line needs a term, even where none counts.
    return f"{terms or '+0 x1'} {relation} {bound} ;\n"
