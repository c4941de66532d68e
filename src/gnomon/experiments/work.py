"""Computing one unit: fit and predict on its splits, in a nested design with tuning."""

import time
from dataclasses import replace
from typing import Any

from gnomon.assessment.resample import describe, resample_each
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.design import Unit
from gnomon.experiments.hyperparameter_grids import Tuning
from gnomon.experiments.nested_selection import select_and_predict
from gnomon.experiments.record import versions
from gnomon.experiments.unit_splits import splits_of_unit
from gnomon.experiments.workers import Shared


def work(shared: Shared, learner: Any, original: Any, unit: Unit) -> tuple[bytes, float, dict[str, str]]:
    """Fit and predict on the splits of a unit; return the predictions as bytes, the seconds and versions.

    The versions are those of the process that does the work, as workers may have other processors.
    learner: with its seeds set, or a Tuning, whose selections are packed with the predictions.
    """
    task, splits = shared.get()
    began = time.perf_counter()
    try:
        predictions = _computed(task, learner, original, splits_of_unit(splits, unit), unit.learner)
    except GnomonError:
        raise
    except Exception as error:
        raise DesignError(f"{unit.learner} failed on {unit.task}: {error}") from error
    return predictions, time.perf_counter() - began, versions([original])


def _computed(task: Task, learner: Any, original: Any, splits: Splits, name: str) -> bytes:
    if isinstance(learner, Tuning):
        setting = describe(original)[1]
        tuned_by = {"tuned by": learner.measures[0]}
        predictions, chosen = select_and_predict(task, learner, splits, name, {**setting, **tuned_by})
        return chosen.to_bytes(predictions)
    (predictions,) = resample_each(task, [learner], splits, prepare=False)
    # Seeds differ between units; the setting is without them.
    setting = predictions.setting if learner is original else describe(original)[1]
    return replace(predictions, learner=name, setting=setting).to_bytes()
