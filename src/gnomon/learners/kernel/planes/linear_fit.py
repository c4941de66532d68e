"""A fitted linear model with its optimality certificate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Floats


@dataclass(eq=False)
class LinearFit:
    """Coefficients w and b, with the primal and the dual objective, and the convergence history.

    history: the objective after each step or, by coordinate descent, the largest projected gradient after
    each pass.

    >>> LinearFit(np.ones(2), 0.0, 2.0, 1.5, [3.0, 2.0], True).gap
    0.25
    """

    w: Floats
    b: float
    primal: float
    dual: float
    history: list[float]
    converged: bool

    @property
    def gap(self) -> float:
        """The relative duality gap: an upper bound of the relative distance to the minimum."""
        return max(self.primal - self.dual, 0.0) / max(abs(self.primal), np.finfo(np.float64).tiny)
