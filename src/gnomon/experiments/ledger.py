"""The optimism ledger: what a learner's score looks like before choosing its setting is paid for, and after.

For every learner of a nested design, side by side and with intervals:

==============  ====================================================================================
"training"      the choice on the rows that it was trained on
"inner"         the choice by the inner splits that chose it: what is often reported
"Tibshirani"    that, less what each fold's own best gains on it (Tibshirani & Tibshirani 2009)
"BBC-CV"        chosen on rows drawn again, measured on those missed (Tsamardinos et al. 2018)
"nested"        the choice on rows that had no part in it: the honest one
==============  ====================================================================================

The first four are means over the outer splits, interval ends too: the outer training sets share most rows, so
that averaging over them makes nothing surer. The two corrections are of the best setting by the measure that
chose. Nothing is trained again. Of very many rows only some are kept of inner splits and training rows (see
`gnomon.experiments.kept`), and figures are moved by what is known of all: those of inner splits by the score
that chose, the training score by what outer splits say of the same rows. What rests on some rows says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, nan
from typing import TYPE_CHECKING

import numpy as np

from gnomon.assessment.intervals import Estimate, rounded
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.refitting.selection_bias import bbc_cv, tibshirani_bias_correction
from gnomon.errors import DesignError
from gnomon.experiments.chosen import Chosen
from gnomon.experiments.outer_split import ByRow, OuterSplit

if TYPE_CHECKING:
    import pandas as pd

FIGURES = ("training", "inner", "Tibshirani", "BBC-CV", "nested")

# Bootstrap samples of BBC-CV, over all outer splits together.
DRAWS = 1000

# Figures from here on are shown to the digits that their intervals bear out.
_LARGE = 1e6

Tuned = Sequence[tuple[Predictions, Chosen]]


@dataclass(frozen=True)
class Figure:
    """One way to state a learner's score; NaN, and a reason, where the design has no such figure.

    optimism: how much better it looks than the nested estimate.
    """

    name: str
    value: float
    lower: float
    upper: float
    optimism: float
    why: str


@dataclass(frozen=True)
class Account:
    """The figures of one learner on one task, from the most flattering to the honest one."""

    task: str
    learner: str
    measure: str
    n_settings: int
    figures: tuple[Figure, ...]

    def __str__(self) -> str:
        found = {each.name: each for each in self.figures}
        inner, honest = found["inner"], found["nested"]
        return (
            f"{self.learner} on {self.task}: the choice among {self.n_settings} settings looked like "
            f"{self.measure} {inner.value:.4g} to itself and is {honest.value:.4g} "
            f"({honest.lower:.4g} to {honest.upper:.4g}) on rows that had no part in it, an optimism of "
            f"{inner.optimism:.2g}."
        )


def account(
    tuned: Tuned, whole: Predictions, measure: str, *, level: float = 0.95, draws: int = DRAWS
) -> Account:
    """The figures of one learner.

    tuned: the predictions and choices of its units. whole: its predictions of all units together.
    draws: bootstrap samples of BBC-CV, over all outer splits together.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> results = gn.run(design)
    >>> found = account(results.tuned(), results.predictions(), "accuracy", draws=30)
    >>> [figure.name for figure in found.figures]
    ['training', 'inner', 'Tibshirani', 'BBC-CV', 'nested']
    """
    found = find_measure(measure)
    _refuse_not_kept(tuned, found)
    splits = [OuterSplit(like, chosen, part) for like, chosen in tuned for part in range(len(chosen.split))]
    times = max(ceil(draws / len(splits)), 2)
    honest = whole.estimate(found, level)
    outer = ByRow.of(whole, found)

    def mean_of(name: str, each: Iterator[Estimate]) -> Figure:
        figure = _figure(name, each, honest.value, found)
        share = splits[0].share_kept(name, found)
        return replace(figure, why=f"{figure.why.rstrip('.')}. {share}") if share else figure

    figures = (
        mean_of(
            "training",
            (split.training_moved(split.training.estimate(found, level), outer) for split in splits),
        ),
        mean_of("inner", (split.moved(split.choice.estimate(found, level), found) for split in splits)),
        mean_of(
            "Tibshirani",
            (
                split.best_moved(tibshirani_bias_correction(split.raced(found), found, level=level), found)
                for split in splits
            ),
        ),
        mean_of(
            "BBC-CV",
            (
                split.best_moved(
                    bbc_cv(split.raced(found), found, times=times, level=level, random_state=seed), found
                )
                for seed, split in enumerate(splits)
            ),
        ),
        Figure("nested", honest.value, honest.lower, honest.upper, 0.0, honest.why),
    )
    return Account(whole.task_name, whole.learner, found.name, len(tuned[0][1].settings), figures)


def frame_of(accounts: Sequence[Account]) -> "pd.DataFrame":
    """One line a figure: task, learner, measure, settings, figure, value, lower, upper, optimism.

    >>> figure = Figure("nested", 0.9, 0.8, 1.0, 0.0, "")
    >>> frame_of([Account("iris", "kNN", "accuracy", 6, (figure,))])["value"].tolist()
    [0.9]
    """
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "task": each.task,
                "learner": each.learner,
                "measure": each.measure,
                "settings": each.n_settings,
                "figure": figure.name,
                "value": figure.value,
                "lower": figure.lower,
                "upper": figure.upper,
                "optimism": figure.optimism,
            }
            for each in accounts
            for figure in each.figures
        ]
    )


def side_by_side(accounts: Sequence[Account], places: int = 3) -> str:
    """The ledger as text: a line a learner, a column a figure, each with its interval.

    >>> figure = Figure("nested", 0.9, 0.8, 1.0, 0.0, "")
    >>> print(side_by_side([Account("iris", "kNN", "accuracy", 6, (figure,))]))
    task learner  settings               nested
    iris     kNN         6 0.900 (0.800, 1.000)
    """
    import pandas as pd

    rows = [
        {"task": each.task, "learner": each.learner, "settings": each.n_settings}
        | {figure.name: _shown(figure, places) for figure in each.figures}
        for each in accounts
    ]
    return pd.DataFrame(rows).to_string(index=False)


def _figure(name: str, each: Iterator[Estimate], honest: float, measure: Measure) -> Figure:
    """The mean over outer splits."""
    try:
        estimates = list(each)
    except DesignError as error:
        return Figure(name, nan, nan, nan, nan, str(error))
    value, lower, upper = (
        float(np.mean([getattr(estimate, end) for estimate in estimates]))
        for end in ("value", "lower", "upper")
    )
    return Figure(name, value, lower, upper, measure.sign * (value - honest), estimates[0].why)


def _refuse_not_kept(tuned: Tuned, measure: Measure) -> None:
    """Probabilities and scores are kept of inner splits only where a measure of the design needs them."""
    if measure.needs not in ("probability", "score"):
        return
    for like, chosen in tuned:
        has_none = chosen.inner.probability is None and chosen.inner.decision is None
        if has_none and (like.probability is not None or like.decision is not None):
            raise DesignError(
                f"{measure.name} needs probabilities or scores, which the inner splits of {like.learner} did "
                "not keep; name it among the measures of the design, and run that, or take one of labels"
            )


def _shown(figure: Figure, places: int) -> str:
    if np.isnan(figure.value):
        return "-"
    if abs(figure.value) >= _LARGE:
        value, lower, upper = rounded(figure.value, figure.lower, figure.upper)
        return f"{value} ({lower}, {upper})"
    return f"{figure.value:.{places}f} ({figure.lower:.{places}f}, {figure.upper:.{places}f})"
