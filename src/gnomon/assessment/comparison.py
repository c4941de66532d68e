"""Which of two learners is better, from their predictions for the same splits.

Pairing is by construction: both must have predicted the same rows, trained on the same rows.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Floats
from gnomon.assessment.estimation import (
    ROUNDING,
    by_row,
    held_out_ratio,
    is_binary_ranking,
    is_by_splits,
    values_of_rows,
)
from gnomon.assessment.intervals import (
    auc_error,
    auc_parts,
    check_level,
    critical_t,
    rounded,
    rows_error,
)
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.errors import DesignError, ParameterError


@dataclass(frozen=True)
class Comparison:
    """How a differs from b on a measure, and what that comes to.

    difference: score of a less score of b, in the measure's own direction. p: two-sided, of no difference.
    effect: the difference in standard deviations of what it is the mean of; 0 where there is none.
    verdict: of a against b: "better", "worse", "practically equal" (the whole interval lies within ±rope)
    or "undecided". sentence: for a report.
    """

    first: str
    second: str
    measure: str
    difference: float
    lower: float
    upper: float
    level: float
    p: float
    effect: float
    rope: float
    verdict: str
    test: str
    why: str

    @property
    def sentence(self) -> str:
        """The result in words."""
        difference, lower, upper = rounded(self.difference, self.lower, self.upper)
        found = {
            "better": "is better than",
            "worse": "is worse than",
            "practically equal": "is practically equal to",
            "undecided": "cannot be told from",
        }[self.verdict]
        return (
            f"{self.first} {found} {self.second} in {self.measure}: difference {difference}, "
            f"{100 * self.level:g} % interval [{lower}, {upper}], p = {self.p:.2g} ({self.test})."
        )

    def __str__(self) -> str:
        return self.sentence


def compare(
    a: Predictions, b: Predictions, measure: MeasureLike, *, level: float = 0.95, rope: float | None = None
) -> Comparison:
    """Compare two learners on the same splits, by a test that is valid for the design.

    rope: differences up to this size do not matter in practice; if not given, 0.01 for measures between 0
    and 1, else 1 % of b's score. The verdict is "better" or "worse" where the interval leaves out 0, unless
    the whole of it lies within ±rope: that is "practically equal".

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task, plan = gn.load("iris"), gn.repeated(gn.k_fold(10), times=3)
    >>> a, b = (gn.resample(task, learner, plan) for learner in (GaussianNB(), DummyClassifier()))
    >>> compare(a, b, "accuracy").verdict
    'better'
    """
    found = find_measure(measure)
    check_level(level)
    _check_paired(a, b)
    rope = _default_rope(found, b.score(found)) if rope is None else rope
    if rope < 0:
        raise ParameterError(f"rope={rope!r}: the size of a difference that does not matter is 0 or more")
    result = _test(a, b, found)
    scores = a.score(found), b.score(found)
    difference = scores[0] - scores[1]
    deviation, why = result.deviation, result.why
    if deviation <= ROUNDING * max(map(abs, scores)):
        # Differences that are all alike show no spread; it is then taken to be as large as they are.
        difference = 0.0 if abs(difference) <= ROUNDING * max(map(abs, scores)) else difference
        deviation = abs(difference)
    half = critical_t(level, result.freedom) * deviation * result.factor
    if half == 0:
        half = _unseen(a, found, level)
        why += f" No split told the two apart, which leaves differences up to {half:.2g} open."
    return Comparison(
        first=_name(a, b),
        second=_name(b, a),
        measure=found.name,
        difference=difference,
        lower=difference - half,
        upper=difference + half,
        level=level,
        p=_p(difference, deviation * result.factor, result.freedom),
        effect=difference / deviation if deviation else 0.0,
        rope=rope,
        verdict=_verdict(found.sign, difference - half, difference + half, rope),
        test=result.test,
        why=why,
    )


@dataclass(frozen=True)
class _Test:
    """The standard error of a difference is deviation x factor."""

    deviation: float
    factor: float
    freedom: int
    test: str
    why: str

    @property
    def half_width(self) -> float:
        """Of the 95 % interval."""
        return critical_t(0.95, self.freedom) * self.deviation * self.factor


def _test(a: Predictions, b: Predictions, measure: Measure) -> _Test:
    """The test that fits the design."""
    if is_by_splits(a):
        by_splits = _by_splits(a, a.per_split(measure) - b.per_split(measure))
        if measure.each is None:
            return by_splits
        by_rows = _by_rows(a, b, measure, ", and vary more than the splits do.")
        return max(by_splits, by_rows, key=lambda test: test.half_width)
    if measure.each is not None:
        return _by_rows(a, b, measure)
    if is_binary_ranking(a, measure) and a.group is None and len(a.train_sizes) == 1:
        return _by_ranks(a, b, measure)
    raise DesignError(
        f"{a.design} gives {measure.name} one difference and no spread; "
        "use repeated(hold_out(0.2), times=30) or k_fold"
    )


def _by_splits(a: Predictions, differences: Floats) -> _Test:
    factor = sqrt(1 / len(differences) + held_out_ratio(a))
    why = (
        f"both learners had the same {len(differences)} splits ({a.design}), whose training rows overlap, so "
        f"the variance of the mean difference is scaled by 1/{len(differences)} + {held_out_ratio(a):.3g} "
        "(Nadeau & Bengio 2003)."
    )
    deviation = float(np.std(differences, ddof=1))
    return _Test(deviation, factor, len(differences) - 1, "corrected t", why)


def _by_rows(a: Predictions, b: Predictions, measure: Measure, note: str | None = None) -> _Test:
    differences, weight, group = by_row(a, values_of_rows(a, measure) - values_of_rows(b, measure))
    error, freedom = rows_error(differences, weight, group)
    unit = "rows" if a.group is None else "groups"
    why = f"both learners predicted the same {len(differences)} held-out rows, whose {unit} are independent"
    why += note or "; it is about these trained models, and leaves out the spread over training sets."
    factor = 1 / sqrt(freedom + 1)
    return _Test(error / factor, factor, freedom, f"paired t over {unit}", why)


def _by_ranks(a: Predictions, b: Predictions, measure: Measure) -> _Test:
    mine, theirs = (auc_parts(*each.given(measure), each.weight) for each in (a, b))
    above, below = ((x - y, weight) for (x, weight), (y, _) in zip(mine, theirs))
    why = (
        f"both learners scored the same {len(a.row)} held-out rows, so DeLong's variance of the difference "
        "of two correlated areas applies; it is about these trained models."
    )
    smaller = min(len(above[0]), len(below[0]))
    factor = 1 / sqrt(smaller)
    return _Test(auc_error(above, below) / factor, factor, len(a.row) - 2, "DeLong", why)


def _unseen(predictions: Predictions, measure: Measure, level: float) -> float:
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


def _p(difference: float, error: float, freedom: int) -> float:
    return 1.0 if difference == 0 else float(2 * stats.t.sf(abs(difference) / error, freedom))


def _verdict(sign: int, lower: float, upper: float, rope: float) -> str:
    if -rope <= lower and upper <= rope:
        return "practically equal"
    if lower <= 0 <= upper:
        return "undecided"
    return "better" if sign * lower > 0 else "worse"


def _default_rope(measure: Measure, score: float) -> float:
    return 0.01 if measure.range == (0, 1) else 0.01 * abs(score)


def _check_paired(a: Predictions, b: Predictions) -> None:
    if a.splits != b.splits or not np.array_equal(a.split, b.split):
        raise DesignError(
            f"{a.learner} ({a.design}) and {b.learner} ({b.design}) were not cut alike, so their scores "
            "do not pair up; make splits = plan.split(task) once and resample both on it"
        )
    same = [np.array_equal(getattr(a, name), getattr(b, name)) for name in ("truth", "weight", "group")]
    if not all(same) or a.positive != b.positive:
        raise DesignError(
            f"{a.task_name!r} and {b.task_name!r} differ in target, weights, groups or positive class; "
            "compare on one task"
        )


def _name(predictions: Predictions, other: Predictions) -> str:
    """The learner's name, with its setting where the names alone are the same."""
    if predictions.learner != other.learner:
        return predictions.learner
    setting = ", ".join(f"{name}={value!r}" for name, value in predictions.setting.items())
    return f"{predictions.learner}({setting})"
