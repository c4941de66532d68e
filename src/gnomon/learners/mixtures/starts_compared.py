"""How much the end of expectation maximization depends on its start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers

if TYPE_CHECKING:
    import pandas as pd

# Ends whose mean log likelihoods agree to this are counted as one.
SAME = 1e-4


@dataclass(frozen=True, eq=False)
class Starts:
    """The mean log likelihood that each start came to, its steps, and whether it converged.

    >>> print(Starts(np.array([-2.0, -2.5, -2.0]), np.array([3, 9, 4]), np.array([True, True, True])))
    3 starts came to 2 different ends; the best, -2, was found by 2 of them, and the worst is -2.5
    """

    log_likelihood: Floats
    n_iter: Integers
    converged: Flags

    @classmethod
    def of(cls, runs: Sequence[Any]) -> Starts:
        """Of these runs of expectation maximization."""
        return cls(
            np.array([each.log_likelihood for each in runs]),
            np.array([each.n_iter for each in runs]),
            np.array([each.converged for each in runs]),
        )

    def frame(self) -> pd.DataFrame:
        """One line a start."""
        import pandas as pd

        place = np.arange(len(self.n_iter))
        return pd.DataFrame({"start": place, **vars(self)})

    def __str__(self) -> str:
        ends = np.sort(self.log_likelihood)
        best = ends[-1]
        if len(ends) == 1:
            return f"1 start came to {best:g}; more (n_init=) would tell whether others find a better end"
        n_ends, n_best = 1 + int(np.sum(np.diff(ends) > SAME)), int(np.sum(ends >= best - SAME))
        return (
            f"{len(ends)} starts came to {n_ends} different ends; the best, {best:g}, was found by {n_best} "
            f"of them, and the worst is {ends[0]:g}"
        )
