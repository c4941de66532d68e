"""Shapley values of any model: each feature's share of how far an answer is from the mean answer.

The value of a set S of features is the mean answer to background rows in which those of S are the case's own;
phi_j is the mean, over all orders of the features, of what the value gains as j joins those before it.
Strumbelj & Kononenko (2014): sampled orders, here in pairs of an order and its reverse.
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

MOST_EXACT = 8
ROWS_ASKED = 20_000
MOST_PAIRS = 500
FEWEST_PAIRS = 20
ROWS_AT_A_TIME = 4096


def shapley_values(
    of: Callable[[Any], Floats], X: Any, background: Any, random_state: seeds.Seed = 0
) -> tuple[Floats, Floats | None, float]:
    """The Shapley value of each feature, its standard error (None if it is exact), and the base.

    of: the answer to rows. X: the one case. background: rows to be compared with. The values add up to the
    answer to the case less the base exactly, sampled or not.

    >>> add = lambda rows: rows[:, 0] + 2 * rows[:, 1]
    >>> shapley_values(add, np.array([[1.0, 1.0]]), np.array([[0.0, 0.0], [2.0, 0.0]]))
    (array([0., 2.]), None, 1.0)
    """
    stack = _Stack(X, background)
    if stack.n_features <= MOST_EXACT:
        return _exact(of, stack)
    return _sampled(of, stack, seeds.generator(random_state))


class _Stack:
    """The background rows and the case, from which rows are mixed feature by feature."""

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

    def mixed(self, own: Flags, rows: Integers) -> Any:
        """Background rows, in which the features of `own` (rows, features) are those of the case."""
        place = np.where(own, self.n_background, rows[:, None])
        if not isinstance(self.table, pd.DataFrame):
            return self.table[place, np.arange(self.n_features)]
        columns = {j: self.table.iloc[place[:, j], j].array for j in range(self.n_features)}
        made = pd.DataFrame(columns)
        made.columns = self.table.columns
        return made


def _exact(of: Callable[[Any], Floats], stack: _Stack) -> tuple[Floats, None, float]:
    """phi_j = sum over S without j of |S|! (p - |S| - 1)! / p! (v(S and j) - v(S))."""
    p, n = stack.n_features, stack.n_background
    sets = (np.arange(2**p)[:, None] >> np.arange(p) & 1).astype(bool)
    asked = of(stack.mixed(np.repeat(sets, n, axis=0), np.tile(np.arange(n), len(sets))))
    worth = asked.reshape(len(sets), n).mean(axis=1)
    size = sets.sum(axis=1)
    share = np.array(
        [factorial(s) * factorial(p - s - 1) / factorial(p) if s < p else 0.0 for s in range(p + 1)]
    )
    found = np.empty(p)
    for j in range(p):
        without = np.flatnonzero(~sets[:, j])
        found[j] = (share[size[without]] * (worth[without + (1 << j)] - worth[without])).sum()
    return found, None, float(worth[0])


def _sampled(
    of: Callable[[Any], Floats], stack: _Stack, random: np.random.Generator
) -> tuple[Floats, Floats, float]:
    p, n = stack.n_features, stack.n_background
    n_pairs = int(np.clip(ROWS_ASKED // (2 * (p + 1)), FEWEST_PAIRS, MOST_PAIRS))
    # Every background row serves equally often, but for the last round.
    rows = np.repeat(np.resize(random.permutation(n), n_pairs), 2 * (p + 1))
    rank = random.permuted(np.tile(np.arange(p), (n_pairs, 1)), axis=1)
    ranks = np.stack([rank, p - 1 - rank], axis=1)
    own = ranks[:, :, None, :] < np.arange(p + 1)[:, None]
    own = own.reshape(-1, p)
    parts = range(0, len(own), ROWS_AT_A_TIME)
    asked = [of(stack.mixed(own[k : k + ROWS_AT_A_TIME], rows[k : k + ROWS_AT_A_TIME])) for k in parts]
    answers = np.concatenate(asked).reshape(n_pairs, 2, p + 1)
    gained = np.diff(answers, axis=2)
    shares = np.take_along_axis(gained, ranks, axis=2).mean(axis=1)
    error = shares.std(axis=0, ddof=1) / np.sqrt(n_pairs)
    return shares.mean(axis=0), error, float(answers[:, 0, 0].mean())
