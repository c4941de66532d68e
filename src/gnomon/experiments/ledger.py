"""Optimism ledger: biased and corrected scores of a tuned learner beside its nested cross-validation score.

For every learner of a nested design, with confidence intervals:

==============  ====================================================================================
"training"      resubstitution: the selected setting on its own training rows
"inner"         the selected setting on the inner splits that selected it: often reported
"Tibshirani"    that, corrected by the gain of each fold's own best (Tibshirani & Tibshirani 2009)
"BBC-CV"        bootstrap bias-corrected cross-validation (Tsamardinos et al. 2018)
"nested"        nested cross-validation, on rows not used for selection: unbiased
==============  ====================================================================================

The first four are means over the outer splits, confidence limits too, as the outer training sets overlap and
averaging does not reduce the uncertainty. The two corrections are for the best setting by the selection
measure. Nothing is refitted. Of very many rows only a subsample of the inner and training predictions is
stored (see `gnomon.experiments.compact_predictions`); estimates from it are adjusted by the known scores of
all rows, and their explanation says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, nan
from typing import TYPE_CHECKING

import numpy as np

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.refitting.selection_bias import bbc_cv, tibshirani_bias_correction
from gnomon.errors import DesignError
from gnomon.experiments.outer_split import ByRow, OuterSplit
from gnomon.experiments.selected_settings import Chosen

if TYPE_CHECKING:
    import pandas as pd

FIGURES = ("training", "inner", "Tibshirani", "BBC-CV", "nested")

# Bootstrap samples of BBC-CV, in total over all outer splits.
DRAWS = 1000

Tuned = Sequence[tuple[Predictions, Chosen]]


@dataclass(frozen=True)
class Figure:
    """One estimate of a learner's score; NaN with a reason if the design does not provide it.

    optimism: the difference from the nested estimate, positive if too good. why: the method, or the reason.
    """

    name: str
    value: float
    lower: float
    upper: float
    optimism: float
    why: str


@dataclass(frozen=True)
class Account:
    """The optimism ledger of one learner on one task, from the most biased to the unbiased estimate."""

    task: str
    learner: str
    measure: str
    n_settings: int
    figures: tuple[Figure, ...]

    def __str__(self) -> str:
        figures = {each.name: each for each in self.figures}
        inner, nested = figures["inner"], figures["nested"]
        return (
            f"{self.learner} on {self.task}: the best of {self.n_settings} settings has {self.measure} "
            f"{inner.value:.4g} on the inner splits that selected it and {nested.value:.4g} "
            f"({nested.lower:.4g} to {nested.upper:.4g}) in nested cross-validation, an optimism of "
            f"{inner.optimism:.2g}."
        )


def account(
    tuned: Tuned, whole: Predictions, measure: str, *, level: float = 0.95, draws: int = DRAWS
) -> Account:
    """The optimism ledger of one learner.

    tuned: predictions and selections of its units. whole: its predictions of all units. level: confidence
    level. draws: number of bootstrap samples of BBC-CV, in total over all outer splits.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> results = gn.run(design)
    >>> ledger = account(results.tuned(), results.predictions(), "accuracy", draws=30)
    >>> [figure.name for figure in ledger.figures]
    ['training', 'inner', 'Tibshirani', 'BBC-CV', 'nested']
    """
    resolved = find_measure(measure)
    _refuse_not_stored(tuned, resolved)
    splits = [OuterSplit(like, chosen, part) for like, chosen in tuned for part in range(len(chosen.split))]
    times = max(ceil(draws / len(splits)), 2)
    nested = whole.estimate(resolved, level)
    outer = ByRow.of(whole, resolved)

    def mean_of(name: str, each: Iterator[Estimate]) -> Figure:
        figure = _figure(name, each, nested.value, resolved)
        share = splits[0].subsample_note(name, resolved)
        return replace(figure, why=f"{figure.why.rstrip('.')}. {share}") if share else figure

    figures = (
        mean_of(
            "training",
            (split.adjust_training(split.training.estimate(resolved, level), outer) for split in splits),
        ),
        mean_of(
            "inner", (split.adjust(split.choice.estimate(resolved, level), resolved) for split in splits)
        ),
        mean_of(
            "Tibshirani",
            (
                split.adjust_best(
                    tibshirani_bias_correction(split.candidates(resolved), resolved, level=level), resolved
                )
                for split in splits
            ),
        ),
        mean_of(
            "BBC-CV",
            (
                split.adjust_best(
                    bbc_cv(split.candidates(resolved), resolved, times=times, level=level, random_state=seed),
                    resolved,
                )
                for seed, split in enumerate(splits)
            ),
        ),
        Figure("nested", nested.value, nested.lower, nested.upper, 0.0, nested.why),
    )
    return Account(whole.task_name, whole.learner, resolved.name, len(tuned[0][1].settings), figures)


def frame_of(accounts: Sequence[Account]) -> "pd.DataFrame":
    """One row per figure: task, learner, measure, settings, figure, value, lower, upper, optimism.

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


def _figure(name: str, each: Iterator[Estimate], nested: float, measure: Measure) -> Figure:
    """The mean of the estimates of all outer splits."""
    try:
        estimates = list(each)
    except DesignError as error:
        return Figure(name, nan, nan, nan, nan, str(error))
    value, lower, upper = (
        float(np.mean([getattr(estimate, end) for estimate in estimates]))
        for end in ("value", "lower", "upper")
    )
    return Figure(name, value, lower, upper, measure.sign * (value - nested), estimates[0].why)


def _refuse_not_stored(tuned: Tuned, measure: Measure) -> None:
    """Raise if the measure needs probabilities or scores of inner splits that were not stored."""
    if measure.needs not in ("probability", "score"):
        return
    for like, chosen in tuned:
        has_none = chosen.inner.probability is None and chosen.inner.decision is None
        if has_none and (like.probability is not None or like.decision is not None):
            raise DesignError(
                f"{measure.name} needs probabilities or scores, which are not stored for the inner splits of "
                f"{like.learner}; add it to the measures of the design and run it, or use a measure of labels"
            )
