"""Interval methods of `estimate` by name, from Predictions; each raises an error where it is not valid.

`splits` uses the variance between splits, `rows` that between rows, `areas` that of AUC; `bootstraps`
resamples the held-out rows. `gnomon.assessment.estimation` chooses between them.
"""

from gnomon.assessment.interval_methods.areas import auc_by_influence, delong
from gnomon.assessment.interval_methods.bootstraps import bootstrap_procedure
from gnomon.assessment.interval_methods.procedure import IntervalOptions, IntervalResult, Procedure
from gnomon.assessment.interval_methods.rows import bayle_procedure, rate_procedure, rows_t
from gnomon.assessment.interval_methods.splits import (
    corrected_t,
    normal_z,
    repeats_t,
    student_t,
)
from gnomon.assessment.validity import REPEATS

__all__ = ["METHODS", "IntervalOptions", "IntervalResult", "Procedure"]

METHODS: dict[str, Procedure] = {
    "corrected t": corrected_t,
    REPEATS: repeats_t,
    "t": student_t,
    "z": normal_z,
    "wilson": rate_procedure("wilson"),
    "clopper-pearson": rate_procedure("clopper-pearson"),
    "jeffreys": rate_procedure("jeffreys"),
    "agresti-coull": rate_procedure("agresti-coull"),
    "rows t": rows_t,
    "bayle": bayle_procedure("all pairs"),
    "bayle within folds": bayle_procedure("within folds"),
    "delong": delong,
    "influence": auc_by_influence,
    "bootstrap": bootstrap_procedure("percentile"),
    "basic bootstrap": bootstrap_procedure("basic"),
    "bca bootstrap": bootstrap_procedure("bca"),
    "studentized bootstrap": bootstrap_procedure("studentized"),
}
