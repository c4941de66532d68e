"""What a network is asked to learn, and the rows set apart to say when it has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.neural.loss import Loss
from gnomon.learners.neural.training import Examples
from gnomon.sharing.prepared import Rows


@dataclass(frozen=True)
class Problem:
    """Examples in the units of the network, a loss, and how many outputs it judges."""

    examples: Examples
    loss: Loss
    n_outputs: int


def counted(data: Rows) -> Rows:
    """The rows that have weight.

    >>> counted(Rows(np.eye(2), np.array([5, 6]), np.array([0.0, 2.0]))).y
    array([6])
    """
    if data.weight is None or (data.weight > 0).all():
        return data
    return data.rows(np.flatnonzero(data.weight > 0))


def held_apart(examples: Examples, share: float, random: np.random.Generator) -> tuple[Examples, Examples]:
    """Examples to learn from and a share held out, evenly spaced in the order of targets.

    Classes thus keep their shares, and so do large and small numbers.

    >>> rows = Examples(np.arange(8.0)[:, None], np.array([0, 0, 0, 0, 1, 1, 1, 1]), None)
    >>> held_apart(rows, 0.5, np.random.default_rng(0))[1].targets
    array([0, 0, 1, 1])
    """
    n_rows = len(examples)
    if int(n_rows * share) == 0:
        raise DataError(
            f"early_stopping: {share:g} of {n_rows} rows is less than one; raise validation_fraction"
        )
    key = examples.targets if examples.targets.ndim == 1 else examples.targets[:, 0]
    order = np.lexsort((random.random(n_rows), key))
    is_held_out = np.zeros(n_rows, dtype=bool)
    is_held_out[order] = np.diff(np.floor(share * np.arange(n_rows + 1))) > 0
    return examples.some(np.flatnonzero(~is_held_out)), examples.some(np.flatnonzero(is_held_out))
