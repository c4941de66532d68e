"""The voted kernel perceptron: every machine there was votes once for each row that it outlived.

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

NUMBERS_AT_A_TIME = 2**23


@dataclass(frozen=True, eq=False)
class KernelVotes:
    """The mistakes in order: row, what its kernel and b were raised by, and votes of the machine before each.

    votes: one more than there were mistakes; the last is that of the last machine.
    """

    rows: Integers
    amounts: Floats
    constants: Floats
    votes: Floats

    @classmethod
    def of(cls, found: Training, constant: bool) -> KernelVotes:
        """The votes of a run that kept its log; constant: whether b moved."""
        assert found.log is not None
        rows, amounts, visits = found.log
        votes = np.diff(np.concatenate([[0], visits, [found.n_visits]])).astype(np.float64)
        return cls(rows, amounts, amounts * float(constant), votes)

    def mean_vote(self, kernel: Kernel, X: Any, fitted: Any, index: Any) -> Floats:
        """From -1, if every machine has the row below 0 or at it, to 1."""
        named, place = np.unique(self.rows, return_inverse=True)
        values = kernel_columns(kernel, X, fitted, index, named)
        found = np.empty(len(values))
        step = max(1, NUMBERS_AT_A_TIME // max(len(self.rows), 1))
        for begin in range(0, len(values), step):
            some = slice(begin, begin + step)
            moved = values[some][:, place] * self.amounts + self.constants
            scores = np.cumsum(np.column_stack([np.zeros(len(moved)), moved]), axis=1)
            found[some] = (scores > 0) @ self.votes
        return 2 * found / self.votes.sum() - 1
