"""The chi-squared filter: how far a column's counts are from what independence of the target would give."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.features.select.information import unless_flat
from gnomon.probability.association import chi_squared_statistic


def chi_squared(tables: Floats) -> Floats:
    """Sum (count - expected)² / expected over the cells; NaN for a column of one level.

    tables: counts (columns, levels, labels). It grows with the number of levels: where columns differ in
    that, `chi_squared_evidence` ranks them better. scikit-learn's `chi2` reads a column as counts of a word;
    over the 0/1 columns of a column's levels it adds up to this.

    >>> chi_squared(np.array([[[30, 10], [10, 30]], [[20, 20], [20, 20]]])).tolist()
    [20.0, 0.0]
    """
    return unless_flat(tables, chi_squared_statistic(tables))


def chi_squared_evidence(tables: Floats) -> Floats:
    """-log10 p of the chi-squared test: comparable between columns of unlike numbers of levels.

    >>> float(chi_squared_evidence(np.array([[[30, 10], [10, 30]]]))[0].round(3))
    5.111
    """
    from scipy.stats import chi2

    n_levels = (tables.sum(axis=2) > 0).sum(axis=1)
    n_labels = (tables.sum(axis=1) > 0).sum(axis=1)
    freedom = np.maximum((n_levels - 1) * (n_labels - 1), 1)
    return np.asarray(-chi2.logsf(chi_squared(tables), freedom) / np.log(10))
