"""Extremely randomized trees (Geurts, Ernst & Wehenkel 2006): thresholds are drawn too."""

from __future__ import annotations

from math import inf
from typing import Any

from gnomon.check import between, flag, free
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.registry import learners


class ExtraTreesClassifier(RandomForestClassifier):
    """Predict by the average of many trees whose thresholds are drawn at random, not searched for.

    At each split some features are drawn, and for each a threshold uniform between its least and greatest
    value there; the best of these is taken. Categories go to either side by the toss of a coin. Each tree
    sees all rows.

    Examples
    --------
    >>> from gnomon import ExtraTreesClassifier
    >>> model = ExtraTreesClassifier(50).fit([[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"])
    >>> model.predict([[1.5], [8.5]])
    array(['low', 'high'], dtype='<U4')
    """

    bootstrap: bool = flag(default=False, help="whether each tree has a draw of the rows, with replacement")
    threshold_tests: int = between(
        1, inf, whole=True, default=1, help="thresholds drawn for each feature", grid=(1, 4)
    )

    def _threshold_tests(self) -> int:
        return self.threshold_tests


class ExtraTreesRegressor(RandomForestRegressor):
    """Predict the mean of many trees whose thresholds are drawn at random; as `ExtraTreesClassifier`.

    Examples
    --------
    >>> from gnomon import ExtraTreesRegressor
    >>> model = ExtraTreesRegressor(50).fit([[0.0], [1.0], [8.0], [9.0]], [1.0, 1.0, 3.0, 3.0])
    >>> model.predict([[0.5], [9.0]])
    array([1., 3.])
    """

    max_features: Any = free(
        grid=(0.33, 1.0),
        default=1.0,
        help="features drawn for a split: a number, a share (float), 'sqrt', 'log2' or None for all",
        kind="int, float, {'sqrt', 'log2'} or None",
    )
    bootstrap: bool = flag(default=False, help="whether each tree has a draw of the rows, with replacement")
    threshold_tests: int = between(
        1, inf, whole=True, default=1, help="thresholds drawn for each feature", grid=(1, 4)
    )

    def _threshold_tests(self) -> int:
        return self.threshold_tests


learners.add(
    "ExtraTreesClassifier",
    ExtraTreesClassifier,
    "many trees with thresholds drawn at random",
    task=("classification",),
    family="ensembles",
    default=False,
)
learners.add(
    "ExtraTreesRegressor",
    ExtraTreesRegressor,
    "the mean of many trees with thresholds drawn at random",
    task=("regression",),
    family="ensembles",
    default=False,
)
