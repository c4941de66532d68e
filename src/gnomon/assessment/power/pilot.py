"""From a pilot of two learners: what their design can see, and what would see more."""

from dataclasses import dataclass, replace

import numpy as np

from gnomon.assessment.estimation import held_out_ratio, is_by_splits
from gnomon.assessment.intervals import check_level
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.paired.pairing import check_paired
from gnomon.assessment.paired.spread import Spread, settled, spreads, widest
from gnomon.assessment.power.needed import Needed, positive
from gnomon.assessment.power.splits import repeats_needed, rows_needed
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.significance.student import detectable_t, power_t
from gnomon.errors import DesignError


@dataclass(frozen=True)
class Outlook:
    """What the design of a pilot can see, and what it would take to see a given difference.

    detectable: the smallest difference seen with this power. chance: of seeing the given difference. repeats,
    rows: what that difference would need; `repeats.floor` is where more repeats end.

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
        told = (
            f"{self.measure}: this design sees differences of {self.detectable:.3g} with "
            f"{100 * self.power:g} % power, and one of {self.difference:.3g} with {100 * self.chance:.0f} %."
        )
        return " ".join([told, *(f"{_capital(str(each))}." for each in (self.repeats, self.rows) if each)])


def plan_comparison(
    a: Predictions,
    b: Predictions,
    measure: MeasureLike,
    difference: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
) -> Outlook:
    """From a pilot of two learners: can their design see this difference, and if not, what could?

    difference: the smallest that would matter. The pilot's own difference is not used, only its spread.

    >>> import gnomon as gn
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task, plan = gn.load("iris"), gn.k_fold(5)
    >>> pilot = [gn.resample(task, learner, plan) for learner in (GaussianNB(), LogisticRegression())]
    >>> plan_comparison(*pilot, "accuracy", 0.02).rows.number > 150
    True
    """
    found = find_measure(measure)
    check_paired([a, b])
    check_level(level)
    size = positive("difference", difference)
    candidates = spreads([a, b], found)
    errors = [_error(a, b, found, each) for each in candidates]
    widest_of = int(widest(candidates)[0])
    error, freedom = errors[widest_of], candidates[widest_of].freedom
    repeats = None
    if is_by_splits(a) and a.design.method in ("k-fold", "hold-out"):
        repeats = _repeats(a, candidates[0], size, level, power)
        if len(candidates) > 1:
            rows_floor = detectable_t(errors[1], candidates[1].freedom, level, power)
            repeats = _at_least(repeats, rows_floor)
    return Outlook(
        measure=found.name,
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
    error = float(settled(*scores, spread.deviation)[1][0]) * spread.factor
    if error == 0:
        raise DesignError(
            f"the pilot shows no difference between {a.learner} and {b.learner} on any row, so nothing can "
            "be said about its spread; take learners that differ, or more rows"
        )
    return error


def _repeats(pilot: Predictions, spread: Spread, size: float, level: float, power: float) -> Needed:
    """Repeats that the corrected t needs, if every split is like those of the pilot."""
    sd = float(spread.deviation[0])
    return repeats_needed(size, sd, pilot.design.folds, held_out_ratio(pilot), level, power)


def _at_least(repeats: Needed, floor: float) -> Needed:
    """Repeats hold out the same rows again, so what the rows cannot tell stays untold."""
    if repeats.difference > floor:
        return repeats
    return replace(repeats, number=None, floor=max(repeats.floor, floor))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
