"""Feature importance of a forest: mean decrease in impurity, and permutation importance."""

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
from gnomon.learners.ensembles.forest import Forest, normalized_importances
from gnomon.ties import best_first, first_largest

UNEVEN = 10


@dataclass(frozen=True)
class Importance:
    """The importance of each feature with its confidence interval, in the order of the columns."""

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
    """Impurity-based feature importance (mean decrease in impurity, Gini importance), with t intervals.

    The mean of the trees' importances, which sum to 1. It is biased toward features of high cardinality, even
    uninformative ones; a warning is given where the features differ much in this.

    >>> from gnomon import RandomForestClassifier
    >>> forest = RandomForestClassifier().fit([[0.0, 5.0], [1.0, 5.0], [8.0, 5.0], [9.0, 5.0]], [0, 0, 1, 1])
    >>> impurity_importance(forest).value
    array([1., 0.])
    """
    check_is_fitted(forest)
    shares = normalized_importances(forest.trees_.importance)
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
    """Permutation feature importance of a forest (mean decrease in accuracy), with normal intervals.

    The loss of accuracy, or of R², when a column is permuted. Use held-out rows; the interval is over them.

    >>> from gnomon import RandomForestClassifier
    >>> X, y = [[0.0, 5.0], [1.0, 5.0], [8.0, 5.0], [9.0, 5.0]], [0, 0, 1, 1]
    >>> permutation_importance(RandomForestClassifier().fit(X, y), X, y).value[1]
    np.float64(0.0)
    """
    check_is_fitted(forest)
    codes, truth = forest._codes(X), np.asarray(y)
    if len(truth) != len(codes) or len(truth) < 2:
        raise DataError(f"X has {len(codes)} rows and y has {len(truth)}; pass as many, at least two")
    loss = _losses(forest, codes, truth)
    unit = 1.0 if is_classifier(forest) else float(truth.astype(np.float64).var()) or 1.0
    decrease = np.empty((codes.shape[1], len(codes)))
    for column in range(codes.shape[1]):
        total = np.zeros(len(codes))
        for repeat in range(n_repeats):
            random = seeds.generator(seeds.child(random_state, column, repeat))
            permuted = codes.copy()
            permuted[:, column] = permuted[random.permutation(len(codes)), column]
            total += _losses(forest, permuted, truth)
        decrease[column] = (total / n_repeats - loss) / unit
    value = decrease.mean(axis=1)
    half = stats.norm.ppf(0.5 + level / 2) * decrease.std(axis=1, ddof=1) / np.sqrt(len(codes))
    return Importance(_names(forest), value, value - half, value + half, level, "permutation importance")


def _losses(forest: Forest, codes: Array, truth: Array) -> Floats:
    """The zero-one loss, or the squared error, of each row."""
    votes = getattr(forest, "combine", "average") == "vote"
    predictions = forest.trees_.sums(codes, 0, len(forest.trees_), votes=votes) / len(forest.trees_)
    if is_classifier(forest):
        wrong: Flags = forest.classes_[first_largest(predictions)] != truth
        return wrong.astype(np.float64)
    return np.asarray((predictions[:, 0] - truth) ** 2)


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
            f"impurity-based importance is biased toward features of high cardinality: "
            f"{names[int(bins.argmax())]!r} has {bins.max()} bins, another {split.min()}; compare "
            "permutation_importance on held-out rows",
            DataWarning,
            stacklevel=3,
        )
