"""Shapley values of any model (interventional SHAP): contributions of features to a prediction.

The value of a set S of features is the mean prediction for background rows in which the features of S are
replaced by those of the case; phi_j is the mean, over all permutations of the features, of the increase in
value when j is added to the features before it. Strumbelj & Kononenko (2014): sampled permutations, here with
antithetic pairs of a permutation and its reverse.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np
import pandas as pd

from gnomon import seeds
from gnomon.arrays import Flags, Floats, Integers
from gnomon.explanations.case import dense

MAX_EXACT = 8
MAX_PREDICTED = 20_000
MAX_PAIRS = 500
MIN_PAIRS = 20
ROWS_PER_BLOCK = 4096


def shapley_values(
    of: Callable[[Any], Floats], X: Any, background: Any, random_state: seeds.Seed = 0
) -> tuple[Floats, Floats | None, float]:
    """The Shapley value of each feature, its standard error (None if exact), and the base value.

    of: prediction function of rows. X: the case, one row. background: background data. The values sum to the
    prediction for the case minus the base exactly, even if sampled (efficiency).

    >>> add = lambda rows: rows[:, 0] + 2 * rows[:, 1]
    >>> shapley_values(add, np.array([[1.0, 1.0]]), np.array([[0.0, 0.0], [2.0, 0.0]]))
    (array([0., 2.]), None, 1.0)
    """
    stack = _Stack(X, background)
    if stack.n_features <= MAX_EXACT:
        return _exact(of, stack)
    return _sampled(of, stack, seeds.generator(random_state))


class _Stack:
    """The background rows and the case, which are combined feature by feature."""

    def __init__(self, X: Any, background: Any) -> None:
        self.n_background = background.shape[0]
        if isinstance(X, pd.DataFrame):
            frame = background if isinstance(background, pd.DataFrame) else pd.DataFrame(background)
            parts = [pd.concat([frame.iloc[:, j], X.iloc[:, j]]) for j in range(X.shape[1])]
            self.table: Any = pd.DataFrame({j: part.array for j, part in enumerate(parts)})
            self.table.columns = X.columns
        else:
            self.table = np.vstack([np.asarray(dense(background)), np.asarray(dense(X))])
        self.n_features = self.table.shape[1]

    def combined(self, from_case: Flags, rows: Integers) -> Any:
        """Background rows, with the features of the mask `from_case` (rows, features) taken from the case."""
        source = np.where(from_case, self.n_background, rows[:, None])
        if not isinstance(self.table, pd.DataFrame):
            return self.table[source, np.arange(self.n_features)]
        columns = {j: self.table.iloc[source[:, j], j].array for j in range(self.n_features)}
        combined = pd.DataFrame(columns)
        combined.columns = self.table.columns
        return combined


def _exact(of: Callable[[Any], Floats], stack: _Stack) -> tuple[Floats, None, float]:
    """phi_j = sum over S without j of |S|! (p - |S| - 1)! / p! (v(S and j) - v(S))."""
    p, n = stack.n_features, stack.n_background
    sets = (np.arange(2**p)[:, None] >> np.arange(p) & 1).astype(bool)
    predicted = of(stack.combined(np.repeat(sets, n, axis=0), np.tile(np.arange(n), len(sets))))
    value = predicted.reshape(len(sets), n).mean(axis=1)
    size = sets.sum(axis=1)
    weight = np.array(
        [factorial(s) * factorial(p - s - 1) / factorial(p) if s < p else 0.0 for s in range(p + 1)]
    )
    phi = np.empty(p)
    for j in range(p):
        without = np.flatnonzero(~sets[:, j])
        phi[j] = (weight[size[without]] * (value[without + (1 << j)] - value[without])).sum()
    return phi, None, float(value[0])


def _sampled(
    of: Callable[[Any], Floats], stack: _Stack, random: np.random.Generator
) -> tuple[Floats, Floats, float]:
    p, n = stack.n_features, stack.n_background
    n_pairs = int(np.clip(MAX_PREDICTED // (2 * (p + 1)), MIN_PAIRS, MAX_PAIRS))
    # Every background row is used equally often, except in the last round.
    rows = np.repeat(np.resize(random.permutation(n), n_pairs), 2 * (p + 1))
    rank = random.permuted(np.tile(np.arange(p), (n_pairs, 1)), axis=1)
    ranks = np.stack([rank, p - 1 - rank], axis=1)
    from_case = ranks[:, :, None, :] < np.arange(p + 1)[:, None]
    from_case = from_case.reshape(-1, p)
    blocks = [slice(k, k + ROWS_PER_BLOCK) for k in range(0, len(from_case), ROWS_PER_BLOCK)]
    predicted = [of(stack.combined(from_case[block], rows[block])) for block in blocks]
    y_pred = np.concatenate(predicted).reshape(n_pairs, 2, p + 1)
    marginal = np.diff(y_pred, axis=2)
    phi = np.take_along_axis(marginal, ranks, axis=2).mean(axis=1)
    error = phi.std(axis=0, ddof=1) / np.sqrt(n_pairs)
    return phi.mean(axis=0), error, float(y_pred[:, 0, 0].mean())
