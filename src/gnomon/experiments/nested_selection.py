"""Nested cross-validation on the outer splits of one unit: tune within each training set, then refit.

All inner splits and all settings share one pass of the training loop and its preparation; one worker does a
whole unit, so that inner and outer loops need no synchronization.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import PredictionBuffer
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.nested_fits import Fits, fits_of
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import as_path, choose, choose_by_splits, resample_each, setting_of
from gnomon.assessment.splits import NestedSplits, nested
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.compact_predictions import CompactPredictions, subsample, subsampled
from gnomon.experiments.halving import survivors
from gnomon.experiments.hyperparameter_grids import Tuning
from gnomon.experiments.selected_settings import Chosen
from gnomon.sharing.prepared import take
from gnomon.sharing.train import Trained, features_for

Results = dict[int, Predictions]


def select_and_predict(
    task: Task, tuning: Tuning, outer: Splits, learner: str, setting: dict[str, Any]
) -> tuple[Predictions, Chosen]:
    """Nested cross-validation: predictions of the selected settings on outer test sets, and the selections.

    learner, setting: the names of the predictions.

    >>> import gnomon as gn
    >>> path = tuple(gn.KNeighborsClassifier(k) for k in (1, 5, 15))
    >>> tuning = Tuning(path, gn.k_fold(5), ("accuracy",))
    >>> task = gn.load("iris")
    >>> predictions, chosen = select_and_predict(task, tuning, gn.k_fold(3).split(task), "kNN", {})
    >>> predictions.score("accuracy") > 0.9, chosen.scores.shape
    (True, (3, 3))
    """
    path = as_path(list(tuning.path), task)
    cut = nested(outer, tuning.inner).split(task)
    measures = [find_measure(name) for name in tuning.measures]
    selected, scores, within = [], [], []
    with_scores = any(each.needs in ("probability", "score") for each in measures)
    fits = fits_of(task, path, cut)
    for results, errors, dropped_scores in _inner(fits, task, path, cut, measures, tuning):
        if errors is None:
            index, inner_scores = choose(list(results.values()), measures[0], tuning.rule)
        else:
            losses = np.sqrt(errors) if measures[0].root_of is not None else errors
            index, inner_scores = choose_by_splits(losses, measures[0], tuning.rule)
        selected.append(list(results)[index])
        scores.append(dropped_scores)
        scores[-1][list(results)] = inner_scores
        within.append(subsampled(results))
    chosen = np.array(selected)
    predictions, training = _assessed(fits, task, cut.outer, chosen, labels_only=not with_scores)
    return predictions.predictions(learner, setting), Chosen(
        settings=tuple(setting_of(path)),
        measure=tuning.measures[0],
        rule=tuning.rule,
        inner_design=cut.inner[0].design,
        split=outer.number,
        place=chosen,
        scores=np.array(scores),
        reached=np.array([[index in each for index in range(len(path))] for each in within]),
        inner=CompactPredictions.of(within, len(path), with_scores=with_scores, n_original=_inner_sizes(cut)),
        training=CompactPredictions.of(
            training, 1, with_scores=with_scores, n_original=cut.outer.train_sizes
        ),
    )


def _inner_sizes(cut: NestedSplits) -> Integers:
    return np.array([len(each.held_out_rows) for each in cut.inner])


def _inner(
    fits: Fits,
    task: Task,
    path: Sequence[Any],
    cut: NestedSplits,
    measures: Sequence[Measure],
    tuning: Tuning,
) -> Iterator[tuple[Results, Floats | None, Floats]]:
    """For each outer split the inner results of the fully evaluated settings, by index.

    Also their errors, where these were computed from sums; and the scores of the other settings: NaN, or that
    of the rung at which successive halving eliminated them.
    """
    if tuning.halving is None:
        indices = list(range(len(path)))
        labels_only = all(each.needs == "label" for each in measures)
        chooses_by_error = measures[0].name in ("mean_squared_error", "root_mean_squared_error")
        errors_only = partial(subsample, n_splits=len(cut.inner[0])) if chooses_by_error else None
        try:
            whole = list(fits.inner_results(labels_only=labels_only, errors_only=errors_only))
        except (GnomonError, ValueError):
            indices = _trainable(task, path, cut)
            trainable = fits_of(task, [path[index] for index in indices], cut)
            whole = list(trainable.inner_results(labels_only=labels_only, errors_only=errors_only))
        for results, errors in whole:
            yield dict(zip(indices, results)), errors, np.full(len(path), np.nan)
        return
    for inner in cut.inner:
        remaining, dropped_scores = survivors(task, path, inner, measures[0], tuning.halving)
        results = resample_each(task, [path[index] for index in remaining.tolist()], inner, prepare=False)
        yield dict(zip(remaining.tolist(), results)), None, dropped_scores


def _trainable(task: Task, path: Sequence[Any], cut: NestedSplits) -> list[int]:
    """The indices of the settings that can be fitted on every inner training set (25 neighbors need 25 rows).

    If there is none, the first error is raised.
    """
    indices: list[int] = []
    errors: list[Exception] = []
    for index, setting in enumerate(path):
        try:
            resample_each(task, [setting], cut.every_inner, prepare=False)
            indices.append(index)
        except (GnomonError, ValueError) as error:
            errors.append(error)
    if not indices:
        raise errors[0]
    return indices


def _assessed(
    fits: Fits, task: Task, outer: Splits, chosen: Integers, *, labels_only: bool
) -> tuple[PredictionBuffer, list[Results]]:
    """The predictions of the selected settings for held-out rows, and for their own training rows."""
    collected = PredictionBuffer(task, outer)
    training: list[Results] = [{}] * len(outer)
    for split, trained in fits.train_chosen(chosen):
        collected.add(trained)
        training[split] = {0: _on_training(task, trained, outer[split][0], labels_only=labels_only)}
    return collected, training


def _on_training(task: Task, trained: Trained, rows: Integers, *, labels_only: bool) -> Predictions:
    n_rows = task.n_rows
    once = SplitDesign("hold-out", 1, 1, stratified=False, grouped=False, random_state=None, n_rows=n_rows)
    some = rows[subsample(len(rows))]
    splits = Splits([some], once, [rows], fingerprint="training rows")
    collected = PredictionBuffer(task, splits, labels_only=labels_only)
    examples = take(features_for(trained.model, task), some)
    collected.add(Trained(0, 0, trained.model, examples, some))
    return collected.predictions("", {})
