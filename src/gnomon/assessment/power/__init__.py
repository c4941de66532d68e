"""Before the run: which difference can this design see, and what would it take to see a smaller one?

All answers rest on a guess of how much differences vary: from a `pilot` of two learners, or given as a
standard deviation. `splits` is about the corrected t, `mcnemar` about McNemar's test on a hold-out,
`data_sets` about Wilcoxon's and the sign test over data sets. `needed` holds what they give back.
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
