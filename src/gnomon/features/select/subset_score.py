"""How good a subset of columns is: the score of a learner trained on it, on rows that it has not seen.

Every search asks here. No subset is scored twice, and the models trained are counted. How the scores are
found depends on the learner alone: least squares from moments, two-class logistic regression for many subsets
at a time, other summaries by narrowing, anything else by training afresh. The scores are the same by every
route (for logistic regression: those of the minimum itself, which a learner may stop short of).
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
from gnomon.features.select.scores_by_refitting import RefittedScores, SharedScores, share_right
from gnomon.sharing.columns import narrows
from gnomon.sharing.train import Cut
from gnomon.ties import first_largest

Subset = tuple[int, ...]
EQUAL = 1e-12


class Scores(Protocol):
    """Scores of subsets of one size, by one route."""

    def of(self, subsets: Integers) -> Floats:
        """The score of each subset (a row of column numbers) on each split."""


@dataclass(frozen=True)
class Trial:
    """A subset that was tried: its score on each split, their mean and its standard error.

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
        """The standard error of the mean, splits taken as independent; 0 of one split."""
        n = len(self.per_split)
        return float(np.std(self.per_split, ddof=1) / np.sqrt(n)) if n > 1 else 0.0


class SubsetScores:
    """Scores of subsets of the columns, each found once.

    estimator: any scikit-learn estimator. cuts: pairs (training rows, held-out rows). scorer: as
    `sklearn.metrics.check_scoring` gives; name: its name, if it has one. n_jobs: models trained at a time.

    >>> from sklearn.linear_model import LinearRegression
    >>> from sklearn.metrics import get_scorer
    >>> X, y = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> cuts = [(np.arange(2), np.arange(2, 4)), (np.arange(2, 4), np.arange(2))]
    >>> scores = SubsetScores(LinearRegression(), X, y, cuts, get_scorer("r2"), "r2")
    >>> scores.best([(0,), (1,)]).subset, scores.n_models
    ((0,), 4)
    """

    def __init__(
        self,
        estimator: Any,
        X: Any,
        y: Any,
        cuts: Sequence[Cut],
        scorer: Any,
        name: str | None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_columns = X.shape[1]
        self._route = route(estimator, X, y, cuts, scorer, name, n_jobs)
        self._name, self._y, self._cuts = name, y, cuts
        self._found: dict[Subset, Trial] = {}

    @property
    def n_models(self) -> int:
        """How many models were trained: one for each subset and split."""
        return len(self._cuts) * len(self._found)

    @property
    def trials(self) -> tuple[Trial, ...]:
        """Every subset that was tried, in the order of trying."""
        return tuple(self._found.values())

    def of(self, subsets: Sequence[Subset]) -> list[Trial]:
        """The trials of these subsets."""
        fresh = [subset for subset in dict.fromkeys(subsets) if subset not in self._found]
        for size in sorted({len(subset) for subset in fresh}):
            alike = [subset for subset in fresh if len(subset) == size]
            table = self._route.of(np.array(alike, dtype=np.int64))
            self._refuse_undefined(alike, table)
            for subset, row in zip(alike, table):
                self._found[subset] = Trial(subset, tuple(row.tolist()))
        return [self._found[subset] for subset in subsets]

    def best(self, subsets: Sequence[Subset]) -> Trial:
        """The best of some subsets; of equals (to rounding) the first."""
        trials = self.of(subsets)
        top = max(trial.mean for trial in trials)
        return next(trial for trial in trials if trial.mean >= top - EQUAL * max(1.0, abs(top)))

    def of_a_constant(self) -> float | None:
        """The accuracy of the largest class, or the r2 of the mean, in training; None for another score."""
        if self._name == "accuracy":
            codes = np.unique(self._y, return_inverse=True)[1]
            return float(np.mean([np.mean(codes[held] == _mode(codes[train])) for train, held in self._cuts]))
        if self._name == "r2" and all(np.ptp(self._y[held]) > 0 for _, held in self._cuts):
            gaps = [self._y[train].mean() - self._y[held].mean() for train, held in self._cuts]
            return float(np.mean([-(gap**2) / self._y[h].var() for gap, (_, h) in zip(gaps, self._cuts)]))
        return None

    def _refuse_undefined(self, subsets: Sequence[Subset], table: Floats) -> None:
        undefined = np.argwhere(~np.isfinite(table))
        if len(undefined):
            place, split = undefined[0]
            raise DesignError(
                f"the score of columns {list(subsets[place])} on split {split} is {table[place, split]}; use "
                "fewer or stratified folds, or a scoring that is defined on every held-out part"
            )


def route(
    estimator: Any, X: Any, y: Any, cuts: Sequence[Cut], scorer: Any, name: str | None, n_jobs: int | None
) -> Scores:
    """The fastest way to the scores of this learner."""
    judge = share_right if name == "accuracy" else scorer
    plain = RefittedScores(estimator, X, y, cuts, judge, n_jobs)
    quick = moment_scores(estimator, plain, name) or newton_scores(estimator, plain, name)
    if quick is not None:
        return quick
    return SharedScores(plain) if narrows(estimator, X, y) else plain


def _mode(codes: Integers) -> int:
    return int(first_largest(np.bincount(codes)))


def all_columns(n_columns: int) -> Subset:
    """The subset of all columns.

    >>> all_columns(3)
    (0, 1, 2)
    """
    return tuple(range(n_columns))


def with_column(subset: Subset, column: int) -> Subset:
    """A subset and one more column.

    >>> with_column((0, 3), 1)
    (0, 1, 3)
    """
    return tuple(sorted((*subset, column)))


def without_column(subset: Subset, column: int) -> Subset:
    """A subset less one of its columns.

    >>> without_column((0, 1, 3), 1)
    (0, 3)
    """
    place = subset.index(column)
    return subset[:place] + subset[place + 1 :]
