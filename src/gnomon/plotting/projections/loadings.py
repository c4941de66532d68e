"""Loadings of the columns on the first components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_COLUMNS = 20


class LoadingsDisplay(Display):
    """Bar chart of the loadings of the columns, one color per component.

    loadings: of shape (columns, components). names: of the columns. max_components: components drawn.

    Examples
    --------
    >>> import gnomon as gn
    >>> pca = gn.PCA(1).fit([[0.0, 0.0], [3.0, 4.0]])
    >>> gn.plotting.LoadingsDisplay.from_estimator(pca, ["a", "b"]).frame()["loading"].round(2).tolist()
    [0.6, 0.8]
    """

    def __init__(self, loadings: Any, names: Sequence[Any] | None = None, *, max_components: int = 3) -> None:
        self.loadings = np.asarray(loadings, dtype=float)
        if self.loadings.ndim != 2 or (names is not None and len(names) != len(self.loadings)):
            raise DataError(
                f"loadings of shape {self.loadings.shape} do not match the names; pass one row per column"
            )
        self.loadings = self.loadings[:, :max_components]
        self.names = [str(name) for name in (names if names is not None else range(len(self.loadings)))]

    @classmethod
    def from_estimator(
        cls, estimator: Any, names: Sequence[Any] | None = None, *, max_components: int = 3
    ) -> Self:
        """Plot a fitted `PCA` or `TruncatedSVD`."""
        table = estimator.loadings()
        return cls(
            table.to_numpy(), list(table.index) if names is None else names, max_components=max_components
        )

    @classmethod
    def example(cls) -> Self:
        """Wine, standardized."""
        from gnomon.data.sets import load
        from gnomon.learners.projections.pca import PCA

        wine: Any = load("wine")
        return cls.from_estimator(PCA(2, standardize=True).fit(wine.X), wine.feature_names)

    def frame(self) -> pd.DataFrame:
        """One row per column and component."""
        import pandas as pd

        columns, components = self.loadings.shape
        return pd.DataFrame(
            {
                "column": np.repeat(np.array(self.names), components),
                "component": np.tile(np.arange(1, components + 1), columns),
                "loading": self.loadings.ravel(),
            }
        )

    def draw(self, ax: Axes) -> None:
        """The columns of largest loadings, in their order."""
        largest = np.abs(self.loadings).max(axis=1)
        rows = np.sort(np.argsort(-largest, kind="stable")[:MAX_COLUMNS])
        height = 0.8 / self.loadings.shape[1]
        for k in range(self.loadings.shape[1]):
            ax.barh(
                np.arange(len(rows)) + k * height - 0.4 + height / 2,
                self.loadings[rows, k],
                height * 0.9,
                color=self.theme.color(k),
                label=f"component {k + 1}",
            )
        ax.axvline(0, color=self.theme.soft, linewidth=0.8)
        ax.set_yticks(range(len(rows)), [shown(self.names[row], 24) for row in rows])
        ax.invert_yaxis()
        ax.set(
            xlabel="loading"
            + (f" ({len(rows)} largest of {len(largest)})" if len(rows) < len(largest) else "")
        )
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)

    def alt(self) -> str:
        """The largest loading of each component."""
        tops = np.abs(self.loadings).argmax(axis=0)
        parts = [
            f"{k + 1}: {shown(self.names[top], 24)} {self.loadings[top, k]:+.2f}"
            for k, top in enumerate(tops)
        ]
        return f"Loadings of {len(self.names)} columns; the largest by component: {', '.join(parts)}."


displays.add("LoadingsDisplay", LoadingsDisplay, "loadings of the columns on the first components")
