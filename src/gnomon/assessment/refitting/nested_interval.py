"""Nested cross-validation (Bates, Hastie & Tibshirani 2024): an interval for the generalization score.

It accounts for the dependence between folds by refitting. For each fold, the mean over an inner
cross-validation of the other folds predicts the fold's own mean; the squared difference, (a), minus the
fold's sampling variance, (b), estimates the mean squared error of cross-validation.
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.evidence.sentence import measured
from gnomon.assessment.intervals import Estimate, check_level, critical_z, effective_rows, rows_error
from gnomon.assessment.measures.facts import Measure, find_measure, mean
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, child

METHOD = "nested cross-validation"


def nested_cv_interval(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    k: int = 10,
    repeats: int = 50,
    *,
    level: float = 0.95,
    random_state: Seed = 0,
) -> Estimate:
    """Nested cross-validation interval (Bates et al. 2024) for the score of the learner trained on all rows.

    It needs repeats x k (k + 1) / 2 fits; the paper recommends 200 repeats where feasible. The measure must
    be a mean over rows. Folds are not stratified, which would hide the sampling variance of the classes.
    parts: the standard error, that of plain cross-validation, their ratio, and the bias subtracted.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> estimate = nested_cv_interval(gn.load("iris"), GaussianNB(), "error", k=4, repeats=3)
    >>> estimate.lower < estimate.value < estimate.upper, sorted(estimate.parts)
    (True, ['bias', 'inflation', 'plain standard error', 'standard error'])
    """
    resolved = find_measure(measure)
    check_level(level)
    if resolved.each is None:
        raise DesignError(
            f"nested cross-validation needs a mean over rows, which {resolved.name} is not; use "
            "resample(...) and estimate(), or bootstrap_632_plus"
        )
    _check_counts(k, repeats)
    rounds = [_round(task, learner, resolved, k, child(random_state, each)) for each in range(repeats)]
    inner, outer = (np.concatenate([getattr(each, name) for each in rounds]) for name in ("inner", "outer"))
    plain = _plain_error(task, rounds)
    # (K - 1)/K scales from the rows of an inner cross-validation to all rows.
    squared = (
        (k - 1) / k * float(np.mean(np.concatenate([each.difference**2 - each.noise for each in rounds])))
    )
    error = min(max(sqrt(max(squared, 0.0)), plain), sqrt(k) * plain)
    bias = (1 + (k - 2) / k) * float(np.mean(inner) - np.mean(outer))
    evidence = measured(METHOD, design=None, n=task.n_rows, measure=resolved.name, level=level)
    return replace(
        _estimate(resolved, float(np.mean(inner)), bias, error, plain, level, (k, repeats)), evidence=evidence
    )


@dataclass(frozen=True)
class _Round:
    """One repeat: difference (a) and noise variance (b) of each fold, means, and values of the rows."""

    difference: Floats
    noise: Floats
    inner: Floats
    outer: Floats
    row: Integers
    value: Floats


def _round(task: Task, learner: Any, measure: Measure, k: int, seed: Seed) -> _Round:
    folds = k_fold(k, stratify=False, random_state=seed).split(task).held_out
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    held_out = [*folds, *(np.concatenate([folds[i], folds[j]]) for i, j in pairs)]
    design = SplitDesign("custom", len(held_out), 1, False, task.group is not None, None, task.n_rows)
    predictions = resample(task, learner, Splits(held_out, design))
    values = _by_split(predictions, measure, len(held_out))
    means, noise = np.empty(k), np.empty(k)
    for fold, rows in enumerate(folds):
        weight, group = _at(task.weight, rows), _at(task.group, rows)
        means[fold] = mean(values[fold], weight)
        noise[fold] = rows_error(values[fold], weight, group)[0] ** 2
    without = _by_excluded_fold(folds, pairs, values[k:])
    inner = np.array([_mean_of(task, each) for each in without])
    row, value = (np.concatenate([part[place] for parts in without for part in parts]) for place in (0, 1))
    return _Round(inner - means, noise, inner, means, row, value)


def _by_split(predictions: Predictions, measure: Measure, n_splits: int) -> list[Floats]:
    assert measure.each is not None
    values = measure.each(*predictions.measure_inputs(measure))
    ends = np.searchsorted(predictions.split, np.arange(1, n_splits))
    return np.split(values, ends)


Part = tuple[Integers, Floats]


def _by_excluded_fold(
    folds: tuple[Integers, ...], pairs: list[tuple[int, int]], values: list[Floats]
) -> list[list[Part]]:
    """For each excluded fold, the rows of every other fold with their values."""
    parts: list[list[Part]] = [[] for _ in folds]
    for (i, j), both in zip(pairs, values, strict=True):
        parts[j].append((folds[i], both[: len(folds[i])]))
        parts[i].append((folds[j], both[len(folds[i]) :]))
    return parts


def _mean_of(task: Task, parts: list[Part]) -> float:
    row, value = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    return mean(value, _at(task.weight, row))


def _plain_error(task: Task, rounds: list[_Round]) -> float:
    """The naive standard error, which assumes that the values of rows are independent."""
    row, value = (np.concatenate([getattr(each, name) for each in rounds]) for name in ("row", "value"))
    if task.group is not None:
        distinct, code = np.unique(row, return_inverse=True)
        means = np.bincount(code, value) / np.bincount(code)
        return rows_error(means, _at(task.weight, distinct), task.group[distinct])[0]
    weight = _at(task.weight, row)
    deviation = sqrt(mean(np.square(value - mean(value, weight)), weight))
    return deviation / sqrt(effective_rows(task.n_rows, task.weight))


def _estimate(
    measure: Measure,
    center: float,
    bias: float,
    error: float,
    plain: float,
    level: float,
    counts: tuple[int, int],
) -> Estimate:
    low, high = measure.range
    value = min(max(center - bias, low), high)
    half_width = critical_z(level) * error
    inflation = error / plain if plain else 1.0
    why = (
        f"the standard error of cross-validation was estimated by {counts[1]} repeats of {counts[0]} nested "
        f"folds, and is {inflation:.2f} times that of independent rows (Bates, Hastie & Tibshirani 2024); "
        f"a bias of {bias:.2g} from training on fewer rows is subtracted."
    )
    parts = {"bias": bias, "standard error": error, "plain standard error": plain, "inflation": inflation}
    lower, upper = max(value - half_width, low), min(value + half_width, high)
    return Estimate(value, lower, upper, level, METHOD, why, parts=parts)


def _check_counts(k: int, repeats: int) -> None:
    if k < 3:
        raise ParameterError(
            f"nested_cv_interval(k={k!r}): two folds are left out at a time, so k must be 3 or more"
        )
    if repeats < 1:
        raise ParameterError(f"nested_cv_interval(repeats={repeats!r}): must be 1 or more")


def _at(values: Array | None, rows: Integers) -> Array | None:
    return None if values is None else values[rows]
