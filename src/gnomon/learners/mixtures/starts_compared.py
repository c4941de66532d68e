"""Comparison of the runs of expectation maximization from several initializations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers

if TYPE_CHECKING:
    import pandas as pd

# Mean log likelihoods within this tolerance count as one local optimum.
TOLERANCE = 1e-4


@dataclass(frozen=True, eq=False)
class Starts:
    """Mean log likelihood, number of iterations and convergence of each run (random restarts).

    >>> print(Starts(np.array([-2.0, -2.5, -2.0]), np.array([3, 9, 4]), np.array([True, True, True])))
    3 runs, 2 local optima; the best, -2, was reached by 2 runs, and the worst is -2.5
    """

    log_likelihood: Floats
    n_iter: Integers
    converged: Flags

    @classmethod
    def of(cls, runs: Sequence[Any]) -> Starts:
        """Create from these runs."""
        return cls(
            np.array([each.log_likelihood for each in runs]),
            np.array([each.n_iter for each in runs]),
            np.array([each.converged for each in runs]),
        )

    def frame(self) -> pd.DataFrame:
        """Return one row per run."""
        import pandas as pd

        return pd.DataFrame({"start": np.arange(len(self.n_iter)), **vars(self)})

    def __str__(self) -> str:
        ends = np.sort(self.log_likelihood)
        best = ends[-1]
        if len(ends) == 1:
            return f"1 run with {best:g}; use more initializations (n_init) to compare local optima"
        n_optima, n_best = 1 + int(np.sum(np.diff(ends) > TOLERANCE)), int(np.sum(ends >= best - TOLERANCE))
        return (
            f"{len(ends)} runs, {n_optima} local optima; the best, {best:g}, was reached by {n_best} runs, "
            f"and the worst is {ends[0]:g}"
        )
