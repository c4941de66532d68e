"""Intervals: plain functions of numbers that give (lower, upper), and the Estimate that holds one.

`means` (z, t, chi-squared, corrected t), `rates` (Wilson and others), `differences` of rates, `areas`
(DeLong), `bootstrap`. Which of them is valid for which design is said in `gnomon.assessment.estimation`.
"""

from gnomon.assessment.intervals.areas import (
    area_bounds,
    auc_error,
    auc_parts,
    delong_interval,
    grouped_auc_error,
)
from gnomon.assessment.intervals.bootstrap import (
    basic_bootstrap_interval,
    bca_interval,
    draws,
    percentile_bootstrap,
    percentile_interval,
    samples,
    studentized_bootstrap_interval,
)
from gnomon.assessment.intervals.critical import (
    Bounds,
    check_level,
    critical_chi_squared,
    critical_t,
    critical_values,
    critical_z,
    t_statistic,
    variance_chi_squared,
    z_statistic,
)
from gnomon.assessment.intervals.differences import newcombe_interval, tango_interval
from gnomon.assessment.intervals.influence import added_up, auc_pull, influence
from gnomon.assessment.intervals.means import (
    corrected_error,
    corrected_t_interval,
    deviation_interval,
    rows_error,
    rows_t_interval,
    t_interval,
    variance_interval,
    z_interval,
)
from gnomon.assessment.intervals.rates import (
    agresti_coull_interval,
    clopper_pearson_interval,
    effective_rows,
    jeffreys_interval,
    rate_interval,
    wilson_interval,
)
from gnomon.assessment.intervals.result import Estimate, rounded

__all__ = [
    "Bounds",
    "Estimate",
    "added_up",
    "agresti_coull_interval",
    "area_bounds",
    "auc_error",
    "auc_parts",
    "auc_pull",
    "basic_bootstrap_interval",
    "bca_interval",
    "check_level",
    "clopper_pearson_interval",
    "corrected_error",
    "corrected_t_interval",
    "critical_chi_squared",
    "critical_t",
    "critical_values",
    "critical_z",
    "delong_interval",
    "deviation_interval",
    "draws",
    "effective_rows",
    "grouped_auc_error",
    "influence",
    "jeffreys_interval",
    "newcombe_interval",
    "percentile_bootstrap",
    "percentile_interval",
    "rate_interval",
    "rounded",
    "rows_error",
    "rows_t_interval",
    "samples",
    "studentized_bootstrap_interval",
    "t_interval",
    "t_statistic",
    "tango_interval",
    "variance_chi_squared",
    "variance_interval",
    "wilson_interval",
    "z_interval",
    "z_statistic",
]
