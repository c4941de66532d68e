"""Power analysis from a pilot: the minimum detectable difference and the sample size for a smaller one."""

from dataclasses import dataclass, replace

import numpy as np

from gnomon.assessment.estimation import held_out_ratio, is_by_splits
from gnomon.assessment.intervals import check_level
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.paired.pairing import check_paired
from gnomon.assessment.paired.spread import Spread, spreads, widest, without_rounding
from gnomon.assessment.power.needed import Needed, positive
from gnomon.assessment.power.splits import repeats_needed, rows_needed
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.significance.student import detectable_t, power_t
from gnomon.errors import DesignError


@dataclass(frozen=True)
class Outlook:
    """The result of a power analysis from a pilot.

    detectable: minimum detectable difference at this power. chance: power to detect the difference of
    interest. repeats, rows: number needed to detect that difference; `repeats.floor` is the limit of more
    repeats.

    >>> few = Needed(None, "repeats", 0.01, 0.8, 0.023)
    >>> Outlook("accuracy", 0.01, 0.95, 0.8, 0.04, 0.1, few, Needed(9000, "rows", 0.01, 0.8)).chance
    0.1
    """

    measure: str
    difference: float
    level: float
    power: float
    detectable: float
    chance: float
    repeats: Needed | None
    rows: Needed

    def __str__(self) -> str:
        text = (
            f"{self.measure}: this design detects a difference of {self.detectable:.3g} with "
            f"{100 * self.power:g} % power, and one of {self.difference:.3g} with {100 * self.chance:.0f} %."
        )
        return " ".join([text, *(f"{_capital(str(each))}." for each in (self.repeats, self.rows) if each)])


def plan_comparison(
    a: Predictions,
    b: Predictions,
    measure: MeasureLike,
    difference: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
) -> Outlook:
    """Power analysis from a pilot of two learners: power, minimum detectable difference, sample size.

    difference: the smallest difference of practical interest. Only the standard deviation of the pilot is
    used, not its observed difference.

    >>> import gnomon as gn
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task, plan = gn.load("iris"), gn.k_fold(5)
    >>> pilot = [gn.resample(task, learner, plan) for learner in (GaussianNB(), LogisticRegression())]
    >>> plan_comparison(*pilot, "accuracy", 0.02).rows.number > 150
    True
    """
    measure = find_measure(measure)
    check_paired([a, b])
    check_level(level)
    size = positive("difference", difference)
    candidates = spreads([a, b], measure)
    errors = [_error(a, b, measure, each) for each in candidates]
    index = int(widest(candidates)[0])
    error, freedom = errors[index], candidates[index].freedom
    repeats = None
    if is_by_splits(a) and a.design.method in ("k-fold", "hold-out"):
        repeats = _repeats(a, candidates[0], size, level, power)
        if len(candidates) > 1:
            rows_floor = detectable_t(errors[1], candidates[1].freedom, level, power)
            repeats = _at_least(repeats, rows_floor)
    return Outlook(
        measure=measure.name,
        difference=size,
        level=level,
        power=power,
        detectable=detectable_t(error, freedom, level, power),
        chance=power_t(size, error, freedom, level),
        repeats=repeats,
        rows=rows_needed(size, error, len(np.unique(a.row)), level, power),
    )


def _error(a: Predictions, b: Predictions, measure: Measure, spread: Spread) -> float:
    scores = np.array([a.score(measure)]), np.array([b.score(measure)])
    error = float(without_rounding(*scores, spread.deviation)[1][0]) * spread.factor
    if error == 0:
        raise DesignError(
            f"the pilot has no difference between {a.learner} and {b.learner} on any row, so its standard "
            "deviation is unknown; use learners that differ, or more rows"
        )
    return error


def _repeats(pilot: Predictions, spread: Spread, size: float, level: float, power: float) -> Needed:
    """Repeats that the corrected t-test needs, if every split is like those of the pilot."""
    sd = float(spread.deviation[0])
    return repeats_needed(size, sd, pilot.design.folds, held_out_ratio(pilot), level, power)


def _at_least(repeats: Needed, floor: float) -> Needed:
    """Repeats hold out the same rows again, so they do not reduce the variance due to the rows."""
    if repeats.difference > floor:
        return repeats
    return replace(repeats, number=None, floor=max(repeats.floor, floor))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
