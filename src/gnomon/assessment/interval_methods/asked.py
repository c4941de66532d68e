"""What a procedure is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gnomon.assessment.intervals import Bounds
from gnomon.assessment.measures.facts import Measure
from gnomon.seeds import Seed

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True)
class Asked:
    """The level, and what some procedures besides read: ddof, times and random_state.

    >>> Asked(0.95).times
    2000
    """

    level: float
    ddof: int = 1
    times: int = 2000
    random_state: Seed = 0


@dataclass(frozen=True)
class Found:
    """Bounds, the sentence why they are valid, and numbers that they were put together from.

    >>> Found((0.1, 0.2), "because.").parts
    {}
    """

    bounds: Bounds
    why: str
    parts: Mapping[str, float] = field(default_factory=dict)


Procedure = Callable[["Predictions", Measure, Asked], Found]


def caveat(predictions: Predictions, *, of_rows: bool = False) -> str:
    """The end of the sentence: what rows alone cannot tell. of_rows: whether groups are not looked at."""
    if predictions.group is not None and of_rows:
        return "; that rows of one group are alike is left out of account."
    if predictions.design.method == "leave-one-out":
        return "; models of leave-one-out differ by one row each, so their dependence is left out of account."
    if len(predictions.train_sizes) > 1:
        return "; that folds share training rows is left out of account."
    end = "; it is about this trained model, and leaves out the spread over training sets"
    if not predictions.design.is_exchangeable:
        end += "; rows follow each other in time here, and if neighbors are alike, it is too narrow"
    return end + "."
