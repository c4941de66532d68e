"""The intervals and tests under study, by name: those of Gnomon, and one for comparison."""

from gnomon.assessment.comparison import compare
from gnomon.assessment.estimation import held_out_ratio
from gnomon.assessment.evidence.study import LEVEL
from gnomon.assessment.intervals import Bounds, corrected_t_interval
from gnomon.assessment.predictions import Predictions

SPLITS_ALONE = "corrected t by splits alone"


def interval(method: str, predictions: Predictions, measure: str) -> Bounds:
    """The bounds by a method of `estimate`, or by the corrected t from splits alone.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.k_fold(10))
    >>> [round(bound, 3) for bound in interval(SPLITS_ALONE, predictions, "error")]
    [-0.027, 0.12]
    """
    if method == SPLITS_ALONE:
        return corrected_t_interval(predictions.per_split(measure), held_out_ratio(predictions), LEVEL)
    estimate = predictions.estimate(measure, LEVEL, method=method)
    return estimate.lower, estimate.upper


def p_value(test: str, first: Predictions, second: Predictions, measure: str) -> float:
    """The p-value by a test of `compare`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.k_fold(10))
    >>> p_value("corrected t", predictions, predictions, "error")
    1.0
    """
    return compare(first, second, measure, test=test, level=LEVEL).p
