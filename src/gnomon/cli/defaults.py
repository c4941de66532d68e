"""Default resampling plans of the commands."""

from typing import Any

from gnomon.assessment.splits import k_fold, repeated, rolling
from gnomon.data.task import Task

# Above this many rows few folds are enough, and many folds take long.
MANY_ROWS = 200_000


def folds_and_repeats(task: Task, folds: int | None, repeats: int | None) -> tuple[int, int, list[str]]:
    """Default folds and repeats; and a sentence where there are fewer of them because of many rows.

    >>> import gnomon as gn
    >>> folds_and_repeats(gn.load("iris"), None, None)
    (10, 3, [])
    """
    if task.n_rows <= MANY_ROWS or task.time is not None or (folds is not None and repeats is not None):
        return 10 if folds is None else folds, 3 if repeats is None else repeats, []
    folds, repeats = 5 if folds is None else folds, 1 if repeats is None else repeats
    sentence = (
        f"{task.n_rows:,} rows are enough for {folds} folds{'' if repeats == 1 else f', {repeats} times'} "
        "(use more by --folds 10 --repeats 3)."
    )
    return folds, repeats, [sentence]


def folds_for(task: Task, folds: int, seed: int = 0) -> Any:
    """Random k-fold cross-validation; rolling-origin evaluation where the task has a time column.

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
    """Repeated k-fold cross-validation; rolling-origin evaluation is not repeated.

    >>> import gnomon as gn
    >>> len(plan_for(gn.load("iris"), 5, 2, 0).split(gn.load("iris")))
    10
    """
    if task.time is not None:
        return folds_for(task, folds)
    return repeated(k_fold(folds), times=repeats, random_state=seed)
