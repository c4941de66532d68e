"""Chi-squared filter: the test statistic of independence of column and target."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.features.select.information import nan_if_constant
from gnomon.probability.association import chi_squared_statistic


def chi_squared(tables: Floats) -> Floats:
    """Chi-squared statistic: sum (observed - expected)² / expected; NaN for a constant column.

    tables: contingency tables (columns, levels, labels). It increases with the number of levels: if columns
    differ in that, `chi_squared_evidence` ranks them better. scikit-learn's `chi2` treats a column as counts;
    its sum over the one-hot columns of the levels equals this.

    >>> chi_squared(np.array([[[30, 10], [10, 30]], [[20, 20], [20, 20]]])).tolist()
    [20.0, 0.0]
    """
    return nan_if_constant(tables, chi_squared_statistic(tables))


def chi_squared_evidence(tables: Floats) -> Floats:
    """-log10 of the chi-squared test's p-value: comparable between columns of different numbers of levels.

    >>> float(chi_squared_evidence(np.array([[[30, 10], [10, 30]]]))[0].round(3))
    5.111
    """
    from scipy.stats import chi2

    n_levels = (tables.sum(axis=2) > 0).sum(axis=1)
    n_labels = (tables.sum(axis=1) > 0).sum(axis=1)
    freedom = np.maximum((n_levels - 1) * (n_labels - 1), 1)
    return np.asarray(-chi2.logsf(chi_squared(tables), freedom) / np.log(10))
