"""Scores of subsets by training a learner on each: afresh, or from summaries seen through some columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import joblib
import numpy as np
from sklearn.base import clone

from gnomon import threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.sharing.columns import ColumnSplits
from gnomon.sharing.prepared import take, take_columns
from gnomon.sharing.train import Cut


class RefittedScores:
    """Every subset trains a copy of the learner on every split: the plain route, for any estimator.

    n_jobs: models trained at a time, by threads; as joblib counts.

    >>> from sklearn.linear_model import LinearRegression
    >>> from sklearn.metrics import get_scorer
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> cuts = [(np.arange(2), np.arange(2, 4))]
    >>> RefittedScores(LinearRegression(), X, y, cuts, get_scorer("r2")).of(np.array([[0]]))
    array([[1.]])
    """

    def __init__(
        self, estimator: Any, X: Any, y: Any, cuts: Sequence[Cut], scorer: Any, n_jobs: int | None = None
    ) -> None:
        self.estimator, self.X, self.y, self.cuts = estimator, X, y, cuts
        self.scorer, self.n_jobs = scorer, n_jobs

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        return each_subset(self._one, subsets, self.n_jobs)

    def score(self, model: Any, split: int, subset: Integers) -> float:
        """What the scorer says of a fitted model on the rows that a split holds out."""
        held_out = self.cuts[split][1]
        return float(self.scorer(model, take(take_columns(self.X, subset), held_out), self.y[held_out]))

    def _one(self, subset: Integers) -> list[float]:
        columns = take_columns(self.X, subset)
        found = []
        for train, held_out in self.cuts:
            model = clone(self.estimator).fit(take(columns, train), self.y[train])
            found.append(float(self.scorer(model, take(columns, held_out), self.y[held_out])))
        return found


class SharedScores:
    """A learner that summarizes rows trains on the summary of all columns, narrowed to each subset.

    >>> import gnomon as gn
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> plain = RefittedScores(gn.GaussianNB(), X, y, [(np.arange(4), np.arange(4))], share_right)
    >>> SharedScores(plain).of(np.array([[0]]))
    array([[1.]])
    """

    def __init__(self, plain: RefittedScores) -> None:
        self._plain = plain
        self._splits = ColumnSplits(plain.estimator, plain.X, plain.y, plain.cuts)

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        return each_subset(self._one, subsets, self._plain.n_jobs)

    def _one(self, subset: Integers) -> list[float]:
        columns, y = take_columns(self._plain.X, subset), self._plain.y
        return [
            float(
                self._plain.scorer(self._splits.fitted(split, subset), take(columns, held_out), y[held_out])
            )
            for split, (_, held_out) in enumerate(self._plain.cuts)
        ]


def share_right(model: Any, X: Any, y: Array) -> float:
    """Accuracy, without the looks at labels that scikit-learn's scorer takes each time.

    >>> from sklearn.dummy import DummyClassifier
    >>> share_right(DummyClassifier().fit([[0], [1], [2]], [1, 1, 0]), [[5], [6]], np.array([1, 0]))
    0.5
    """
    return float(np.mean(model.predict(X) == y))


def each_subset(one: Callable[[Integers], list[float]], subsets: Integers, n_jobs: int | None) -> Floats:
    """The scores of each subset, some of them at a time.

    >>> each_subset(lambda subset: [float(subset.sum())], np.array([[0, 1], [1, 2]]), None)
    array([[1.],
           [3.]])
    """
    if n_jobs is None or n_jobs == 1 or len(subsets) == 1:
        return np.array([one(subset) for subset in subsets])

    def alone(subset: Integers) -> list[float]:
        with threads.limited(1, blas=False):
            return one(subset)

    found = joblib.Parallel(n_jobs=n_jobs, prefer="threads")(map(joblib.delayed(alone), subsets))
    return np.array(found)
