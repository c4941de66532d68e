"""Computation budget of refits for reports: estimated from recorded run times and row counts.

No time is measured: the same results file gives the same numbers on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gnomon.assessment.collecting import steps_of

# Approximate seconds for refitting one learner, and for its predictions.
BUDGET = 20.0
MAX_PREDICTED = 200_000
MIN_ROWS = 100

# Modules of lazy learners, which compute a distance or a kernel value to each training row to predict.
_LAZY = ("neighbors", "kernel", "svm", "gaussian_process")
_SECONDS_PER_ROW, _SECONDS_PER_CELL = 2e-5, 2e-9
_OPTIONS = ((10, 5), (5, 5), (5, 2), (3, 2), (3, 1), (2, 1))


@dataclass(frozen=True)
class Effort:
    """The estimated run time of a learner on one split.

    seconds: for training and prediction in the run. held_out, trained: numbers of rows. n_columns: of the
    table. is_lazy: whether the learner visits every training row to predict (lazy learning).

    >>> Effort(0.01, 50, 200, 8, is_lazy=False).for_importance(n_groups=8)
    (10, 5, 100000)
    """

    seconds: float
    held_out: float
    trained: float
    n_columns: int
    is_lazy: bool

    def for_importance(self, n_groups: int) -> tuple[int, int, int]:
        """Numbers of splits, shuffles per group of columns, and predicted rows per split; 0 if over budget.

        >>> Effort(60.0, 500, 2000, 8, is_lazy=False).for_importance(n_groups=8)
        (0, 0, 0)
        """
        for n_splits, n_shuffles in _OPTIONS:
            min_rows = min(MIN_ROWS, self.held_out) * n_groups * n_shuffles
            affordable = BUDGET / n_splits / self.seconds_per_row(1.0)
            if n_splits * self.seconds <= BUDGET and affordable >= min_rows:
                return n_splits, n_shuffles, int(min(round(affordable, 3), MAX_PREDICTED))
        return 0, 0, 0

    def for_curve(self, shares: tuple[float, ...]) -> int:
        """The number of splits of a learning curve within the budget; 0 if over budget.

        shares: training sizes as fractions of all training rows. Training rows are predicted, too.

        >>> Effort(1.0, 100, 900, 8, is_lazy=False).for_curve((0.5, 1.0))
        5
        """
        predicting = sum((share * self.trained) * self.seconds_per_row(share) for share in shares)
        one = self.seconds * sum(shares) + predicting
        return next((n_splits for n_splits in (5, 3, 2) if n_splits * one <= BUDGET), 0)

    def seconds_per_row(self, share: float) -> float:
        """The approximate seconds to predict a row, after training on this fraction of the training rows."""
        n_visited = share * self.trained * self.n_columns if self.is_lazy else 0.0
        return _SECONDS_PER_ROW + _SECONDS_PER_CELL * n_visited


def is_lazy(learner: Any) -> bool:
    """Whether a learner is lazy (instance-based), so that prediction is the expensive part.

    >>> import gnomon as gn
    >>> is_lazy(gn.Ridge()), is_lazy(gn.KNeighborsClassifier())
    (False, True)
    """
    steps = list(steps_of(learner).values())
    module = type(steps[-1] if steps else learner).__module__.split(".")
    return any(part.strip("_") in _LAZY for part in module)
