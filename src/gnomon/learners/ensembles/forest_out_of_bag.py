"""The out-of-bag (OOB) estimate: every row is predicted by the trees whose bootstrap sample excludes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats
from sklearn.base import is_classifier

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.ensembles.binning import Binned
from gnomon.ties import first_largest

if TYPE_CHECKING:
    from gnomon.learners.ensembles.forest import Forest


@dataclass(frozen=True)
class OutOfBag:
    """Out-of-bag predictions of a forest, with their score and its confidence interval.

    score: accuracy, or R² of a regression. lower, upper: its interval at `level`: Wilson's for accuracy, the
    delta method's for R². predictions: class probabilities or means, NaN for rows in every sample. n_trees:
    by row, the trees for which it is out of bag. truth, predicted: of the scored rows.
    """

    predictions: Floats
    n_trees: Integers
    truth: Array
    predicted: Array
    score: float
    lower: float
    upper: float
    level: float
    measure: str

    def __str__(self) -> str:
        return (
            f"out-of-bag {self.measure} {self.score:.4f} ({self.lower:.4f} to {self.upper:.4f} at level "
            f"{self.level:g}), {len(self.truth)} of {len(self.n_trees)} rows, each predicted by "
            f"{self.n_trees[self.n_trees > 0].mean():.1f} trees on average"
        )

    def frame(self) -> Any:
        """A table of the rows: the number of out-of-bag trees, and their prediction."""
        import pandas as pd

        columns = {f"prediction_{output}": column for output, column in enumerate(self.predictions.T)}
        return pd.DataFrame({"n_trees": self.n_trees, **columns})


def out_of_bag_estimate(forest: Forest, data: Binned, level: float = 0.95) -> OutOfBag:
    """The out-of-bag estimate of a forest from its training rows.

    >>> from gnomon import RandomForestRegressor
    >>> forest = RandomForestRegressor(20, oob_score=True).fit([[0.0], [1.0], [8.0]], [0.0, 0.0, 3.0])
    >>> forest.oob_.predictions.shape, forest.oob_.measure
    ((3, 1), 'R²')
    """
    votes = getattr(forest, "combine", "average") == "vote"
    assert forest.draw_ is not None
    sums, n_trees = forest.draw_.out_of_bag_sums(forest.trees_, data.codes, votes=votes)
    weight = np.ones(len(data)) if data.weight is None else data.weight
    is_scored = (n_trees > 0) & (weight > 0)
    if not is_scored.any():
        raise DataError(
            f"every row is in the bootstrap sample of each of the {len(forest.trees_)} trees, so none is out "
            "of bag; increase n_estimators"
        )
    predictions = np.full(sums.shape, np.nan)
    predictions[n_trees > 0] = sums[n_trees > 0] / n_trees[n_trees > 0, None]
    if is_classifier(forest):
        truth = data.y.classes[data.y.codes[is_scored]]
        predicted = forest.classes_[first_largest(predictions[is_scored])]
        interval = wilson(truth == predicted, weight[is_scored], level)
        return OutOfBag(predictions, n_trees, truth, predicted, *interval, level, "accuracy")
    truth, predicted = data.y[is_scored], predictions[is_scored, 0]
    interval = r_squared(truth, predicted, weight[is_scored], level)
    return OutOfBag(predictions, n_trees, truth, predicted, *interval, level, "R²")


def wilson(is_right: Array, weight: Floats, level: float) -> tuple[float, float, float]:
    """Accuracy with Wilson's score interval (1927).

    >>> [round(x, 4) for x in wilson(np.array([1, 1, 1, 0]), np.ones(4), 0.95)]
    [0.75, 0.3006, 0.9544]
    """
    n = float(weight.sum())
    accuracy = float((weight * is_right).sum()) / n
    z = float(stats.norm.ppf(0.5 + level / 2))
    center = (accuracy + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(accuracy * (1 - accuracy) / n + z * z / (4 * n * n))
    return accuracy, max(0.0, float(center - half)), min(1.0, float(center + half))


def r_squared(
    truth: Floats, predicted: Floats, weight: Floats, level: float = 0.95
) -> tuple[float, float, float]:
    """R² with the normal interval of a ratio of two means (delta method).

    >>> r_squared(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0]), np.ones(3), 0.95)
    (1.0, 1.0, 1.0)
    """
    n = float(weight.sum())
    error = (truth - predicted) ** 2
    spread = (truth - (weight * truth).sum() / n) ** 2
    total = float((weight * spread).sum())
    if total == 0:
        return (1.0, 1.0, 1.0) if not error.any() else (0.0, 0.0, 0.0)
    ratio = float((weight * error).sum()) / total
    influence = error - ratio * spread
    half = float(stats.norm.ppf(0.5 + level / 2) * np.sqrt((weight * influence**2).sum()) / total)
    return 1 - ratio, 1 - ratio - half, min(1.0, 1 - ratio + half)
