"""How much each feature matters to a forest: by the impurity its splits take off, and by shuffling it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, DataWarning
from gnomon.learners.ensembles.forest import Forest, importance_shares
from gnomon.ties import best_first, first_largest

UNEVEN = 10


@dataclass(frozen=True)
class Importance:
    """A figure for each feature with its interval, in the order of the columns."""

    names: tuple[str, ...]
    value: Floats
    lower: Floats
    upper: Floats
    level: float
    method: str

    def frame(self) -> Any:
        """A table, the most important feature first."""
        import pandas as pd

        columns = {"feature": self.names, "importance": self.value, "lower": self.lower, "upper": self.upper}
        return pd.DataFrame(columns).iloc[best_first(self.value)].reset_index(drop=True)

    def __str__(self) -> str:
        order = best_first(self.value)
        width = max(len(name) for name in self.names)
        lines = [
            f"{self.names[k]:<{width}}  {self.value[k]:.4f}  ({self.lower[k]:.4f} to {self.upper[k]:.4f})"
            for k in order
        ]
        return "\n".join([f"{self.method}, intervals at level {self.level:g}", *lines])


def impurity_importance(forest: Forest, level: float = 0.95) -> Importance:
    """Shares of the impurity that splits on each feature took off: the mean over trees, with a t interval.

    It favors features of many distinct values, also those that tell nothing; a warning says so where the
    features differ much in this.

    >>> from gnomon import RandomForestClassifier
    >>> forest = RandomForestClassifier().fit([[0.0, 5.0], [1.0, 5.0], [8.0, 5.0], [9.0, 5.0]], [0, 0, 1, 1])
    >>> impurity_importance(forest).value
    array([1., 0.])
    """
    check_is_fitted(forest)
    shares = importance_shares(forest.trees_.importance)
    shares = shares[shares.any(axis=1)] if shares.any() else shares
    value = shares.mean(axis=0)
    n = len(shares)
    spread = shares.std(axis=0, ddof=1) if n > 1 else np.full(len(value), np.nan)
    half = stats.t.ppf(0.5 + level / 2, max(n - 1, 1)) * spread / np.sqrt(n)
    _warn_if_uneven(forest)
    return Importance(_names(forest), value, value - half, value + half, level, "impurity importance")


def permutation_importance(
    forest: Forest, X: Any, y: Any, *, n_repeats: int = 10, level: float = 0.95, random_state: seeds.Seed = 0
) -> Importance:
    """What is lost when a column is shuffled: accuracy, or squared error as a share of the variance.

    Give rows that the forest was not grown on. The interval is the normal one over these rows.

    >>> from gnomon import RandomForestClassifier
    >>> X, y = [[0.0, 5.0], [1.0, 5.0], [8.0, 5.0], [9.0, 5.0]], [0, 0, 1, 1]
    >>> permutation_importance(RandomForestClassifier().fit(X, y), X, y).value[1]
    np.float64(0.0)
    """
    check_is_fitted(forest)
    codes, truth = forest._codes(X), np.asarray(y)
    if len(truth) != len(codes) or len(truth) < 2:
        raise DataError(f"X has {len(codes)} rows and y has {len(truth)}; give as many, two or more")
    loss = _losses(forest, codes, truth)
    unit = 1.0 if is_classifier(forest) else float(truth.astype(np.float64).var()) or 1.0
    lost = np.empty((codes.shape[1], len(codes)))
    for column in range(codes.shape[1]):
        total = np.zeros(len(codes))
        for repeat in range(n_repeats):
            random = seeds.generator(seeds.child(random_state, column, repeat))
            mixed = codes.copy()
            mixed[:, column] = mixed[random.permutation(len(codes)), column]
            total += _losses(forest, mixed, truth)
        lost[column] = (total / n_repeats - loss) / unit
    value = lost.mean(axis=1)
    half = stats.norm.ppf(0.5 + level / 2) * lost.std(axis=1, ddof=1) / np.sqrt(len(codes))
    return Importance(_names(forest), value, value - half, value + half, level, "permutation importance")


def _losses(forest: Forest, codes: Array, truth: Array) -> Floats:
    """Whether each row is wrong, or its squared error."""
    votes = getattr(forest, "combine", "average") == "vote"
    answers = forest.trees_.sums(codes, 0, len(forest.trees_), votes=votes) / len(forest.trees_)
    if is_classifier(forest):
        wrong: Flags = forest.classes_[first_largest(answers)] != truth
        return wrong.astype(np.float64)
    return np.asarray((answers[:, 0] - truth) ** 2)


def _names(forest: Forest) -> tuple[str, ...]:
    n_columns, n_lines = forest.n_features_in_, forest.trees_.importance.shape[1] - forest.n_features_in_
    names = getattr(forest, "feature_names_in_", range(n_columns))
    return (*map(str, names), *(f"line {number}" for number in range(n_lines)))


def _warn_if_uneven(forest: Forest) -> None:
    bins = forest.bins_.n_bins
    split = bins[bins > 1]
    if len(split) and split.max() >= UNEVEN * split.min():
        names = _names(forest)
        warnings.warn(
            f"impurity importance favors features of many distinct values: {names[int(bins.argmax())]!r} "
            f"has {bins.max()} bins, another {split.min()}; compare permutation_importance on held-out rows",
            DataWarning,
            stacklevel=3,
        )
