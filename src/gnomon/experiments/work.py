"""What a worker does with one unit: train and predict on its splits; in a nested design, choose first."""

import time
from dataclasses import replace
from typing import Any

from gnomon.assessment.resample import describe, resample_each
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.choice import Tuning
from gnomon.experiments.design import Unit
from gnomon.experiments.placing import alone
from gnomon.experiments.selecting import select_and_predict
from gnomon.experiments.workers import Shared


def work(shared: Shared, learner: Any, as_given: Any, unit: Unit) -> tuple[bytes, float]:
    """Train and predict on the splits of a unit; the predictions as bytes, and the seconds it took.

    learner: with its seeds set, or a Tuning, whose choices are packed with the predictions.
    """
    task, splits = shared.get()
    began = time.perf_counter()
    try:
        found = _worked(task, learner, as_given, alone(splits, unit), unit.learner)
    except GnomonError:
        raise
    except Exception as error:
        raise DesignError(f"{unit.learner} failed on {unit.task}: {error}") from error
    return found, time.perf_counter() - began


def _worked(task: Task, learner: Any, as_given: Any, splits: Splits, name: str) -> bytes:
    if isinstance(learner, Tuning):
        setting = describe(as_given)[1]
        tuned_by = {"tuned by": learner.measures[0]}
        predictions, chosen = select_and_predict(task, learner, splits, name, {**setting, **tuned_by})
        return chosen.to_bytes(predictions)
    (predictions,) = resample_each(task, [learner], splits, prepare=False)
    # Seeds differ from unit to unit; the setting is what they have in common.
    setting = predictions.setting if learner is as_given else describe(as_given)[1]
    return replace(predictions, learner=name, setting=setting).to_bytes()
