"""Decision regions in the plane: predictions on a grid, and the decision boundary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_array

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Regions:
    """Decision regions: the predicted class at each grid point, predicted[i, j] at (x1[j], x2[i])."""

    x1: Floats
    x2: Floats
    predicted: Array

    def frame(self) -> pd.DataFrame:
        """One row per grid point: x1, x2, predicted."""
        import pandas as pd

        across, up = np.meshgrid(self.x1, self.x2)
        return pd.DataFrame({"x1": across.ravel(), "x2": up.ravel(), "predicted": self.predicted.ravel()})

    def border(self) -> pd.DataFrame:
        """Points of the decision boundary: midpoints of adjacent grid points that differ in class."""
        import pandas as pd

        aside = np.argwhere(self.predicted[:, 1:] != self.predicted[:, :-1])
        above = np.argwhere(self.predicted[1:] != self.predicted[:-1])
        middle_1, middle_2 = (self.x1[1:] + self.x1[:-1]) / 2, (self.x2[1:] + self.x2[:-1]) / 2
        points = np.concatenate(
            [
                np.column_stack([middle_1[aside[:, 1]], self.x2[aside[:, 0]]]),
                np.column_stack([self.x1[above[:, 1]], middle_2[above[:, 0]]]),
            ]
        )
        return pd.DataFrame(points, columns=["x1", "x2"])

    def __str__(self) -> str:
        classes, counts = np.unique(self.predicted, return_counts=True)
        shares = ", ".join(
            f"{name} {100 * n / counts.sum():.0f} %" for name, n in zip(classes, counts, strict=True)
        )
        return f"{len(self.x1)} x {len(self.x2)} points: {shares}"


def decision_regions(model: Any, X: Any, *, steps: int = 200, margin: float = 0.1) -> Regions:
    """Decision regions of a classifier: its predictions on a grid over two columns.

    model: a fitted classifier of two columns. X: the rows that the grid covers. steps: grid points per
    column. margin: how far the grid extends beyond X on each side, as a fraction of the range.

    >>> import gnomon as gn
    >>> rows = [[0.0, 0.0], [2.0, 0.0]]
    >>> print(decision_regions(gn.KNeighborsClassifier(1).fit(rows, ["a", "b"]), rows, steps=10))
    10 x 10 points: a 50 %, b 50 %
    """
    table = check_array(X, dtype=np.float64)
    if table.shape[1] != 2:
        raise DataError(
            f"X has {table.shape[1]} columns; decision regions need 2, so select or project columns"
        )
    if steps < 2 or not margin >= 0:
        raise ParameterError(
            f"steps={steps}, margin={margin}: pass at least 2 steps and a nonnegative margin"
        )
    low, high = table.min(axis=0), table.max(axis=0)
    padding = margin * np.where(high > low, high - low, 1.0)
    x1, x2 = (np.linspace(low[c] - padding[c], high[c] + padding[c], steps) for c in (0, 1))
    grid = np.column_stack([each.ravel() for each in np.meshgrid(x1, x2)])
    return Regions(x1, x2, np.asarray(model.predict(grid)).reshape(steps, steps))
