"""What a comparison goes by where nothing is said: the measure to rank by, and how the rows are cut."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gnomon.assessment.splits import k_fold, repeated, rolling
from gnomon.data.task import Task
from gnomon.experiments.checks.imbalance import LARGEST_SHARE


def ranking(task: Task, learners: Iterable[Any], folds: int = 1) -> tuple[str | None, list[str]]:
    """The measure to rank by, if it is not the usual one, and a sentence that says why.

    folds: how many there will be; where one might hold no row of a class, ranks within it are undefined.

    >>> import gnomon as gn
    >>> ranking(gn.load("iris"), [gn.GaussianNB()])
    (None, [])
    >>> ranking(gn.Task({"size": range(50)}, ["ill"] * 5 + ["well"] * 45), [gn.GaussianNB()])[0]
    'auc'
    """
    if task.codes is None or task.classes is None:
        return None, []
    counts = np.bincount(task.codes)
    share = counts.max() / task.n_rows
    if share < LARGEST_SHARE or len(task.classes) < 2:
        return None, []
    is_ranked = len(task.classes) == 2 and counts.min() >= folds and all(map(_gives_scores, learners))
    measure = "auc" if is_ranked else "balanced_accuracy"
    said = (
        f"One class has {100 * share:.1f} % of the rows, so that accuracy would say little: learners are "
        f"ranked by {measure} (--measure names another)."
    )
    return measure, [said]


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


def _gives_scores(learner: Any) -> bool:
    return hasattr(learner, "predict_proba") or hasattr(learner, "decision_function")
