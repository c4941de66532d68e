"""Writing a design as a TOML file, which `design_file` reads."""

import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.atomic_file import write_atomically
from gnomon.data.sets import load
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.design import Design
from gnomon.experiments.expression import evaluate
from gnomon.experiments.grid import SearchRange
from gnomon.experiments.identity import code, describe
from gnomon.experiments.plan_code import plan_code
from gnomon.experiments.record import modules_of
from gnomon.experiments.toml_text import is_plain, toml_text
from gnomon.registry import sets


def write_design(
    design: Design, path: str | Path, tasks: Mapping[str, Mapping[str, Any]] | None = None
) -> Path:
    """Write a design as a TOML file.

    tasks: the source of each task that is not a bundled data set: {"heart": {"file": "heart.csv",
    "target": "disease"}}. The data's fingerprint is written too, and checked when the file is read.

    >>> import tempfile
    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(5), inner=gn.k_fold(3))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     again = Design.read(write_design(design, Path(folder, "iris.toml")))
    >>> again.units() == design.units()
    True
    """
    path = Path(path)
    values: dict[str, Any] = {"plan": _plan(design.plan)}
    if design.inner is not None:
        values |= {"inner": _plan(design.inner), "rule": design.rule}
    if design.halving is not None:
        values["halving"] = {"factor": design.halving.factor, "min_rows": design.halving.min_rows}
    if design.margin is not None:
        values["margin"] = design.margin
    values |= {
        "measures": list(design.measures),
        "random_state": design.random_state,
        "notes": list(design.notes),
    }
    if design.skipped:
        values["skipped"] = list(design.skipped)
    if not design.prepare:
        values["prepare"] = False
    values["tasks"] = {name: _source(name, task, tasks or {}) for name, task in design.tasks.items()}
    values["learners"] = {name: _learner(design, name) for name in design.learners}
    return write_atomically(path, toml_text(values), "the design")


def _plan(plan: Any) -> str:
    text = plan_code(plan)
    if text.startswith("..."):
        raise DesignError(
            f"{plan!r} is not a plan of Gnomon's, so it cannot be written to a file; use a plan such as "
            "k_fold(5)"
        )
    return text.replace("gn.", "")


def _source(name: str, task: Task, tasks: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The source of a task, with its fingerprint."""
    if name in tasks:
        return {**tasks[name], "fingerprint": task.fingerprint}
    if task.name in sets:
        bundled = load(task.name)
        if isinstance(bundled, Task) and bundled.fingerprint == task.fingerprint:
            return {"set": task.name, "fingerprint": task.fingerprint}
    raise DesignError(
        f"task {name!r} is not a bundled data set, so the file must contain its source; pass "
        f'tasks={{{name!r}: {{"file": "data.csv", "target": "..."}}}}'
    )


def _learner(design: Design, name: str) -> Any:
    """A learner as text, with its grid if it is tuned."""
    text = _text(name, design.learners[name])
    if design.inner is None:
        return text
    choice = design.choices[name]
    if isinstance(choice.grid, str):
        return text if choice.n_settings is None else {"learner": text, "n_settings": choice.n_settings}
    table = _table(choice.grid)
    if table is None:
        return {"learner": text, "grid": choice.grid_code(design.paths[name])}
    sampled = {} if choice.n_settings is None else {"n_settings": choice.n_settings}
    return {"learner": text, "grid": table, **sampled}


def _table(grid: Any) -> dict[str, Any] | None:
    """A grid as plain values; None if TOML cannot represent it."""
    if not isinstance(grid, Mapping) or not grid:
        return None
    table = {
        name: asdict(each) if isinstance(each, SearchRange) else _plain(each) for name, each in grid.items()
    }
    return table if is_plain(table) else None


def _plain(values: Any) -> Any:
    """Values as a list of plain Python numbers and strings."""
    if hasattr(values, "rvs"):
        return values
    return [each.item() if isinstance(each, np.generic) else each for each in values]


def _text(name: str, learner: Any) -> str:
    """The expression of a learner, with qualified names for scikit-learn, verified by evaluating it."""
    text = code(learner)
    for kind, module in modules_of(learner).items():
        if module.startswith("sklearn.") and kind != "Pipeline":
            text = re.sub(rf"(?<![\w.]){kind}\(", f"{module}.{kind}(", text)
    try:
        if describe(evaluate(text)) == describe(learner):
            return text
    except GnomonError:
        pass
    raise DesignError(f"learner {name!r} cannot be written as text ({text}); define this design in Python")
