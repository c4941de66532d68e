"""Extremely randomized trees (extra-trees; Geurts, Ernst & Wehenkel 2006): random thresholds too."""

from __future__ import annotations

from math import inf
from typing import Any

from gnomon.check import between, flag, free
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.registry import learners


class ExtraTreesClassifier(RandomForestClassifier):
    """Extra-trees classifier (extremely randomized trees): a forest whose split thresholds are random.

    Each split is the best of a random subset of features, each with a threshold uniform between its minimum
    and maximum in the node. Categories go to either side with equal probability. Each tree is grown on all
    rows.

    Examples
    --------
    >>> from gnomon import ExtraTreesClassifier
    >>> model = ExtraTreesClassifier(50).fit([[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"])
    >>> model.predict([[1.5], [8.5]])
    array(['low', 'high'], dtype='<U4')
    """

    bootstrap: bool = flag(default=False, help="whether each tree is grown on a bootstrap sample")
    threshold_tests: int = between(
        1, inf, whole=True, default=1, help="random thresholds per feature", grid=(1, 4)
    )

    def _threshold_tests(self) -> int:
        return self.threshold_tests


class ExtraTreesRegressor(RandomForestRegressor):
    """Extra-trees regressor (extremely randomized trees): regression trees with random thresholds.

    As `ExtraTreesClassifier`, with squared error as the splitting criterion.

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
        help="features considered at each split: a number, a fraction (float), 'sqrt', 'log2' or None for "
        "all",
        kind="int, float, {'sqrt', 'log2'} or None",
    )
    bootstrap: bool = flag(default=False, help="whether each tree is grown on a bootstrap sample")
    threshold_tests: int = between(
        1, inf, whole=True, default=1, help="random thresholds per feature", grid=(1, 4)
    )

    def _threshold_tests(self) -> int:
        return self.threshold_tests


learners.add(
    "ExtraTreesClassifier",
    ExtraTreesClassifier,
    "extra-trees (extremely randomized trees)",
    task=("classification",),
    family="ensembles",
    default=False,
)
learners.add(
    "ExtraTreesRegressor",
    ExtraTreesRegressor,
    "extra-trees (extremely randomized regression trees)",
    task=("regression",),
    family="ensembles",
    default=False,
)
