"""The effect of the soft-margin parameter C: margin, slacks, errors and support vectors over a grid of C."""

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
class CostPath:
    """Support vector machines over a grid of C: the support table of each."""

    C: list[float]
    tables: list[SupportTable]

    def frame(self) -> pd.DataFrame:
        """One row per C: margin, training errors, sum of slacks, support vectors, bounded ones."""
        import pandas as pd

        return pd.DataFrame(
            {
                "C": self.C,
                "margin": [table.decision.margin for table in self.tables],
                "errors": [int(table.is_wrong.sum()) for table in self.tables],
                "slack": [float(table.slack.sum()) for table in self.tables],
                "support": [int(table.is_support.sum()) for table in self.tables],
                "bounded": [int(table.is_bounded.sum()) for table in self.tables],
            }
        )

    def __str__(self) -> str:
        return str(self.frame().to_string(index=False))


def cost_path(learner: Any, X: Any, y: Any, C: Sequence[float]) -> CostPath:
    """Fit a support vector classifier of two classes at each C; a larger C trades margin for fewer slacks.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    >>> print(cost_path(SVC(kernel="linear"), X, y, [0.1, 10.0]).frame().round(2).to_string(index=False))
       C  margin  errors  slack  support  bounded
     0.1     2.5       0    0.8        4        2
    10.0     1.5       0    0.0        2        0
    """
    values = [float(value) for value in C]
    if not values or not min(values) > 0 or np.isnan(values).any():
        raise ParameterError(f"cost_path(C={C!r}): pass one value or more, all positive")
    tables = [support_table(clone(learner).set_params(C=value).fit(X, y), X, y) for value in values]
    return CostPath(values, tables)
