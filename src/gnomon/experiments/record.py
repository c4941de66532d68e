"""Record of a design as plain values: the data, the learners and the splits, as described in reports.

It is stored with the predictions, so that a results file can be read without the data.
"""

import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.resample import setting_of
from gnomon.assessment.splits import Splits
from gnomon.data.table import Column
from gnomon.data.task import Task
from gnomon.data.units import SQUARED, unit_of
from gnomon.experiments.claim_schema import check_design
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.estimators import public_module
from gnomon.experiments.identity import code, digest
from gnomon.experiments.plan_code import plan_code
from gnomon.experiments.processor import processor
from gnomon.features.profiles.words import number_in_words
from gnomon.sharing.foreign import libraries_in, unwrapped

MAX_COLUMNS = 60
_MAX_LEVELS = 6


@dataclass(frozen=True)
class ColumnRecord:
    """A column: its kind, number of missing values, and its range or levels as text."""

    name: str
    kind: str
    missing: int
    holds: str


@dataclass(frozen=True)
class TaskRecord:
    """A task: its size, its target and its columns (the first sixty), with its splits.

    target: label and number of rows per class; for numbers mean, standard deviation and range. roles: columns
    of the task besides features and target (group, stratum, weight, time).
    """

    name: str
    kind: str
    fingerprint: str
    n_rows: int
    n_columns: int
    positive: str | None
    roles: list[str]
    target: list[list[Any]]
    columns: list[ColumnRecord]
    splits: dict[str, Any]

    @property
    def design(self) -> SplitDesign:
        """The design of the splits."""
        return SplitDesign(**{each.name: self.splits[each.name] for each in fields(SplitDesign)})

    @property
    def numbers(self) -> Integers | None:
        """The number of each split in the whole design; None in a record of an earlier version."""
        runs = self.splits.get("numbers")
        return None if runs is None else np.concatenate([np.arange(*run) for run in runs])


@dataclass(frozen=True)
class LearnerRecord:
    """A learner: its name, its Python expression, and the modules of the classes in it.

    settings: in a nested design the candidate settings, by the hyperparameters that vary.
    """

    name: str
    code: str
    modules: dict[str, str]
    settings: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Record:
    """A design without its data.

    prepare: whether columns are prepared automatically; in early versions the learners include it already.
    preparation_notes: a description of that preparation. skipped: learners that were asked for and left out.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load
    >>> record = record_of(Design(load("diabetes"), [Ridge()], k_fold(5)))
    >>> record.tasks[0].n_rows, record == Record.of(record.plain())
    (442, True)
    """

    tasks: list[TaskRecord]
    learners: list[LearnerRecord]
    units: list[Unit]
    plan: str
    measures: list[str]
    random_state: int
    notes: list[str]
    inner: str = ""
    rule: str = "best"
    halving: dict[str, int] | None = None
    prepare: bool = False
    preparation_notes: list[str] = field(default_factory=list)
    margin: float | None = None
    skipped: list[str] = field(default_factory=list)

    @property
    def is_nested(self) -> bool:
        """Whether hyperparameters were tuned on inner splits (nested cross-validation)."""
        return bool(self.inner)

    @property
    def key(self) -> str:
        """A hash of the record."""
        return digest(self.plain())

    def plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        units = [{**vars(unit)} for unit in self.units]
        plain = {**asdict(replace(self, units=[])), "units": units}
        # Without these the key is that of records before they existed.
        absent = [name for name, value in (("margin", None), ("skipped", [])) if plain[name] == value]
        return {name: value for name, value in plain.items() if name not in absent}

    @classmethod
    def of(cls, plain: dict[str, Any]) -> "Record":
        """The inverse of `plain`; DataError if the schema is invalid."""
        check_design(plain)
        tasks = [
            TaskRecord(**{**task, "columns": [ColumnRecord(**column) for column in task["columns"]]})
            for task in plain["tasks"]
        ]
        learners = [LearnerRecord(**learner) for learner in plain["learners"]]
        units = [Unit(**unit) for unit in plain["units"]]
        return cls(**{**plain, "tasks": tasks, "learners": learners, "units": units})


def record_of(design: Design) -> Record:
    """The record of a design."""
    return Record(
        tasks=[_task(name, task, design.splits[name]) for name, task in design.tasks.items()],
        learners=[_learner(design, name) for name in design.learners],
        units=design.units(),
        plan=plan_code(design.plan),
        measures=list(design.measures),
        random_state=design.random_state,
        notes=list(design.notes),
        inner="" if design.inner is None else plan_code(design.inner),
        rule=design.rule,
        halving=None if design.halving is None else asdict(design.halving),
        prepare=design.prepare,
        preparation_notes=list(design.preparation_notes),
        margin=design.margin,
        skipped=list(design.skipped),
    )


