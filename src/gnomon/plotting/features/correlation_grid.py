"""Grid of scatter plots, each titled with Pearson's correlation coefficient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.features.association import column_association
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.plotting.thinning import left_out
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class CorrelationGridDisplay(Panels):
    """Scatter plots of the target against each feature, titled with Pearson's correlation coefficient r.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.CorrelationGridDisplay.from_columns(
    ...     [[1.0, 5.0], [2.0, 3.0], [3.0, 1.0]], [2.0, 4.0, 6.0]
    ... ).titles
    ['x₁: r = 1.00', 'x₂: r = -1.00']
    """

    panel_size = (2.2, 2.1)

    @classmethod
    def from_columns(cls, X: Any, y: Any, names: Sequence[Any] | None = None, *, target: str = "y") -> Self:
        """Plot quantitative columns against a quantitative target."""
        table: Floats = np.asarray(X, dtype=float)
        if table.ndim != 2:
            raise DataError(f"X has shape {table.shape}; pass a 2-D table of columns")
        named = names if names is not None else getattr(X, "columns", None)
        listed = [f"x{_subscript(place + 1)}" for place in range(table.shape[1])] if named is None else named
        parts = [
            _Pair(table[:, place], np.asarray(y, dtype=float), target) for place in range(table.shape[1])
        ]
        titles = [f"{shown(name, 16)}: r = {part.r:.2f}" for name, part in zip(listed, parts)]
        return cls(parts, titles, columns=4)

    @classmethod
    def from_task(cls, task: Any, columns: Sequence[str] | None = None) -> Self:
        """Plot the target of a regression task against some of its features."""
        names = list(columns) if columns is not None else task.feature_names[:8]
        chosen = [task.feature_names.index(name) for name in names]
        return cls.from_columns(task.encoded[:, chosen], task.y, names, target="target")

    @classmethod
    def patterns(
        cls,
        correlations: Sequence[float] = (1, 0.8, 0.4, 0, -0.4, -0.8, -1),
        n_rows: int = 120,
        names: Sequence[str] | None = None,
    ) -> Self:
        """Simulate rows with exactly these correlations."""
        if max(map(abs, correlations), default=2.0) > 1:
            raise ParameterError(f"correlations={correlations!r}: pass numbers from -1 to 1")
        random = np.random.default_rng(0)
        parts = []
        for r in correlations:
            x, noise = _orthonormal(random.normal(size=(n_rows, 2)))
            parts.append(_Pair(x, r * x + np.sqrt(1 - r**2) * noise, ""))
        prefixes = [""] * len(parts) if names is None else [f"{shown(name, 16)}: " for name in names]
        return cls(
            parts, [f"{name}r = {round(part.r, 1) + 0:.1f}" for name, part in zip(prefixes, parts)], columns=4
        )

    @classmethod
    def example(cls) -> Self:
        """Seven correlations."""
        return cls.patterns(n_rows=60)


class _Pair(Display):
    def __init__(self, x: Floats, y: Floats, target: str) -> None:
        self.x, self.y, self.target = x, y, target
        self.r = float(column_association(x, y, measure="r").value)

    def frame(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame({"x": self.x, "y": self.y})

    def draw(self, ax: Axes) -> None:
        draw_points(ax, self.theme, np.column_stack([self.x, self.y]), size=9)
        ax.set(xticks=[], yticks=[], ylabel=shown(self.target, 20))

    def alt(self) -> str:
        return f"{len(self.x)} rows, r = {self.r:.2f}.{left_out(len(self.x))}"


def _orthonormal(columns: Floats) -> Floats:
    """Two uncorrelated columns of mean 0 and norm 1."""
    centered = columns - columns.mean(axis=0)
    return np.asarray(np.linalg.qr(centered)[0].T)


def _subscript(number: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(number))


displays.add(
    "CorrelationGridDisplay", CorrelationGridDisplay, "scatter plots with their correlation coefficients"
)
