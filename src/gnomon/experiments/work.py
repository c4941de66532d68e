"""What a worker does with one unit: train and predict on its splits."""

import time
from dataclasses import replace
from typing import Any

from gnomon.assessment.resample import describe, resample_each
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.design import Unit
from gnomon.experiments.workers import Shared


def work(shared: Shared, learner: Any, as_given: Any, unit: Unit) -> tuple[bytes, float]:
    """Train and predict on the splits of a unit; the predictions as bytes, and the seconds it took."""
    task, splits = shared.get()
    began = time.perf_counter()
    try:
        (predictions,) = resample_each(task, [learner], splits[unit.start : unit.stop])
    except GnomonError:
        raise
    except Exception as error:
        raise DesignError(f"{unit.learner} failed on {unit.task}: {error}") from error
    seconds = time.perf_counter() - began
    # Seeds differ from unit to unit; the setting is what they have in common.
    return replace(predictions, learner=unit.learner, setting=describe(as_given)[1]).to_bytes(), seconds
