"""Validation curve of nearest neighbors: cross-validated error against k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gnomon.learners.neighbors.choose_k import NeighborCurve, choose_neighbors
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class NeighborCurveDisplay(Display):
    """Validation curve of nearest neighbors: cross-validated error by k, with a band of one standard error.

    curve: result of `gn.neighbors.choose_neighbors(...)`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.NeighborCurveDisplay.example().frame().columns.tolist()
    ['n_neighbors', 'error', 'standard_error']
    """

    def __init__(self, curve: NeighborCurve) -> None:
        self.curve = curve

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, values: Sequence[int], **options: Any) -> Self:
        """Cross-validate nearest neighbors for each k; options: those of `gn.neighbors.choose_neighbors`."""
        return cls(choose_neighbors(estimator, X, y, values=values, **options))

    @classmethod
    def example(cls) -> Self:
        """Fifty rows of one class and twenty of the other."""
        import numpy as np

        from gnomon.data.gaussians import make_two_gaussians
        from gnomon.learners.neighbors.nearest import KNeighborsClassifier

        task = make_two_gaussians(120, means=((0.0, 0.0), (1.6, 1.6)), random_state=0)
        y = np.asarray(task.y)
        chosen = np.concatenate([np.flatnonzero(y == 0)[:50], np.flatnonzero(y == 1)[:20]])
        values = range(1, 46, 2)
        return cls.from_estimator(
            KNeighborsClassifier(), task.X[chosen], y[chosen], list(values), repeats=10, random_state=0
        )

    def frame(self) -> pd.DataFrame:
        """One row per number of neighbors: error and standard error."""
        return self.curve.frame()

    def draw(self, ax: Axes) -> None:
        """The curve, its band, the k of minimum error and the k of the one-standard-error rule."""
        table = self.frame()
        k, error, standard_error = (table[name].to_numpy() for name in table.columns)
        ax.fill_between(
            k,
            error - standard_error,
            error + standard_error,
            color=self.theme.color(0),
            alpha=0.15,
            linewidth=0,
        )
        ax.plot(k, error, "-o", color=self.theme.color(0), markersize=3.5)
        for number, (value, words) in enumerate(
            [(self.curve.best, "minimum error"), (self.curve.smoothest, "one-standard-error rule")]
        ):
            ax.axvline(
                value,
                color=self.theme.color(number + 1),
                linestyle=self.theme.dash(number + 1),
                label=f"{words}: k = {value}",
            )
        ax.set(xlabel="number of neighbors k", ylabel="cross-validated error")
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)

    def alt(self) -> str:
        """The minimum error and its k."""
        return f"Cross-validated error against the number of neighbors: {self.curve}."


displays.add(
    "NeighborCurveDisplay", NeighborCurveDisplay, "cross-validated error against the number of neighbors"
)
