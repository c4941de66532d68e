"""Paired tests by name, and the "auto" test that is valid for the design."""

from collections.abc import Callable
from functools import partial

from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.paired import over_rows, over_splits
from gnomon.assessment.paired.pair_result import Options, PairResult, of_student
from gnomon.assessment.paired.spread import spreads, widest
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.validity import REPEATS
from gnomon.errors import ParameterError

Procedure = Callable[[Predictions, Predictions, Measure, Options], PairResult]


def paired_test(a: Predictions, b: Predictions, measure: Measure, test: str, options: Options) -> PairResult:
    """The result of the paired test of this name.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> a = gn.resample(gn.load("iris"), DummyClassifier(), gn.hold_out(0.5))
    >>> paired_test(a, a, find_measure("accuracy"), "mcnemar exact", Options(0.95)).p
    1.0
    """
    if test not in TESTS:
        raise ParameterError(f"test={test!r}: it must be one of {', '.join(map(repr, TESTS))}")
    return TESTS[test](a, b, measure, options)


def _by_design(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    candidates = spreads([a, b], measure)
    return of_student(a, b, measure, candidates[int(widest(candidates)[0])], options.level)


TESTS: dict[str, Procedure] = {
    "auto": _by_design,
    "corrected t": over_splits.corrected_t,
    REPEATS: partial(over_splits.corrected_t, method=REPEATS),
    "paired t": over_splits.paired_t,
    "bayes": over_splits.corrected_t,
    "5x2cv t": over_splits.dietterich_t,
    "5x2cv F": over_splits.alpaydin_f,
    "rows t": over_rows.rows_t,
    "mcnemar": over_rows.compare_by_mcnemar,
    "mcnemar exact": partial(over_rows.compare_by_mcnemar, variant="exact"),
    "mcnemar chi-squared": partial(over_rows.compare_by_mcnemar, variant="chi-squared"),
    "permutation": over_rows.permutation,
    "bootstrap": over_rows.bootstrap,
    "delong": over_rows.delong,
    "wilcoxon": over_rows.signed_rank,
    "sign": over_rows.sign,
}
