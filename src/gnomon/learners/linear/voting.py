"""The voted perceptron: every plane there was has a vote for each row it was right about or outlived.

Freund & Schapire (1999), "Large margin classification using the perceptron algorithm".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.linear.mistakes import Learned, Start

MOST_NUMBERS = 2**26
PLANES_AT_A_TIME = 256


@dataclass(frozen=True, eq=False)
class Voters:
    """Planes, w and b in one row each, and how many votes each has.

    >>> Voters(np.array([[1.0, 0.0], [1.0, -2.0]]), np.array([3.0, 1.0])).mean_vote(np.array([[1.0], [-1.0]]))
    array([ 0.5, -1. ])
    """

    planes: Floats
    votes: Floats

    @classmethod
    def of(cls, X: Any, start: Start, found: Learned, constant: bool) -> Voters:
        """The planes of a run that began at a start and kept its log; constant: whether b moved."""
        assert found.log is not None
        rows, amounts, visits = found.log
        w, b = start
        if (len(rows) + 1) * (len(w) + 1) > MOST_NUMBERS:
            raise DataError(
                f"Perceptron(combine='voted'): the {len(rows)} planes of {found.n_visits} visits are too "
                "many to keep; lower max_iter, or use combine='averaged'"
            )
        taken = X[rows] if isinstance(X, np.ndarray) else X[rows].toarray()
        steps = amounts[:, None] * np.column_stack([taken, np.full(len(rows), float(constant))])
        planes = np.cumsum(np.concatenate([np.append(w, b)[None], steps]), axis=0)
        votes = np.diff(np.concatenate([[0], visits, [found.n_visits]])).astype(np.float64)
        return cls(planes[votes > 0], votes[votes > 0])

    def __add__(self, other: Voters) -> Voters:
        return Voters(np.concatenate([self.planes, other.planes]), np.concatenate([self.votes, other.votes]))

    def mean_vote(self, X: Any) -> Floats:
        """From -1, if every plane has the row on its lower side or on itself, to 1."""
        above = np.zeros(X.shape[0])
        for begin in range(0, len(self.planes), PLANES_AT_A_TIME):
            some = slice(begin, begin + PLANES_AT_A_TIME)
            scores = np.asarray(X @ self.planes[some, :-1].T) + self.planes[some, -1]
            above += (scores > 0) @ self.votes[some]
        return 2 * above / self.votes.sum() - 1
