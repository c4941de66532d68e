"""Class probabilities of one row by each tree of a forest, and their average."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.bagged_trees import BinnedTree
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_TREES = 40


class ForestVotesDisplay(Display):
    """Class probabilities of one row: a stacked bar for each tree, and a wide one for the forest.

    probabilities: of shape (trees, classes), by each tree. average: of shape (classes), by the forest.

    Examples
    --------
    >>> import gnomon as gn
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["a", "a", "b", "b"]
    >>> forest = gn.RandomForestClassifier(3, random_state=0).fit(X, y)
    >>> display = gn.plotting.ForestVotesDisplay.from_estimator(forest, [0.5])
    >>> display.frame().shape
    (8, 3)
    """

    def __init__(self, probabilities: Any, average: Any, classes: Any) -> None:
        self.probabilities, self.average = np.asarray(probabilities, float), np.asarray(average, float)
        self.classes = np.asarray(classes)
        if (
            self.probabilities.ndim != 2
            or self.probabilities.shape[1:] != self.average.shape
            or not len(self.probabilities)
        ):
            raise DataError(
                f"probabilities of shape {self.probabilities.shape}; the shape must be (trees, classes)"
            )

    @classmethod
    def from_estimator(cls, estimator: Any, x: Any) -> Self:
        """Plot a fitted forest classifier and one row."""
        check_is_fitted(estimator)
        if not is_classifier(estimator) or not hasattr(estimator, "trees_"):
            raise ParameterError(f"{type(estimator).__name__} has no trees; pass a fitted forest classifier")
        row = x if hasattr(x, "columns") else np.atleast_2d(np.asarray(x))
        if len(row) != 1:
            raise DataError(f"x has {len(row)} rows; pass one, as X[:1]")
        codes = np.arange(len(estimator.classes_))
        checked = estimator.check_examples(row, reset=False)
        trees = [BinnedTree(estimator, number, codes) for number in range(len(estimator.trees_))]
        each = [tree.predict_proba(checked)[0] for tree in trees]
        return cls(each, estimator.predict_proba(row)[0], estimator.classes_)

    @classmethod
    def example(cls) -> Self:
        """An iris between two classes."""
        from gnomon.data.sets import load
        from gnomon.learners.ensembles.random_forest import RandomForestClassifier

        iris: Any = load("iris")
        forest = RandomForestClassifier(20, max_depth=3, random_state=0).fit(iris.X, iris.y)
        return cls.from_estimator(forest, iris.X[70])

    def frame(self) -> pd.DataFrame:
        """One row per tree and class; tree -1 is the forest."""
        import pandas as pd

        stacked: Floats = np.vstack([self.probabilities, self.average])
        n_trees, k = stacked.shape
        return pd.DataFrame(
            {
                "tree": np.repeat([*range(n_trees - 1), -1], k),
                "class": np.tile(self.classes, n_trees),
                "probability": stacked.ravel(),
            }
        )

    def draw(self, ax: Axes) -> None:
        """Trees from left to right, then the forest."""
        drawn = self.probabilities[:MAX_TREES]
        positions = np.append(np.arange(len(drawn)), len(drawn) + 1.2)
        widths = np.append(np.full(len(drawn), 0.85), max(1.6, len(drawn) / 10))
        heights, start = np.vstack([drawn, self.average]), np.zeros(len(positions))
        for code, label in enumerate(self.classes):
            ax.bar(
                positions,
                heights[:, code],
                widths,
                start,
                color=self.theme.color(code),
                label=shown(label, 20),
                hatch=self.theme.hatch(code),
                edgecolor=self.theme.paper,
                linewidth=0.4,
            )
            start += heights[:, code]
        label_of_trees = (
            f"first {len(drawn)} of {len(self.probabilities)} trees"
            if len(drawn) < len(self.probabilities)
            else "trees"
        )
        ax.set_xticks([(len(drawn) - 1) / 2, positions[-1]], [f"{label_of_trees}, one bar each", "forest"])
        ax.tick_params(axis="x", length=0)
        ax.set(ylabel="class probability", ylim=(0, 1))
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(4, len(self.classes)))

    def alt(self) -> str:
        """The probabilities by the forest."""
        parts = ", ".join(f"{shown(name, 20)} {p:.2f}" for name, p in zip(self.classes, self.average))
        return f"Class probabilities of one row by {len(self.probabilities)} trees; by the forest: {parts}."


displays.add(
    "ForestVotesDisplay", ForestVotesDisplay, "class probabilities of one row by each tree of a forest"
)
