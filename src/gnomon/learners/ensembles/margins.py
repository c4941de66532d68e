"""The distribution of voting margins, and the bound on the error of new rows that it gives.

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
    """Margins in increasing order, from -1 (every vote against the truth) to 1 (every vote for it).

    >>> found = MarginDistribution.of([0.5, -0.2, 0.1, 0.9])
    >>> found.minimum, found.share_at_most(0.1)
    (-0.2, 0.5)
    """

    margins: Floats

    @classmethod
    def of(cls, margins: Any) -> MarginDistribution:
        """The distribution of these margins."""
        given = np.asarray(margins, dtype=np.float64)
        if given.ndim != 1 or given.size == 0 or not (np.abs(given) <= 1 + 1e-9).all():
            raise DataError(f"margins have shape {given.shape}; give at least one number, each from -1 to 1")
        return cls(np.sort(given))

    @property
    def minimum(self) -> float:
        """The least margin."""
        return float(self.margins[0])

    def share_at_most(self, theta: float) -> float:
        """The share of rows whose margin is theta or less: at 0, of rows that are wrong or tied."""
        return float(np.searchsorted(self.margins, theta, side="right") / len(self.margins))

    def bound(self, theta: float, dimension: float, delta: float = 0.05) -> float:
        """share_at_most(theta) + sqrt((dimension / theta² + ln(1 / delta)) / n).

        The shape of the bound on the error of new rows, which holds with probability 1 - delta up to factors
        that the theorem leaves open, so that its values compare settings and promise nothing. dimension: the
        VC dimension of the models that vote.
        """
        if not (theta > 0 and dimension > 0 and 0 < delta < 1):
            raise ParameterError(
                f"theta={theta!r}, dimension={dimension!r}, delta={delta!r}: the first two must be above 0, "
                "delta above 0 and below 1"
            )
        return self.share_at_most(theta) + sqrt((dimension / theta**2 + log(1 / delta)) / len(self.margins))

    def frame(self) -> pd.DataFrame:
        """The share of rows at or below each margin, ready to draw."""
        import pandas as pd

        values = np.unique(self.margins)
        return pd.DataFrame({"margin": values, "share": [self.share_at_most(value) for value in values]})

    def __str__(self) -> str:
        return (
            f"margins of {len(self.margins)} rows: least {self.minimum:.3f}, median "
            f"{np.median(self.margins):.3f}, {self.share_at_most(0):.1%} at or below 0"
        )
