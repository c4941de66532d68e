"""Choosing k of nearest neighbors: the cross-validated error of every k, from one neighbor search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone, is_classifier

from gnomon import threads
from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.nearest import KNeighborsClassifier, KNeighborsRegressor
from gnomon.learners.neighbors.votes import inverse_distances, winners
from gnomon.seeds import Seed, generator
from gnomon.sharing.neighborhood import Neighborhood

if TYPE_CHECKING:
    import pandas as pd

CELLS_AT_ONCE = 2**23
ODD_NUMBERS = tuple(range(1, 30, 2))


@dataclass(frozen=True, eq=False)
class NeighborCurve:
    """Validation curve over k: the cross-validated error of each number of neighbors.

    values: the values of k. errors: error rate or mean squared error of each repeat and fold (rows) and value
    of k (columns). n_repeats: number of repeats of the cross-validation.
    """

    values: Integers
    errors: Floats
    n_repeats: int = 1

    @property
    def error(self) -> Floats:
        """The mean error of each k."""
        return self.errors.mean(axis=0)

    @property
    def standard_error(self) -> Floats:
        """Standard error of each mean over the folds of one repeat, since repeats add no new rows."""
        n_folds = len(self.errors) // self.n_repeats
        if n_folds < 2:
            return np.full(len(self.values), np.nan)
        by_repeat = self.errors.reshape(self.n_repeats, n_folds, -1)
        return np.sqrt(by_repeat.var(axis=1, ddof=1).mean(axis=0) / n_folds)

    @property
    def best(self) -> int:
        """The k of minimum error; on ties the largest, whose decision boundary is smoothest."""
        return int(self.values[self.error <= self.error.min() + 1e-12].max())

    @property
    def smoothest(self) -> int:
        """The largest k whose error is within one standard error of the minimum (one-standard-error rule)."""
        index = int(np.flatnonzero(self.values == self.best)[0])
        slack = np.nan_to_num(self.standard_error[index])
        return int(self.values[self.error <= self.error[index] + slack].max())

    def frame(self) -> pd.DataFrame:
        """One row per number of neighbors: its error and standard error."""
        import pandas as pd

        return pd.DataFrame(
            {"n_neighbors": self.values, "error": self.error, "standard_error": self.standard_error}
        )

    def __str__(self) -> str:
        return (
            f"{self.best} neighbors have the minimum cross-validated error, {self.error.min():.4g}; up to "
            f"{self.smoothest} are within one standard error. The minimum is optimistically biased: estimate "
            "the error by nested cross-validation"
        )


def choose_neighbors(
    model: KNeighborsClassifier | KNeighborsRegressor,
    X: Any,
    y: Any,
    *,
    values: Sequence[int] = ODD_NUMBERS,
    folds: int | None = 10,
    repeats: int = 1,
    random_state: Seed = 0,
) -> NeighborCurve:
    """Choose k by cross-validation: the error of each number of neighbors, from one neighbor search.

    model: the learner, for its metric, weights and ties. values: values of k. folds: number of stratified
    folds, None for leave-one-out. repeats: number of repeats of the cross-validation, all from the same
    search.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> curve = choose_neighbors(gn.KNeighborsClassifier(), task.X, task.y, folds=None)
    >>> curve.best, round(float(curve.error.min()), 4)
    (19, 0.0267)
    """
    model = clone(model)
    data = model.prepare(*model.check_rows(X, y))
    numbers = _checked_values(values)
    codes = data.y.codes if is_classifier(model) else None
    test_sets, min_train_rows = _test_sets(data, codes, folds, repeats, generator(random_state))
    if numbers[-1] > min_train_rows:
        raise DataError(
            f"values contains k = {numbers[-1]}, and the smallest training set has {min_train_rows} rows; "
            "use smaller values of k or more folds"
        )
    with threads.limited(threads.count(model.n_jobs), blas=False):
        errors = [_errors(model, data, test, numbers, codes) for test in test_sets]
    return NeighborCurve(numbers, np.array(errors), 1 if folds is None else repeats)


def _checked_values(values: Sequence[int]) -> Integers:
    numbers = np.unique(np.asarray(values))
    if numbers.dtype.kind not in "iu" or not len(numbers) or numbers[0] < 1:
        raise ParameterError(f"values={values!r}: pass integers of at least 1")
    return numbers.astype(np.int64)


def _test_sets(
    data: Neighborhood, codes: Integers | None, folds: int | None, repeats: int, random: np.random.Generator
) -> tuple[Iterator[Integers | None], int]:
    """The test rows of each fold of each repeat (None for leave-one-out), and the minimum training size."""
    n_rows = len(data)
    if folds is None:
        return iter([None]), n_rows - 1
    if not 2 <= folds <= n_rows or repeats < 1:
        raise ParameterError(
            f"folds={folds}, repeats={repeats}: pass 2 to {n_rows} folds and at least 1 repeat"
        )
    assignments = [_stratified_folds(n_rows, codes, folds, random) for _ in range(repeats)]
    min_train_rows = n_rows - max(int(np.bincount(fold_of).max()) for fold_of in assignments)
    test_sets = (np.flatnonzero(fold_of == fold) for fold_of in assignments for fold in range(folds))
    return test_sets, min_train_rows


def _stratified_folds(
    n_rows: int, codes: Integers | None, folds: int, random: np.random.Generator
) -> Integers:
    """Stratified fold assignment: the fold of each row, at random within each class."""
    order = random.permutation(n_rows)
    if codes is not None:
        order = order[np.argsort(codes[order], kind="stable")]
    fold = np.empty(n_rows, dtype=np.int64)
    fold[order] = np.arange(n_rows) % folds
    return fold


def _errors(
    model: Any, data: Neighborhood, test: Integers | None, values: Integers, codes: Integers | None
) -> Floats:
    """The mean error of each number of neighbors on the test rows."""
    k = int(values[-1])
    with_distances = model.weights != "uniform"
    if test is None:
        rows, train = np.arange(len(data)), np.arange(len(data))
        distances, near = data.nearest(data.space.X, k, exclude_self=True)
    else:
        train = np.setdiff1d(np.arange(len(data)), test, assume_unique=True)
        rows = test
        distances, near = data.rows(train).nearest(data.examples(test), k, with_distances=with_distances)
    targets = data.y if codes is None else codes
    n_classes = 0 if codes is None else int(codes.max()) + 1
    total, step = np.zeros(len(values)), max(1, CELLS_AT_ONCE // (k * max(n_classes, 1)))
    for first in range(0, len(rows), step):
        batch = slice(first, first + step)
        y_pred = _predicted(model, targets[train[near[batch]]], distances[batch], values, n_classes)
        y_true = targets[rows[batch], None]
        total += ((y_pred - y_true) ** 2 if codes is None else y_pred != y_true).sum(axis=0)
    return total / len(rows)


def _predicted(model: Any, voters: Any, distances: Floats, values: Integers, n_classes: int) -> Any:
    """The prediction of each number of neighbors (column) for each row."""
    if callable(model.weights):
        return np.column_stack(
            [
                _sums(
                    voters[:, :k], model._weights_of(distances[:, :k], voters[:, :k]), [k], n_classes, model
                )[:, 0]
                for k in values
            ]
        )
    weight = np.ones(voters.shape) if model.weights == "uniform" else inverse_distances(distances)
    return _sums(voters, weight, values, n_classes, model)


def _sums(voters: Any, weight: Floats, values: Any, n_classes: int, model: Any) -> Any:
    """Predictions from cumulative sums: the votes of k + 1 neighbors extend those of the first k."""
    last = np.asarray(values) - 1
    if not n_classes:
        return (np.cumsum(voters * weight, axis=1) / np.cumsum(weight, axis=1))[:, last]
    ballots = np.zeros((*voters.shape, n_classes))
    np.put_along_axis(ballots, voters[:, :, None], weight[:, :, None], axis=2)
    votes = np.cumsum(ballots, axis=1)[:, last]
    y_pred = [
        winners(votes[:, column], voters[:, :k], model.ties, model.random_state)
        for column, k in enumerate(values)
    ]
    return np.column_stack(y_pred)
