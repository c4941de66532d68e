"""Tests over held-out rows: paired t, DeLong, McNemar, Wilcoxon, sign, permutation, bootstrap."""

from dataclasses import replace
from math import sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import Bounds
from gnomon.assessment.measures.facts import Measure, mean
from gnomon.assessment.measures.replicates import replicates
from gnomon.assessment.paired import spread
from gnomon.assessment.paired.finding import Asked, Finding, of_outcome, of_student
from gnomon.assessment.paired.validity import (
    caveat,
    need_no_time,
    need_one_split,
    need_rows_alone,
    need_rows_once,
    row_differences,
    unit,
    unit_differences,
)
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.significance.bootstrap import paired_bootstrap, read_samples
from gnomon.assessment.significance.mcnemar import disagreements, mcnemar_interval, mcnemar_test
from gnomon.assessment.significance.outcome import Outcome
from gnomon.assessment.significance.permutation import prediction_swap_test, sign_flip_test
from gnomon.assessment.significance.sign import median_interval, sign_test
from gnomon.assessment.significance.signed_rank import pseudo_median, pseudo_median_interval, wilcoxon_test
from gnomon.assessment.validity import is_binary_ranking, values_of_rows
from gnomon.errors import DesignError
from gnomon.seeds import sequence


def rows_t(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """Student's t over the differences of rows, or of groups."""
    if np.ptp(np.unique(a.row, return_counts=True)[1]) > 0:
        raise DesignError(
            f"{a.design} holds some rows out more often than others, so they do not count alike; "
            "use test='corrected t for repeats'"
        )
    need_no_time(a, "t over rows")
    return of_student(a, b, measure, spread.over_rows([a, b], measure, caveat(a)), asked.level)


def delong(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """DeLong's test of two areas under ROC curves."""
    if not is_binary_ranking(a, measure):
        raise DesignError(f"DeLong's test is for auc of two classes, not {measure.name}; use test='auto'")
    need_rows_alone(a, "DeLong's test")
    if len(a.train_sizes) != 1:
        raise DesignError(
            f"DeLong's test is for rows scored by one model, and in {a.design} scores of different models "
            "would be ranked together; use test='corrected t', or a hold-out"
        )
    return of_student(a, b, measure, spread.over_ranks([a, b], measure), asked.level)


def compare_by_mcnemar(
    a: Predictions, b: Predictions, measure: Measure, asked: Asked, variant: str = "mid-p"
) -> Finding:
    """McNemar's test on the rows that one of the two gets right."""
    if not measure.is_share:
        raise DesignError(
            f"McNemar's test counts rows right and wrong, and {measure.name} is no such share; "
            "use test='auto', 'rows t' or 'bootstrap'"
        )
    need_rows_alone(a, "McNemar's test")
    need_rows_once(a, "McNemar's test")
    mine, theirs = (values_of_rows(each, measure) > 0.5 for each in (a, b))
    plus, minus = disagreements(mine, theirs, a.weight)
    n = len(a.row) if a.weight is None else int(np.sum(a.weight))
    why = f"{plus + minus} of {n} held-out rows tell the two apart" + caveat(a)
    difference, discordant = (plus - minus) / n, plus + minus
    deviation = sqrt(max(discordant / n - difference**2, 0.0))
    bounds = mcnemar_interval(plus, minus, n, asked.level, variant)
    return of_outcome(
        difference, bounds, mcnemar_test(plus, minus, variant), sqrt(discordant) / n, deviation, why
    )


def signed_rank(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """Wilcoxon's test over rows or groups."""
    units = unit_differences(a, b, measure, "Wilcoxon's test")
    why = f"it is about the pseudo-median difference of {len(units)} {unit(a)}, not of the scores" + caveat(a)
    bounds, deviation = pseudo_median_interval(units, asked.level), float(np.std(units))
    error = deviation / sqrt(len(units) * 3 / np.pi)
    return of_outcome(pseudo_median(units), bounds, wilcoxon_test(units), error, deviation, why)


def sign(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """The sign test over rows or groups."""
    units = unit_differences(a, b, measure, "the sign test")
    why = f"it is about the median difference of {len(units)} {unit(a)}, not of the scores" + caveat(a)
    bounds, deviation = median_interval(units, asked.level), float(np.std(units))
    error = deviation / sqrt(len(units) * 2 / np.pi)
    return of_outcome(float(np.median(units)), bounds, sign_test(units), error, deviation, why)


def permutation(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """Signs of the differences flipped, or predictions swapped, row by row or group by group."""
    if measure.each is None:
        return _swapped(a, b, measure, asked)
    differences = row_differences(a, b, measure, "a permutation of rows")
    outcome, bounds = sign_flip_test(
        differences, weight=a.weight, group=a.group, level=asked.level, random_state=asked.random_state
    )
    why = f"if the two were equally good, the difference of each of the {unit(a)} could have either sign"
    rows = spread.over_rows([a, b], measure)
    error, deviation = float(rows.error[0]), float(rows.deviation[0])
    return of_outcome(outcome.statistic, bounds, outcome, error, deviation, why + caveat(a))


def bootstrap(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """Rows or groups drawn again for both learners."""
    if measure.each is None:
        need_one_split(a, measure, "the bootstrap of rows")
    else:
        need_rows_once(a, "the bootstrap of rows")
    outcome, bounds, error = _sampled(a, b, measure, asked)
    n_units = len(np.unique(a.row if a.group is None else a.group))
    why = f"the same held-out {unit(a)} are drawn again 2000 times for both (percentiles)" + caveat(a)
    return of_outcome(outcome.statistic, bounds, outcome, error, error * sqrt(n_units), why)


def _sampled(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> tuple[Outcome, Bounds, float]:
    (truth, mine), (_, theirs) = a.given(measure), b.given(measure)
    if measure.name == "auc":
        # The same seed draws the same rows for both, and each is sorted only once.
        seed = sequence(asked.random_state)
        drawn = [
            replicates(measure, truth, each, weight=a.weight, group=a.group, random_state=seed)
            for each in (mine, theirs)
        ]
        return read_samples(drawn[0] - drawn[1], a.score(measure) - b.score(measure), asked.level)
    differences = None if measure.each is None else measure.each(truth, mine) - measure.each(truth, theirs)

    def statistic(weight: Floats) -> float:
        if differences is not None:
            return mean(differences, weight)
        return measure.function(truth, mine, weight) - measure.function(truth, theirs, weight)

    return paired_bootstrap(
        statistic,
        len(a.row),
        weight=a.weight,
        group=a.group,
        level=asked.level,
        random_state=asked.random_state,
    )


def _swapped(a: Predictions, b: Predictions, measure: Measure, asked: Asked) -> Finding:
    """p by swapping the predictions of rows; the interval is the bootstrap's."""
    need_one_split(a, measure, "a permutation of rows")
    truth, mine = a.given(measure)
    scores = [_comparable(each, measure) for each in (mine, b.given(measure)[1])]

    def statistic(mixed: Array) -> float:
        return measure.function(truth, mixed, a.weight)

    outcome = prediction_swap_test(
        statistic, scores[0], scores[1], group=a.group, random_state=asked.random_state
    )
    why = (
        f"if the two were equally good, their predictions of each of the {unit(a)} could be swapped; the "
        "interval is the paired bootstrap's" + caveat(a)
    )
    return replace(bootstrap(a, b, measure, asked), p=outcome.p, test=outcome.test, why=why)


def _comparable(given: Array, measure: Measure) -> Array:
    """What can be swapped between two learners: scores as ranks, as each learner has a scale of its own."""
    return stats.rankdata(given, axis=0) if measure.needs == "score" else given
