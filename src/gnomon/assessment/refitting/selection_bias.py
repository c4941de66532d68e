"""The score of a setting that was chosen for its score: what is left of it when choosing is paid for.

From the Predictions of all settings on the same splits, as `resample_each` gives them, without another fit:
bootstrap bias-corrected cross-validation (Tsamardinos, Greasidou & Borboudakis 2018), and the correction by
folds of Tibshirani & Tibshirani (2009). Nested cross-validation is the costlier, plain way.
"""

from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.estimation import evidence_for
from gnomon.assessment.intervals import Estimate, check_level, percentile_interval
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.validity import values_of_rows
from gnomon.errors import DataError, DesignError
from gnomon.seeds import Seed, generator
from gnomon.ties import first_largest


def bbc_cv(
    settings: Sequence[Predictions],
    measure: MeasureLike,
    *,
    times: int = 1000,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """The score of choosing the best of these settings: chosen on rows drawn again, measured on those missed.

    Rows (or groups) are drawn with all their predictions, so that repeats and folds keep together.
    parts: the best setting's own score, and the optimism of it.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> path = [KNeighborsClassifier(k) for k in (1, 3, 9, 27)]
    >>> found = bbc_cv(gn.resample_each(gn.load("iris"), path, gn.k_fold(5)), "accuracy", times=200)
    >>> found.value < found.parts["best score"]
    True
    """
    found = find_measure(measure)
    check_level(level)
    _check_settings(settings)
    unit = _units(settings[0])
    random = generator(random_state)
    judge = _Means(settings, found, unit) if found.is_by_row else _Scores(settings, found, unit)
    scores = np.array([_one(judge, found, unit, random) for _ in range(times)])
    defined = scores[np.isfinite(scores)]
    lower, upper = percentile_interval(scores, level)
    best = max((each.score(found) for each in settings), key=lambda score: found.sign * score)
    value = float(np.mean(defined))
    why = (
        f"the best of {len(settings)} settings was chosen {times} times on held-out rows drawn again and "
        "measured on the rows not drawn (Tsamardinos et al. 2018), so choosing is paid for; no model is "
        "trained again."
    )
    parts = {"best score": best, "optimism": found.sign * (best - value)}
    evidence = evidence_for(settings[0], found, "BBC-CV", level, "coverage")
    bounds = min(lower, value), max(upper, value)
    return Estimate(value, *bounds, level, "BBC-CV", why, evidence=evidence, parts=parts)


def tibshirani_bias_correction(
    settings: Sequence[Predictions], measure: MeasureLike, *, level: float = 0.95
) -> Estimate:
    """The best setting's score less what each fold's own best setting gains on it, on average.

    Where one setting is clearly the best, choosing it gains nothing, and the correction takes off too much:
    the best of a small fold is often another one by luck. So the interval, which the authors do not give,
    runs from the best setting's own to the same moved by the bias.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> path = [KNeighborsClassifier(k) for k in (1, 3, 9, 27)]
    >>> found = tibshirani_bias_correction(gn.resample_each(gn.load("iris"), path, gn.k_fold(5)), "error")
    >>> found.value >= found.parts["best score"]
    True
    """
    found = find_measure(measure)
    _check_settings(settings)
    if len(settings[0].train_sizes) < 2 or settings[0].design.method == "leave-one-out":
        raise DesignError(
            f"Tibshirani's correction compares folds of several rows, and {settings[0].design} has none; "
            "use k_fold(5), or bbc_cv"
        )
    table = found.sign * np.array([each.per_split(found) for each in settings])
    best = int(first_largest(table.mean(axis=1)))
    bias = float(np.mean(table.max(axis=0) - table[best]))
    plain = settings[best].estimate(found, level)
    value, lower, upper = _moved(plain, -found.sign * bias, found)
    why = (
        f"the best of {len(settings)} settings gains {bias:.2g} by being chosen, as the best of each fold "
        "gains on it there (Tibshirani & Tibshirani 2009); that is too much where one setting is clearly the "
        f"best, so the interval runs from its own ({plain.method}) to the same moved by as much: bbc_cv is "
        "to be preferred."
    )
    parts = {"best score": plain.value, "optimism": bias}
    evidence = evidence_for(settings[0], found, "Tibshirani", level, "coverage")
    return Estimate(value, lower, upper, level, "Tibshirani", why, evidence=evidence, parts=parts)


def _moved(plain: Estimate, shift: float, measure: Measure) -> tuple[float, float, float]:
    """The value moved, and the ends of both intervals together, within the measure's range."""
    lower, upper = plain.lower + min(shift, 0.0), plain.upper + max(shift, 0.0)
    low, high = measure.range
    value, lower, upper = (min(max(each, low), high) for each in (plain.value + shift, lower, upper))
    return value, lower, upper


class _Means:
    """Settings by what rows add to a mean or its root: sums over units, so that a sample is one product."""

    def __init__(self, settings: Sequence[Predictions], measure: Measure, unit: Integers) -> None:
        weight = settings[0].weight
        weight = np.ones(len(unit)) if weight is None else weight
        values = (values_of_rows(each, measure) for each in settings)
        self.sums = np.array([np.bincount(unit, weight * each) for each in values])
        self.sizes = np.bincount(unit, weight)

    def scores(self, counts: Array) -> Floats:
        """Of all settings, with units counted so many times."""
        total = float(np.dot(self.sizes, counts))
        if total <= 0:
            return np.full(len(self.sums), np.nan)
        return np.asarray(self.sums @ counts / total)

    def score(self, setting: int, counts: Array) -> float:
        """Of one setting."""
        return float(self.scores(counts)[setting])


class _Scores:
    """Settings by any measure: the mean over splits, rows weighted by how often they are drawn."""

    def __init__(self, settings: Sequence[Predictions], measure: Measure, unit: Integers) -> None:
        self.given = [each.given(measure) for each in settings]
        self.measure, self.unit, self.weight = measure, unit, settings[0].weight
        in_one = settings[0].design.method == "leave-one-out"
        code = np.zeros(len(unit), dtype=np.int64) if in_one else settings[0].split
        self.rows = np.split(np.arange(len(unit)), np.flatnonzero(np.diff(code)) + 1)

    def scores(self, counts: Array) -> Floats:
        """Of all settings, with units counted so many times."""
        return np.array([self.score(place, counts) for place in range(len(self.given))])

    def score(self, setting: int, counts: Array) -> float:
        """Of one setting."""
        weight = counts[self.unit] * (1.0 if self.weight is None else self.weight)
        found = [self._split(*self.given[setting], weight, rows) for rows in self.rows]
        defined = [each for each in found if np.isfinite(each)]
        return float(np.mean(defined)) if defined else np.nan

    def _split(self, truth: Array, given: Array, weight: Array, rows: Integers) -> float:
        rows = rows[weight[rows] > 0]
        try:
            return self.measure.function(truth[rows], given[rows], weight[rows])
        except DataError:
            return np.nan


def _one(judge: _Means | _Scores, measure: Measure, unit: Integers, random: np.random.Generator) -> float:
    """Choose on the units drawn, measure on those missed; of equals, the first setting."""
    n_units = int(unit.max()) + 1
    counts = np.bincount(random.integers(n_units, size=n_units), minlength=n_units)
    inside = measure.sign * judge.scores(counts.astype(np.float64))
    if np.isnan(inside).all():
        return np.nan
    return judge.score(int(np.nanargmax(inside)), (counts == 0).astype(np.float64))


def _units(predictions: Predictions) -> Integers:
    units = predictions.row if predictions.group is None else predictions.group
    code = np.unique(units, return_inverse=True)[1]
    if code.max() < 1:
        raise DesignError("choosing again needs 2 held-out rows (or groups) or more; hold out more")
    return np.asarray(code, dtype=np.int64)


def _check_settings(settings: Sequence[Predictions]) -> None:
    if not settings:
        raise DesignError("there are no settings to choose from; give the Predictions of at least one")
    first = settings[0]
    for other in settings[1:]:
        if other.splits != first.splits or not np.array_equal(other.row, first.row):
            raise DesignError(
                f"{first.learner} ({first.design}) and {other.learner} ({other.design}) were not cut alike; "
                "use resample_each(task, path, plan), which measures all settings on the same splits"
            )
