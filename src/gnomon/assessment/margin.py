"""The default equivalence margin (ROPE): the largest difference that is negligible in practice.

It is in the units of the measure, and shrinks as the better score approaches the best possible value, where a
small difference is a large fraction of the remaining errors (AUC 0.995 to 0.999 removes four fifths of them).
For bounded measures (accuracy, AUC, R²) the margin is a twentieth of the distance to the best value, at most
0.01: the 1 % of accuracy of Benavoli et al. (2017) wherever the error is 20 % or more. For unbounded errors
(RMSE, log loss) the margin is 1 % of the better score.
"""

from math import isfinite

from gnomon.assessment.measures.facts import Measure

MAX_MARGIN = 0.01
FRACTION_OF_DISTANCE = 0.05
FRACTION_OF_ERROR = 0.01


def equivalence_margin(measure: Measure, first: float, second: float) -> float:
    """The equivalence margin for two scores, symmetric in them.

    >>> from gnomon.metrics import find_measure
    >>> accuracy, rmse = find_measure("accuracy"), find_measure("root_mean_squared_error")
    >>> [round(equivalence_margin(accuracy, *pair), 6) for pair in ((0.7, 0.8), (0.99, 0.98), (1.0, 0.9))]
    [0.01, 0.0005, 0.0]
    >>> equivalence_margin(rmse, 200.0, 250.0)
    2.0
    """
    better = max(first, second) if measure.sign > 0 else min(first, second)
    low, high = measure.range
    best = high if measure.sign > 0 else low
    if (measure.sign > 0 and isfinite(high)) or (isfinite(low) and isfinite(high)):
        return min(MAX_MARGIN, FRACTION_OF_DISTANCE * abs(best - better))
    return FRACTION_OF_ERROR * abs(better)


def margin_in_words(measure: Measure) -> str:
    """The rule of the equivalence margin in words, for a report.

    >>> from gnomon.metrics import find_measure
    >>> margin_in_words(find_measure("auc"))
    'a twentieth of the distance from the better score to the best possible value, at most 0.01'
    """
    if (measure.sign > 0 and isfinite(measure.range[1])) or all(map(isfinite, measure.range)):
        return (
            "a twentieth of the distance from the better score to the best possible value, at most "
            f"{MAX_MARGIN:g}"
        )
    return "1 % of the better score"
