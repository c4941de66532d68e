"""Paired tests over held-out rows: t, DeLong, McNemar, Wilcoxon, sign, permutation, bootstrap."""

from dataclasses import replace
from math import sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import Bounds
from gnomon.assessment.measures.facts import Measure, mean
from gnomon.assessment.measures.replicates import replicates
from gnomon.assessment.paired import spread
from gnomon.assessment.paired.pair_result import Options, PairResult, of_outcome, of_student
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
from gnomon.assessment.significance.bootstrap import outcome_of_replicates, paired_bootstrap
from gnomon.assessment.significance.mcnemar import disagreements, mcnemar_interval, mcnemar_test
from gnomon.assessment.significance.outcome import Outcome
from gnomon.assessment.significance.permutation import prediction_swap_test, sign_flip_test
from gnomon.assessment.significance.sign import median_interval, sign_test
from gnomon.assessment.significance.signed_rank import pseudo_median, pseudo_median_interval, wilcoxon_test
from gnomon.assessment.validity import is_binary_ranking, values_of_rows
from gnomon.errors import DesignError
from gnomon.seeds import sequence


def rows_t(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Paired t-test over the differences of rows, or of groups."""
    if np.ptp(np.unique(a.row, return_counts=True)[1]) > 0:
        raise DesignError(
            f"{a.design} holds some rows out more often than others, so their weights are unequal; "
            "use test='corrected t for repeats'"
        )
    need_no_time(a, "t over rows")
    return of_student(a, b, measure, spread.over_rows([a, b], measure, caveat(a)), options.level)


def delong(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """DeLong's test of two correlated AUCs."""
    if not is_binary_ranking(a, measure):
        raise DesignError(f"DeLong's test is for auc of two classes, not {measure.name}; use test='auto'")
    need_rows_alone(a, "DeLong's test")
    if len(a.train_sizes) != 1:
        raise DesignError(
            f"DeLong's test needs the scores of one model, but {a.design} has several models, whose scores "
            "are not comparable; use test='corrected t', or a hold-out"
        )
    return of_student(a, b, measure, spread.over_ranks([a, b], measure), options.level)


def compare_by_mcnemar(
    a: Predictions, b: Predictions, measure: Measure, options: Options, variant: str = "mid-p"
) -> PairResult:
    """McNemar's test on the discordant rows, which exactly one of the two learners predicts correctly."""
    if not measure.is_share:
        raise DesignError(
            f"McNemar's test needs a proportion of correct rows, which {measure.name} is not; "
            "use test='auto', 'rows t' or 'bootstrap'"
        )
    need_rows_alone(a, "McNemar's test")
    need_rows_once(a, "McNemar's test")
    of_a, of_b = (values_of_rows(each, measure) > 0.5 for each in (a, b))
    plus, minus = disagreements(of_a, of_b, a.weight)
    n = len(a.row) if a.weight is None else int(np.sum(a.weight))
    why = f"{plus + minus} of {n} held-out rows are discordant" + caveat(a)
    difference, discordant = (plus - minus) / n, plus + minus
    deviation = sqrt(max(discordant / n - difference**2, 0.0))
    bounds = mcnemar_interval(plus, minus, n, options.level, variant)
    return of_outcome(
        difference, bounds, mcnemar_test(plus, minus, variant), sqrt(discordant) / n, deviation, why
    )


def signed_rank(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Wilcoxon signed-rank test over rows or groups."""
    units = unit_differences(a, b, measure, "Wilcoxon's test")
    why = f"it tests the pseudo-median difference of {len(units)} {unit(a)}, not of the scores" + caveat(a)
    bounds, deviation = pseudo_median_interval(units, options.level), float(np.std(units))
    error = deviation / sqrt(len(units) * 3 / np.pi)
    return of_outcome(pseudo_median(units), bounds, wilcoxon_test(units), error, deviation, why)


def sign(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Sign test over rows or groups."""
    units = unit_differences(a, b, measure, "the sign test")
    why = f"it tests the median difference of {len(units)} {unit(a)}, not of the scores" + caveat(a)
    bounds, deviation = median_interval(units, options.level), float(np.std(units))
    error = deviation / sqrt(len(units) * 2 / np.pi)
    return of_outcome(float(np.median(units)), bounds, sign_test(units), error, deviation, why)


def permutation(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Permutation test: random sign flips of the differences, or swaps of predictions, per row or group."""
    if measure.each is None:
        return _swapped(a, b, measure, options)
    differences = row_differences(a, b, measure, "a permutation of rows")
    outcome, bounds = sign_flip_test(
        differences, weight=a.weight, group=a.group, level=options.level, random_state=options.random_state
    )
    why = f"under the null hypothesis the difference of each of the {unit(a)} has a random sign"
    rows = spread.over_rows([a, b], measure)
    error, deviation = float(rows.error[0]), float(rows.deviation[0])
    return of_outcome(outcome.statistic, bounds, outcome, error, deviation, why + caveat(a))


def bootstrap(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """Paired bootstrap: the same resampled rows or groups for both learners."""
    if measure.each is None:
        need_one_split(a, measure, "the bootstrap of rows")
    else:
        need_rows_once(a, "the bootstrap of rows")
    outcome, bounds, error = _sampled(a, b, measure, options)
    n_units = len(np.unique(a.row if a.group is None else a.group))
    why = f"2000 paired bootstrap resamples of the held-out {unit(a)} (percentile interval)" + caveat(a)
    return of_outcome(outcome.statistic, bounds, outcome, error, error * sqrt(n_units), why)


def _sampled(
    a: Predictions, b: Predictions, measure: Measure, options: Options
) -> tuple[Outcome, Bounds, float]:
    (truth, of_a), (_, of_b) = a.measure_inputs(measure), b.measure_inputs(measure)
    if measure.name == "auc":
        # The same seed draws the same rows for both learners, and scores are sorted only once.
        seed = sequence(options.random_state)
        drawn = [
            replicates(measure, truth, each, weight=a.weight, group=a.group, random_state=seed)
            for each in (of_a, of_b)
        ]
        return outcome_of_replicates(drawn[0] - drawn[1], a.score(measure) - b.score(measure), options.level)
    differences = None if measure.each is None else measure.each(truth, of_a) - measure.each(truth, of_b)

    def statistic(weight: Floats) -> float:
        if differences is not None:
            return mean(differences, weight)
        return measure.function(truth, of_a, weight) - measure.function(truth, of_b, weight)

    return paired_bootstrap(
        statistic,
        len(a.row),
        weight=a.weight,
        group=a.group,
        level=options.level,
        random_state=options.random_state,
    )


def _swapped(a: Predictions, b: Predictions, measure: Measure, options: Options) -> PairResult:
    """p-value by swapping the predictions of rows; the interval is the paired bootstrap's."""
    need_one_split(a, measure, "a permutation of rows")
    truth, of_a = a.measure_inputs(measure)
    scores = [_comparable(each, measure) for each in (of_a, b.measure_inputs(measure)[1])]

    def statistic(mixed: Array) -> float:
        return measure.function(truth, mixed, a.weight)

    outcome = prediction_swap_test(
        statistic, scores[0], scores[1], group=a.group, random_state=options.random_state
    )
    why = (
        f"under the null hypothesis the predictions of each of the {unit(a)} are exchangeable; the "
        "interval is the paired bootstrap's" + caveat(a)
    )
    return replace(bootstrap(a, b, measure, options), p=outcome.p, test=outcome.test, why=why)


def _comparable(y_pred: Array, measure: Measure) -> Array:
    """Predictions that can be swapped between learners: scores as ranks, as their scales differ."""
    return stats.rankdata(y_pred, axis=0) if measure.needs == "score" else y_pred
