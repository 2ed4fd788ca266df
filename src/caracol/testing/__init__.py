"""The laws that every family keeps, to test anybody's family by.

    conformance(FAMILY, [PUZZLE, (ANOTHER_PUZZLE, ITS_SOLUTION)])

raises an AssertionError that names the first law that is broken, and what broke it. `laws` gives
the same one by one, for a test of each:

    @pytest.mark.parametrize("law", laws(FAMILY), ids=str)
    def test_my_family(law):
        law()

A law is a function that yields what breaks it, and its name is its claim: those of `texts`, of
`solutions`, of explanations in `steps`, of `generated` puzzles, of `pictures` and words, and of
other `outputs`. Puzzles are generated in the size of the family's example: a small one is tested
in seconds.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .. import registry
from ..family import AnyFamily
from . import generated, outputs, pictures, solutions, steps, texts
from .subject import Broken, Sample, Subject

ROOMS = (texts, solutions, steps, generated, pictures, outputs)


@dataclass(frozen=True, slots=True)
class Law:
    """A law for one family: called, it raises an AssertionError where the family breaks it."""

    broken: Callable[[Subject], Broken]
    subject: Subject

    def __str__(self) -> str:
        return self.broken.__name__.replace("_", " ")

    def __call__(self) -> None:
        registry.add(self.subject.family)
        name = f"{self.subject.family.name} breaks the law that {self}"
        try:
            found = next(self.broken(self.subject), None)
        except Exception as error:  # whatever somebody else's family raises
            raise AssertionError(f"{name}: {type(error).__name__}: {error}") from error
        if found is not None:
            raise AssertionError(f"{name}: {found}")


def conformance(family: AnyFamily, samples: Iterable[Sample] = ()) -> None:
    """Run every law on a family, its example, and other puzzles of it.

    A sample is a puzzle as text, or a pair of that and its solution. What breaks a law is named by
    an AssertionError.
    """
    for law in laws(family, samples):
        law()


def laws(family: AnyFamily, samples: Iterable[Sample] = ()) -> tuple[Law, ...]:
    """Every law for a family, each to be called, with its claim as its name.

    >>> import caracol
    >>> [str(law) for law in laws(caracol.family("mno"))][1:3]
    ['texts read back', 'comments and blank lines mean nothing']
    """
    subject = Subject(family, tuple(samples))
    return tuple(Law(law, subject) for room in ROOMS for law in room.LAWS)
