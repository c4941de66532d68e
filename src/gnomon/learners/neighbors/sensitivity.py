"""What scaling and irrelevant columns do to neighbors: the held-out error as the columns change."""

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

Cuts = list[tuple[Integers, Integers]]
Scaling = Callable[[Floats], tuple[Floats, Floats]]


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Held-out errors as the columns are scaled, left out one by one, or joined by columns of noise.

    scaling: error by way of scaling. without, slack: error without each column, and two standard errors of
    its difference to that with all. share: the part of the mean squared distance that each column makes.
    noise: error by number of noise columns.
    """

    scaling: dict[str, float]
    without: Floats
    slack: Floats
    share: Floats
    noise: dict[int, float]

    @property
    def irrelevant(self) -> list[int]:
        """Columns without which, scaled, the error is no larger but for chance."""
        return np.flatnonzero(self.without <= self.scaling["standardized"] + self.slack).tolist()

    def frame(self) -> pd.DataFrame:
        """One row a variant: what was done, with what, and the held-out error."""
        import pandas as pd

        rows: list[tuple[str, Any, float]] = [
            ("scaling", name, error) for name, error in self.scaling.items()
        ]
        rows += [("without column", column, float(error)) for column, error in enumerate(self.without)]
        rows += [("noise columns", n, error) for n, error in self.noise.items()]
        return pd.DataFrame(rows, columns=["change", "what", "error"])

    def __str__(self) -> str:
        ways = ", ".join(f"{name} {error:.4g}" for name, error in self.scaling.items())
        noise = ", ".join(f"{n}: {error:.4g}" for n, error in self.noise.items())
        widest = int(self.share.argmax())
        return (
            f"error by scaling: {ways}; column {widest} makes {100 * self.share[widest]:.0f} % of the "
            f"squared distances as they are\nerror by noise columns: {noise}\n"
            f"columns not missed: {self.irrelevant}"
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
    """How the held-out error of a learner by neighbors changes with its columns.

    Scales are learned from the training rows of each fold alone; columns are left out, and normal noise is
    added, after standardizing.

    >>> import gnomon as gn
    >>> random = np.random.default_rng(0)
    >>> X, y = random.normal(size=(200, 2)) * [1.0, 100.0], np.repeat([0, 1], 100)
    >>> X[:, 0] += 3 * y
    >>> found = column_sensitivity(gn.KNeighborsClassifier(15), X, y)
    >>> found.scaling["as it is"] > 2 * found.scaling["standardized"], found.irrelevant
    (True, [1])
    """
    table, target = as_numbers(X), np.asarray(y)
    if len(table) != len(target):
        raise DataError(f"X of shape {table.shape} and {len(target)} targets do not belong together")
    random = generator(random_state)
    splitter = StratifiedKFold if is_classifier(model) else KFold
    seed = int(random.integers(2**31))
    cuts: Cuts = list(splitter(folds, shuffle=True, random_state=seed).split(table, target))
    extra = random.normal(size=(len(table), max(noise, default=0)))

    def losses(columns: Floats, scaled: Scaling) -> Floats:
        return _held_out_losses(model, columns, target, cuts, scaled)

    with_all = losses(table, _standard)
    without = [losses(np.delete(table, column, axis=1), _standard) for column in _columns(table)]
    return Sensitivity(
        {name: float(losses(table, scaled).mean()) for name, scaled in SCALINGS.items()},
        np.array([each.mean() for each in without]),
        np.array([2 * (each - with_all).std() / np.sqrt(len(each)) + 1e-12 for each in without]),
        _shares(table),
        {n: float(losses(np.column_stack([table, extra[:, :n]]), _standard).mean()) for n in noise},
    )


def _as_is(train: Floats) -> tuple[Floats, Floats]:
    return np.zeros(train.shape[1]), np.ones(train.shape[1])


def _standard(train: Floats) -> tuple[Floats, Floats]:
    spread = train.std(axis=0)
    return train.mean(axis=0), np.where(spread > 0, spread, 1.0)


def _to_unit(train: Floats) -> tuple[Floats, Floats]:
    width = np.ptp(train, axis=0)
    return train.min(axis=0), np.where(width > 0, width, 1.0)


SCALINGS = {"as it is": _as_is, "standardized": _standard, "from 0 to 1": _to_unit}


def _columns(table: Floats) -> range:
    """Columns that can be left out: none, if there is only one."""
    return range(table.shape[1] if table.shape[1] > 1 else 0)


def _shares(table: Floats) -> Floats:
    """The mean of (x_j - z_j)² over pairs of rows is twice the variance of column j."""
    variance = table.var(axis=0)
    return variance / variance.sum() if variance.sum() > 0 else variance


def _held_out_losses(model: Any, table: Floats, y: Array, cuts: Cuts, scaled: Scaling) -> Floats:
    """Of each row, held out: whether it is wrong, or its squared error."""
    found = np.empty(len(y))
    for train, held_out in cuts:
        shift, width = scaled(table[train])
        rows = (table - shift) / width
        predicted = clone(model).fit(rows[train], y[train]).predict(rows[held_out])
        truth = y[held_out]
        found[held_out] = predicted != truth if is_classifier(model) else (predicted - truth) ** 2
    return found
