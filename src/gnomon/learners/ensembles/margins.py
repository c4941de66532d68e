"""The distribution of voting margins, and its bound on the generalization error.

Schapire, Freund, Bartlett & Lee (1998), "Boosting the margin".
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class MarginDistribution:
    """Empirical distribution of voting margins, from -1 (all votes wrong) to 1 (all votes right).

    >>> distribution = MarginDistribution.of([0.5, -0.2, 0.1, 0.9])
    >>> distribution.minimum, distribution.cdf(0.1)
    (-0.2, 0.5)
    """

    margins: Floats

    @classmethod
    def of(cls, margins: Any) -> MarginDistribution:
        """The distribution of these margins."""
        values = np.asarray(margins, dtype=np.float64)
        if values.ndim != 1 or values.size == 0 or not (np.abs(values) <= 1 + 1e-9).all():
            raise DataError(f"margins have shape {values.shape}; pass at least one number, each from -1 to 1")
        return cls(np.sort(values))

    @property
    def minimum(self) -> float:
        """The minimum margin."""
        return float(self.margins[0])

    def cdf(self, theta: float) -> float:
        """The fraction of rows with margin at most theta: at 0, of misclassified or tied rows."""
        return float(np.searchsorted(self.margins, theta, side="right") / len(self.margins))

    def bound(self, theta: float, dimension: float, delta: float = 0.05) -> float:
        """cdf(theta) + sqrt((dimension / theta² + ln(1 / delta)) / n).

        The margin bound on the generalization error, which holds with probability 1 - delta up to constants
        and logarithms, so its values are for comparison only. dimension: the VC dimension of the base
        estimators.
        """
        if not (theta > 0 and dimension > 0 and 0 < delta < 1):
            raise ParameterError(
                f"theta={theta!r}, dimension={dimension!r}, delta={delta!r}: the first two must be above 0, "
                "delta above 0 and below 1"
            )
        return self.cdf(theta) + sqrt((dimension / theta**2 + log(1 / delta)) / len(self.margins))

    def frame(self) -> pd.DataFrame:
        """The cumulative distribution: the fraction of rows at or below each margin."""
        import pandas as pd

        values = np.unique(self.margins)
        return pd.DataFrame({"margin": values, "share": [self.cdf(value) for value in values]})

    def __str__(self) -> str:
        return (
            f"margins of {len(self.margins)} rows: minimum {self.minimum:.3f}, median "
            f"{np.median(self.margins):.3f}, {self.cdf(0):.1%} at or below 0"
        )
