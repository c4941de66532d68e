"""The splits of a parameter `cv`: number of folds, plan, splitter of scikit-learn, or pairs of indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import check_cv

from gnomon.arrays import Array
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.sharing.train import Cut


def splits_of(cv: Any, X: Any, y: Array, is_of_classes: bool) -> Sequence[Cut]:
    """The pairs (training rows, held-out rows) of cross-validation.

    cv: number of folds, plan such as k_fold(10), splitter, pairs of indices, or 'training' for the training
    rows themselves.

    >>> [len(train) for train, _ in splits_of(3, np.zeros((6, 1)), np.arange(6.0), False)]
    [4, 4, 4]
    """
    all_rows = np.arange(X.shape[0])
    if isinstance(cv, str):
        if cv != "training":
            raise ParameterError(
                f"cv={cv!r}: pass a number of folds, a plan or splitter, pairs of indices, or 'training'"
            )
        return [(all_rows, all_rows)]
    if hasattr(cv, "split_repeatedly"):
        # A plan splits a task; of the columns it reads none here.
        task = Task(np.zeros((len(all_rows), 1)), y, kind="classification" if is_of_classes else "regression")
        return list(cv.split(task))
    try:
        splitter = check_cv(cv, y, classifier=is_of_classes)
        splits = [(all_rows[train], all_rows[test]) for train, test in splitter.split(X, y)]
    except ValueError as error:
        raise DesignError(f"cv={cv!r} cannot split n_samples={X.shape[0]} rows: {error}") from error
    if is_of_classes:
        _check_classes(splits, y)
    return splits


def _check_classes(splits: Sequence[Cut], y: Array) -> None:
    for split, (train, _) in enumerate(splits):
        if len(train) and (y[train] == y[train[0]]).all():
            raise DesignError(
                f"the training rows of split {split} have one class only, {y[train[0]]!r}; use fewer folds, "
                "stratified ones, or add rows of the other classes"
            )
