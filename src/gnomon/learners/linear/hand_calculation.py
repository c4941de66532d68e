"""Simple linear regression step by step: the table of products, its means, and the two normal equations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class SimpleRegression:
    """Simple linear regression t = w0 + w1 x by the means of x, t, x t, x²; see `simple_linear_regression`.

    x, t: the rows. weight: sample weights.
    """

    x: Floats
    t: Floats
    weight: Floats

    @property
    def means(self) -> dict[str, float]:
        """The means of x, t, x t and x², the sufficient statistics of the fit.

        >>> means = simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2]).means
        >>> {name: round(mean, 4) for name, mean in means.items()}
        {'x': 3.0, 't': 11.1, 'x t': 41.5667, 'x²': 11.6667}
        """
        columns = {"x": self.x, "t": self.t, "x t": self.x * self.t, "x²": self.x**2}
        return {name: self._mean(column) for name, column in columns.items()}

    @property
    def line(self) -> tuple[float, float]:
        """Intercept and slope (w0, w1), the solution of the normal equations.

        w1 = (mean(x t) - mean(x) mean(t)) / (mean(x²) - mean(x)²) and w0 = mean(t) - w1 mean(x).

        >>> [round(w, 9) for w in simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2]).line]
        [1.8, 3.1]
        """
        # Centered, where the same differences do not cancel.
        middle, height = self._mean(self.x), self._mean(self.t)
        spread = self._mean((self.x - middle) ** 2)
        if spread == 0:
            raise DataError(
                f"every x is {middle:g}, so any slope fits; pass two distinct values of x or more"
            )
        slope = self._mean((self.x - middle) * (self.t - height)) / spread
        return height - slope * middle, slope

    def loss(self, w0: float, w1: float) -> float:
        """The mean squared error of any line.

        >>> round(simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2]).loss(1.8, 3.1), 9)
        0.02
        """
        return self._mean((self.t - w0 - w1 * self.x) ** 2)

    def slopes(self, w0: float, w1: float) -> tuple[float, float]:
        """The partial derivatives of the loss by w0 and by w1 (gradient), both zero at the minimum.

        >>> simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2]).slopes(0.0, 0.0)
        (-22.2, -83.13333333333334)
        """
        residual = w0 + w1 * self.x - self.t
        return 2 * self._mean(residual), 2 * self._mean(self.x * residual)

    def curvatures(self) -> tuple[float, float]:
        """The second partial derivatives by w0 and by w1: 2 and 2 mean(x²), both positive, so a minimum.

        >>> simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2]).curvatures()
        (2.0, 23.333333333333332)
        """
        return 2.0, 2 * self._mean(self.x**2)

    def frame(self) -> pd.DataFrame:
        """The calculation table: x, t, x t and x² of each row, and their means below.

        >>> simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2]).frame().round(2)
                x     t    x t     x²
        0     1.0   4.8   4.80   1.00
        1     3.0  11.3  33.90   9.00
        2     5.0  17.2  86.00  25.00
        mean  3.0  11.1  41.57  11.67
        """
        import pandas as pd

        table = pd.DataFrame({"x": self.x, "t": self.t, "x t": self.x * self.t, "x²": self.x**2})
        table.index = table.index.astype(object)
        table.loc["mean"] = self.means
        return table

    def __str__(self) -> str:
        w0, w1 = self.line
        return f"{self.frame().to_string()}\n\nt = {w0:g} {'-' if w1 < 0 else '+'} {abs(w1):g} x"

    def _mean(self, column: Floats) -> float:
        return float(np.average(column, weights=self.weight))


def simple_linear_regression(x: Any, t: Any, weight: Any = None) -> SimpleRegression:
    """Simple linear regression (least-squares line) through rows (x, t), step by step.

    >>> simple_linear_regression([0.0, 2.0], [1.0, 5.0]).line
    (1.0, 2.0)
    """
    columns = [np.asarray(each, dtype=np.float64) for each in (x, t)]
    weights = np.ones_like(columns[0]) if weight is None else np.asarray(weight, dtype=np.float64)
    shapes = {each.shape for each in (*columns, weights)}
    if len(shapes) > 1 or columns[0].ndim != 1 or len(columns[0]) == 0:
        raise DataError(
            f"x, t and weight must be lists of numbers of the same length; their shapes are {shapes}"
        )
    if not all(np.isfinite(each).all() for each in (*columns, weights)):
        raise DataError(
            "x, t and weight must be finite, and some value is infinite or missing; drop that row"
        )
    if (weights < 0).any() or not weights.any():
        raise DataError("weights must be nonnegative, with at least one positive")
    return SimpleRegression(columns[0], columns[1], weights)
