"""Recursive elimination: train, drop the column that the model needs least, train again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import check_scoring

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import free, one_of
from gnomon.errors import ParameterError
from gnomon.features.select.curve import SelectionCurve, Step, names_of
from gnomon.features.select.embedded import feature_importances
from gnomon.features.select.stop_rules import StopRule, wanted_size
from gnomon.features.select.subset_score import SubsetScores
from gnomon.features.select.wrapper import WrapperSelection, cuts_of, warn_of_constant
from gnomon.registry import transformers
from gnomon.sharing.prepared import Rows, take, take_columns
from gnomon.ties import best_first


class RecursiveElimination(WrapperSelection):
    """Drop the column of least importance, again and again: one model a step, not one a column.

    Importance is what `feature_importances` reads off the model: squared weights, a tree's measure, or for
    kernels the change of the margin. Columns should be on one scale: put a scaler and the learner in a
    pipeline. If no size is given, elimination runs inside each fold and the sizes are compared on its
    held-out rows. With a size it drops the same columns as scikit-learn's RFE.

    Attributes
    ----------
    support_ : which columns are kept
    ranking_ : 1 for those kept, more for those that went earlier
    curve_ : the columns as they went and, where folds were used, the score of each size
    n_models_ : how many models were trained

    Examples
    --------
    >>> from gnomon.features.select.elimination import RecursiveElimination
    >>> X = np.random.default_rng(0).normal(size=(100, 4))
    >>> selection = RecursiveElimination(LinearRegression(), n_features_to_select=2)
    >>> selection.fit(X, 3 * X[:, 2] - 2 * X[:, 0] + X[:, 1]).ranking_, selection.n_models_
    (array([1, 2, 1, 3]), 2)
    """

    n_features_to_select: Any = free(
        default=None, help="how many columns to keep: a count, a share, or None for the rule", kind="number"
    )
    step: Any = free(default=1, help="columns dropped at a time: a count, or a share of all", kind="number")
    stop: str = one_of(
        "best", "one standard error", default="best", help="which size to keep if none is given", grid=()
    )

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Eliminate on all rows; within folds first, if the size is to be found."""
        self._refuse_no_learner()
        X, y = data.X, np.asarray(data.y)
        n_columns = X.shape[1]
        warn_of_constant(X, names_of(self, n_columns), type(self).__name__)
        size = wanted_size(self.n_features_to_select, n_columns, type(self).__name__)
        sizes = self._sizes(n_columns, size or 1)
        scores = None if size is not None else self._by_size(X, y, sizes)
        subsets = eliminated(self.estimator, X, y, sizes)
        steps = _steps(subsets, scores)
        kept = StopRule(size, self.stop).kept(steps).subset
        self.n_models_ = len(sizes) - 1 + (0 if scores is None else scores.size)
        self.support_ = np.isin(np.arange(n_columns), kept)
        self.n_features_ = len(kept)
        self.ranking_ = _ranking(subsets, len(kept))
        self.curve_ = SelectionCurve(tuple(steps), names_of(self, n_columns))
        self.trials_ = ()
        return self

    def _search(self, scores: SubsetScores) -> Any:
        raise TypeError("RecursiveElimination scores sizes, not subsets")

    def _sizes(self, n_columns: int, last: int) -> Integers:
        """The sizes on the way from all columns to the last."""
        is_count = isinstance(self.step, int | np.integer) and not isinstance(self.step, bool)
        is_share = isinstance(self.step, float | np.floating) and 0 < self.step < 1
        if not (is_share or (is_count and self.step >= 1)):
            raise ParameterError(
                f"RecursiveElimination(step={self.step!r}): step must be a whole number of at least 1, or a "
                "share between 0 and 1"
            )
        drop = int(self.step) if is_count else max(1, int(self.step * n_columns))
        return np.append(np.arange(n_columns, last, -drop), last)

    def _by_size(self, X: Any, y: Array, sizes: Integers) -> Floats:
        """The score of each size (column) on each fold (row), eliminated on the fold's training rows."""
        scorer = check_scoring(self.estimator, scoring=self.scoring)
        found = []
        for train, held_out in cuts_of(self.cv, X, y, is_classifier(self.estimator)):
            scores: list[float] = []
            rows, truth = take(X, held_out), y[held_out]

            def judge(model: Any, subset: Integers, rows: Any = rows, truth: Array = truth) -> float:
                return float(scorer(model, take_columns(rows, subset), truth))

            eliminated(self.estimator, take(X, train), y[train], sizes, judge=judge, into=scores)
            found.append(scores)
        return np.array(found)


def eliminated(
    estimator: Any,
    X: Any,
    y: Array,
    sizes: Sequence[int] | Integers,
    *,
    judge: Callable[[Any, Integers], float] | None = None,
    into: list[float] | None = None,
) -> list[Integers]:
    """The columns left at each size, the first of which is all of them; of equals the first column goes.

    judge: what to say of the model of each size, put `into` a list.

    >>> X = np.random.default_rng(0).normal(size=(20, 3))
    >>> [left.tolist() for left in eliminated(LinearRegression(), X, 2 * X[:, 0] + X[:, 1], [3, 2, 1])]
    [[0, 1, 2], [0, 1], [0]]
    """
    subsets = [np.arange(X.shape[1])]
    for place, size in enumerate(sizes):
        is_last = place == len(sizes) - 1
        if is_last and judge is None:
            break
        model = clone(estimator).fit(take_columns(X, subsets[-1]), y)
        if judge is not None and into is not None:
            into.append(judge(model, subsets[-1]))
        if not is_last:
            order = best_first(-feature_importances(model))
            subsets.append(np.sort(subsets[-1][order[size - sizes[place + 1] :]]))
    return subsets


def _steps(subsets: Sequence[Integers], scores: Floats | None) -> list[Step]:
    found = []
    for place, subset in enumerate(subsets):
        gone = np.setdiff1d(subsets[place - 1], subset) if place else subset[:0]
        score, error = np.nan, np.nan
        if scores is not None:
            each = scores[:, place]
            score = float(each.mean())
            error = float(each.std(ddof=1) / np.sqrt(len(each))) if len(each) > 1 else 0.0
        move = "drop" if place else "start"
        found.append(Step(move, tuple(gone.tolist()), tuple(subset.tolist()), score, error))
    return found


def _ranking(subsets: Sequence[Integers], n_kept: int) -> Integers:
    shorter = [subset for subset in subsets if len(subset) >= n_kept]
    ranking = np.ones(len(subsets[0]), dtype=np.int64)
    for place, subset in enumerate(shorter):
        gone = np.setdiff1d(subsets[0], subset)
        fresh = gone[ranking[gone] == 1]
        ranking[fresh] = len(shorter) - place + 1
    return ranking


transformers.add(
    "RecursiveElimination",
    RecursiveElimination,
    "train, drop the column that the model needs least, train again",
    family="wrapper",
    example=lambda: RecursiveElimination(LinearRegression()),
)
