"""Plan, the base class of resampling plans, and conversion of other splitters to Splits."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.adopt import adopt
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.fold_assignment import strata
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed, child, generator, sequence

Cut = tuple[list[Integers], list[Integers]]

MAX_TIMES = 100_000


class Plan(ABC):
    """Base class of resampling plans (cross-validation splitters); `split` splits a task.

    method: its name in the design of the Splits.

    >>> from gnomon import k_fold
    >>> k_fold(3).split(Task(np.zeros((6, 1)), [0, 1, 0, 1, 0, 1]))
    Splits(stratified k-fold, 3 folds, 6 rows; 3 splits)
    """

    method: ClassVar[str]
    random_state: Seed

    def split(self, task: Task) -> Splits:
        """Splits of this task."""
        check_task(task)
        return self.split_repeatedly(task, 1, self.random_state)

    def split_repeatedly(self, task: Task, times: int, random_state: Seed) -> Splits:
        """Repeated splits of this task, each repeat with its own child of the seed."""
        if times > MAX_TIMES:
            raise DesignError(
                f"times={times}: at most {MAX_TIMES:,} repeats are supported; a hundred are usually enough, "
                "as more do not reduce the error that comes from the rows of the task"
            )
        root = sequence(random_state)
        held_out: list[Integers] = []
        train: list[Integers] = []
        for repeat in range(times):
            more_held_out, more_train = self.cut(task, generator(child(root, repeat)))
            held_out += more_held_out
            train += more_train
        design = self.split_design(task, len(held_out) // times, times, root)
        return Splits(held_out, design, train or None)

    def split_design(self, task: Task, folds: int, times: int, root: np.random.SeedSequence) -> SplitDesign:
        """The design of the splits of a task; root: the parent of all seeds."""
        return SplitDesign(
            self.method,
            folds,
            times,
            stratified=self.stratum(task) is not None,
            grouped=task.group is not None,
            random_state=root.entropy if isinstance(root.entropy, int) and not root.spawn_key else None,
            n_rows=task.n_rows,
            by_time=self.is_by_time,
        )

    @property
    def is_by_time(self) -> bool:
        """Whether splits are chronological by `task.time`."""
        return False

    def stratum(self, task: Task) -> Integers | None:
        """The stratum of each row, or None where the plan does not stratify."""
        return strata(task, getattr(self, "stratify", False))

    @abstractmethod
    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """Held-out rows of each fold; and training rows, or an empty list where they are all the others."""


def as_splits(task: Task, source: Any) -> Splits:
    """Splits from a plan, Splits, any scikit-learn splitter or (training, held-out) pairs of row indices.

    Pairs whose held-out sets partition the rows, once or repeatedly, are recognized as k-fold.

    >>> from sklearn.model_selection import KFold
    >>> as_splits(Task(np.zeros((6, 1)), [0, 1, 0, 1, 0, 1]), KFold(3)).design.method
    'k-fold'
    """
    check_task(task)
    if isinstance(source, Plan):
        return source.split(task)
    if isinstance(source, Splits):
        if source.design.n_rows != task.n_rows:
            raise DesignError(
                f"splits of {source.design.n_rows} rows do not fit task {task.name!r} of {task.n_rows} rows; "
                "split this task by plan.split(task)"
            )
        return source
    if hasattr(source, "inner"):
        raise DesignError(
            f"{source!r} is nested, with inner and outer splits; pass it to "
            "assess_selection(task, path, plan), or use its outer plan"
        )
    return adopt(task, source)


def check_task(task: Any) -> None:
    """Raise an error for anything but a Task, such as a data frame or a pair of arrays.

    >>> check_task(([[1.0], [2.0]], [0, 1]))
    Traceback (most recent call last):
        ...
    gnomon.errors.DataError: a plan splits a Task, not a tuple; pass Task(X, y) or Task.of(frame, "y")
    """
    if not isinstance(task, Task):
        raise DataError(
            f'a plan splits a Task, not a {type(task).__name__}; pass Task(X, y) or Task.of(frame, "y")'
        )


def check_integer(function: str, name: str, value: Any, minimum: int) -> int:
    """A validated integer parameter of at least `minimum`.

    >>> check_integer("k_fold", "k", 1, 2)
    Traceback (most recent call last):
        ...
    gnomon.errors.ParameterError: k_fold(k=1): k must be an integer of at least 2
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < minimum:
        raise ParameterError(f"{function}({name}={value!r}): {name} must be an integer of at least {minimum}")
    return int(value)
