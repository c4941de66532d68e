"""The intervals that `estimate` knows by name, from Predictions; each refuses what it is not valid for.

`splits` reads the spread between splits, `rows` that between rows, `areas` the ranks, `bootstraps` draws the
held-out rows again. The choice between them is made in `gnomon.assessment.estimation`.
"""

from gnomon.assessment.interval_methods.areas import by_influence, by_ranks
from gnomon.assessment.interval_methods.asked import Asked, Found, Procedure
from gnomon.assessment.interval_methods.bootstraps import bootstrap_procedure
from gnomon.assessment.interval_methods.rows import bayle_procedure, rate_procedure, rows_student
from gnomon.assessment.interval_methods.splits import (
    corrected_student,
    normal,
    repeats_student,
    student,
)
from gnomon.assessment.validity import REPEATS

__all__ = ["METHODS", "Asked", "Found", "Procedure"]

METHODS: dict[str, Procedure] = {
    "corrected t": corrected_student,
    REPEATS: repeats_student,
    "t": student,
    "z": normal,
    "wilson": rate_procedure("wilson"),
    "clopper-pearson": rate_procedure("clopper-pearson"),
    "jeffreys": rate_procedure("jeffreys"),
    "agresti-coull": rate_procedure("agresti-coull"),
    "rows t": rows_student,
    "bayle": bayle_procedure("all pairs"),
    "bayle within folds": bayle_procedure("within folds"),
    "delong": by_ranks,
    "influence": by_influence,
    "bootstrap": bootstrap_procedure("percentile"),
    "basic bootstrap": bootstrap_procedure("basic"),
    "bca bootstrap": bootstrap_procedure("bca"),
    "studentized bootstrap": bootstrap_procedure("studentized"),
}
