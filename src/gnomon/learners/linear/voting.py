"""The voted perceptron: every intermediate hyperplane votes with the number of rows it survived.

Freund & Schapire (1999), "Large margin classification using the perceptron algorithm".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.linear.mistakes import Start, Training

MAX_NUMBERS = 2**26
HYPERPLANES_PER_BLOCK = 256


@dataclass(frozen=True, eq=False)
class Voters:
    """Hyperplanes, w and b in one row each, and the number of votes of each.

    >>> Voters(np.array([[1.0, 0.0], [1.0, -2.0]]), np.array([3.0, 1.0])).mean_vote(np.array([[1.0], [-1.0]]))
    array([ 0.5, -1. ])
    """

    planes: Floats
    votes: Floats

    @classmethod
    def of(cls, X: Any, start: Start, run: Training, fit_intercept: bool) -> Voters:
        """The hyperplanes of a run with a log, from these initial weights."""
        assert run.log is not None
        rows, amounts, visits = run.log
        w, b = start
        if (len(rows) + 1) * (len(w) + 1) > MAX_NUMBERS:
            raise DataError(
                f"Perceptron(combine='voted'): the {len(rows)} hyperplanes of {run.n_visits} steps need too "
                "much memory; lower max_iter, or use combine='averaged'"
            )
        taken = X[rows] if isinstance(X, np.ndarray) else X[rows].toarray()
        steps = amounts[:, None] * np.column_stack([taken, np.full(len(rows), float(fit_intercept))])
        planes = np.cumsum(np.concatenate([np.append(w, b)[None], steps]), axis=0)
        votes = np.diff(np.concatenate([[0], visits, [run.n_visits]])).astype(np.float64)
        return cls(planes[votes > 0], votes[votes > 0])

    def __add__(self, other: Voters) -> Voters:
        return Voters(np.concatenate([self.planes, other.planes]), np.concatenate([self.votes, other.votes]))

    def mean_vote(self, X: Any) -> Floats:
        """From -1, if every hyperplane has the row on its negative side or on itself, to 1."""
        above = np.zeros(X.shape[0])
        for begin in range(0, len(self.planes), HYPERPLANES_PER_BLOCK):
            some = slice(begin, begin + HYPERPLANES_PER_BLOCK)
            scores = np.asarray(X @ self.planes[some, :-1].T) + self.planes[some, -1]
            above += (scores > 0) @ self.votes[some]
        return 2 * above / self.votes.sum() - 1
