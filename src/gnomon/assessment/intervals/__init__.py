"""Intervals: plain functions of numbers that give (lower, upper), and the Estimate that holds one.

`means` (z, t, chi-squared, corrected t), `rates` (Wilson and others), `differences` of rates, `areas`
(DeLong), `bootstrap`. Which of them is valid for which design is said in `gnomon.assessment.estimation`.
"""

from gnomon.assessment.intervals.areas import (
    area_bounds,
    auc_error,
    auc_parts,
    delong,
    grouped_auc_error,
)
from gnomon.assessment.intervals.bootstrap import (
    basic,
    bca,
    draws,
    percentile,
    percentile_bootstrap,
    samples,
    studentized,
)
from gnomon.assessment.intervals.critical import (
    Bounds,
    check_level,
    chi_squared_statistic,
    critical_chi_squared,
    critical_t,
    critical_values,
    critical_z,
    t_statistic,
    z_statistic,
)
from gnomon.assessment.intervals.differences import newcombe, tango
from gnomon.assessment.intervals.influence import added_up, auc_pull, influence
from gnomon.assessment.intervals.means import (
    corrected_error,
    corrected_t,
    deviation_interval,
    rows_error,
    rows_t,
    t_interval,
    variance_interval,
    z_interval,
)
from gnomon.assessment.intervals.rates import (
    agresti_coull,
    clopper_pearson,
    effective_rows,
    jeffreys,
    rate_interval,
    wilson,
)
from gnomon.assessment.intervals.result import Estimate, rounded

__all__ = [
    "Bounds",
    "Estimate",
    "added_up",
    "agresti_coull",
    "area_bounds",
    "auc_error",
    "auc_parts",
    "auc_pull",
    "basic",
    "bca",
    "check_level",
    "chi_squared_statistic",
    "clopper_pearson",
    "corrected_error",
    "corrected_t",
    "critical_chi_squared",
    "critical_t",
    "critical_values",
    "critical_z",
    "delong",
    "deviation_interval",
    "draws",
    "effective_rows",
    "grouped_auc_error",
    "influence",
    "jeffreys",
    "newcombe",
    "percentile",
    "percentile_bootstrap",
    "rate_interval",
    "rounded",
    "rows_error",
    "rows_t",
    "samples",
    "studentized",
    "t_interval",
    "t_statistic",
    "tango",
    "variance_interval",
    "wilson",
    "z_interval",
    "z_statistic",
]
