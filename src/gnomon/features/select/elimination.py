"""Recursive feature elimination (RFE): fit, drop the least important feature, and repeat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.linear_model import LinearRegression

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import free, one_of
from gnomon.errors import ParameterError
from gnomon.features.select.curve import SelectionCurve, Step, names_of
from gnomon.features.select.embedded import feature_importances
from gnomon.features.select.scorer import scorer_of
from gnomon.features.select.stop_rules import StopRule, checked_size
from gnomon.features.select.subset_score import SubsetScores
from gnomon.features.select.wrapper import WrapperSelection, warn_of_constant
from gnomon.registry import transformers
from gnomon.sharing.folds import splits_of
from gnomon.sharing.prepared import Rows, take, take_columns
from gnomon.ties import best_first


class RecursiveElimination(WrapperSelection):
    """Recursive feature elimination (RFE, RFECV): drop the least important features, one model per step.

    Importance is that of `feature_importances`: squared coefficients, impurity importance of trees, or for
    kernel machines the change of the margin. Columns should be standardized: put a scaler and the learner in
    a pipeline. Without n_features_to_select, elimination runs in each fold and sizes are compared by
    cross-validation (RFECV). With it, the same features are dropped as by scikit-learn's RFE.

    Attributes
    ----------
    support_ : which columns are selected
    ranking_ : 1 for selected features, higher for those dropped earlier
    curve_ : the columns in the order dropped and, with cross-validation, the score of each size
    n_models_ : number of fitted models

    Examples
    --------
    >>> from gnomon import RecursiveElimination
    >>> X = np.random.default_rng(0).normal(size=(100, 4))
    >>> selection = RecursiveElimination(LinearRegression(), n_features_to_select=2)
    >>> selection.fit(X, 3 * X[:, 2] - 2 * X[:, 0] + X[:, 1]).ranking_, selection.n_models_
    (array([1, 2, 1, 3]), 2)
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for cross-validation",
        kind="number",
    )
    step: Any = free(
        default=1, help="features dropped per step: a count, or a fraction of all", kind="number"
    )
    stop: str = one_of(
        "best",
        "one standard error",
        default="best",
        help="rule that selects the size if n_features_to_select=None",
        grid=(),
    )

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Eliminate on all rows; in the folds first, to select the size."""
        self._check_estimator()
        X, y = data.X, np.asarray(data.y)
        n_columns = X.shape[1]
        warn_of_constant(X, names_of(self, n_columns), type(self).__name__)
        size = checked_size(self.n_features_to_select, n_columns, type(self).__name__)
        sizes = self._sizes(n_columns, size or 1)
        scores = None if size is not None else self._by_size(X, y, sizes)
        subsets = eliminated(self.estimator, X, y, sizes)
        steps = _steps(subsets, scores)
        selected = StopRule(size, self.stop).selected(steps).subset
        self.n_models_ = len(sizes) - 1 + (0 if scores is None else scores.size)
        self.support_ = np.isin(np.arange(n_columns), selected)
        self.n_features_ = len(selected)
        self.ranking_ = _ranking(subsets, len(selected))
        self.curve_ = SelectionCurve(tuple(steps), names_of(self, n_columns))
        self.trials_ = ()
        return self

    def _search(self, scores: SubsetScores) -> Any:
        raise TypeError("RecursiveElimination scores sizes, not subsets")

    def _sizes(self, n_columns: int, last: int) -> Integers:
        """The sizes from all columns to the last."""
        is_count = isinstance(self.step, int | np.integer) and not isinstance(self.step, bool)
        is_fraction = isinstance(self.step, float | np.floating) and 0 < self.step < 1
        if not (is_fraction or (is_count and self.step >= 1)):
            raise ParameterError(
                f"RecursiveElimination(step={self.step!r}): step must be an integer >= 1, or a "
                "fraction between 0 and 1"
            )
        drop = int(self.step) if is_count else max(1, int(self.step * n_columns))
        return np.append(np.arange(n_columns, last, -drop), last)

    def _by_size(self, X: Any, y: Array, sizes: Integers) -> Floats:
        """The score of each size (column) in each fold (row), with elimination on the training rows."""
        scorer = scorer_of(self.scoring, self.estimator)
        per_fold = []
        for train, held_out in splits_of(self.cv, X, y, is_classifier(self.estimator)):
            scores: list[float] = []
            rows, y_true = take(X, held_out), y[held_out]

            def evaluate(model: Any, subset: Integers, rows: Any = rows, y_true: Array = y_true) -> float:
                return float(scorer(model, take_columns(rows, subset), y_true))

            eliminated(self.estimator, take(X, train), y[train], sizes, evaluate=evaluate, into=scores)
            per_fold.append(scores)
        return np.array(per_fold)


def eliminated(
    estimator: Any,
    X: Any,
    y: Array,
    sizes: Sequence[int] | Integers,
    *,
    evaluate: Callable[[Any, Integers], float] | None = None,
    into: list[float] | None = None,
) -> list[Integers]:
    """The remaining columns at each size, starting from all columns; of tied columns the first is dropped.

    evaluate: score of the model of each size, appended to the list `into`.

    >>> X = np.random.default_rng(0).normal(size=(20, 3))
    >>> [left.tolist() for left in eliminated(LinearRegression(), X, 2 * X[:, 0] + X[:, 1], [3, 2, 1])]
    [[0, 1, 2], [0, 1], [0]]
    """
    subsets = [np.arange(X.shape[1])]
    for index, size in enumerate(sizes):
        is_last = index == len(sizes) - 1
        if is_last and evaluate is None:
            break
        model = clone(estimator).fit(take_columns(X, subsets[-1]), y)
        if evaluate is not None and into is not None:
            into.append(evaluate(model, subsets[-1]))
        if not is_last:
            order = best_first(-feature_importances(model))
            subsets.append(np.sort(subsets[-1][order[size - sizes[index + 1] :]]))
    return subsets


def _steps(subsets: Sequence[Integers], scores: Floats | None) -> list[Step]:
    steps = []
    for index, subset in enumerate(subsets):
        dropped = np.setdiff1d(subsets[index - 1], subset) if index else subset[:0]
        score, error = np.nan, np.nan
        if scores is not None:
            each = scores[:, index]
            score = float(each.mean())
            error = float(each.std(ddof=1) / np.sqrt(len(each))) if len(each) > 1 else 0.0
        move = "drop" if index else "start"
        steps.append(Step(move, tuple(dropped.tolist()), tuple(subset.tolist()), score, error))
    return steps


def _ranking(subsets: Sequence[Integers], n_selected: int) -> Integers:
    shorter = [subset for subset in subsets if len(subset) >= n_selected]
    ranking = np.ones(len(subsets[0]), dtype=np.int64)
    for index, subset in enumerate(shorter):
        dropped = np.setdiff1d(subsets[0], subset)
        newly_dropped = dropped[ranking[dropped] == 1]
        ranking[newly_dropped] = len(shorter) - index + 1
    return ranking


transformers.add(
    "RecursiveElimination",
    RecursiveElimination,
    "recursive feature elimination (RFE)",
    family="wrapper",
    example=lambda: RecursiveElimination(LinearRegression()),
)
