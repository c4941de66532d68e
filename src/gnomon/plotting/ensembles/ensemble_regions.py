"""Decision regions of ensemble members beside those of the ensemble: trees, depths, boosting rounds."""

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
    """Decision regions of ensemble members, one panel each, and of the ensemble.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(60, random_state=0)
    >>> forest = gn.RandomForestClassifier(10, random_state=0).fit(task.X, task.y)
    >>> gn.plotting.EnsembleRegionsDisplay.from_forest(forest, task.X, task.y, trees=2).titles
    ['tree 1', 'tree 2', 'forest of 10 trees']
    """

    panel_size = (2.5, 2.5)

    @classmethod
    def from_forest(cls, forest: Any, X: Any, y: Any, *, trees: int = 5) -> Self:
        """Plot the first trees of a fitted forest, and the forest."""
        points, _ = plane_of(X)
        n_trees = min(trees, forest.n_estimators)

        def tree(number: int) -> Callable[[Any], Array]:
            return lambda grid: np.asarray(forest.tree_predictions(grid)[:, number])

        predictors = [*(tree(number) for number in range(n_trees)), forest.predict]
        titles = [
            *(f"tree {number + 1}" for number in range(n_trees)),
            f"forest of {forest.n_estimators} trees",
        ]
        return cls([_regions(forest, predict, points, X, y) for predict in predictors], titles, shared=True)

    @classmethod
    def from_depths(cls, estimator: Any, X: Any, y: Any, depths: Sequence[int] = (1, 2, 3, 4)) -> Self:
        """Fit the learner with trees of each maximum depth."""
        points, _ = plane_of(X)
        models = [clone(estimator).set_params(max_depth=depth).fit(points, y) for depth in depths]
        parts = [_regions(model, model.predict, points, X, y) for model in models]
        return cls(parts, [f"max_depth = {depth}" for depth in depths], columns=4, shared=True)

    @classmethod
    def from_boosting(cls, estimator: Any, X: Any, y: Any, rounds: Sequence[int] = (1, 2, 3)) -> Self:
        """Fit AdaBoost; plot the estimator and sample weights of some boosting rounds, then the ensemble."""
        points, _ = plane_of(X)
        steps = estimator.trace(points, y)
        weights = steps.pivot(index="round", columns="row", values="weight").to_numpy()

        def member(place: int) -> Callable[[Any], Array]:
            return lambda grid: np.asarray(estimator.classes_[estimator.vote_.predicted_codes(grid)[place]])

        drawn = [number for number in rounds if number <= len(weights)]
        parts = [_regions(estimator, member(n - 1), points, X, y, weight=weights[n - 1]) for n in drawn]
        whole = _regions(estimator, estimator.predict, points, X, y)
        return cls(
            [*parts, whole],
            [*(f"round {n}" for n in drawn), f"ensemble of {len(weights)}"],
            columns=4,
            shared=True,
        )

    @classmethod
    def example(cls) -> Self:
        """Two trees and their forest on six blobs."""
        from gnomon.data.generate import make_blobs
        from gnomon.learners.ensembles.random_forest import RandomForestClassifier

        task = make_blobs(150, n_classes=6, spread=2.0, random_state=3)
        forest = RandomForestClassifier(30, max_depth=5, random_state=0).fit(task.X, task.y)
        return cls.from_forest(forest, task.X, task.y, trees=2)


def _regions(
    model: Any, predict: Callable[[Any], Array], points: Any, X: Any, y: Any, **options: Any
) -> _Frame:
    return _Frame(decision_regions(FeatureNamesModel(model, predict), points, steps=STEPS), X, y, **options)


class _Frame(ClassRegionsDisplay):
    """A panel without legend, as all have the same classes."""

    def draw(self, ax: Any) -> None:
        super().draw(ax)
        legend = ax.get_legend()
        if legend is not None:
            legend.remove()
        ax.set(xlabel="", ylabel="")


displays.add(
    "EnsembleRegionsDisplay",
    EnsembleRegionsDisplay,
    "decision regions of ensemble members and of the ensemble",
)
