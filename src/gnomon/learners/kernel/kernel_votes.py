"""The voted kernel perceptron: every intermediate weight vector votes with the number of rows it survived.

Freund & Schapire (1999), "Large margin classification using the perceptron algorithm".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.learners.kernel.gram import kernel_columns
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.linear.mistakes import Training

NUMBERS_PER_BLOCK = 2**23


@dataclass(frozen=True, eq=False)
class KernelVotes:
    """The mistakes in order: row, update of its multiplier and of b, and votes of the weights before each.

    votes: one more than there were mistakes; the last is that of the last weights.
    """

    rows: Integers
    amounts: Floats
    intercepts: Floats
    votes: Floats

    @classmethod
    def of(cls, run: Training, fit_intercept: bool) -> KernelVotes:
        """The votes of a run with a log; fit_intercept: whether b was updated."""
        assert run.log is not None
        rows, amounts, visits = run.log
        votes = np.diff(np.concatenate([[0], visits, [run.n_visits]])).astype(np.float64)
        return cls(rows, amounts, amounts * float(fit_intercept), votes)

    def mean_vote(self, kernel: Kernel, X: Any, fitted: Any, index: Any) -> Floats:
        """From -1, if the row's score is never positive, to 1."""
        unique, positions = np.unique(self.rows, return_inverse=True)
        values = kernel_columns(kernel, X, fitted, index, unique)
        votes_for = np.empty(len(values))
        step = max(1, NUMBERS_PER_BLOCK // max(len(self.rows), 1))
        for begin in range(0, len(values), step):
            block = slice(begin, begin + step)
            changes = values[block][:, positions] * self.amounts + self.intercepts
            scores = np.cumsum(np.column_stack([np.zeros(len(changes)), changes]), axis=1)
            votes_for[block] = (scores > 0) @ self.votes
        return 2 * votes_for / self.votes.sum() - 1
