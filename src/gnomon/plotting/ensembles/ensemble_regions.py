"""Regions of members and of their committee side by side: trees and forest, depths, rounds of boosting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Array
from gnomon.learners.neighbors.regions import decision_regions
from gnomon.plotting.ensembles.regions import ClassRegionsDisplay
from gnomon.plotting.feature_names import FeatureNamesModel
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import plane_of
from gnomon.registry import displays

STEPS = 60


class EnsembleRegionsDisplay(Panels):
    """One panel a member, a depth or a round, and what all say together.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(60, random_state=0)
    >>> forest = gn.RandomForestClassifier(10, random_state=0).fit(task.X, task.y)
    >>> gn.plotting.EnsembleRegionsDisplay.from_forest(forest, task.X, task.y, trees=2).titles
    ['tree 1', 'tree 2', 'all 10 trees']
    """

    panel_size = (2.5, 2.5)

    @classmethod
    def from_forest(cls, forest: Any, X: Any, y: Any, *, trees: int = 5) -> Self:
        """The first trees of a fitted forest, and their average."""
        points, _ = plane_of(X)
        n_trees = min(trees, forest.n_estimators)

        def tree(number: int) -> Callable[[Any], Array]:
            return lambda grid: np.asarray(forest.tree_predictions(grid)[:, number])

        asked = [*(tree(number) for number in range(n_trees)), forest.predict]
        titles = [*(f"tree {number + 1}" for number in range(n_trees)), f"all {forest.n_estimators} trees"]
        return cls([_regions(forest, ask, points, X, y) for ask in asked], titles, shared=True)

    @classmethod
    def from_depths(cls, estimator: Any, X: Any, y: Any, depths: Sequence[int] = (1, 2, 3, 4)) -> Self:
        """The same learner with trees of each depth, fitted on the rows: how regions are cut apart."""
        points, _ = plane_of(X)
        models = [clone(estimator).set_params(max_depth=depth).fit(points, y) for depth in depths]
        parts = [_regions(model, model.predict, points, X, y) for model in models]
        return cls(parts, [f"depth {depth}" for depth in depths], columns=4, shared=True)

    @classmethod
    def from_boosting(cls, estimator: Any, X: Any, y: Any, rounds: Sequence[int] = (1, 2, 3)) -> Self:
        """Some rounds of AdaBoost, fitted here: each model alone, rows as large as their weight, then all."""
        points, _ = plane_of(X)
        steps = estimator.trace(points, y)
        weights = steps.pivot(index="round", columns="row", values="weight").to_numpy()

        def alone(place: int) -> Callable[[Any], Array]:
            return lambda grid: np.asarray(estimator.classes_[estimator.vote_.predicted_codes(grid)[place]])

        kept = [number for number in rounds if number <= len(weights)]
        parts = [_regions(estimator, alone(n - 1), points, X, y, weight=weights[n - 1]) for n in kept]
        whole = _regions(estimator, estimator.predict, points, X, y)
        return cls(
            [*parts, whole],
            [*(f"round {n}" for n in kept), f"vote of {len(weights)}"],
            columns=4,
            shared=True,
        )

    @classmethod
    def example(cls) -> Self:
        """Two trees and their forest on six clouds."""
        from gnomon.data.generate import make_blobs
        from gnomon.learners.ensembles.random_forest import RandomForestClassifier

        task = make_blobs(150, n_classes=6, spread=2.0, random_state=3)
        forest = RandomForestClassifier(30, max_depth=5, random_state=0).fit(task.X, task.y)
        return cls.from_forest(forest, task.X, task.y, trees=2)


def _regions(model: Any, ask: Callable[[Any], Array], points: Any, X: Any, y: Any, **options: Any) -> _Frame:
    return _Frame(decision_regions(FeatureNamesModel(model, ask), points, steps=STEPS), X, y, **options)


class _Frame(ClassRegionsDisplay):
    """A panel: no legend, as the classes are the same in all."""

    def draw(self, ax: Any) -> None:
        super().draw(ax)
        legend = ax.get_legend()
        if legend is not None:
            legend.remove()
        ax.set(xlabel="", ylabel="")


displays.add(
    "EnsembleRegionsDisplay",
    EnsembleRegionsDisplay,
    "regions of members beside those of their committee",
    figures=("3-P23", "5-F65", "5-F67", "5-F68"),
)
