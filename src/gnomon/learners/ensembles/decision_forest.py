"""Decision forest with random node tests: a fixed number of random features and thresholds per node."""

from __future__ import annotations

from math import inf, log
from typing import Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Flags, Floats
from gnomon.check import between, one_of
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.random_forest import RandomForestClassifier
from gnomon.registry import learners


class DecisionForestClassifier(RandomForestClassifier):
    """Decision forest: mean class histogram of randomized trees that split by the best of a few random tests.

    At each node `feature_tests` features are sampled with replacement, each with `threshold_tests` thresholds
    uniform between its minimum and maximum; the test of largest information gain is taken if it gains
    `min_gain` bits (or as much Gini impurity). One test of each gives extremely randomized trees; few tests
    may underfit, many overfit. With `lines`, that many random linear combinations a x_i + b x_j of two
    numeric features join the features (oblique splits, Forest-RC).

    Attributes
    ----------
    lines_ : (columns, lines) the coefficients of the random linear combinations, or None

    As `RandomForestClassifier` for the others.

    Examples
    --------
    >>> from gnomon import DecisionForestClassifier
    >>> model = DecisionForestClassifier(20, feature_tests=1, threshold_tests=5)
    >>> model.fit([[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"]).predict([[1.0]])
    array(['low'], dtype='<U4')
    """

    criterion: str = one_of("entropy", "gini", "log_loss", default="entropy", help="splitting criterion")
    feature_tests: int = between(
        1, inf, whole=True, default=5, help="random features per node, sampled with replacement", grid=(1, 5)
    )
    threshold_tests: int = between(
        1, inf, whole=True, default=5, help="random thresholds per feature", grid=(1, 5)
    )
    min_gain: float = between(
        0,
        inf,
        default=0.0,
        help="minimum information gain of a split: in bits, or as decrease of Gini impurity",
    )

    lines: int = between(
        0, inf, whole=True, default=0, help="number of random linear combinations of two features"
    )
    shared_by = ("lines", "random_state")

    def _growth(self, n_columns: int, n_rows: float, scale: float) -> dict[str, Any]:
        unit = 1.0 if self._criterion() == "gini" else log(2)
        return super()._growth(n_columns, n_rows, scale) | {
            "max_features": self.feature_tests,
            "per_tree": False,
            "threshold_tests": self.threshold_tests,
            "with_replacement": True,
            "min_gain": self.min_gain * unit,
        }

    def _lines(self, is_category: Flags) -> Floats | None:
        return _random_lines(~is_category, self.lines, self.random_state) if self.lines else None


def _random_lines(is_numeric: Flags, n_lines: int, random_state: seeds.Seed) -> Floats:
    """Standard normal coefficients of two random columns each; of one if there is only one."""
    columns = np.flatnonzero(is_numeric)
    if len(columns) == 0:
        raise ParameterError(f"lines={n_lines} needs a numeric feature, and all are categorical; use lines=0")
    random = seeds.generator(seeds.child(random_state, 0))
    lines = np.zeros((len(is_numeric), n_lines))
    for line in range(n_lines):
        pair = random.permutation(columns)[:2]
        lines[pair, line] = random.normal(size=len(pair))
    return lines


learners.add(
    "DecisionForestClassifier",
    DecisionForestClassifier,
    "decision forest: trees that split by the best of a few random tests",
    task=("classification",),
    family="ensembles",
    default=False,
)
