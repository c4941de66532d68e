"""How many neighbors: the held-out error of every k, from one search of the rows."""

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
    """The held-out error of each number of neighbors.

    values: the numbers tried. errors: of each repeat and fold (rows) and number (columns), the share of rows
    that are wrong or the mean squared error. n_repeats: how often the rows were dealt anew.
    """

    values: Integers
    errors: Floats
    n_repeats: int = 1

    @property
    def error(self) -> Floats:
        """The mean error of each number."""
        return self.errors.mean(axis=0)

    @property
    def standard_error(self) -> Floats:
        """How far chance moves each mean: over the folds of one deal, as repeats bring no new rows."""
        n_folds = len(self.errors) // self.n_repeats
        if n_folds < 2:
            return np.full(len(self.values), np.nan)
        by_repeat = self.errors.reshape(self.n_repeats, n_folds, -1)
        return np.sqrt(by_repeat.var(axis=1, ddof=1).mean(axis=0) / n_folds)

    @property
    def best(self) -> int:
        """The number of least error; of equals the largest, whose border is smoothest."""
        return int(self.values[self.error <= self.error.min() + 1e-12].max())

    @property
    def smoothest(self) -> int:
        """The largest number whose error is within one standard error of the least."""
        place = int(np.flatnonzero(self.values == self.best)[0])
        slack = np.nan_to_num(self.standard_error[place])
        return int(self.values[self.error <= self.error[place] + slack].max())

    def frame(self) -> pd.DataFrame:
        """One row a number of neighbors: its error and standard error."""
        import pandas as pd

        return pd.DataFrame(
            {"n_neighbors": self.values, "error": self.error, "standard_error": self.standard_error}
        )

    def __str__(self) -> str:
        return (
            f"{self.best} neighbors have the least held-out error, {self.error.min():.4g}; up to "
            f"{self.smoothest} are within one standard error. A least of many is too low: measure it anew by "
            "nested cross-validation"
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
    """The held-out error of each number of neighbors, by cross-validation from one search.

    model: says metric, weights and ties. values: the numbers to try. folds: how many parts, classes dealt
    evenly; None leaves one row out at a time. repeats: how often rows are dealt anew, each time as well by
    looking up the one search.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> curve = choose_neighbors(gn.KNeighborsClassifier(), task.X, task.y, folds=None)
    >>> curve.best, round(float(curve.error.min()), 4)
    (19, 0.0267)
    """
    setting = clone(model)
    data = setting.prepare(*setting.check_rows(X, y))
    numbers = _checked_values(values)
    codes = data.y.codes if is_classifier(setting) else None
    parts, least = _parts(data, codes, folds, repeats, generator(random_state))
    if numbers[-1] > least:
        raise DataError(
            f"values go up to {numbers[-1]} neighbors, and the smallest training set has {least} rows; "
            "try fewer neighbors or more folds"
        )
    with threads.limited(threads.count(setting.n_jobs), blas=False):
        errors = [_errors(setting, data, part, numbers, codes) for part in parts]
    return NeighborCurve(numbers, np.array(errors), 1 if folds is None else repeats)


def _checked_values(values: Sequence[int]) -> Integers:
    numbers = np.unique(np.asarray(values))
    if numbers.dtype.kind not in "iu" or not len(numbers) or numbers[0] < 1:
        raise ParameterError(f"values={values!r}: give whole numbers of at least 1")
    return numbers.astype(np.int64)


def _parts(
    data: Neighborhood, codes: Integers | None, folds: int | None, repeats: int, random: np.random.Generator
) -> tuple[Iterator[Integers | None], int]:
    """The held-out rows of each fold of each repeat (None: each row by itself), and the fewest others."""
    n_rows = len(data)
    if folds is None:
        return iter([None]), n_rows - 1
    if not 2 <= folds <= n_rows or repeats < 1:
        raise ParameterError(
            f"folds={folds}, repeats={repeats}: give 2 to {n_rows} folds and 1 repeat or more"
        )
    deals = [_deal(n_rows, codes, folds, random) for _ in range(repeats)]
    least = n_rows - max(int(np.bincount(deal).max()) for deal in deals)
    return (np.flatnonzero(deal == fold) for deal in deals for fold in range(folds)), least


def _deal(n_rows: int, codes: Integers | None, folds: int, random: np.random.Generator) -> Integers:
    """The fold of each row: at random, each class in turn so that folds have equal shares of it."""
    order = random.permutation(n_rows)
    if codes is not None:
        order = order[np.argsort(codes[order], kind="stable")]
    fold = np.empty(n_rows, dtype=np.int64)
    fold[order] = np.arange(n_rows) % folds
    return fold


def _errors(
    model: Any, data: Neighborhood, part: Integers | None, values: Integers, codes: Integers | None
) -> Floats:
    """The mean error of each number of neighbors on the held-out rows."""
    k = int(values[-1])
    with_distances = model.weights != "uniform"
    if part is None:
        rows, train = np.arange(len(data)), np.arange(len(data))
        distances, near = data.nearest(data.space.X, k, exclude_self=True)
    else:
        train = np.setdiff1d(np.arange(len(data)), part, assume_unique=True)
        rows = part
        distances, near = data.rows(train).nearest(data.examples(part), k, with_distances=with_distances)
    targets = data.y if codes is None else codes
    n_classes = 0 if codes is None else int(codes.max()) + 1
    total, step = np.zeros(len(values)), max(1, CELLS_AT_ONCE // (k * max(n_classes, 1)))
    for first in range(0, len(rows), step):
        some = slice(first, first + step)
        predicted = _predicted(model, targets[train[near[some]]], distances[some], values, n_classes)
        truth = targets[rows[some], None]
        total += ((predicted - truth) ** 2 if codes is None else predicted != truth).sum(axis=0)
    return total / len(rows)


def _predicted(model: Any, voters: Any, distances: Floats, values: Integers, n_classes: int) -> Any:
    """What each number of neighbors (column) predicts for each row."""
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
    """Votes of the first k neighbors are sums that run on from k to k + 1."""
    last = np.asarray(values) - 1
    if not n_classes:
        return (np.cumsum(voters * weight, axis=1) / np.cumsum(weight, axis=1))[:, last]
    ballots = np.zeros((*voters.shape, n_classes))
    np.put_along_axis(ballots, voters[:, :, None], weight[:, :, None], axis=2)
    votes = np.cumsum(ballots, axis=1)[:, last]
    found = [
        winners(votes[:, place], voters[:, :k], model.ties, model.random_state)
        for place, k in enumerate(values)
    ]
    return np.column_stack(found)
