"""The optimistic bias of a pitfall: the score as analyzed, the corrected score, and their difference."""

from dataclasses import dataclass

from gnomon.assessment.comparison import compare
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.result import rounded
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DesignError


@dataclass(frozen=True)
class Cost:
    """The optimistic bias of a pitfall: a score with it (`careless`) and without it (`careful`).

    gain: the bias, positive if the careless score is too good, with the confidence limits lower and upper.
    how: the learner and the resampling by which it was measured, in words.

    >>> scores = [Estimate(value, value - 0.02, value + 0.02, 0.95, "t", "") for value in (0.91, 0.84)]
    >>> print(Cost("auc", *scores, 0.07, 0.03, 0.11, 0.95, "five folds").sentence)
    Measured (five folds): auc 0.910 [0.890, 0.930] as analyzed, 0.840 [0.820, 0.860] corrected; \
an optimistic bias of +0.070 [0.030, 0.110].
    """

    measure: str
    careless: Estimate
    careful: Estimate
    gain: float
    lower: float
    upper: float
    level: float
    how: str

    @property
    def figures(self) -> tuple[str | float, ...]:
        """The measure, the score as analyzed, the corrected score, the bias and its confidence limits."""
        return self.measure, self.careless.value, self.careful.value, self.gain, self.lower, self.upper

    @property
    def sentence(self) -> str:
        """The bias in words."""
        gain, lower, upper = rounded(self.gain, self.lower, self.upper)
        careless, careful = (
            "{} [{}, {}]".format(*rounded(each.value, each.lower, each.upper))
            for each in (self.careless, self.careful)
        )
        sign = "+" if self.gain >= 0 else ""
        return (
            f"Measured ({self.how}): {self.measure.replace('_', ' ')} {careless} as analyzed, {careful} "
            f"corrected; an optimistic bias of {sign}{gain} [{lower}, {upper}]."
        )


def cost_of(careless: Predictions, careful: Predictions, measure: Measure, level: float, how: str) -> Cost:
    """The optimistic bias from the predictions with and without the pitfall.

    On the same splits the difference is a paired comparison. Otherwise its limits come from the two
    intervals, each at the level 1 - (1 - level) / 2, so that both hold jointly at `level` (Bonferroni).

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> task, accuracy = gn.load("iris"), find_measure("accuracy")
    >>> good, poor = (gn.resample(task, gn.KNeighborsClassifier(k), gn.k_fold(5)) for k in (5, 100))
    >>> cost_of(good, poor, accuracy, 0.95, "k-fold").gain > 0.2
    True
    """
    scores = [each.estimate(measure, level) for each in (careless, careful)]
    try:
        comparison = compare(careless, careful, measure, level=level)
        ends = (
            measure.sign * comparison.difference,
            measure.sign * comparison.lower,
            measure.sign * comparison.upper,
        )
    except DesignError:
        ends = _apart(careless, careful, measure, level)
    gain, *bounds = ends
    return Cost(measure.name, scores[0], scores[1], gain, min(bounds), max(bounds), level, how)


def _apart(a: Predictions, b: Predictions, measure: Measure, level: float) -> tuple[float, float, float]:
    wider = 1 - (1 - level) / 2
    first, second = a.estimate(measure, wider), b.estimate(measure, wider)
    difference = measure.sign * (first.value - second.value)
    ends = (measure.sign * (first.lower - second.upper), measure.sign * (first.upper - second.lower))
    return difference, ends[0], ends[1]
