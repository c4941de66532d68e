"""Diagram of a decision tree: split features, branch conditions, predictions and class proportions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.errors import ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.trees.node_table import forest_node_table, node_table
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_LEAVES = 40


class TreeDisplay(Display):
    """Diagram of a decision tree, from the root down.

    nodes: a table with one row per node, parents before their children: parent (-1 for the root), feature (of
    the split, "" for a leaf), branch (condition that leads to the node), prediction, weight, and for a
    classifier one column "proportion <class>" per class.

    Examples
    --------
    >>> import gnomon as gn
    >>> tennis = gn.load("play-tennis")
    >>> learner = gn.DecisionTreeClassifier(criterion="entropy", category_splits="multiway", random_state=0)
    >>> display = gn.plotting.TreeDisplay.from_estimator(learner.fit(tennis.X, tennis.y))
    >>> display.frame()[["feature", "branch", "prediction"]].head(3).values.tolist()
    [['Outlook', '', 'Yes'], ['', 'Overcast', 'Yes'], ['Wind', 'Rain', 'Yes']]
    """

    def __init__(self, nodes: pd.DataFrame) -> None:
        self.nodes = nodes.reset_index(drop=True)
        self.across, self.depth = _places(self.nodes["parent"].to_numpy())
        self.is_leaf = ~np.isin(np.arange(len(self.nodes)), self.nodes["parent"])
        n_leaves = int(self.is_leaf.sum())
        if n_leaves > MAX_LEAVES:
            raise ParameterError(
                f"{n_leaves} leaves are too many to read; draw the top of the tree, as with max_depth=3"
            )
        self.size = (max(3.6, 1.05 * n_leaves), 0.85 * (self.depth.max() + 1) + 0.5)  # type: ignore[misc]

    @classmethod
    def from_estimator(cls, estimator: Any, *, max_depth: int | None = None) -> Self:
        """Plot a fitted decision tree of Gnomon down to max_depth."""
        check_is_fitted(estimator)
        if not hasattr(getattr(estimator, "tree_", None), "levels_of"):
            raise ParameterError(
                f"{type(estimator).__name__} has no tree to draw; pass a fitted decision tree"
            )
        return cls(node_table(estimator, max_depth))

    @classmethod
    def from_forest(cls, forest: Any, number: int = 0, *, max_depth: int | None = None) -> Self:
        """Plot one tree of a fitted forest."""
        return cls(forest_node_table(forest, number, max_depth))

    @classmethod
    def example(cls) -> Self:
        """Iris, of depth 3."""
        from gnomon.data.sets import load
        from gnomon.learners.trees.classifier import DecisionTreeClassifier

        iris: Any = load("iris")
        return cls.from_estimator(
            DecisionTreeClassifier(max_depth=3, random_state=0).fit(iris.table.to_pandas(), iris.y)
        )

    def frame(self) -> pd.DataFrame:
        """One row per node, with its position."""
        return self.nodes.assign(across=self.across, depth=self.depth)

    def draw(self, ax: Axes) -> None:
        """Branches, inner nodes and leaves."""
        ax.set(xlim=(-0.55, self.across.max() + 0.55), ylim=(-self.depth.max() - 0.62, 0.35))
        ax.axis("off")
        proportions = [name for name in self.nodes if str(name).startswith("proportion ")]
        for place, node in enumerate(self.nodes.to_dict("records")):
            x, y = float(self.across[place]), -float(self.depth[place])
            if node["parent"] >= 0:
                self._branch(ax, float(self.across[node["parent"]]), x, y, node["branch"])
            if not self.is_leaf[place]:
                box = {
                    "boxstyle": "round,pad=0.35",
                    "facecolor": self.theme.wash,
                    "edgecolor": self.theme.soft,
                }
                ax.text(
                    x, y, shown(node["feature"], 22), ha="center", va="center", fontsize=8, bbox=box, zorder=3
                )
            else:
                self._leaf(ax, x, y, node, [float(node[name]) for name in proportions])

    def alt(self) -> str:
        """The numbers of leaves and levels, and the feature of the root."""
        n_leaves = int(self.is_leaf.sum())
        first = shown(self.nodes["feature"].iloc[0]) or "none"
        return f"Decision tree with {n_leaves} leaves and depth {self.depth.max()}; root split on {first}."

    def _branch(self, ax: Axes, above: float, x: float, y: float, text: str) -> None:
        # Down, across and down: the condition of a branch is above its own node.
        ax.plot([above, above, x, x], [y + 1, y + 0.62, y + 0.62, y], color=self.theme.soft, linewidth=0.9)
        ground = {"facecolor": self.theme.paper, "edgecolor": "none", "pad": 1.0}
        ax.text(x, y + 0.42, shown(text, 16), ha="center", va="center", fontsize=7, bbox=ground, zorder=2)

    def _leaf(self, ax: Axes, x: float, y: float, node: dict[Any, Any], proportions: list[float]) -> None:
        from matplotlib.patches import Rectangle

        color = self.theme.color(int(np.argmax(proportions))) if proportions else self.theme.soft
        box = {
            "boxstyle": "square,pad=0.3",
            "facecolor": self.theme.paper,
            "edgecolor": color,
            "linewidth": 1.4,
        }
        ax.text(x, y, shown(node["prediction"], 13), ha="center", va="center", fontsize=8, bbox=box, zorder=3)
        start = x - 0.36
        for code, proportion in enumerate(proportions):
            part = Rectangle(
                (start, y - 0.35), 0.72 * proportion, 0.09, color=self.theme.color(code), linewidth=0
            )
            ax.add_patch(part)
            start += 0.72 * proportion
        ax.text(
            x,
            y - 0.39,
            f"{node['weight']:g} rows",
            ha="center",
            va="top",
            fontsize=6.5,
            color=self.theme.soft,
        )


def _places(parent: Any) -> tuple[Any, Any]:
    """Positions: leaves side by side in order, inner nodes centered over their children."""
    children: list[list[int]] = [[] for _ in parent]
    n = len(parent)
    depth = np.zeros(n, dtype=int)
    for node in range(1, n):
        children[parent[node]].append(node)
        depth[node] = depth[parent[node]] + 1
    across, stack, n_leaves = np.zeros(n), [0], 0
    order = []
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(children[node]))
    for node in order:
        if not children[node]:
            across[node], n_leaves = n_leaves, n_leaves + 1
    for node in reversed(order):
        if children[node]:
            across[node] = (across[children[node][0]] + across[children[node][-1]]) / 2
    return across, depth


displays.add(
    "TreeDisplay", TreeDisplay, "diagram of a decision tree, with the class proportions of each leaf"
)
