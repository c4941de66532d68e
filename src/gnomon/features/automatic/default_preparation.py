"""Default preprocessing of a learner: automatic for tables with column names, none for arrays.

The columns of an array are ready-made features and are not changed. Those of a named table are raw: the
learner is put in a pipeline after the required preprocessing, unless it is in a pipeline already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.data.task import Task
from gnomon.features.automatic.needs import needs_of
from gnomon.features.automatic.preparation import PreparationPlan, preparation_plan
from gnomon.features.automatic.prepare_table import PrepareTable

# Ratio of standard deviations above which columns with a large one dominate the others.
MAX_STD_RATIO = 100.0
_MAX_LISTED = 12


def prepared(learner: Any, task: Task) -> Any:
    """The learner in a pipeline after its default preprocessing, or the learner itself if none applies.

    >>> import gnomon as gn
    >>> task = gn.Task({"age": [31.0, 45.0, 52.0] * 4, "salary": [9.5, 7.5] * 6}, ["a", "b", "b"] * 4)
    >>> [type(prepared(each, task)).__name__ for each in (gn.SVC(), gn.GaussianNB())]
    ['Pipeline', 'GaussianNB']
    >>> prepared(gn.SVC(), gn.Task([[31.0], [45.0]], ["a", "b"]))
    SVC()
    """
    return preparation_of(task).pipeline(learner) if _is_prepared(learner, task) else learner


def without_preparation(learner: Any) -> Any:
    """The learner without its automatic preprocessing step.

    >>> import gnomon as gn
    >>> without_preparation(gn.preprocessing.prepared_estimator(gn.SVC(C=2), gn.load("iris")))
    SVC(C=2)
    """
    steps = getattr(learner, "steps", None)
    if isinstance(steps, list) and len(steps) == 2 and isinstance(steps[0][1], PrepareTable):
        return steps[1][1]
    return learner


def preparation_of(task: Task) -> PreparationPlan:
    """The preprocessing plan of a task's table, cached in the task."""
    if "_preparation" not in task.__dict__:
        plan = preparation_plan(task)
        if len(plan.left_out) == task.table.n_columns:
            # All columns look uninformative: use them anyway, as there are no others.
            plan = preparation_plan(task, keep=task.table.names)
        task.__dict__["_preparation"] = plan
    cached: PreparationPlan = task.__dict__["_preparation"]
    return cached


def preparation_notes(learners: Mapping[str, Any] | Any, task: Task) -> list[str]:
    """Sentences on the preprocessing of the columns for these learners, by name; or for one learner.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> preparation_notes({"SVC": gn.SVC()}, task)
    ['Left out: nr (is a row number).', 'Columns are standardized for SVC.']
    >>> preparation_notes(gn.SVC(), task)
    ['Left out: nr (is a row number).', 'Columns are standardized.']
    """
    named = learners if isinstance(learners, Mapping) else {"": learners}
    notes = [each for name, learner in named.items() for each in _on_units(name, learner, task)]
    prepared_learners = {name: learner for name, learner in named.items() if _is_prepared(learner, task)}
    if not prepared_learners:
        return notes
    plan = preparation_of(task)
    return [*about_columns(plan), *_about_learners(plan, prepared_learners), *notes]


def about_columns(plan: PreparationPlan) -> list[str]:
    """Sentences on the preprocessing that does not depend on the learner: dropped columns, text, dates.

    >>> import gnomon as gn
    >>> about_columns(preparation_plan(gn.Table.of({"nr": range(1, 31), "age": [31.5, 45.0] * 15})))
    ['Left out: nr (is a row number).']
    """
    used = [use for use in plan.columns if not use.left_out]
    left_out = [f"{use.name} ({use.left_out})" for use in plan.columns if use.left_out]
    texts = [use.name for use in used if use.kind == "text"]
    dates = [use.name for use in used if use.kind == "date"]
    return [
        *([f"Left out: {_listed(left_out)}."] if left_out else []),
        *([f"Text becomes TF-IDF weights of its most informative words: {_listed(texts)}."] if texts else []),
        *([f"Dates become their parts (day, month, weekday ...): {_listed(dates)}."] if dates else []),
        *plan.notes,
    ]


def left_out_of(learner: Any) -> set[str]:
    """The columns that the automatic preprocessing of a learner drops.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> left_out_of(prepared(gn.SVC(), task))
    {'nr'}
    """
    steps = getattr(learner, "steps", None)
    step = steps[0][1] if isinstance(steps, list) else None
    return set(step.drop or ()) if isinstance(step, PrepareTable) else set()


def _is_prepared(learner: Any, task: Task) -> bool:
    """Whether the columns are raw and the learner is not in a pipeline of the user."""
    is_raw = task.table.has_names and not task.table.is_sparse
    return is_raw and not isinstance(getattr(learner, "steps", None), list)


def _about_learners(plan: PreparationPlan, learners: Mapping[str, Any]) -> list[str]:
    """Sentences on the preprocessing that depends on the learner."""
    steps = {name: plan.step(learner) for name, learner in learners.items()}
    used = [use for use in plan.columns if not use.left_out]
    has_missing = any(use.n_missing for use in used)
    has_levels = any(use.kind == "categorical" for use in used)
    done = {
        "Missing values are imputed (median of the training set, or a separate level)":
            [name for name, step in steps.items() if step is not None and step.fill and has_missing],
        "Categories are one-hot encoded":
            [name for name, step in steps.items() if step is not None and step.encode and has_levels],
        "Columns are standardized":
            [name for name, step in steps.items() if step is not None and step.scale],
    }  # fmt: skip
    return [
        f"{what} for {_listed(names)}." if any(names) else f"{what}." for what, names in done.items() if names
    ]


def _on_units(name: str, learner: Any, task: Task) -> list[str]:
    """A warning sentence if the learner is scale-sensitive and unnamed columns differ much in scale."""
    if task.table.has_names or isinstance(getattr(learner, "steps", None), list):
        return []
    smallest, largest = _deviations(task)
    if not largest > MAX_STD_RATIO * smallest or not needs_of(learner).scale:
        return []
    class_name = type(learner).__name__
    return [
        f"{name or class_name} depends on the scale of the columns, whose standard deviations range from "
        f"{smallest:.2g} to {largest:.2g}: standardize them, for example with "
        f"make_pipeline(StandardScaler(), {class_name}(...)), or pass a table with named columns."
    ]


def _deviations(task: Task) -> tuple[float, float]:
    """The smallest and the largest standard deviation of numeric columns that are not constant."""
    if "_deviations" not in task.__dict__:
        columns: Any = [] if task.table.is_sparse else task.table.numbers.T
        with np.errstate(all="ignore"):
            std = np.array([_deviation(each) for each in columns])
        std = std[np.isfinite(std) & (std > 0)]
        task.__dict__["_deviations"] = (std.min(), std.max()) if len(std) else (1.0, 1.0)
    smallest, largest = task.__dict__["_deviations"]
    return float(smallest), float(largest)


def _deviation(values: Any) -> float:
    present = values[~np.isnan(values)]
    return float(np.std(present)) if len(present) else 0.0


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:_MAX_LISTED])
    if len(names) > _MAX_LISTED:
        return f"{', '.join(shown)} and {len(names) - _MAX_LISTED} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
