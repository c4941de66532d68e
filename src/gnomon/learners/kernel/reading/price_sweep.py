"""What the price C does: margin, slacks, errors and support vectors of one machine over a range of prices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.errors import ParameterError
from gnomon.learners.kernel.reading.support_table import SupportTable, support_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class PriceSweep:
    """The training rows of two classes as the machine of each price sees them."""

    prices: list[float]
    tables: list[SupportTable]

    def frame(self) -> pd.DataFrame:
        """One line a price: C, margin, training errors, sum of slacks, support vectors, bounded ones."""
        import pandas as pd

        return pd.DataFrame(
            {
                "C": self.prices,
                "margin": [table.machine.margin for table in self.tables],
                "errors": [int(table.is_wrong.sum()) for table in self.tables],
                "slack": [float(table.slack.sum()) for table in self.tables],
                "support": [int(table.is_support.sum()) for table in self.tables],
                "bounded": [int(table.is_bounded.sum()) for table in self.tables],
            }
        )

    def __str__(self) -> str:
        return str(self.frame().to_string(index=False))


def cost_path(learner: Any, X: Any, y: Any, prices: Sequence[float]) -> PriceSweep:
    """Fit a support vector classifier of two classes at each price; a larger C buys fewer slacks with margin.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    >>> print(cost_path(SVC(kernel="linear"), X, y, [0.1, 10.0]).frame().round(2).to_string(index=False))
       C  margin  errors  slack  support  bounded
     0.1     2.5       0    0.8        4        2
    10.0     1.5       0    0.0        2        0
    """
    chosen = [float(price) for price in prices]
    if not chosen or not min(chosen) > 0 or np.isnan(chosen).any():
        raise ParameterError(f"price_sweep(prices={prices!r}): give one price or more, all above 0")
    tables = [support_table(clone(learner).set_params(C=price).fit(X, y), X, y) for price in chosen]
    return PriceSweep(chosen, tables)
