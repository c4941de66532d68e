"""The training problem of a network, and its validation split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.neural.loss import Loss
from gnomon.learners.neural.training import Examples
from gnomon.sharing.prepared import Rows


@dataclass(frozen=True)
class Problem:
    """A training problem: standardized examples, the loss, and the number of outputs."""

    examples: Examples
    loss: Loss
    n_outputs: int


def positive_weight(data: Rows) -> Rows:
    """The rows of positive weight.

    >>> positive_weight(Rows(np.eye(2), np.array([5, 6]), np.array([0.0, 2.0]))).y
    array([6])
    """
    if data.weight is None or (data.weight > 0).all():
        return data
    return data.rows(np.flatnonzero(data.weight > 0))


def validation_split(
    examples: Examples, share: float, random: np.random.Generator
) -> tuple[Examples, Examples]:
    """Stratified split into training and validation examples, evenly spaced in the order of the targets.

    Classes, and small and large targets, have the same shares in both.

    >>> rows = Examples(np.arange(8.0)[:, None], np.array([0, 0, 0, 0, 1, 1, 1, 1]), None)
    >>> validation_split(rows, 0.5, np.random.default_rng(0))[1].targets
    array([0, 0, 1, 1])
    """
    n_rows = len(examples)
    if int(n_rows * share) == 0:
        raise DataError(
            f"early_stopping: {share:g} of {n_rows} rows is less than one row; increase validation_fraction"
        )
    key = examples.targets if examples.targets.ndim == 1 else examples.targets[:, 0]
    order = np.lexsort((random.random(n_rows), key))
    is_held_out = np.zeros(n_rows, dtype=bool)
    is_held_out[order] = np.diff(np.floor(share * np.arange(n_rows + 1))) > 0
    return examples.subset(np.flatnonzero(~is_held_out)), examples.subset(np.flatnonzero(is_held_out))
