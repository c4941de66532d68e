"""A design as a TOML file: what to run, as plain data that can be read, kept and compared.

::

    plan = "repeated(k_fold(10), times=3)"
    inner = "k_fold(5)"
    measures = ["auc", "accuracy"]
    random_state = 0

    [tasks.heart]
    file = "heart.csv"              # beside this file; or set = "heart" for a bundled one
    target = "disease"              # and further options of Task.read

    [learners]
    GaussianNB = "GaussianNB()"
    SVC = {learner = "SVC()", grid = {C = [1, 10], gamma = {low = 0.01, high = 1, log = true}}}
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.data.sets import load
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, GnomonError, NameUnknown
from gnomon.experiments.choice import Choice
from gnomon.experiments.design import Design
from gnomon.experiments.expression import evaluate
from gnomon.experiments.grid import Range
from gnomon.experiments.halving import Halving
from gnomon.experiments.identity import code, describe
from gnomon.experiments.plan_code import plan_code
from gnomon.experiments.record import modules_of
from gnomon.experiments.toml_text import is_plain, toml_text
from gnomon.registry import sets

_KEYS = (
    "plan",
    "inner",
    "measures",
    "rule",
    "halving",
    "random_state",
    "notes",
    "tasks",
    "learners",
)
_LEARNER_KEYS = ("learner", "grid", "n_settings")


def read_design(path: str | Path) -> Design:
    """The design that a TOML file describes, checked; files of data are looked for beside it.

    >>> import tempfile
    >>> text = 'plan = "k_fold(5)"\\n[tasks.iris]\\nset = "iris"\\n[learners]\\nBayes = "GaussianNB()"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "iris.toml").write_text(text)
    ...     list(read_design(Path(folder, "iris.toml")).learners)
    ['Bayes']
    """
    path = Path(path)
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(
            f"the design {path} cannot be read: {error.strerror}; give the path of a file"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} is no TOML file: {error}") from error
    try:
        return _design(said, path.parent)
    except GnomonError as error:
        raise type(error)(f"{path.name}: {error}") from error


def write_design(
    design: Design, path: str | Path, tasks: Mapping[str, Mapping[str, Any]] | None = None
) -> Path:
    """Write a design as a TOML file.

    tasks: for each task that is no bundled set, where it comes from: {"heart": {"file": "heart.csv",
    "target": "disease"}}. The data's fingerprint is written too, and checked when the file is read.

    >>> import tempfile
    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(5), inner=gn.k_fold(3))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     again = read_design(write_design(design, Path(folder, "iris.toml")))
    >>> again.units() == design.units()
    True
    """
    path = Path(path)
    said: dict[str, Any] = {"plan": _plan(design.plan)}
    if design.inner is not None:
        said |= {"inner": _plan(design.inner), "rule": design.rule}
    if design.halving is not None:
        said["halving"] = {"factor": design.halving.factor, "least_rows": design.halving.least_rows}
    said |= {
        "measures": list(design.measures),
        "random_state": design.random_state,
        "notes": list(design.notes),
    }
    said["tasks"] = {name: _source(name, task, tasks or {}) for name, task in design.tasks.items()}
    said["learners"] = {name: _learner(design, name) for name in design.learners}
    path.write_text(toml_text(said), encoding="utf-8")
    return path


def _design(said: dict[str, Any], folder: Path) -> Design:
    _refuse_others("the file", said, _KEYS)
    for name in ("plan", "tasks", "learners"):
        if name not in said:
            raise DesignError(f"there is no {name!r}; a design needs plan, [tasks.<name>] and [learners]")
    for name in ("tasks", "learners"):
        if not isinstance(said[name], dict):
            raise DesignError(f"{name} is {said[name]!r}; write a table, [{name}]")
    given: dict[str, Any] = {
        key: said[key] for key in ("measures", "rule", "random_state", "notes") if key in said
    }
    if "inner" in said:
        given["inner"] = _evaluated("inner", said["inner"])
    if "halving" in said:
        given["halving"] = _halving(said["halving"])
    tasks = [_task(name, source, folder) for name, source in said["tasks"].items()]
    learners = {name: _choice(name, each) for name, each in said["learners"].items()}
    return Design(tasks, learners, _evaluated("plan", said["plan"]), **given)


def _task(name: str, source: Any, folder: Path) -> Task:
    if not isinstance(source, dict) or ("set" in source) == ("file" in source):
        raise DesignError(f'[tasks.{name}] needs either set = "iris" or file = "data.csv"')
    options = dict(source)
    fingerprint = options.pop("fingerprint", None)
    if "set" in options:
        found = load(options.pop("set"))
        _refuse_others(f"[tasks.{name}] of a bundled set", options, ())
    else:
        found = Task.read(folder / options.pop("file"), options.pop("target", None), name=name, **options)
    if not isinstance(found, Task):
        raise DesignError(f"[tasks.{name}] is a table with nothing to predict; name another set")
    if fingerprint is not None and fingerprint != found.fingerprint:
        raise DataError(
            f"the data of task {name!r} are not those that the design was written for (fingerprint "
            f"{found.fingerprint}, not {fingerprint}); take that line out to run it on these"
        )
    return found


def _choice(name: str, said: Any) -> Any:
    if isinstance(said, str):
        return _evaluated(f"learner {name!r}", said)
    if not isinstance(said, dict) or "learner" not in said:
        raise DesignError(
            f'learner {name!r} is {said!r}; write "SVC()", or {{learner = "SVC()", grid = {{...}}}}'
        )
    _refuse_others(f"learner {name!r}", said, _LEARNER_KEYS)
    learner = _evaluated(f"learner {name!r}", said["learner"])
    grid = said.get("grid", "default")
    if isinstance(grid, str) and grid != "default":
        grid = _evaluated(f"the grid of {name!r}", grid)
    if isinstance(grid, dict):
        grid = {key: Range(**value) if isinstance(value, dict) else value for key, value in grid.items()}
    return Choice(learner, grid, said.get("n_settings"))


def _halving(said: Any) -> Halving:
    if not isinstance(said, dict):
        raise DesignError(f"halving is {said!r}; write halving = {{factor = 3, least_rows = 50}}")
    _refuse_others("halving", said, ("factor", "least_rows"))
    return Halving(**said)


def _evaluated(what: str, text: Any) -> Any:
    if not isinstance(text, str):
        raise DesignError(f'{what} is {text!r}; write it as text, such as "k_fold(5)" or "SVC(C=10)"')
    return evaluate(text)


def _refuse_others(where: str, said: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in said:
        if name not in known:
            raise NameUnknown(f"{where} says {name!r}, which is none of {', '.join(known) or 'its options'}")


def _plan(plan: Any) -> str:
    text = plan_code(plan)
    if text.startswith("..."):
        raise DesignError(
            f"{plan!r} comes from elsewhere, so a file cannot say it; use a plan such as k_fold(5)"
        )
    return text.replace("gn.", "")


def _source(name: str, task: Task, tasks: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Where a task comes from, with its fingerprint."""
    if name in tasks:
        return {**tasks[name], "fingerprint": task.fingerprint}
    if task.name in sets:
        found = load(task.name)
        if isinstance(found, Task) and found.fingerprint == task.fingerprint:
            return {"set": task.name, "fingerprint": task.fingerprint}
    raise DesignError(
        f"task {name!r} is no bundled set, so the file must say where it comes from; give "
        f'tasks={{{name!r}: {{"file": "data.csv", "target": "..."}}}}'
    )


