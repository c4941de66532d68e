"""Model files, as the command line writes and reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sklearn.base import clone

from gnomon.assessment.intervals import Estimate
from gnomon.data.task import Task
from gnomon.features.automatic.default_preparation import prepared
from gnomon.features.automatic.preparation import preparation_plan
from gnomon.features.automatic.prepare_table import PrepareTable
from gnomon.learners.kernel.reading.support_table import warn_if_many_support
from gnomon.learners.kernel.svc import SVC
from gnomon.models import save_model
from gnomon.sharing.train import fitted_on


@dataclass(frozen=True)
class ModelToSave:
    """A fitted model, the task of the columns that it uses, its estimates and notes.

    whole: the task with all its columns, from which the card lists the dropped ones.
    """

    model: Any
    task: Task
    whole: Task
    estimates: Mapping[str, Estimate]
    notes: Sequence[str] = ()
    target: str | None = None


def write(saved: ModelToSave, path: Path) -> Path:
    """Write a model file with its card."""
    return save_model(
        saved.model,
        path,
        task=saved.task,
        estimates=saved.estimates,
        notes=saved.notes,
        preparation=preparation_plan(saved.whole),
        target=saved.target,
    )


def trained(learner: Any, task: Task) -> tuple[Any, Task]:
    """A copy of the learner with preprocessing, fitted on all rows; and the task of the columns it uses.

    Columns that preprocessing drops are in neither, so that new rows need not have them, and their values,
    which may be personal data, are not in the model file.
    """
    model = clone(prepared(learner, task))
    if left_out := columns_left_out(model):
        task = _without(task, left_out)
        model.steps[0][1].set_params(names=list(task.table.names), drop=[])
    fitted = fitted_on(model, task)
    last = fitted.steps[-1][1] if isinstance(getattr(fitted, "steps", None), list) else fitted
    if isinstance(last, SVC):
        warn_if_many_support(last, task.n_rows)
    return fitted, task


def columns_left_out(model: Any) -> Sequence[str]:
    """The columns that the preprocessing step drops."""
    step = model.steps[0][1] if isinstance(getattr(model, "steps", None), list) else None
    return step.drop or () if isinstance(step, PrepareTable) else ()


def _without(task: Task, columns: Sequence[str]) -> Task:
    roles = {name: getattr(task, name) for name in ("group", "stratum", "weight", "time", "costs")}
    table = task.table.drop(list(columns))
    return Task(table, task.y, kind=task.kind, positive=task.positive, name=task.name, **roles)
