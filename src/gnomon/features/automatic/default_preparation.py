"""What a learner gets by default: preparation where the columns have names, nothing where they have none.

The columns of a plain array are somebody's own features and stay as they are. Those of a table are raw: a
learner is put behind the steps that they and it need, unless it stands behind some step already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.data.task import Task
from gnomon.features.automatic.needs import needs_of
from gnomon.features.automatic.preparation import PreparationPlan, preparation_plan
from gnomon.features.automatic.prepare_table import PrepareTable

# Standard deviations that differ by this factor: the column in small units drowns the other.
UNLIKE = 100.0
_MOST_LISTED = 12


def prepared(learner: Any, task: Task) -> Any:
    """The learner behind the steps that it gets by default, or the learner itself.

    >>> import gnomon as gn
    >>> task = gn.Task({"age": [31.0, 45.0, 52.0] * 4, "salary": [9.5, 7.5] * 6}, ["a", "b", "b"] * 4)
    >>> [type(prepared(each, task)).__name__ for each in (gn.SVC(), gn.GaussianNB())]
    ['Pipeline', 'GaussianNB']
    >>> prepared(gn.SVC(), gn.Task([[31.0], [45.0]], ["a", "b"]))
    SVC()
    """
    return preparation_of(task).pipeline(learner) if _is_prepared(learner, task) else learner


def without_preparation(learner: Any) -> Any:
    """The learner without the automatic step before it.

    >>> import gnomon as gn
    >>> without_preparation(gn.preprocessing.prepared_estimator(gn.SVC(C=2), gn.load("iris")))
    SVC(C=2)
    """
    steps = getattr(learner, "steps", None)
    if isinstance(steps, list) and len(steps) == 2 and isinstance(steps[0][1], PrepareTable):
        return steps[1][1]
    return learner


def preparation_of(task: Task) -> PreparationPlan:
    """The preparation of a task's table, looked for once."""
    if "_preparation" not in task.__dict__:
        found = preparation_plan(task)
        if len(found.left_out) == task.table.n_columns:
            # Columns that look useless are all that there is to learn from.
            found = preparation_plan(task, keep=task.table.names)
        task.__dict__["_preparation"] = found
    known: PreparationPlan = task.__dict__["_preparation"]
    return known


def preparation_notes(learners: Mapping[str, Any] | Any, task: Task) -> list[str]:
    """Sentences on what is done to the columns for these learners, by their names; or for one learner.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> preparation_notes({"SVC": gn.SVC()}, task)
    ['Left out: nr (counts the rows).', 'Columns are standardized for SVC.']
    >>> preparation_notes(gn.SVC(), task)
    ['Left out: nr (counts the rows).', 'Columns are standardized.']
    """
    named = learners if isinstance(learners, Mapping) else {"": learners}
    notes = [each for name, learner in named.items() for each in _on_units(name, learner, task)]
    behind = {name: learner for name, learner in named.items() if _is_prepared(learner, task)}
    if not behind:
        return notes
    found = preparation_of(task)
    return [*about_columns(found), *_about_learners(found, behind), *notes]


def about_columns(found: PreparationPlan) -> list[str]:
    """What is done with the columns for any learner: which are left out, and what is taken apart.

    >>> import gnomon as gn
    >>> about_columns(preparation_plan(gn.Table.of({"nr": range(1, 31), "age": [31.5, 45.0] * 15})))
    ['Left out: nr (counts the rows).']
    """
    used = [use for use in found.columns if not use.left_out]
    left_out = [f"{use.name} ({use.left_out})" for use in found.columns if use.left_out]
    texts = [use.name for use in used if use.kind == "text"]
    dates = [use.name for use in used if use.kind == "date"]
    return [
        *([f"Left out: {_listed(left_out)}."] if left_out else []),
        *([f"Text becomes TF-IDF weights of its most telling words: {_listed(texts)}."] if texts else []),
        *([f"Dates become their parts (day, month, weekday ...): {_listed(dates)}."] if dates else []),
        *found.notes,
    ]


def left_out_of(learner: Any) -> set[str]:
    """The columns that the automatic preparation before a learner leaves out.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> left_out_of(prepared(gn.SVC(), task))
    {'nr'}
    """
    steps = getattr(learner, "steps", None)
    step = steps[0][1] if isinstance(steps, list) else None
    return set(step.drop or ()) if isinstance(step, PrepareTable) else set()


def _is_prepared(learner: Any, task: Task) -> bool:
    """Whether the columns are raw, and no step of somebody's own stands before the learner."""
    is_raw = task.table.has_names and not task.table.is_sparse
    return is_raw and not isinstance(getattr(learner, "steps", None), list)


def _about_learners(found: PreparationPlan, learners: Mapping[str, Any]) -> list[str]:
    """What is done for some learners and not for others."""
    steps = {name: found.step(learner) for name, learner in learners.items()}
    used = [use for use in found.columns if not use.left_out]
    has_missing = any(use.n_missing for use in used)
    has_levels = any(use.kind == "categorical" for use in used)
    done = {
        "Missing values are imputed (the median, or a level of their own, of each training set)":
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
    """A sentence on a learner that depends on the units of plain columns that are very unlike."""
    if task.table.has_names or isinstance(getattr(learner, "steps", None), list):
        return []
    least, greatest = _deviations(task)
    if not greatest > UNLIKE * least or not needs_of(learner).scale:
        return []
    called = type(learner).__name__
    return [
        f"{name or called} depends on the units of the columns, whose standard deviations go from "
        f"{least:.2g} to {greatest:.2g}: standardize them, as by make_pipeline(StandardScaler(), "
        f"{called}(...)), or give a table with named columns."
    ]


def _deviations(task: Task) -> tuple[float, float]:
    """The least and the greatest standard deviation of columns of numbers that are not constant."""
    if "_deviations" not in task.__dict__:
        columns: Any = [] if task.table.is_sparse else task.table.numbers.T
        with np.errstate(all="ignore"):
            found = np.array([_deviation(each) for each in columns])
        found = found[np.isfinite(found) & (found > 0)]
        task.__dict__["_deviations"] = (found.min(), found.max()) if len(found) else (1.0, 1.0)
    least, greatest = task.__dict__["_deviations"]
    return float(least), float(greatest)


def _deviation(values: Any) -> float:
    present = values[~np.isnan(values)]
    return float(np.std(present)) if len(present) else 0.0


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:_MOST_LISTED])
    if len(names) > _MOST_LISTED:
        return f"{', '.join(shown)} and {len(names) - _MOST_LISTED} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
