"""Limits on the work and the memory that a claim from an untrusted source may ask for.

The estimates are rough: they separate a claim that ends in minutes from one that never ends or fills the
memory, before anything is split or fitted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np

from gnomon.assessment.splits import (
    Blocked,
    Bootstrap,
    HoldOut,
    KFold,
    LeaveGroupsOut,
    LeaveOneOut,
    Nested,
    Repeated,
    Rolling,
)
from gnomon.assessment.splits.folds import MAX_SPLITS
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.experiments.allowed_parameters import estimators_in
from gnomon.sharing.parameters import changed_parameters, default_parameters

# Seeds, numbers of threads and folds do not add to the size.
_FREE = ("cv", "random_state", "n_jobs", "verbose", "verbosity", "seed", "warm_start")
# Iterations need no memory.
_ITERATIONS = ("max_iter", "max_fun", "n_iter", "n_init", "n_restarts", "max_no_improvement", "n_settings")


@dataclass(frozen=True)
class WorkLimits:
    """The largest work and memory that a claim may ask for.

    work: table cells (rows x columns) read by all fits together, times the ratio of sizes such as
    `n_estimators` to their defaults. memory: GiB of splits, predictions and the largest model.
    """

    work: float = 1e10
    memory: float = 4.0


def check_limits(
    limits: WorkLimits,
    tasks: Sequence[Task],
    paths: Mapping[str, Sequence[Any]],
    plan: Any,
    inner: Any = None,
) -> None:
    """Raise DesignError if a design would exceed the limits.

    paths: for each learner the settings that it tries. inner: the plan of the inner splits.

    >>> import gnomon as gn
    >>> paths = {"bayes": [gn.GaussianNB()]}
    >>> check_limits(WorkLimits(), [gn.load("iris")], paths, gn.k_fold(10))
    """
    n_fits = work = memory = 0.0
    for task in tasks:
        outer = n_splits(plan, task.n_rows)
        memory += 8.0 * task.n_rows * outer * (len(paths) * _n_outputs(task) + 1)
        for path in paths.values():
            tried = 1 + (0 if inner is None else len(path) * n_splits(inner, task.n_rows))
            cells = task.n_rows * max(task.table.n_columns, 1)
            n_fits += outer * tried
            work += outer * tried * cells * max(map(relative_size, path), default=1.0)
            memory += max((_model_bytes(each, task) for each in path), default=0.0)
    if not work <= limits.work:
        raise DesignError(
            f"about {work:.0e} table cells in {n_fits:.0e} fits: above the limit of {limits.work:.0e}; "
            "if you trust its source, raise {max_work}",
            settings={"max_work": ...},
        )
    gibibytes = memory / 2**30
    if not gibibytes <= limits.memory:
        raise DesignError(
            f"about {gibibytes:.0e} GiB of memory: above the limit of {limits.memory:g}; "
            "if you trust its source, raise {max_memory}",
            settings={"max_memory": ...},
        )


def n_splits(plan: Any, n_rows: int) -> float:
    """The number of splits of a plan, or an upper bound; 1 for plans that are not Gnomon's.

    >>> from gnomon import k_fold, repeated
    >>> n_splits(repeated(k_fold(5), times=3), 100)
    15.0
    """
    if isinstance(plan, Repeated):
        return plan.times * n_splits(plan.plan, n_rows)
    if isinstance(plan, Nested):
        return n_splits(plan.outer, n_rows) * (1 + n_splits(plan.inner, n_rows))
    sizes: dict[type, str] = {KFold: "k", Blocked: "k", Bootstrap: "times", Rolling: "folds"}
    if type(plan) in sizes:
        return float(getattr(plan, sizes[type(plan)]))
    if isinstance(plan, LeaveOneOut | LeaveGroupsOut):
        return float(n_rows if isinstance(plan, LeaveOneOut) else MAX_SPLITS)
    return 1.0 if isinstance(plan, HoldOut) or not hasattr(plan, "__len__") else float(len(plan))


def relative_size(learner: Any) -> float:
    """The product of the ratios of whole-number parameters to their defaults, where above one.

    >>> from sklearn.ensemble import RandomForestClassifier
    >>> relative_size(RandomForestClassifier(1000)), relative_size(RandomForestClassifier(10))
    (10.0, 1.0)
    """
    largest: dict[tuple[type, str], float] = {}
    for estimator, name, value in _sizes(learner):
        kind: Any = type(estimator)
        default = _whole_numbers(default_parameters(kind).get(name))
        ratio = _n_values(name, value) / max(_n_values(name, default), 1.0)
        key = kind, name
        largest[key] = max(ratio, largest.get(key, 1.0))
    return prod(largest.values()) * prod(map(_n_settings, estimators_in(learner)))


def _n_settings(estimator: Any) -> float:
    """The fits of a GridSearchCV or RandomizedSearchCV per fit of its estimator; 1 for others."""
    grid = getattr(estimator, "param_grid", getattr(estimator, "param_distributions", None))
    grids = [grid] if isinstance(grid, Mapping) else grid
    if not grids:
        return 1.0
    n_settings = float(sum(prod(map(len, each.values())) for each in grids))
    n_folds = estimator.cv if isinstance(estimator.cv, int) else 5
    return 1.0 + min(n_settings, float(getattr(estimator, "n_iter", n_settings))) * n_folds


def _model_bytes(learner: Any, task: Task) -> float:
    """The memory of the largest array that a size parameter alone implies."""
    rows, columns = task.n_rows, max(task.table.n_columns, 1)
    largest = 0.0
    for _, name, value in _sizes(learner):
        if not name.startswith(_ITERATIONS):
            largest = max(largest, _n_values(name, value), float(max(value)) * max(rows, columns))
    for estimator in estimators_in(learner):
        if type(estimator).__name__ in ("PolynomialFeatures", "PolynomialRegression"):
            degree = min(max(_whole_numbers(estimator.degree), default=1), 1000)
            largest = max(largest, float(min(comb(columns + degree, degree), 10**300)) * rows)
    return 8.0 * largest


def _sizes(learner: Any) -> Iterable[tuple[Any, str, Sequence[int]]]:
    """The changed whole-number parameters of a learner and its nested estimators, with their values."""
    for estimator in estimators_in(learner):
        for name, value in changed_parameters(estimator).items():
            numbers = _whole_numbers(value)
            kind: Any = type(estimator)
            is_real = isinstance(default_parameters(kind).get(name), float)
            if numbers and not is_real and name not in _FREE and not name.startswith("min_"):
                yield estimator, name, numbers


def _whole_numbers(value: Any) -> Sequence[int]:
    several = value if isinstance(value, list | tuple) else [value]
    return [
        int(each) for each in several if isinstance(each, int | np.integer) and not isinstance(each, bool)
    ]


def _n_values(name: str, value: Sequence[int]) -> float:
    """The number of values that a parameter stands for: of layers the weights between them."""
    if name == "hidden_layer_sizes":
        return float(sum(value)) + sum(float(a) * b for a, b in pairwise(value))
    return float(max(value, default=0))


def _n_outputs(task: Task) -> int:
    """The numbers stored for each prediction: row, truth, prediction, and the class probabilities."""
    return 3 + (len(task.classes) if task.kind == "classification" else 1)
