"""Scores of subsets by fitting a learner on each: by refitting, or from shared sufficient statistics."""

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
    """Fit a clone of the learner on every subset and split: the default method, for any estimator.

    n_jobs: number of parallel fits (threads), as in joblib.

    >>> from sklearn.linear_model import LinearRegression
    >>> from sklearn.metrics import get_scorer
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> splits = [(np.arange(2), np.arange(2, 4))]
    >>> RefittedScores(LinearRegression(), X, y, splits, get_scorer("r2")).of(np.array([[0]]))
    array([[1.]])
    """

    def __init__(
        self, estimator: Any, X: Any, y: Any, splits: Sequence[Cut], scorer: Any, n_jobs: int | None = None
    ) -> None:
        self.estimator, self.X, self.y, self.splits = estimator, X, y, splits
        self.scorer, self.n_jobs = scorer, n_jobs

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        return each_subset(self._one, subsets, self.n_jobs)

    def score(self, model: Any, split: int, subset: Integers) -> float:
        """The score of a fitted model on the held-out rows of a split."""
        held_out = self.splits[split][1]
        return float(self.scorer(model, take(take_columns(self.X, subset), held_out), self.y[held_out]))

    def _one(self, subset: Integers) -> list[float]:
        columns = take_columns(self.X, subset)
        scores = []
        for train, held_out in self.splits:
            model = clone(self.estimator).fit(take(columns, train), self.y[train])
            scores.append(float(self.scorer(model, take(columns, held_out), self.y[held_out])))
        return scores


class SharedScores:
    """For learners fitted on sufficient statistics: those of all columns, restricted to each subset.

    >>> import gnomon as gn
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> plain = RefittedScores(gn.GaussianNB(), X, y, [(np.arange(4), np.arange(4))], accuracy)
    >>> SharedScores(plain).of(np.array([[0]]))
    array([[1.]])
    """

    def __init__(self, plain: RefittedScores) -> None:
        self._plain = plain
        self._splits = ColumnSplits(plain.estimator, plain.X, plain.y, plain.splits)

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset on each split."""
        return each_subset(self._one, subsets, self._plain.n_jobs)

    def _one(self, subset: Integers) -> list[float]:
        columns, y = take_columns(self._plain.X, subset), self._plain.y
        return [
            float(
                self._plain.scorer(self._splits.fitted(split, subset), take(columns, held_out), y[held_out])
            )
            for split, (_, held_out) in enumerate(self._plain.splits)
        ]


def accuracy(model: Any, X: Any, y: Array) -> float:
    """Accuracy, without the label validation of scikit-learn's scorer.

    >>> from sklearn.dummy import DummyClassifier
    >>> accuracy(DummyClassifier().fit([[0], [1], [2]], [1, 1, 0]), [[5], [6]], np.array([1, 0]))
    0.5
    """
    return float(np.mean(model.predict(X) == y))


def each_subset(one: Callable[[Integers], list[float]], subsets: Integers, n_jobs: int | None) -> Floats:
    """The scores of each subset, in parallel.

    >>> each_subset(lambda subset: [float(subset.sum())], np.array([[0, 1], [1, 2]]), None)
    array([[1.],
           [3.]])
    """
    if n_jobs is None or n_jobs == 1 or len(subsets) == 1:
        return np.array([one(subset) for subset in subsets])

    def single_threaded(subset: Integers) -> list[float]:
        with threads.limited(1, blas=False):
            return one(subset)

    scores = joblib.Parallel(n_jobs=n_jobs, prefer="threads")(map(joblib.delayed(single_threaded), subsets))
    return np.array(scores)
