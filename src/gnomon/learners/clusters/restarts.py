"""Comparison of the runs of an iterative clustering from several initializations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers

if TYPE_CHECKING:
    import pandas as pd

# Inertias within this relative tolerance count as one local optimum.
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Restarts:
    """Inertia, number of iterations and convergence of each run (random restarts).

    >>> print(Restarts(np.array([4.0, 9.0, 4.0]), np.array([3, 2, 5]), np.array([True, True, True])))
    3 runs, 2 local optima; the best, 4, was reached by 2 runs, and the worst is 125.00% above it
    """

    inertia: Floats
    n_iter: Integers
    converged: Flags

    @classmethod
    def of(cls, runs: Sequence[Any]) -> Restarts:
        """Create from these runs."""
        return cls(
            np.array([each.inertia for each in runs]),
            np.array([len(each.moved) for each in runs]),
            np.array([each.stopped for each in runs]),
        )

    @property
    def n_optima(self) -> int:
        """Number of distinct local optima."""
        ordered = np.sort(self.inertia)
        return 1 + int(np.sum(np.diff(ordered) > TOLERANCE * np.maximum(ordered[1:], np.finfo(float).tiny)))

    @property
    def n_best(self) -> int:
        """Number of runs that reached the lowest inertia."""
        return int(np.sum(self.inertia <= self.inertia.min() * (1 + TOLERANCE)))

    def frame(self) -> pd.DataFrame:
        """Return one row per run."""
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
            return f"1 run with inertia {best:g}; use more initializations (n_init) to compare local optima"
        above = "" if best == 0 else f", and the worst is {worst / best - 1:.2%} above it"
        return (
            f"{len(self.inertia)} runs, {self.n_optima} local optima; the best, {best:g}, was reached by "
            f"{self.n_best} runs{above}"
        )


def is_count(value: Any) -> bool:
    """Whether this is an integer of at least 1.

    >>> is_count(3), is_count(0), is_count(True)
    (True, False, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) > 0
