"""Options and result of an interval method, and the caveat in its explanation."""

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
class IntervalOptions:
    """Confidence level, delta degrees of freedom, and number and seed of bootstrap samples.

    >>> IntervalOptions(0.95).times
    2000
    """

    level: float
    ddof: int = 1
    times: int = 2000
    random_state: Seed = 0


@dataclass(frozen=True)
class IntervalResult:
    """Bounds, the sentence why they are valid, and components of the value by name.

    >>> IntervalResult((0.1, 0.2), "because.").parts
    {}
    """

    bounds: Bounds
    why: str
    parts: Mapping[str, float] = field(default_factory=dict)


Procedure = Callable[["Predictions", Measure, IntervalOptions], IntervalResult]


def caveat(predictions: Predictions, *, of_rows: bool = False) -> str:
    """The end of the explanation: which dependence is ignored. of_rows: whether groups are ignored."""
    if predictions.group is not None and of_rows:
        return "; dependence of the rows of a group is ignored."
    if predictions.design.method == "leave-one-out":
        return "; models of leave-one-out differ by one row each, so their dependence is ignored."
    if len(predictions.train_sizes) > 1:
        return "; dependence of folds that share training rows is ignored."
    text = "; it is about this trained model, without the variance over training sets"
    if not predictions.design.is_exchangeable:
        text += "; rows are ordered in time here, and if they are autocorrelated, it is too narrow"
    return text + "."
