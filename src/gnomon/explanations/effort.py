"""How much training and predicting an explanation may take: by the run's own times, and by counting.

No clock is read: the same results file gives the same numbers on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gnomon.assessment.collecting import steps_of

# Seconds, about, that training again may take for one learner, and predicting again.
BUDGET = 20.0
MAX_PREDICTED = 200_000
FEWEST_ROWS = 100

# Modules of learners that do their work when they predict: a distance, or a kernel value, to each row.
_LAZY = ("neighbors", "kernel", "svm", "gaussian_process")
_SECONDS_A_ROW, _SECONDS_A_CELL = 2e-5, 2e-9
_WAYS = ((10, 5), (5, 5), (5, 2), (3, 2), (3, 1), (2, 1))


@dataclass(frozen=True)
class Effort:
    """What a split of a learner takes.

    seconds: to train and predict, as the run took. held_out, trained: its rows. n_columns: of the table.
    is_lazy: whether the learner looks at every training row to predict.

    >>> Effort(0.01, 50, 200, 8, is_lazy=False).for_importance(n_groups=8)
    (10, 5, 100000)
    """

    seconds: float
    held_out: float
    trained: float
    n_columns: int
    is_lazy: bool

    def for_importance(self, n_groups: int) -> tuple[int, int, int]:
        """Splits to work, shuffles of a group of columns, rows to predict in a split; 0 where too dear.

        >>> Effort(60.0, 500, 2000, 8, is_lazy=False).for_importance(n_groups=8)
        (0, 0, 0)
        """
        for n_splits, n_shuffles in _WAYS:
            least = min(FEWEST_ROWS, self.held_out) * n_groups * n_shuffles
            affordable = BUDGET / n_splits / self.seconds_a_row(1.0)
            if n_splits * self.seconds <= BUDGET and affordable >= least:
                return n_splits, n_shuffles, int(min(round(affordable, 3), MAX_PREDICTED))
        return 0, 0, 0

    def for_curve(self, shares: tuple[float, ...]) -> int:
        """How many splits of a learning curve can be worked; 0 where it is too dear.

        shares: of all training rows, the training sizes. Training rows are predicted, too.

        >>> Effort(1.0, 100, 900, 8, is_lazy=False).for_curve((0.5, 1.0))
        5
        """
        predicting = sum((share * self.trained) * self.seconds_a_row(share) for share in shares)
        one = self.seconds * sum(shares) + predicting
        return next((n_splits for n_splits in (5, 3, 2) if n_splits * one <= BUDGET), 0)

    def seconds_a_row(self, share: float) -> float:
        """What predicting a row takes, about, after training on this share of the training rows."""
        looked_at = share * self.trained * self.n_columns if self.is_lazy else 0.0
        return _SECONDS_A_ROW + _SECONDS_A_CELL * looked_at


def is_lazy(learner: Any) -> bool:
    """Whether a learner does its work when it predicts.

    >>> import gnomon as gn
    >>> is_lazy(gn.Ridge()), is_lazy(gn.KNeighborsClassifier())
    (False, True)
    """
    steps = list(steps_of(learner).values())
    module = type(steps[-1] if steps else learner).__module__.split(".")
    return any(part.strip("_") in _LAZY for part in module)
