"""What a plan is, and what else can be taken as the cuts of a task."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.adopt import adopt
from gnomon.assessment.dealing import strata
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed, child, generator, sequence

Cut = tuple[list[Integers], list[Integers]]


class Plan(ABC):
    """A way to cut any task; `split` does it.

    method: its name in the design of the Splits.

    >>> from gnomon.assessment.splits import k_fold
    >>> k_fold(3).split(Task(np.zeros((6, 1)), [0, 1, 0, 1, 0, 1]))
    Splits(stratified k-fold, 3 folds, 6 rows; 3 splits)
    """

    method: ClassVar[str]
    random_state: Seed

    def split(self, task: Task) -> Splits:
        """Cut this task."""
        check_task(task)
        return self.split_often(task, 1, self.random_state)

    def split_often(self, task: Task, times: int, random_state: Seed) -> Splits:
        """Cut this task several times, each with its own child of the seed."""
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
        """How a task was cut, for those who read the cuts; root: what all seeds were children of."""
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
        """Whether the cuts follow `task.time`."""
        return False

    def stratum(self, task: Task) -> Integers | None:
        """What this plan stratifies the task by."""
        return strata(task, getattr(self, "stratify", False))

    @abstractmethod
    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """Held-out rows of each fold; and training rows, or none where they are simply all the others."""


def as_splits(task: Task, source: Any) -> Splits:
    """Splits from a plan, Splits, any scikit-learn splitter or (training, held-out) pairs of row numbers.

    Pairs whose held-out sets share out all rows, once or several times over, are known as k-fold.

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
                "cut this task by plan.split(task)"
            )
        return source
    if hasattr(source, "inner"):
        raise DesignError(
            f"{source!r} cuts twice, to choose and to assess; give it to assess_selection(task, path, plan), "
            "or take its outer plan"
        )
    return adopt(task, source)


def check_task(task: Any) -> None:
    """Refuse what is no Task, such as a data frame or a pair of arrays.

    >>> check_task(([[1.0], [2.0]], [0, 1]))
    Traceback (most recent call last):
        ...
    gnomon.errors.DataError: a plan cuts a Task, and this is a tuple; give Task(X, y) or Task.of(frame, "y")
    """
    if not isinstance(task, Task):
        raise DataError(
            f'a plan cuts a Task, and this is a {type(task).__name__}; give Task(X, y) or Task.of(frame, "y")'
        )


def whole_number(function: str, name: str, value: Any, least: int) -> int:
    """A parameter that must be a whole number, as an int.

    >>> whole_number("k_fold", "k", 1, 2)
    Traceback (most recent call last):
        ...
    gnomon.errors.ParameterError: k_fold(k=1): k must be a whole number of at least 2
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ParameterError(
            f"{function}({name}={value!r}): {name} must be a whole number of at least {least}"
        )
    return int(value)
