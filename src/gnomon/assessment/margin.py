"""The equivalence margin: up to which size a difference between two learners does not matter in practice.

It is in the units of the measure, and shrinks as the better of the two nears the best possible value: there a
small difference is a large share of the errors that are left (from AUC 0.995 to 0.999 it is four errors in
five). Where a measure has a best value of 1 (accuracy, AUC, R²), or an error a largest one, the margin is a
twentieth of what is missing to the best, and at most 0.01: that is the 1 % of accuracy of Benavoli et al.
(2017) wherever the error is 20 % or more. Errors without bounds (RMSE, log loss) have no scale but their own
size, and the margin is 1 % of the better one.
"""

from math import isfinite

from gnomon.assessment.measures.facts import Measure

LARGEST = 0.01
SHARE_OF_MISSING = 0.05
SHARE_OF_ERROR = 0.01


def equivalence_margin(measure: Measure, first: float, second: float) -> float:
    """The margin for two scores, the same in whichever order they come.

    >>> from gnomon.assessment.measures.facts import find_measure
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
        return min(LARGEST, SHARE_OF_MISSING * abs(best - better))
    return SHARE_OF_ERROR * abs(better)


def margin_in_words(measure: Measure) -> str:
    """The rule behind the margin of a measure, for a report.

    >>> from gnomon.assessment.measures.facts import find_measure
    >>> margin_in_words(find_measure("auc"))
    'a twentieth of what the better one lacks to the best value, at most 0.01'
    """
    if (measure.sign > 0 and isfinite(measure.range[1])) or all(map(isfinite, measure.range)):
        return f"a twentieth of what the better one lacks to the best value, at most {LARGEST:g}"
    return "1 % of the better score"
