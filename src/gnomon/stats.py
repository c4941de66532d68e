"""Statistics: intervals, significance tests, power, bootstrap estimates and summaries of samples.

`Predictions.estimate` and `gn.compare` choose among these by the resampling design; here each is a function.

Confidence intervals of means and variances (z, t, chi-squared)
    `z_interval`, `t_interval`, `corrected_t_interval`, `rows_t_interval`, `variance_interval`,
    `deviation_interval`, `median_interval`, `pseudo_median_interval`
Confidence intervals of proportions, differences and AUC
    `wilson_interval`, `clopper_pearson_interval`, `jeffreys_interval`, `agresti_coull_interval`,
    `newcombe_interval`, `tango_interval`, `mcnemar_interval`, `two_proportions_interval`,
    `five_by_two_t_interval`, `five_by_two_f_interval`, `delong_interval`
Bootstrap intervals
    `percentile_bootstrap`, `percentile_interval`, `basic_bootstrap_interval`, `bca_interval`,
    `studentized_bootstrap_interval`
Critical values and test statistics
    `critical_z`, `critical_t`, `critical_chi_squared`, `critical_values`, `critical_difference`,
    `z_statistic`, `t_statistic`, `variance_chi_squared`
Paired tests of two learners (hypothesis tests, significance tests)
    `paired_t_test`, `corrected_t_test`, `five_by_two_t_test`, `five_by_two_f_test`, `mcnemar_test`,
    `wilcoxon_test`, `sign_test`, `sign_flip_test`, `prediction_swap_test`, `paired_bootstrap`,
    `two_proportions_test`, `two_means_test`, `permutation_test_against_chance`, `compare_5x2cv`,
    `repeat_statistics`
Tests of many learners over data sets (Friedman, Nemenyi)
    `compare_over_data_sets`, `friedman_test`, `iman_davenport_test`, `nemenyi_test`, `adjust_p_values`
Bayesian tests (region of practical equivalence, ROPE)
    `bayesian_correlated_t_test`, `bayesian_sign_test`, `bayesian_signed_rank_test`
Power and sample size
    `plan_comparison`, `forecast_power`, `repeats_needed`, `rows_needed`, `data_sets_needed`,
    `mcnemar_rows_needed`, `corrected_t_power`, `corrected_t_detectable`, `wilcoxon_power`, `sign_power`,
    `mcnemar_power`, `sd_of_difference`
Bootstrap and nested estimates of a score (optimism correction)
    `all_rows_bootstrap`, `out_of_bag_bootstrap`, `bootstrap_632`, `bootstrap_632_plus`,
    `optimism_corrected_bootstrap`, `bbc_cv`, `tibshirani_bias_correction`, `nested_cv_interval`
Bias-variance decompositions
    `bias_variance_each`, `bias_variance_of`, `bias_variance_of_squared_error`, `bias_variance_of_brier`,
    `bias_variance_of_log_loss`, `bias_variance_of_zero_one`, `bias_variance_of_cost`
Descriptive statistics (location, spread, shape, quantiles)
    `describe`, `mean`, `median`, `mode`, `midrange`, `value_range`, `variance`, `standard_deviation`,
    `central_moment`, `skewness`, `kurtosis`, `percentile`, `quartiles`, `deciles`, `interquantile_range`,
    `cumulative_distribution`, `column_association`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.bias_variance.cost import bias_variance_of_cost
from gnomon.assessment.bias_variance.decomposing import bias_variance_each, bias_variance_of
from gnomon.assessment.bias_variance.log_loss import bias_variance_of_log_loss
from gnomon.assessment.bias_variance.squared import bias_variance_of_brier, bias_variance_of_squared_error
from gnomon.assessment.bias_variance.zero_one import bias_variance_of_zero_one
from gnomon.assessment.comparing.ranking import compare_over_data_sets
from gnomon.assessment.comparison import compare_5x2cv
from gnomon.assessment.intervals.areas import delong_interval
from gnomon.assessment.intervals.bootstrap import (
    basic_bootstrap_interval,
    bca_interval,
    percentile_bootstrap,
    percentile_interval,
    studentized_bootstrap_interval,
)
from gnomon.assessment.intervals.critical import (
    critical_chi_squared,
    critical_t,
    critical_values,
    critical_z,
    t_statistic,
    variance_chi_squared,
    z_statistic,
)
from gnomon.assessment.intervals.differences import newcombe_interval, tango_interval
from gnomon.assessment.intervals.means import (
    corrected_t_interval,
    deviation_interval,
    rows_t_interval,
    t_interval,
    variance_interval,
    z_interval,
)
from gnomon.assessment.intervals.rates import (
    agresti_coull_interval,
    clopper_pearson_interval,
    jeffreys_interval,
    wilson_interval,
)
from gnomon.assessment.power.data_sets import data_sets_needed, sign_power, wilcoxon_power
from gnomon.assessment.power.mcnemar import mcnemar_power, mcnemar_rows_needed
from gnomon.assessment.power.pilot import plan_comparison
from gnomon.assessment.power.splits import (
    corrected_t_detectable,
    corrected_t_power,
    repeats_needed,
    rows_needed,
    sd_of_difference,
)
from gnomon.assessment.refitting.nested_interval import nested_cv_interval
from gnomon.assessment.refitting.optimism import (
    all_rows_bootstrap,
    bootstrap_632,
    bootstrap_632_plus,
    optimism_corrected_bootstrap,
    out_of_bag_bootstrap,
)
from gnomon.assessment.refitting.selection_bias import bbc_cv, tibshirani_bias_correction
from gnomon.assessment.repeats import repeat_statistics
from gnomon.assessment.significance.bayesian import (
    bayesian_correlated_t_test,
    bayesian_sign_test,
    bayesian_signed_rank_test,
)
from gnomon.assessment.significance.bootstrap import paired_bootstrap
from gnomon.assessment.significance.chance import permutation_test_against_chance
from gnomon.assessment.significance.corrections import adjust_p_values
from gnomon.assessment.significance.differences import corrected_t_test, paired_t_test
from gnomon.assessment.significance.five_by_two import (
    five_by_two_f_interval,
    five_by_two_f_test,
    five_by_two_t_interval,
    five_by_two_t_test,
)
from gnomon.assessment.significance.friedman import friedman_test, iman_davenport_test
from gnomon.assessment.significance.mcnemar import mcnemar_interval, mcnemar_test
from gnomon.assessment.significance.permutation import prediction_swap_test, sign_flip_test
from gnomon.assessment.significance.proportions import (
    two_means_test,
    two_proportions_interval,
    two_proportions_test,
)
from gnomon.assessment.significance.rank_differences import critical_difference, nemenyi_test
from gnomon.assessment.significance.sign import median_interval, sign_test
from gnomon.assessment.significance.signed_rank import pseudo_median_interval, wilcoxon_test
from gnomon.experiments.power import forecast_power
from gnomon.features.association import column_association
from gnomon.features.cumulative import cumulative_distribution
from gnomon.features.quantiles import deciles, interquantile_range, percentile, quartiles
from gnomon.features.statistics import (
    central_moment,
    describe,
    kurtosis,
    mean,
    median,
    midrange,
    mode,
    skewness,
    standard_deviation,
    value_range,
    variance,
)
from gnomon.public_attributes import public_attributes

__all__ = [
    "adjust_p_values",
    "agresti_coull_interval",
    "all_rows_bootstrap",
    "basic_bootstrap_interval",
    "bayesian_correlated_t_test",
    "bayesian_sign_test",
    "bayesian_signed_rank_test",
    "bbc_cv",
    "bca_interval",
    "bias_variance_each",
    "bias_variance_of",
    "bias_variance_of_brier",
    "bias_variance_of_cost",
    "bias_variance_of_log_loss",
    "bias_variance_of_squared_error",
    "bias_variance_of_zero_one",
    "bootstrap_632",
    "bootstrap_632_plus",
    "central_moment",
    "clopper_pearson_interval",
    "column_association",
    "compare_5x2cv",
    "compare_over_data_sets",
    "corrected_t_detectable",
    "corrected_t_interval",
    "corrected_t_power",
    "corrected_t_test",
    "critical_chi_squared",
    "critical_difference",
    "critical_t",
    "critical_values",
    "critical_z",
    "cumulative_distribution",
    "data_sets_needed",
    "deciles",
    "delong_interval",
    "describe",
    "deviation_interval",
    "five_by_two_f_interval",
    "five_by_two_f_test",
    "five_by_two_t_interval",
    "five_by_two_t_test",
    "forecast_power",
    "friedman_test",
    "iman_davenport_test",
    "interquantile_range",
    "jeffreys_interval",
    "kurtosis",
    "mcnemar_interval",
    "mcnemar_power",
    "mcnemar_rows_needed",
    "mcnemar_test",
    "mean",
    "median",
    "median_interval",
    "midrange",
    "mode",
    "nemenyi_test",
    "nested_cv_interval",
    "newcombe_interval",
    "optimism_corrected_bootstrap",
    "out_of_bag_bootstrap",
    "paired_bootstrap",
    "paired_t_test",
    "percentile",
    "percentile_bootstrap",
    "percentile_interval",
    "permutation_test_against_chance",
    "plan_comparison",
    "prediction_swap_test",
    "pseudo_median_interval",
    "quartiles",
    "repeat_statistics",
    "repeats_needed",
    "rows_needed",
    "rows_t_interval",
    "sd_of_difference",
    "sign_flip_test",
    "sign_power",
    "sign_test",
    "skewness",
    "standard_deviation",
    "studentized_bootstrap_interval",
    "t_interval",
    "t_statistic",
    "tango_interval",
    "tibshirani_bias_correction",
    "two_means_test",
    "two_proportions_interval",
    "two_proportions_test",
    "value_range",
    "variance",
    "variance_chi_squared",
    "variance_interval",
    "wilcoxon_power",
    "wilcoxon_test",
    "wilson_interval",
    "z_interval",
    "z_statistic",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
