"""Default resampling plans of the commands."""

from typing import Any

from gnomon.assessment.splits import k_fold, repeated, rolling
from gnomon.cli.advice import option
from gnomon.cli.worker_options import is_large
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.halving import SuccessiveHalving

# Above this many rows few folds are enough, and many folds take long.
MANY_ROWS = 200_000
# Training rows in the first rung of successive halving: a ranking of settings on fewer is mostly noise.
FIRST_ROWS = 2000


def folds_and_repeats(
    task: Task, folds: int | None, repeats: int | None, *, is_nested: bool = False
) -> tuple[int, int, list[str]]:
    """Default folds and repeats; and a sentence where there are fewer of them because of many rows.

    is_nested: whether every training set is divided again, to tune on it.

    >>> import gnomon as gn
    >>> folds_and_repeats(gn.load("iris"), None, None)
    (10, 3, [])
    """
    many = is_large(task) if is_nested else task.n_rows > MANY_ROWS
    if not many or task.time is not None or (folds is not None and repeats is not None):
        return 10 if folds is None else folds, 3 if repeats is None else repeats, []
    folds, repeats = 5 if folds is None else folds, 1 if repeats is None else repeats
    sentence = (
        f"{task.n_rows:,} rows are enough for {folds} folds{'' if repeats == 1 else f', {repeats} times'} "
        "(`gnomon compare --folds 10 --repeats 3` uses more)."
    )
    return folds, repeats, [sentence]


def halving_for(
    task: Task, halving: bool | None, *, is_nested: bool
) -> tuple[SuccessiveHalving | None, list[str]]:
    """Successive halving of the hyperparameter settings by default on large data; and a sentence about it.

    >>> import gnomon as gn
    >>> halving_for(gn.load("iris"), None, is_nested=True)
    (None, [])
    >>> halving_for(gn.load("iris"), True, is_nested=True)
    (SuccessiveHalving(factor=3, min_rows=50), [])
    """
    if halving and not is_nested:
        raise ParameterError(
            f"{option('halving')}: tuning needs inner folds (nested cross-validation); "
            f"add {option('inner')} 5"
        )
    if halving is False or not is_nested or (halving is None and not is_large(task)):
        return None, []
    if halving:
        return SuccessiveHalving(), []
    sentence = (
        f"Hyperparameters are tuned by successive halving: all settings on at least {FIRST_ROWS:,} rows, "
        "the better ones on more (`gnomon compare --no-halving` evaluates all on all rows)."
    )
    return SuccessiveHalving(min_rows=FIRST_ROWS), [sentence]


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
