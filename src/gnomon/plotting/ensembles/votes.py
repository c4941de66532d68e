"""What each tree of a forest says of one row, and what they say together."""

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
    """A stacked bar of class shares for each tree, and a wide one for their average.

    shares: (trees, classes), what each member says of the row. together: (classes), what all say.

    Examples
    --------
    >>> import gnomon as gn
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["a", "a", "b", "b"]
    >>> forest = gn.RandomForestClassifier(3, random_state=0).fit(X, y)
    >>> display = gn.plotting.ForestVotesDisplay.from_estimator(forest, [0.5])
    >>> display.frame().shape
    (8, 3)
    """

    def __init__(self, shares: Any, together: Any, classes: Any) -> None:
        self.shares, self.together = np.asarray(shares, dtype=float), np.asarray(together, dtype=float)
        self.classes = np.asarray(classes)
        if self.shares.ndim != 2 or self.shares.shape[1:] != self.together.shape or not len(self.shares):
            raise DataError(f"shares of shape {self.shares.shape} are not those of trees by classes")

    @classmethod
    def from_estimator(cls, estimator: Any, x: Any) -> Self:
        """A fitted forest, and one row."""
        check_is_fitted(estimator)
        if not is_classifier(estimator) or not hasattr(estimator, "trees_"):
            raise ParameterError(
                f"{type(estimator).__name__} has no votes of trees; give a fitted forest of classes"
            )
        row = x if hasattr(x, "columns") else np.atleast_2d(np.asarray(x))
        if len(row) != 1:
            raise DataError(f"votes are shown for one row, and {len(row)} were given; take one, as in X[:1]")
        codes = np.arange(len(estimator.classes_))
        checked = estimator.check_examples(row, reset=False)
        trees = [BinnedTree(estimator, number, codes) for number in range(len(estimator.trees_))]
        each = [tree.predict_proba(checked)[0] for tree in trees]
        return cls(each, estimator.predict_proba(row)[0], estimator.classes_)

    @classmethod
    def example(cls) -> Self:
        """A doubtful iris."""
        from gnomon.data.sets import load
        from gnomon.learners.ensembles.random_forest import RandomForestClassifier

        iris: Any = load("iris")
        forest = RandomForestClassifier(20, max_depth=3, random_state=0).fit(iris.X, iris.y)
        return cls.from_estimator(forest, iris.X[70])

    def frame(self) -> pd.DataFrame:
        """One row per tree and class; tree -1 is the average."""
        import pandas as pd

        stacked: Floats = np.vstack([self.shares, self.together])
        n_trees, k = stacked.shape
        return pd.DataFrame(
            {
                "tree": np.repeat([*range(n_trees - 1), -1], k),
                "class": np.tile(self.classes, n_trees),
                "share": stacked.ravel(),
            }
        )

    def draw(self, ax: Axes) -> None:
        """Trees from left to right, then all."""
        drawn = self.shares[:MAX_TREES]
        positions = np.append(np.arange(len(drawn)), len(drawn) + 1.2)
        widths = np.append(np.full(len(drawn), 0.85), max(1.6, len(drawn) / 10))
        heights, start = np.vstack([drawn, self.together]), np.zeros(len(positions))
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
        said = f"first {len(drawn)} of {len(self.shares)} trees" if len(drawn) < len(self.shares) else "trees"
        ax.set_xticks([(len(drawn) - 1) / 2, positions[-1]], [f"{said}, one bar each", "all"])
        ax.tick_params(axis="x", length=0)
        ax.set(ylabel="share of each class", ylim=(0, 1))
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(4, len(self.classes)))

    def alt(self) -> str:
        """What wins, and by how much."""
        parts = ", ".join(
            f"{shown(name, 20)} {share:.2f}" for name, share in zip(self.classes, self.together)
        )
        return f"Shares of the classes by each of {len(self.shares)} trees for one row; together: {parts}."


displays.add(
    "ForestVotesDisplay",
    ForestVotesDisplay,
    "what each tree of a forest says of a row, and all together",
    figures=("5-F67", "2-FIG-25"),
)
