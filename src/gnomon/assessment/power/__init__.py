"""Statistical power and sample size of comparisons: minimum detectable difference and rows needed.

All results assume a standard deviation of the differences, estimated from a `pilot` of two learners or passed
as a number. `splits` is about the corrected t-test, `mcnemar` about McNemar's test on a hold-out,
`data_sets` about the Wilcoxon and sign tests over data sets. `needed` holds the result class.
"""

from gnomon.assessment.power.data_sets import data_sets_needed, sign_power, wilcoxon_power
from gnomon.assessment.power.mcnemar import mcnemar_power, mcnemar_rows_needed
from gnomon.assessment.power.needed import Needed
from gnomon.assessment.power.pilot import Outlook, plan_comparison
from gnomon.assessment.power.splits import (
    corrected_t_detectable,
    corrected_t_power,
    repeats_needed,
    rows_needed,
    sd_of_difference,
)

__all__ = [
    "Needed",
    "Outlook",
    "corrected_t_detectable",
    "corrected_t_power",
    "data_sets_needed",
    "mcnemar_power",
    "mcnemar_rows_needed",
    "plan_comparison",
    "repeats_needed",
    "rows_needed",
    "sd_of_difference",
    "sign_power",
    "wilcoxon_power",
]
