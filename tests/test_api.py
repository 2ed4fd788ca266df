"""The API against its own document: whatever is asked, the answer is one that it describes."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from caracol.boards.cube import FACES
from caracol.studio.openapi import document
from caracol.studio.questions import EVERY
from studios import Studio, studio

# Small boards, most of which are soon answered about: unique ones, others, and what is no puzzle.
PUZZLES = (
    "magic-snail 3 AB\n.A.\nA..\n...\n",
    "magic-snail 3 AB\n...\n...\n...\n",
    "magic-snail 3 AB\nA.A\n...\n...\n",
    "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n",
    "turn-12 4\n" + "".join(f"{face} 3456\n" for face in FACES),
    "mno 1\n*\n",
    "mno 0\n",
    "nothing\n",
)
FORMATS = {
    "puzzle": st.sampled_from(PUZZLES),
    "puzzles": st.lists(st.sampled_from(PUZZLES), max_size=3).map("".join),
    "family": st.sampled_from(["magic-snail", "mno", "trid", "turn-12", "none"]),
    "size": st.sampled_from(["3 AB", "4", "5", "3 1..4", "4 1..5", "8", "none"]),
    "level": st.sampled_from(["", "easy", "easy..hard", "none"]),
}
for name, strategy in FORMATS.items():
    schemathesis.openapi.format(name, strategy)


@pytest.fixture(scope="module")
def one() -> Iterator[Studio]:
    with studio() as started:
        yield started


DOCUMENT = schemathesis.openapi.from_dict(document("1"))


@pytest.mark.slow
@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", EVERY)
def test_every_answer_is_as_the_document_says(one: Studio, name: str, mode: GenerationMode) -> None:
    operation = DOCUMENT[f"/api/{name}"]["POST"]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=12,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    def asked(case: "schemathesis.Case[Any]") -> None:  # Any: of any document
        response = case.call(base_url=one.address, timeout=60)
        # Not every text of the right length is a puzzle, and 413 is a refusal as well.
        case.validate_response(
            response,
            excluded_checks=[positive_data_acceptance, negative_data_rejection]
            if response.status_code == 413
            else [positive_data_acceptance],
        )

    asked()
