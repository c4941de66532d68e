"""Nested selection on the outer splits of one unit: choose within each training set, then train the choice.

All inner splits and all settings are one pass of the training loop, so that preparation is shared over them;
a worker does one unit from end to end, so that inner and outer work never wait for each other.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import Collected
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.nested_fits import Fits, fits_of
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import as_path, choose, choose_by_splits, resample_each, setting_of
from gnomon.assessment.splits import NestedSplits, nested
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.choice import Tuning
from gnomon.experiments.chosen import Chosen
from gnomon.experiments.halving import survivors
from gnomon.experiments.kept import Kept, spaced, thinned
from gnomon.sharing.prepared import take
from gnomon.sharing.train import Trained, features_for

Results = dict[int, Predictions]


def select_and_predict(
    task: Task, tuning: Tuning, outer: Splits, learner: str, setting: dict[str, Any]
) -> tuple[Predictions, Chosen]:
    """What the choices predict for the rows that outer splits hold out, and how they were made.

    learner, setting: what the predictions are called.

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
    places, scores, within = [], [], []
    with_scores = any(each.needs in ("probability", "score") for each in measures)
    fits = fits_of(task, path, cut)
    for results, errors, dropped in _inner(fits, task, path, cut, measures, tuning):
        if errors is None:
            place, found = choose(list(results.values()), measures[0], tuning.rule)
        else:
            found_by = np.sqrt(errors) if measures[0].root_of is not None else errors
            place, found = choose_by_splits(found_by, measures[0], tuning.rule)
        places.append(list(results)[place])
        scores.append(dropped)
        scores[-1][list(results)] = found
        within.append(thinned(results))
    chosen = np.array(places)
    predictions, training = _assessed(fits, task, cut.outer, chosen, labels_only=not with_scores)
    return predictions.predictions(learner, setting), Chosen(
        settings=tuple(setting_of(path)),
        measure=tuning.measures[0],
        rule=tuning.rule,
        inner_design=cut.inner[0].design,
        split=outer.number,
        place=chosen,
        scores=np.array(scores),
        reached=np.array([[place in each for place in range(len(path))] for each in within]),
        inner=Kept.of(within, len(path), with_scores=with_scores, given=_numbers_held_out(cut)),
        training=Kept.of(training, 1, with_scores=with_scores, given=cut.outer.train_sizes),
    )


def _numbers_held_out(cut: NestedSplits) -> Integers:
    return np.array([len(each.held_out_rows) for each in cut.inner])


def _inner(
    fits: Fits,
    task: Task,
    path: Sequence[Any],
    cut: NestedSplits,
    measures: Sequence[Measure],
    tuning: Tuning,
) -> Iterator[tuple[Results, Floats | None, Floats]]:
    """For each outer split the inner results of the settings that were measured in full, by their places.

    Their errors, where sums told them. And the scores of the others: NaN, or that of the rung at which
    halving dropped them.
    """
    if tuning.halving is None:
        places = list(range(len(path)))
        labels_only = all(each.needs == "label" for each in measures)
        chooses_by_error = measures[0].name in ("mean_squared_error", "root_mean_squared_error")
        errors_only = partial(spaced, n_splits=len(cut.inner[0])) if chooses_by_error else None
        try:
            whole = list(fits.inner_results(labels_only=labels_only, errors_only=errors_only))
        except (GnomonError, ValueError):
            places = _trainable(task, path, cut)
            trainable = fits_of(task, [path[place] for place in places], cut)
            whole = list(trainable.inner_results(labels_only=labels_only, errors_only=errors_only))
        for results, errors in whole:
            yield dict(zip(places, results)), errors, np.full(len(path), np.nan)
        return
    for inner in cut.inner:
        left, dropped = survivors(task, path, inner, measures[0], tuning.halving)
        found = resample_each(task, [path[place] for place in left.tolist()], inner, prepare=False)
        yield dict(zip(left.tolist(), found)), None, dropped


def _trainable(task: Task, path: Sequence[Any], cut: NestedSplits) -> list[int]:
    """The settings that every inner training set can train: 25 neighbors ask for 25 rows, say.

    Where there is none, the error of the first one stands.
    """
    found: list[int] = []
    errors: list[Exception] = []
    for place, setting in enumerate(path):
        try:
            resample_each(task, [setting], cut.every_inner, prepare=False)
            found.append(place)
        except (GnomonError, ValueError) as error:
            errors.append(error)
    if not found:
        raise errors[0]
    return found


def _assessed(
    fits: Fits, task: Task, outer: Splits, chosen: Integers, *, labels_only: bool
) -> tuple[Collected, list[Results]]:
    """What the choices predict for held-out rows, and for their own training rows."""
    collected = Collected(task, outer)
    training: list[Results] = [{}] * len(outer)
    for place, trained in fits.train_chosen(chosen):
        collected.add(trained)
        training[place] = {0: _on_training(task, trained, outer[place][0], labels_only=labels_only)}
    return collected, training


def _on_training(task: Task, trained: Trained, rows: Integers, *, labels_only: bool) -> Predictions:
    n_rows = task.n_rows
    once = SplitDesign("hold-out", 1, 1, stratified=False, grouped=False, random_state=None, n_rows=n_rows)
    some = rows[spaced(len(rows))]
    splits = Splits([some], once, [rows], fingerprint="training rows")
    collected = Collected(task, splits, labels_only=labels_only)
    examples = take(features_for(trained.model, task), some)
    collected.add(Trained(0, 0, trained.model, examples, some))
    return collected.predictions("", {})
