"""A plane that was fitted, with the certificate of how good it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Floats


@dataclass(eq=False)
class PlaneFit:
    """A plane w, b: the objective (primal), a bound that no plane's is below (dual), and how it was found.

    history: the objective after each step or, by coordinate descent, the widest pull left after each pass.

    >>> PlaneFit(np.ones(2), 0.0, 2.0, 1.5, [3.0, 2.0], True).gap
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
        """The most that the objective can be above the least, as a share of it."""
        return max(self.primal - self.dual, 0.0) / max(abs(self.primal), np.finfo(np.float64).tiny)
