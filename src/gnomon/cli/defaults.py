"""How a command cuts the rows where nothing is said."""

from typing import Any

from gnomon.assessment.splits import k_fold, repeated, rolling
from gnomon.data.task import Task


def folds_for(task: Task, folds: int, seed: int = 0) -> Any:
    """Folds dealt at random; where the task has a time, folds that each come after their training rows.

    >>> import gnomon as gn
    >>> sales = {"month": range(24), "price": range(24), "sold": [3.0, 5.0] * 12}
    >>> months = gn.Task.of(sales, "sold", time="month")
    >>> for train, held_out in folds_for(months, 3).split(months):
    ...     print(train.max() < held_out.min())
    True
    True
    True
    """
    return k_fold(folds, random_state=seed) if task.time is None else rolling(folds)


def plan_for(task: Task, folds: int, repeats: int, seed: int) -> Any:
    """The same, repeated; there is only one order of time, which is not repeated.

    >>> import gnomon as gn
    >>> len(plan_for(gn.load("iris"), 5, 2, 0).split(gn.load("iris")))
    10
    """
    if task.time is not None:
        return folds_for(task, folds)
    return repeated(k_fold(folds), times=repeats, random_state=seed)
