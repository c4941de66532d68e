"""What a test found about one pair of learners, before it is judged: a Finding."""

from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import Bounds, critical_t
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.paired.spread import Spread, settled
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.significance.bayesian import student_posterior
from gnomon.assessment.significance.outcome import Outcome, Posterior
from gnomon.assessment.significance.student import detectable_t
from gnomon.seeds import Seed

MANY = 10**6


@dataclass(frozen=True)
class Asked:
    """What was asked of a test besides the two learners and the measure.

    >>> Asked(0.95).ddof
    1
    """

    level: float
    ddof: int = 1
    random_state: Seed = 0


@dataclass(frozen=True)
class Finding:
    """Difference, interval and p of one pair by one test, with what the design could have seen.

    error: the standard error. freedom: of Student's t; of other tests as many as makes it normal.
    is_student: whether the interval is Student's, so that it can be read as a posterior.

    >>> Finding(0.1, 0.05, 0.15, 0.001, 0.02, 99, 0.5, "paired t over rows", "rows are independent.").p
    0.001
    """

    difference: float
    lower: float
    upper: float
    p: float
    error: float
    freedom: int
    effect: float
    test: str
    why: str
    is_student: bool = False

    def detectable(self, level: float) -> float:
        """The smallest difference that this design could have seen with 80 % power."""
        return detectable_t(self.error, self.freedom, level)

    def posterior(self, sign: int, rope: float) -> Posterior | None:
        """Student's interval read as a posterior; None for tests of other kinds."""
        if not self.is_student:
            return None
        return student_posterior(sign * self.difference, self.error, self.freedom, rope)


def of_student(a: Predictions, b: Predictions, measure: Measure, spread: Spread, level: float) -> Finding:
    """The finding of Student's t about the difference of the scores."""
    scores = np.array([a.score(measure)]), np.array([b.score(measure)])
    difference, deviation = (float(each[0]) for each in settled(*scores, spread.deviation))
    error = deviation * spread.factor
    half = critical_t(level, spread.freedom) * error
    return Finding(
        difference=difference,
        lower=difference - half,
        upper=difference + half,
        p=1.0 if difference == 0 else float(2 * stats.t.sf(abs(difference) / error, spread.freedom)),
        error=error,
        freedom=spread.freedom,
        effect=_over(difference, deviation),
        test=spread.test,
        why=spread.why,
        is_student=True,
    )


def of_outcome(
    difference: float,
    bounds: Bounds,
    outcome: Outcome,
    error: float,
    deviation: float,
    why: str,
    freedom: int = MANY,
) -> Finding:
    """The finding of a test that has an interval of its own."""
    effect = _over(difference, deviation)
    return Finding(difference, *bounds, outcome.p, error, freedom, effect, outcome.test, why)


def clipped(finding: Finding, measure: Measure) -> Finding:
    """The finding with bounds that a difference of two scores of this measure can reach."""
    span = float(measure.range[1] - measure.range[0])
    return replace(finding, lower=max(finding.lower, -span), upper=min(finding.upper, span))


def widened(finding: Finding, predictions: Predictions, measure: Measure, level: float) -> Finding:
    """The finding, unless no row told the two apart: then with the differences that this leaves open."""
    if finding.upper > finding.lower:
        return finding
    half = unseen(predictions, measure, level)
    return replace(
        finding,
        lower=finding.difference - half,
        upper=finding.difference + half,
        error=half / critical_t(level, finding.freedom),
        why=f"{finding.why} No split told the two apart, which leaves differences up to {half:.2g} open.",
    )


def unseen(predictions: Predictions, measure: Measure, level: float) -> float:
    """The largest difference that n rows without one leave open (the rule of three: about 3/n at 95 %).

    If a share s of all rows made a difference, n rows would all miss it with probability (1 - s)^n. For
    measures without bounds nothing can be said of the size, and equal scores are taken as they are.
    """
    low, high = measure.range
    units = predictions.row if predictions.group is None else predictions.group
    n_units = len(np.unique(units))
    if measure.each is None and predictions.classes is not None:
        # Measures of classes lean on the smallest one.
        smallest = min(
            len(np.unique(units[predictions.truth == each])) for each in np.unique(predictions.truth)
        )
        n_units = min(n_units, smallest)
    share = 1 - (1 - level) ** (1 / n_units)
    return share * (high - low) if high - low < np.inf else 0.0


def _over(difference: float, deviation: float) -> float:
    """The difference in deviations; one deviation where the differences are all alike."""
    return difference / (deviation or abs(difference)) if difference else 0.0
