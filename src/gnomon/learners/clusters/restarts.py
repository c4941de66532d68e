"""How much the end of an iterative clustering depends on its start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers

if TYPE_CHECKING:
    import pandas as pd

# Ends that agree to this share are one local optimum.
SAME = 1e-6


@dataclass(frozen=True)
class Restarts:
    """The sum that each start came to, in order of the starts, with its steps and whether it finished.

    >>> print(Restarts(np.array([4.0, 9.0, 4.0]), np.array([3, 2, 5]), np.array([True, True, True])))
    3 starts came to 2 local optima; the best, 4, was found by 2 of them, and the worst is 125.00% above it
    """

    inertia: Floats
    n_iter: Integers
    converged: Flags

    @classmethod
    def of(cls, runs: Sequence[Any]) -> Restarts:
        """The spread of these runs."""
        return cls(
            np.array([each.inertia for each in runs]),
            np.array([len(each.moved) for each in runs]),
            np.array([each.stopped for each in runs]),
        )

    @property
    def n_optima(self) -> int:
        """How many different sums were found."""
        ordered = np.sort(self.inertia)
        return 1 + int(np.sum(np.diff(ordered) > SAME * np.maximum(ordered[1:], np.finfo(float).tiny)))

    @property
    def n_best(self) -> int:
        """How many starts found the least sum."""
        return int(np.sum(self.inertia <= self.inertia.min() * (1 + SAME)))

    def frame(self) -> pd.DataFrame:
        """One line a start."""
        import pandas as pd

        return pd.DataFrame(
            {
                "start": np.arange(len(self.inertia)),
                "inertia": self.inertia,
                "n_iter": self.n_iter,
                "converged": self.converged,
            }
        )

    def __str__(self) -> str:
        best, worst = self.inertia.min(), self.inertia.max()
        if len(self.inertia) == 1:
            return f"1 start came to {best:g}; more (n_init=) would tell whether others find less"
        above = "" if best == 0 else f", and the worst is {worst / best - 1:.2%} above it"
        return (
            f"{len(self.inertia)} starts came to {self.n_optima} local optima; the best, {best:g}, was found "
            f"by {self.n_best} of them{above}"
        )


def is_count(value: Any) -> bool:
    """Whether this is a number of starts.

    >>> is_count(3), is_count(0), is_count(True)
    (True, False, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) > 0
