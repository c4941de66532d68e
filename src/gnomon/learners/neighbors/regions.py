"""Decision regions in the plane: a grid of points classified, and the border between the classes."""

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
    """What a classifier says of each point of a grid: predicted[i, j] at (x1[j], x2[i])."""

    x1: Floats
    x2: Floats
    predicted: Array

    def frame(self) -> pd.DataFrame:
        """One row a point: x1, x2, predicted."""
        import pandas as pd

        across, up = np.meshgrid(self.x1, self.x2)
        return pd.DataFrame({"x1": across.ravel(), "x2": up.ravel(), "predicted": self.predicted.ravel()})

    def border(self) -> pd.DataFrame:
        """The middle of each pair of neighboring points of the grid that differ in class: x1, x2."""
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
    """Classify a grid over two columns, wider than the rows X by a share `margin` on each side.

    model: any fitted classifier of two columns.

    >>> import gnomon as gn
    >>> rows = [[0.0, 0.0], [2.0, 0.0]]
    >>> print(decision_regions(gn.KNeighborsClassifier(1).fit(rows, ["a", "b"]), rows, steps=10))
    10 x 10 points: a 50 %, b 50 %
    """
    table = check_array(X, dtype=np.float64)
    if table.shape[1] != 2:
        raise DataError(
            f"X has {table.shape[1]} columns; regions are drawn over 2, so choose or project them"
        )
    if steps < 2 or not margin >= 0:
        raise ParameterError(
            f"steps={steps}, margin={margin}: give 2 steps or more, and a margin of at least 0"
        )
    low, high = table.min(axis=0), table.max(axis=0)
    room = margin * np.where(high > low, high - low, 1.0)
    x1, x2 = (np.linspace(low[c] - room[c], high[c] + room[c], steps) for c in (0, 1))
    grid = np.column_stack([each.ravel() for each in np.meshgrid(x1, x2)])
    return Regions(x1, x2, np.asarray(model.predict(grid)).reshape(steps, steps))
