"""Dendrogram of a hierarchical clustering, with the cut into clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.linkage import linkage
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_NAMES, MAX_BRACKETS = 60, 800


class DendrogramDisplay(Display):
    """Dendrogram: the height of a bracket is the distance at which two clusters merge; clusters have colors.

    tree: the merges. names: of the rows. n_clusters, height: the cut, by number of clusters or by height.

    Examples
    --------
    >>> import gnomon as gn
    >>> tree = gn.clustering.linkage([[0.0], [1.0], [5.0]], "single")
    >>> gn.plotting.DendrogramDisplay(tree, n_clusters=2).frame()[["height", "cluster"]].values.tolist()
    [[1.0, 0.0], [4.0, -1.0]]
    """

    def __init__(
        self,
        tree: Dendrogram,
        names: Sequence[Any] | None = None,
        *,
        n_clusters: int | None = None,
        height: float | None = None,
    ) -> None:
        if n_clusters is not None and height is not None:
            raise ParameterError("pass n_clusters or height, not both")
        self.tree, self.height = tree, height
        self.names = [str(name) for name in (range(tree.n_leaves) if names is None else names)]
        if len(self.names) != tree.n_leaves:
            raise DataError(f"{len(self.names)} names for {tree.n_leaves} rows; pass one name per row")
        self.labels: Integers | None = None
        if n_clusters is not None:
            self.labels, self.height = tree.cut(n_clusters=n_clusters), _cut_height(tree, n_clusters)
        elif height is not None:
            self.labels = tree.cut(height=height)

    @classmethod
    def from_tree(cls, tree: Dendrogram, names: Sequence[Any] | None = None, **options: Any) -> Self:
        """Plot the result of `linkage`."""
        return cls(tree, names, **options)

    @classmethod
    def from_estimator(cls, estimator: Any, names: Sequence[Any] | None = None) -> Self:
        """Plot a fitted `AgglomerativeClustering` with its cut."""
        return cls(estimator.tree_, names, n_clusters=estimator.n_clusters_)

    @classmethod
    def example(cls) -> Self:
        """Eight objects, cut into three."""
        from gnomon.data.sets import load

        task: Any = load("eight-objects")
        return cls(linkage(task.encoded, "average"), [f"A{row + 1}" for row in range(8)], n_clusters=3)

    def frame(self) -> pd.DataFrame:
        """One row per merge: its bracket and its cluster, -1 above the cut."""
        return self.tree.lines().assign(cluster=self._clusters())

    def draw(self, ax: Axes) -> None:
        """Brackets, names of rows, and the cut."""
        from matplotlib.collections import LineCollection

        # Of many merges the lowest are too small to be visible.
        table = self.frame().nlargest(MAX_BRACKETS, "height")
        x, y = table[["x_left", "x_right"]].to_numpy(), table[["y_left", "y_right"]].to_numpy()
        top = table["height"].to_numpy()
        corners = np.stack([x[:, [0, 0, 1, 1]], np.column_stack([y[:, 0], top, top, y[:, 1]])], axis=-1)
        inks = [self.theme.soft if code < 0 else self.theme.color(int(code)) for code in table["cluster"]]
        ax.add_collection(LineCollection(list(corners), colors=inks, linewidths=1.4))
        ax.set(xlim=(-0.6, self.tree.n_leaves - 0.4), ylim=(0, 1.05 * max(float(top.max(initial=0)), 1e-12)))
        if self.height is not None:
            ax.axhline(self.height, color=self.theme.ink, linestyle=self.theme.dash(1), linewidth=0.9)
        self._rows(ax)
        ax.set(ylabel="distance at the merge")

    def alt(self) -> str:
        """Rows, heights, and the number of clusters."""
        cut = ""
        if self.labels is not None:
            cut = f"; cut at {self.height:.4g} into {int(self.labels.max()) + 1} clusters"
        return f"Dendrogram: {self.tree}{cut}."

    def _rows(self, ax: Axes) -> None:
        order = self.tree.leaves()
        if len(order) > MAX_NAMES:
            ax.set(xticks=[], xlabel=f"{len(order)} rows")
            return
        rotation = 0 if len(order) <= 12 and max(map(len, self.names)) <= 6 else 90
        ax.set_xticks(range(len(order)), [shown(self.names[row], 16) for row in order], rotation=rotation)
        ax.tick_params(axis="x", length=0)

    def _clusters(self) -> Integers:
        """The cluster of each merge: that of its rows if all are in one, else -1."""
        n, labels = self.tree.n_leaves, self.labels
        if labels is None:
            return np.full(n - 1, -1)
        clusters = np.concatenate([labels, np.full(n - 1, -1)])
        for step, (left, right) in enumerate(self.tree.children.tolist()):
            clusters[n + step] = clusters[left] if clusters[left] == clusters[right] else -1
        return clusters[n:]


def _cut_height(tree: Dendrogram, n_clusters: int) -> float:
    """Midpoint of the last merge below the cut and the first above it."""
    heights = np.concatenate([[0.0], np.sort(tree.heights), [1.1 * float(tree.heights.max(initial=1.0))]])
    place = tree.n_leaves - n_clusters
    return float(heights[place] + heights[place + 1]) / 2


displays.add("DendrogramDisplay", DendrogramDisplay, "dendrogram of a hierarchical clustering, with its cut")
