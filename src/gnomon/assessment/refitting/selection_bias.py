"""Selection bias: the score of the best hyperparameter setting, corrected for having been selected.

From the Predictions of all settings on the same splits, as from `resample_each`, without refitting:
bootstrap bias-corrected cross-validation (BBC-CV; Tsamardinos, Greasidou & Borboudakis 2018), and the
correction by folds of Tibshirani & Tibshirani (2009). Nested cross-validation is the more expensive
alternative.
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
    """Bootstrap bias-corrected CV (BBC-CV): select on bootstrap samples of held-out rows, score out of bag.

    settings: Predictions of each hyperparameter setting on the same splits. Rows (or groups) are drawn with
    all their predictions, over repeats and folds. parts: the best setting's own score, and its optimism.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> path = [KNeighborsClassifier(k) for k in (1, 3, 9, 27)]
    >>> estimate = bbc_cv(gn.resample_each(gn.load("iris"), path, gn.k_fold(5)), "accuracy", times=200)
    >>> estimate.value < estimate.parts["best score"]
    True
    """
    resolved = find_measure(measure)
    check_level(level)
    _check_settings(settings)
    unit = _units(settings[0])
    random = generator(random_state)
    evaluation = _Means(settings, resolved, unit) if resolved.is_by_row else _Scores(settings, resolved, unit)
    scores = np.array([_score_of_replicate(evaluation, resolved, unit, random) for _ in range(times)])
    defined = scores[np.isfinite(scores)]
    lower, upper = percentile_interval(scores, level)
    best = max((each.score(resolved) for each in settings), key=lambda score: resolved.sign * score)
    value = float(np.mean(defined))
    why = (
        f"the best of {len(settings)} settings was selected on each of {times} bootstrap samples of the "
        "held-out rows and evaluated on the out-of-bag rows (Tsamardinos et al. 2018), which corrects for "
        "selection; no model is refitted."
    )
    parts = {"best score": best, "optimism": resolved.sign * (best - value)}
    evidence = evidence_for(settings[0], resolved, "BBC-CV", level, "coverage")
    bounds = min(lower, value), max(upper, value)
    return Estimate(value, *bounds, level, "BBC-CV", why, evidence=evidence, parts=parts)


def tibshirani_bias_correction(
    settings: Sequence[Predictions], measure: MeasureLike, *, level: float = 0.95
) -> Estimate:
    """Tibshirani & Tibshirani's (2009) bias correction: subtract the mean gain of each fold's best setting.

    Where one setting is clearly the best, selection bias is small and this overcorrects: the best setting of
    a small fold is often another one by chance. The interval, which the authors do not give, is the union of
    the best setting's own and the same shifted by the bias.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> path = [KNeighborsClassifier(k) for k in (1, 3, 9, 27)]
    >>> estimate = tibshirani_bias_correction(gn.resample_each(gn.load("iris"), path, gn.k_fold(5)), "error")
    >>> estimate.value >= estimate.parts["best score"]
    True
    """
    resolved = find_measure(measure)
    _check_settings(settings)
    if len(settings[0].train_sizes) < 2 or settings[0].design.method == "leave-one-out":
        raise DesignError(
            f"Tibshirani's correction needs several folds of several rows, which {settings[0].design} lacks; "
            "use k_fold(5), or bbc_cv"
        )
    table = resolved.sign * np.array([each.per_split(resolved) for each in settings])
    best = int(first_largest(table.mean(axis=1)))
    bias = float(np.mean(table.max(axis=0) - table[best]))
    plain = settings[best].estimate(resolved, level)
    value, lower, upper = _shifted(plain, -resolved.sign * bias, resolved)
    why = (
        f"the selection bias of the best of {len(settings)} settings is estimated as {bias:.2g}, the mean "
        "gain of each fold's own best setting (Tibshirani & Tibshirani 2009); this overcorrects where one "
        f"setting is clearly the best, so the interval is the union of its own ({plain.method}) and the same "
        "shifted by the bias: bbc_cv is preferable."
    )
    parts = {"best score": plain.value, "optimism": bias}
    evidence = evidence_for(settings[0], resolved, "Tibshirani", level, "coverage")
    return Estimate(value, lower, upper, level, "Tibshirani", why, evidence=evidence, parts=parts)


def _shifted(plain: Estimate, shift: float, measure: Measure) -> tuple[float, float, float]:
    """The shifted value, and the union of both intervals, within the measure's range."""
    lower, upper = plain.lower + min(shift, 0.0), plain.upper + max(shift, 0.0)
    low, high = measure.range
    value, lower, upper = (min(max(each, low), high) for each in (plain.value + shift, lower, upper))
    return value, lower, upper


class _Means:
    """Scores of settings by a mean over rows or its root, from sums over units: one product per sample."""

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
    """Scores of settings by any measure: the mean over splits, rows weighted by the number of draws."""

    def __init__(self, settings: Sequence[Predictions], measure: Measure, unit: Integers) -> None:
        self.predicted = [each.measure_inputs(measure) for each in settings]
        self.measure, self.unit, self.weight = measure, unit, settings[0].weight
        in_one = settings[0].design.method == "leave-one-out"
        code = np.zeros(len(unit), dtype=np.int64) if in_one else settings[0].split
        self.rows = np.split(np.arange(len(unit)), np.flatnonzero(np.diff(code)) + 1)

    def scores(self, counts: Array) -> Floats:
        """Of all settings, with units counted so many times."""
        return np.array([self.score(setting, counts) for setting in range(len(self.predicted))])

    def score(self, setting: int, counts: Array) -> float:
        """Of one setting."""
        weight = counts[self.unit] * (1.0 if self.weight is None else self.weight)
        values = [self._split(*self.predicted[setting], weight, rows) for rows in self.rows]
        defined = [each for each in values if np.isfinite(each)]
        return float(np.mean(defined)) if defined else np.nan

    def _split(self, truth: Array, predicted: Array, weight: Array, rows: Integers) -> float:
        rows = rows[weight[rows] > 0]
        try:
            return self.measure.function(truth[rows], predicted[rows], weight[rows])
        except DataError:
            return np.nan


def _score_of_replicate(
    evaluation: _Means | _Scores, measure: Measure, unit: Integers, random: np.random.Generator
) -> float:
    """Select on the units drawn, evaluate on the out-of-bag units; the first setting in ties."""
    n_units = int(unit.max()) + 1
    counts = np.bincount(random.integers(n_units, size=n_units), minlength=n_units)
    in_sample = measure.sign * evaluation.scores(counts.astype(np.float64))
    if np.isnan(in_sample).all():
        return np.nan
    return evaluation.score(int(np.nanargmax(in_sample)), (counts == 0).astype(np.float64))


def _units(predictions: Predictions) -> Integers:
    units = predictions.row if predictions.group is None else predictions.group
    code = np.unique(units, return_inverse=True)[1]
    if code.max() < 1:
        raise DesignError("the bootstrap needs at least 2 held-out rows (or groups); hold out more")
    return np.asarray(code, dtype=np.int64)


def _check_settings(settings: Sequence[Predictions]) -> None:
    if not settings:
        raise DesignError("settings is empty; pass the Predictions of at least one setting")
    first = settings[0]
    for other in settings[1:]:
        if other.splits != first.splits or not np.array_equal(other.row, first.row):
            raise DesignError(
                f"{first.learner} ({first.design}) and {other.learner} ({other.design}) differ in splits; "
                "use resample_each(task, path, plan), which evaluates all settings on the same splits"
            )
