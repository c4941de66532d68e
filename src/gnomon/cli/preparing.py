"""Each learner behind the steps that these columns and this learner need, fitted anew in every fold."""

from collections.abc import Mapping
from typing import Any

from gnomon.data.task import Task
from gnomon.features.automatic.column_use import ColumnUse
from gnomon.features.automatic.preparation import Preparation, preparation


def prepared(learners: Mapping[str, Any], task: Task) -> tuple[dict[str, Any], list[str]]:
    """The learners, prepared, and sentences that say what is done to the columns.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> prepared({"SVC": gn.SVC()}, task)[1]
    ['Left out: nr (counts the rows).', 'Columns are brought to one scale for SVC.']
    """
    found = preparation(task)
    behind = {name: found.pipeline(learner) for name, learner in learners.items()}
    return behind, [*about_columns(found), *_about_learners(found, learners)]


def last_step(learner: Any) -> Any:
    """The learner itself, without the steps before it.

    >>> import gnomon as gn
    >>> from sklearn.pipeline import make_pipeline
    >>> last_step(make_pipeline(gn.Normalise(), gn.SVC()))
    SVC()
    """
    steps = getattr(learner, "steps", None)
    return steps[-1][1] if isinstance(steps, list) else learner


def about_columns(found: Preparation) -> list[str]:
    """What is done to the columns for any learner: those left out, and dates taken apart."""
    used = [use for use in found.columns if not use.left_out]
    left_out = [f"{use.name} ({use.left_out})" for use in found.columns if use.left_out]
    dates = [use.name for use in used if use.date is not None]
    return [
        *([f"Left out: {_listed(left_out)}."] if left_out else []),
        *([f"Taken apart as dates (day, month, weekday ...): {_listed(dates)}."] if dates else []),
        *found.notes,
    ]


def _about_learners(found: Preparation, learners: Mapping[str, Any]) -> list[str]:
    """What is done for some learners and not for others."""
    steps = {name: found.step(learner) for name, learner in learners.items()}
    used = [use for use in found.columns if not use.left_out]
    said = {
        "Missing values become the median, or a level of their own, as each training set finds it, for":
            [name for name, step in steps.items() if step is not None and step.fill and _any_missing(used)],
        "Categories become 0/1 columns for":
            [name for name, step in steps.items() if step is not None and step.encode and _any_levels(used)],
        "Columns are brought to one scale for":
            [name for name, step in steps.items() if step is not None and step.scale],
    }  # fmt: skip
    return [f"{start} {_listed(names)}." for start, names in said.items() if names]


def _any_missing(used: list[ColumnUse]) -> bool:
    return any(use.n_missing for use in used)


def _any_levels(used: list[ColumnUse]) -> bool:
    return any(use.kind == "categorical" for use in used)


def _listed(names: list[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
