"""The out-of-bag estimate: every row is judged by the trees that have not drawn it."""

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
    """Predictions for rows by the trees that have not drawn them, with what they score.

    score: accuracy, or R² of a regression. lower, upper: its interval at `level`: Wilson's for accuracy, the
    normal one for a ratio of means for R². answers: class probabilities or means, NaN for rows that every
    tree drew. n_trees: by row, the trees that judged it. truth, predicted: for the rows judged.
    """

    answers: Floats
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
            f"{self.level:g}), {len(self.truth)} of {len(self.n_trees)} rows judged by "
            f"{self.n_trees[self.n_trees > 0].mean():.1f} trees each"
        )

    def frame(self) -> Any:
        """A table of the rows: how many trees judged each, and their answer."""
        import pandas as pd

        columns = {f"answer_{place}": column for place, column in enumerate(self.answers.T)}
        return pd.DataFrame({"n_trees": self.n_trees, **columns})


def held_out(forest: Forest, data: Binned, level: float = 0.95) -> OutOfBag:
    """The out-of-bag estimate of a forest from the rows it was grown on.

    >>> from gnomon import RandomForestRegressor
    >>> forest = RandomForestRegressor(20, oob_score=True).fit([[0.0], [1.0], [8.0]], [0.0, 0.0, 3.0])
    >>> forest.oob_.answers.shape, forest.oob_.measure
    ((3, 1), 'R²')
    """
    votes = getattr(forest, "combine", "average") == "vote"
    assert forest.draw_ is not None
    sums, n_trees = forest.draw_.held_out_sums(forest.trees_, data.codes, votes=votes)
    weight = np.ones(len(data)) if data.weight is None else data.weight
    judged = (n_trees > 0) & (weight > 0)
    if not judged.any():
        raise DataError(
            f"each of the {len(forest.trees_)} trees has drawn every row, so none is out of bag; grow more "
            "trees"
        )
    answers = np.full(sums.shape, np.nan)
    answers[n_trees > 0] = sums[n_trees > 0] / n_trees[n_trees > 0, None]
    if is_classifier(forest):
        truth = data.y.classes[data.y.codes[judged]]
        predicted = forest.classes_[first_largest(answers[judged])]
        found = wilson(truth == predicted, weight[judged], level)
        return OutOfBag(answers, n_trees, truth, predicted, *found, level, "accuracy")
    truth, predicted = data.y[judged], answers[judged, 0]
    found = r_squared(truth, predicted, weight[judged], level)
    return OutOfBag(answers, n_trees, truth, predicted, *found, level, "R²")


def wilson(is_right: Array, weight: Floats, level: float) -> tuple[float, float, float]:
    """The share of rows that are right, with Wilson's interval (1927).

    >>> [round(x, 4) for x in wilson(np.array([1, 1, 1, 0]), np.ones(4), 0.95)]
    [0.75, 0.3006, 0.9544]
    """
    n = float(weight.sum())
    share = float((weight * is_right).sum()) / n
    z = float(stats.norm.ppf(0.5 + level / 2))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return share, max(0.0, float(middle - half)), min(1.0, float(middle + half))


def r_squared(
    truth: Floats, predicted: Floats, weight: Floats, level: float = 0.95
) -> tuple[float, float, float]:
    """R² with the normal interval of a ratio of two means (the delta method).

    >>> r_squared(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0]), np.ones(3), 0.95)
    (1.0, 1.0, 1.0)
    """
    n = float(weight.sum())
    error = (truth - predicted) ** 2
    spread = (truth - (weight * truth).sum() / n) ** 2
    whole = float((weight * spread).sum())
    if whole == 0:
        return (1.0, 1.0, 1.0) if not error.any() else (0.0, 0.0, 0.0)
    ratio = float((weight * error).sum()) / whole
    pull = error - ratio * spread
    half = float(stats.norm.ppf(0.5 + level / 2) * np.sqrt((weight * pull**2).sum()) / whole)
    return 1 - ratio, 1 - ratio - half, min(1.0, 1 - ratio + half)
