"""Confidence intervals: plain functions of numbers that return (lower, upper), and the Estimate with one.

`means` (z, t, chi-squared, corrected t), `rates` (Wilson and others), `differences` of rates, `areas`
(DeLong), `bootstrap`. `gnomon.assessment.estimation` states which of them is valid for which design.
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
from gnomon.assessment.intervals.influence import auc_influence, influence, sum_by_unit
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
    "agresti_coull_interval",
    "area_bounds",
    "auc_error",
    "auc_influence",
    "auc_parts",
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
    "sum_by_unit",
    "t_interval",
    "t_statistic",
    "tango_interval",
    "variance_chi_squared",
    "variance_interval",
    "wilson_interval",
    "z_interval",
    "z_statistic",
]
