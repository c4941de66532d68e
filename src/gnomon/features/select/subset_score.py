"""Cross-validated scores of subsets of columns.

All searches use this module. Scores are cached, and models are counted. The method depends on the learner:
least squares and ridge from moments, binary logistic regression in batches, learners with sufficient
statistics by restricting these, anything else by refitting. All methods give the same scores (for logistic
regression those of the exact minimum, which a learner may not reach).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DesignError
from gnomon.features.select.scores_by_moments import moment_scores
from gnomon.features.select.scores_by_newton import newton_scores
from gnomon.features.select.scores_by_refitting import RefittedScores, SharedScores, accuracy
from gnomon.sharing.columns import supports_column_subsets
from gnomon.sharing.train import Cut
from gnomon.ties import first_largest

Subset = tuple[int, ...]
EQUAL = 1e-12


class Scores(Protocol):
    """Scores of subsets of one size, by one method."""

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset (a row of column indices) on each split."""


@dataclass(frozen=True)
class Trial:
    """A scored subset: its score on each split, their mean and standard error.

    >>> Trial((0, 2), (0.5, 0.7)).mean
    0.6
    """

    subset: Subset
    per_split: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean score over the splits."""
        return sum(self.per_split) / len(self.per_split)

    @property
    def error(self) -> float:
        """The standard error of the mean, assuming independent splits; 0 for one split."""
        n = len(self.per_split)
        return float(np.std(self.per_split, ddof=1) / np.sqrt(n)) if n > 1 else 0.0


class SubsetScores:
    """Cached scores of subsets of the columns.

    estimator: any scikit-learn estimator. splits: pairs (training rows, held-out rows). scorer: as returned
    by `sklearn.metrics.check_scoring`; name: its name, if any. n_jobs: number of parallel fits.

    >>> from sklearn.linear_model import LinearRegression
    >>> from sklearn.metrics import get_scorer
    >>> X, y = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> splits = [(np.arange(2), np.arange(2, 4)), (np.arange(2, 4), np.arange(2))]
    >>> scores = SubsetScores(LinearRegression(), X, y, splits, get_scorer("r2"), "r2")
    >>> scores.best([(0,), (1,)]).subset, scores.n_models
    ((0,), 4)
    """

    def __init__(
        self,
        estimator: Any,
        X: Any,
        y: Any,
        splits: Sequence[Cut],
        scorer: Any,
        name: str | None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_columns = X.shape[1]
        self._method = scoring_method(estimator, X, y, splits, scorer, name, n_jobs)
        self._name, self._y, self._splits = name, y, splits
        self._cache: dict[Subset, Trial] = {}

    @property
    def n_models(self) -> int:
        """Number of fitted models: one per subset and split."""
        return len(self._splits) * len(self._cache)

    @property
    def trials(self) -> tuple[Trial, ...]:
        """All scored subsets, in order."""
        return tuple(self._cache.values())

    def of(self, subsets: Sequence[Subset]) -> list[Trial]:
        """The trials of these subsets."""
        new = [subset for subset in dict.fromkeys(subsets) if subset not in self._cache]
        for size in sorted({len(subset) for subset in new}):
            same_size = [subset for subset in new if len(subset) == size]
            table = self._method.of(np.array(same_size, dtype=np.int64))
            self._check_defined(same_size, table)
            for subset, row in zip(same_size, table):
                self._cache[subset] = Trial(subset, tuple(row.tolist()))
        return [self._cache[subset] for subset in subsets]

    def best(self, subsets: Sequence[Subset]) -> Trial:
        """The best of some subsets; ties (up to rounding) go to the first."""
        trials = self.of(subsets)
        top = max(trial.mean for trial in trials)
        return next(trial for trial in trials if trial.mean >= top - EQUAL * max(1.0, abs(top)))

    def of_a_constant(self) -> float | None:
        """Score of a constant prediction: accuracy of the majority class, or r2 of the mean; else None."""
        if self._name == "accuracy":
            codes = np.unique(self._y, return_inverse=True)[1]
            return float(
                np.mean([np.mean(codes[held] == _mode(codes[train])) for train, held in self._splits])
            )
        if self._name == "r2" and all(np.ptp(self._y[held]) > 0 for _, held in self._splits):
            gaps = [self._y[train].mean() - self._y[held].mean() for train, held in self._splits]
            return float(np.mean([-(gap**2) / self._y[h].var() for gap, (_, h) in zip(gaps, self._splits)]))
        return None

    def _check_defined(self, subsets: Sequence[Subset], table: Floats) -> None:
        undefined = np.argwhere(~np.isfinite(table))
        if len(undefined):
            index, split = undefined[0]
            raise DesignError(
                f"the score of columns {list(subsets[index])} on split {split} is {table[index, split]}; use "
                "fewer or stratified folds, or a scoring that is defined on every held-out set"
            )


def scoring_method(
    estimator: Any, X: Any, y: Any, splits: Sequence[Cut], scorer: Any, name: str | None, n_jobs: int | None
) -> Scores:
    """The fastest scoring method for this learner."""
    score = accuracy if name == "accuracy" else scorer
    plain = RefittedScores(estimator, X, y, splits, score, n_jobs)
    fast = moment_scores(estimator, plain, name) or newton_scores(estimator, plain, name)
    if fast is not None:
        return fast
    return SharedScores(plain) if supports_column_subsets(estimator, X, y) else plain


def _mode(codes: Integers) -> int:
    return int(first_largest(np.bincount(codes)))


def all_columns(n_columns: int) -> Subset:
    """The subset of all columns.

    >>> all_columns(3)
    (0, 1, 2)
    """
    return tuple(range(n_columns))


def with_column(subset: Subset, column: int) -> Subset:
    """A subset with one more column.

    >>> with_column((0, 3), 1)
    (0, 1, 3)
    """
    return tuple(sorted((*subset, column)))


def without_column(subset: Subset, column: int) -> Subset:
    """A subset without one of its columns.

    >>> without_column((0, 1, 3), 1)
    (0, 3)
    """
    index = subset.index(column)
    return subset[:index] + subset[index + 1 :]