def _learner(design: Design, name: str) -> Any:
    """A learner as text, and its grid where there is one to choose from."""
    text = _text(name, design.learners[name])
    if design.inner is None:
        return text
    choice = design.choices[name]
    if isinstance(choice.grid, str):
        return text if choice.n_settings is None else {"learner": text, "n_settings": choice.n_settings}
    table = _table(choice.grid)
    if table is None:
        return {"learner": text, "grid": choice.grid_code(design.paths[name])}
    drawn = {} if choice.n_settings is None else {"n_settings": choice.n_settings}
    return {"learner": text, "grid": table, **drawn}


def _table(grid: Any) -> dict[str, Any] | None:
    """A grid as plain values; None where TOML has no words for it."""
    if not isinstance(grid, Mapping) or not grid:
        return None
    found = {name: asdict(each) if isinstance(each, Range) else _plain(each) for name, each in grid.items()}
    return found if is_plain(found) else None


def _plain(values: Any) -> Any:
    """Values as a list of Python's own numbers and texts."""
    if hasattr(values, "rvs"):
        return values
    return [each.item() if isinstance(each, np.generic) else each for each in values]


def _text(name: str, learner: Any) -> str:
    """The expression of a learner with full names for scikit-learn's, made sure of by reading it again."""
    text = code(learner)
    for kind, module in modules_of(learner).items():
        if module.startswith("sklearn.") and kind != "Pipeline":
            text = re.sub(rf"(?<![\w.]){kind}\(", f"{module}.{kind}(", text)
    try:
        if describe(evaluate(text)) == describe(learner):
            return text
    except GnomonError:
        pass
    raise DesignError(f"learner {name!r} cannot be written as text ({text}); keep this design in Python")
