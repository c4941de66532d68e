"""Model files, as the command line writes and reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.assessment.intervals import Estimate
from gnomon.data.task import Task
from gnomon.features.automatic.preparation import preparation
from gnomon.models import save_model
from gnomon.sharing.train import features_for, weight_for


@dataclass(frozen=True)
class Kept:
    """A fitted model, its task, and what is known of it."""

    model: Any
    task: Task
    estimates: Mapping[str, Estimate]
    notes: Sequence[str] = ()
    target: str | None = None


def keep(kept: Kept, path: Path) -> Path:
    """Write a model file with its card."""
    return save_model(
        kept.model,
        path,
        task=kept.task,
        estimates=kept.estimates,
        notes=kept.notes,
        preparation=preparation(kept.task),
        target=kept.target,
    )


def fitted(learner: Any, task: Task) -> Any:
    """The learner, trained on all rows of a task."""
    return learner.fit(features_for(learner, task), task.y, **weight_for(learner, task.weight))