def column_record(column: Column) -> ColumnRecord:
    """The record of a column.

    >>> from gnomon import Table
    >>> column_record(Table.of({"age": [31, 45, None]}).column("age"))
    ColumnRecord(name='age', kind='quantitative', missing=1, holds='31 to 45')
    """
    if column.kind == "quantitative":
        is_missing = np.isnan(column.values)
        return ColumnRecord(
            column.name, column.kind, int(is_missing.sum()), _range(column.values, is_missing)
        )
    return ColumnRecord(column.name, column.kind, int((column.values < 0).sum()), _levels(column.levels))


def versions(learners: Iterable[Any] = ()) -> dict[str, str]:
    """Versions of the software that results depend on, with the libraries of the given learners.

    The vector level and the BLAS of this process are included (`gnomon.experiments.processor`).

    >>> sorted(versions())
    ['BLAS', 'gnomon', 'numpy', 'python', 'scikit-learn', 'scipy', 'vector level']
    """
    by_package = {"python": platform.python_version()}
    for package in ("gnomon", "numpy", "scipy", "scikit-learn"):
        by_package[package] = _version(package)
    libraries = {each.package: each.version() for learner in learners for each in libraries_in(learner)}
    return by_package | processor() | libraries


def modules_of(learner: Any) -> dict[str, str]:
    """The public module of each class in a learner's expression.

    >>> from sklearn.linear_model import Ridge
    >>> modules_of(Ridge())
    {'Ridge': 'sklearn.linear_model'}
    """
    modules = {}
    parts = [learner, *learner.get_params(deep=True).values()]
    for part in parts:
        if hasattr(part, "get_params") and not isinstance(part, type):
            kind = type(unwrapped(part))
            modules[kind.__name__] = public_module(kind)
    return modules


def _task(name: str, task: Task, splits: Splits) -> TaskRecord:
    listed = task.table.names[:MAX_COLUMNS]
    roles = [role for role in ("group", "stratum", "weight", "time") if getattr(task, role) is not None]
    return TaskRecord(
        name=name,
        kind=task.kind,
        fingerprint=task.fingerprint,
        n_rows=task.n_rows,
        n_columns=task.table.n_columns,
        positive=None if task.positive is None else str(task.positive),
        roles=roles,
        target=_target(task),
        columns=[column_record(task.table.column(column)) for column in listed],
        splits=_splits(splits),
    )


def _learner(design: Design, name: str) -> LearnerRecord:
    learner, modules = design.learners[name], modules_of(design.learners[name])
    if design.inner is None:
        return LearnerRecord(name, code(learner), modules)
    path = design.paths[name]
    written = design.choices[name].code(path)
    return LearnerRecord(name, written, {"GridSearch": "gnomon", **modules}, setting_of(path))


def _target(task: Task) -> list[list[Any]]:
    if task.codes is not None and task.classes is not None:
        counts = np.bincount(task.codes, minlength=len(task.classes))
        return [[str(label), int(count)] for label, count in zip(task.classes, counts)]
    values = np.asarray(task.y, dtype=float)
    unit = unit_of(values, SQUARED)
    facts = {
        "mean": np.mean(values / unit) * unit,
        "standard deviation": np.std(values / unit, ddof=1) * unit if len(values) > 1 else 0.0,
        "minimum": np.min(values),
        "maximum": np.max(values),
    }
    return [[fact, float(value)] for fact, value in facts.items()]


def _range(values: Array, is_missing: Array) -> str:
    present = values[~is_missing]
    if not len(present):
        return "nothing"
    return " to ".join(number_in_words(float(each), 6) for each in (present.min(), present.max()))


def _levels(levels: Sequence[Any]) -> str:
    shown = ", ".join(str(level) for level in levels[:_MAX_LEVELS])
    more = len(levels) - _MAX_LEVELS
    return f"{shown} and {more} more" if more > 0 else shown


def _splits(splits: Splits) -> dict[str, Any]:
    held_out = [len(rows) for rows in splits.held_out]
    n_rows = splits.design.n_rows
    train = (
        [n_rows - size for size in held_out] if splits.train is None else [len(rows) for rows in splits.train]
    )
    return {
        **asdict(splits.design),
        "fingerprint": splits.fingerprint,
        "n_splits": len(splits),
        "numbers": _runs_of(splits.number),
        "train": [min(train), max(train)],
        "held_out": [min(held_out), max(held_out)],
    }


def _runs_of(numbers: Integers) -> list[list[int]]:
    """Numbers as half-open ranges of consecutive values."""
    ends = np.flatnonzero(np.diff(numbers) != 1) + 1
    return [[int(run[0]), int(run[-1]) + 1] for run in np.split(numbers, ends)]


@cache
def _version(package: str) -> str:
    if package == "gnomon":
        import gnomon

        return gnomon.__version__
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
