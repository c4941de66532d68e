"""Selection bias of feature selection outside cross-validation (Ambroise & McLachlan 2002).

The naive score selects features once, on all rows, and cross-validates the learner on them: held-out rows
leak into the selection. The nested score selects features within each training set. Both use the same
splits, so that their difference is the optimism due to leakage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.feature_selection import SelectorMixin
from sklearn.pipeline import make_pipeline
from sklearn.utils.validation import check_is_fitted, validate_data

from gnomon.arrays import Flags
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.sharing.train import features_for

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class SelectionOptimism:
    """The selection bias of feature selection: the naive and the nested score.

    naive, nested: predictions for the same held-out rows. chosen: the features selected on all rows.

    >>> import gnomon as gn
    >>> from sklearn.feature_selection import SelectKBest
    >>> bias = selection_optimism(gn.load("iris"), SelectKBest(k=1), gn.GaussianNB(), gn.k_fold(5), "error")
    >>> len(bias.chosen), bias.frame().shape
    (1, (2, 5))
    """

    naive: Predictions
    nested: Predictions
    measure: Measure
    chosen: tuple[str, ...]
    level: float

    @property
    def optimism(self) -> float:
        """How much better the naive score is than the nested one: the selection bias."""
        return self.measure.sign * (self.naive.score(self.measure) - self.nested.score(self.measure))

    def estimates(self) -> tuple[Estimate, Estimate]:
        """The naive and the nested score with their confidence intervals."""
        naive, nested = (each.estimate(self.measure, self.level) for each in (self.naive, self.nested))
        return naive, nested

    def frame(self) -> pd.DataFrame:
        """Two rows: where features were selected, the score, its interval, and whether it is unbiased."""
        import pandas as pd

        procedures = ("on all rows, before the splits", "in each training set")
        lines = [
            (procedure, each.value, each.lower, each.upper, is_unbiased)
            for procedure, each, is_unbiased in zip(procedures, self.estimates(), (False, True))
        ]
        columns = ["columns chosen", self.measure.name, "lower", "upper", "is_unbiased"]
        return pd.DataFrame(lines, columns=columns)

    @property
    def sentence(self) -> str:
        """The result in words."""
        naive, nested = self.estimates()
        direction = "better" if self.optimism >= 0 else "worse"
        return (
            f"{self.measure.name} is {_with_interval(nested)} with features selected in each training set. "
            f"With {len(self.chosen)} selected on all rows it is {_with_interval(naive)}, "
            f"{abs(self.optimism):.2g} {direction}, as held-out rows leak into the selection."
        )

    def __str__(self) -> str:
        return self.sentence

    __repr__ = __str__


def selection_optimism(
    task: Task, selector: Any, learner: Any, plan: Any, measure: MeasureLike, *, level: float = 0.95
) -> SelectionOptimism:
    """Selection bias of feature selection on all rows, compared with selection in each training set.

    selector: a feature selector with `get_support`, Gnomon's or scikit-learn's. plan: a resampling plan,
    Splits or a splitter.

    >>> import gnomon as gn
    >>> from sklearn.feature_selection import SelectKBest
    >>> random = np.random.default_rng(0)
    >>> task = gn.Task(random.normal(size=(60, 500)), random.integers(2, size=60))
    >>> bias = selection_optimism(task, SelectKBest(k=10), gn.GaussianNB(), gn.k_fold(5), "error")
    >>> [round(each.value, 2) for each in bias.estimates()]
    [0.15, 0.53]
    """
    measure = find_measure(measure)
    if not hasattr(selector, "get_support"):
        raise DesignError(
            f"{type(selector).__name__} is not a feature selector (it has no get_support); pass one, such as "
            "ForwardSelection(learner), or one of sklearn.feature_selection"
        )
    splits = as_splits(task, plan)
    X = features_for(selector, task)
    whole = clone(selector).fit(X, task.y)
    naive = make_pipeline(ChosenColumns(np.asarray(whole.get_support())), clone(learner))
    nested = make_pipeline(clone(selector), clone(learner))
    results = resample_each(task, [naive, nested], splits)
    names = [str(name) for name in whole.get_feature_names_out()]
    return SelectionOptimism(results[0], results[1], measure, tuple(names), level)


class ChosenColumns(SelectorMixin, BaseEstimator):
    """Select a fixed set of columns.

    support: boolean mask of the selected columns.

    >>> ChosenColumns(np.array([True, False])).fit_transform([[1, 2], [3, 4]])
    array([[1],
           [3]])
    """

    def __init__(self, support: Any = None) -> None:
        self.support = support

    def fit(self, X: Any, y: Any = None) -> ChosenColumns:
        """Check that the number of columns matches the mask."""
        X = validate_data(self, X, dtype=None, accept_sparse="csr", ensure_all_finite=False)
        self.support_: Flags = np.asarray(self.support, dtype=bool)
        if len(self.support_) != X.shape[1]:
            raise DesignError(f"support has {len(self.support_)} entries, but X has {X.shape[1]} columns")
        return self

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.allow_nan = True
        return tags

    def _get_support_mask(self) -> Flags:
        check_is_fitted(self)
        return self.support_


def _with_interval(estimate: Estimate) -> str:
    return f"{estimate.value:.3g} ({estimate.lower:.3g} to {estimate.upper:.3g})"
