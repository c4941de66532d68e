"""The result of a paired test of two learners, before the verdict."""

from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import Bounds, critical_t
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.paired.spread import Spread, without_rounding
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.significance.bayesian import student_posterior
from gnomon.assessment.significance.outcome import Outcome, Posterior
from gnomon.assessment.significance.student import detectable_t
from gnomon.seeds import Seed

# Degrees of freedom of a normal distribution, in effect.
NORMAL = 10**6


@dataclass(frozen=True)
class Options:
    """Options of a paired test: confidence level, delta degrees of freedom and random seed.

    >>> Options(0.95).ddof
    1
    """

    level: float
    ddof: int = 1
    random_state: Seed = 0


@dataclass(frozen=True)
class PairResult:
    """Difference, confidence interval and p-value of one pair of learners by one test.

    error: standard error. freedom: degrees of freedom of Student's t; a large number for normal tests.
    is_student: whether the interval is Student's t, which is also a posterior.

    >>> PairResult(0.1, 0.05, 0.15, 0.001, 0.02, 99, 0.5, "paired t over rows", "rows are independent.").p
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
        """The minimum difference that this design detects with 80 % power."""
        return detectable_t(self.error, self.freedom, level)

    def posterior(self, sign: int, rope: float) -> Posterior | None:
        """The posterior of Student's t; None for other tests."""
        if not self.is_student:
            return None
        return student_posterior(sign * self.difference, self.error, self.freedom, rope)


def of_student(a: Predictions, b: Predictions, measure: Measure, spread: Spread, level: float) -> PairResult:
    """The result of Student's t-test of the difference of the scores."""
    scores = np.array([a.score(measure)]), np.array([b.score(measure)])
    difference, deviation = (float(each[0]) for each in without_rounding(*scores, spread.deviation))
    error = deviation * spread.factor
    half = critical_t(level, spread.freedom) * error
    return PairResult(
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
    freedom: int = NORMAL,
) -> PairResult:
    """The result of a test with another interval than Student's."""
    effect = _over(difference, deviation)
    return PairResult(difference, *bounds, outcome.p, error, freedom, effect, outcome.test, why)


def clipped(result: PairResult, measure: Measure) -> PairResult:
    """The result with its interval clipped to the possible differences of the measure."""
    span = float(measure.range[1] - measure.range[0])
    return replace(result, lower=max(result.lower, -span), upper=min(result.upper, span))


def widened(result: PairResult, predictions: Predictions, measure: Measure, level: float) -> PairResult:
    """The result, with an interval by the rule of three if the differences have zero variance."""
    if result.upper > result.lower:
        return result
    half = rule_of_three(predictions, measure, level)
    return replace(
        result,
        lower=result.difference - half,
        upper=result.difference + half,
        error=half / critical_t(level, result.freedom),
        why=result.why + zero_variance_note(half),
    )


def zero_variance_note(half: float) -> str:
    """The end of the sentence on a test where the learners do not differ on any row.

    >>> zero_variance_note(0.05)
    ' The variance of the differences is zero, so the interval is ±0.05 by the rule of three.'
    """
    return f" The variance of the differences is zero, so the interval is ±{half:.2g} by the rule of three."


def rule_of_three(predictions: Predictions, measure: Measure, level: float) -> float:
    """Half-width of the interval where no row differs (rule of three: about 3/n at 95 %).

    If a proportion s of the population differed, n rows would contain none with probability (1 - s)^n. It is
    0 for unbounded measures, where the rule does not apply.
    """
    low, high = measure.range
    units = predictions.row if predictions.group is None else predictions.group
    n_units = len(np.unique(units))
    if measure.each is None and predictions.classes is not None:
        # Class-wise measures depend on the smallest class.
        smallest = min(
            len(np.unique(units[predictions.truth == each])) for each in np.unique(predictions.truth)
        )
        n_units = min(n_units, smallest)
    share = 1 - (1 - level) ** (1 / n_units)
    return share * (high - low) if high - low < np.inf else 0.0


def _over(difference: float, deviation: float) -> float:
    """The standardized difference; ±1 where the standard deviation is zero."""
    return difference / (deviation or abs(difference)) if difference else 0.0
