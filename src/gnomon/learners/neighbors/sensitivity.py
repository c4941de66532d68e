"""Sensitivity of nearest neighbors to feature scaling and irrelevant features, by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.model_selection import KFold, StratifiedKFold

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.neighbors.suitability import as_numbers
from gnomon.seeds import Seed, generator

if TYPE_CHECKING:
    import pandas as pd

Splits = list[tuple[Integers, Integers]]
Scaler = Callable[[Floats], tuple[Floats, Floats]]


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Cross-validated errors by feature scaling, without each column, and with added noise columns.

    scaling: error of each scaling method. without, slack: error without each column (drop-column importance),
    and two standard errors of its difference to that with all. share: the share of each column in the mean
    squared distance. noise: error by number of noise columns.
    """

    scaling: dict[str, float]
    without: Floats
    slack: Floats
    share: Floats
    noise: dict[int, float]

    @property
    def irrelevant(self) -> list[int]:
        """Irrelevant columns: dropping one does not increase the error by more than two standard errors."""
        return np.flatnonzero(self.without <= self.scaling["standardized"] + self.slack).tolist()

    def frame(self) -> pd.DataFrame:
        """One row per variant: the change, its value, and the cross-validated error."""
        import pandas as pd

        rows: list[tuple[str, Any, float]] = [
            ("scaling", name, error) for name, error in self.scaling.items()
        ]
        rows += [("without column", column, float(error)) for column, error in enumerate(self.without)]
        rows += [("noise columns", n, error) for n, error in self.noise.items()]
        return pd.DataFrame(rows, columns=["change", "what", "error"])

    def __str__(self) -> str:
        scaling = ", ".join(f"{name} {error:.4g}" for name, error in self.scaling.items())
        noise = ", ".join(f"{n}: {error:.4g}" for n, error in self.noise.items())
        largest = int(self.share.argmax())
        return (
            f"error by scaling: {scaling}; column {largest} makes {100 * self.share[largest]:.0f} % of the "
            f"squared distances without scaling\nerror by noise columns: {noise}\n"
            f"irrelevant columns: {self.irrelevant}"
        )


def column_sensitivity(
    model: Any,
    X: Any,
    y: Any,
    *,
    noise: Sequence[int] = (1, 2, 5, 10, 20),
    folds: int = 10,
    random_state: Seed = 0,
) -> Sensitivity:
    """Sensitivity of nearest neighbors to feature scaling and irrelevant features, by cross-validation.

    Scalers are fitted on the training rows of each fold only; columns are dropped, and normal noise is added,
    after standardizing. noise: numbers of noise columns. folds: number of folds.

    >>> import gnomon as gn
    >>> random = np.random.default_rng(0)
    >>> X, y = random.normal(size=(200, 2)) * [1.0, 100.0], np.repeat([0, 1], 100)
    >>> X[:, 0] += 3 * y
    >>> result = column_sensitivity(gn.KNeighborsClassifier(15), X, y)
    >>> result.scaling["unscaled"] > 2 * result.scaling["standardized"], result.irrelevant
    (True, [1])
    """
    table, target = as_numbers(X), np.asarray(y)
    if len(table) != len(target):
        raise DataError(f"X has {len(table)} rows and y has {len(target)}; pass as many targets as rows")
    random = generator(random_state)
    splitter = StratifiedKFold if is_classifier(model) else KFold
    seed = int(random.integers(2**31))
    splits: Splits = list(splitter(folds, shuffle=True, random_state=seed).split(table, target))
    extra = random.normal(size=(len(table), max(noise, default=0)))

    def losses(columns: Floats, scaler: Scaler) -> Floats:
        return _held_out_losses(model, columns, target, splits, scaler)

    with_all = losses(table, _standardized)
    without = [losses(np.delete(table, column, axis=1), _standardized) for column in _columns(table)]
    return Sensitivity(
        {name: float(losses(table, scaler).mean()) for name, scaler in SCALINGS.items()},
        np.array([each.mean() for each in without]),
        np.array([2 * (each - with_all).std() / np.sqrt(len(each)) + 1e-12 for each in without]),
        _shares(table),
        {n: float(losses(np.column_stack([table, extra[:, :n]]), _standardized).mean()) for n in noise},
    )


def _unscaled(train: Floats) -> tuple[Floats, Floats]:
    return np.zeros(train.shape[1]), np.ones(train.shape[1])


def _standardized(train: Floats) -> tuple[Floats, Floats]:
    spread = train.std(axis=0)
    return train.mean(axis=0), np.where(spread > 0, spread, 1.0)


def _min_max(train: Floats) -> tuple[Floats, Floats]:
    width = np.ptp(train, axis=0)
    return train.min(axis=0), np.where(width > 0, width, 1.0)


SCALINGS = {"unscaled": _unscaled, "standardized": _standardized, "min-max": _min_max}


def _columns(table: Floats) -> range:
    """Columns that can be dropped: none, if there is only one."""
    return range(table.shape[1] if table.shape[1] > 1 else 0)


def _shares(table: Floats) -> Floats:
    """The mean of (x_j - z_j)² over pairs of rows is twice the variance of column j."""
    variance = table.var(axis=0)
    return variance / variance.sum() if variance.sum() > 0 else variance


def _held_out_losses(model: Any, table: Floats, y: Array, splits: Splits, scaler: Scaler) -> Floats:
    """The held-out loss of each row: 0-1 loss or squared error."""
    losses = np.empty(len(y))
    for train, held_out in splits:
        shift, width = scaler(table[train])
        rows = (table - shift) / width
        y_pred = clone(model).fit(rows[train], y[train]).predict(rows[held_out])
        y_true = y[held_out]
        losses[held_out] = y_pred != y_true if is_classifier(model) else (y_pred - y_true) ** 2
    return losses
