"""Optimality conditions of a support vector machine: Karush-Kuhn-Tucker (KKT) conditions, duality gap.

At a hard margin's optimum J = |w|²/2 = 1/(2 M²) = (sum of alpha)/2; for a soft margin the primal objective
|w|²/2 + C sum of slacks equals the dual objective sum of alpha - |w|²/2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.learners.kernel.lifts.mercer import MercerCheck, mercer_check
from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.reading.support_table import support_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class OptimumCheck:
    """Optimality of a support vector machine: objectives, duality gap and KKT violation.

    primal, dual: the two objectives. squared_length: |w|². sum_alpha: of all multipliers. balance: the sum of
    alpha y, 0 where b is free. violation: the largest violation of the KKT conditions, in units of D(x).
    is_hard: whether the margin is hard. mercer: the eigenvalues of K, which are those of H = y y' K; the
    multipliers are unique if it has full rank.
    """

    primal: float
    dual: float
    squared_length: float
    sum_alpha: float
    balance: float
    violation: float
    is_hard: bool
    mercer: MercerCheck

    @property
    def gap(self) -> float:
        """The duality gap, primal less dual: 0 at the optimum."""
        return self.primal - self.dual

    @property
    def margin(self) -> float:
        """The margin M = 1 / |w|."""
        return 1 / float(np.sqrt(self.squared_length)) if self.squared_length > 0 else np.inf

    def holds(self, tolerance: float = 1e-3) -> bool:
        """Whether gap and violation are within a tolerance, the gap relative to the primal objective."""
        return self.violation <= tolerance and self.gap <= tolerance * max(abs(self.primal), 1e-300)

    def frame(self) -> pd.DataFrame:
        """Name and value of each quantity."""
        import pandas as pd

        lines = [
            ("primal value", self.primal),
            ("dual value J", self.dual),
            ("gap", self.gap),
            ("|w|² / 2", self.squared_length / 2),
            ("1 / (2 M²)", 0.5 / self.margin**2),
            ("sum of alpha / 2", self.sum_alpha / 2),
            ("sum of alpha y", self.balance),
            ("largest violation", self.violation),
            ("rank of H", float(self.mercer.rank)),
        ]
        return pd.DataFrame(lines, columns=["figure", "value"])

    def __str__(self) -> str:
        unique = "unique" if self.mercer.is_unique else "perhaps not unique (H lacks rank)"
        return (
            f"primal {self.primal:.6g}, dual {self.dual:.6g}, gap {self.gap:.1e}; largest violation "
            f"{self.violation:.1e}; margin {self.margin:.6g}; multipliers {unique}"
        )


def check_kkt_conditions(model: Any, X: Any, y: Any, *, sample_weight: Any = None) -> OptimumCheck:
    """Check the optimality (KKT) conditions of a fitted support vector machine of two classes.

    X, y, sample_weight: the training data of the model.

    >>> from sklearn.svm import SVC
    >>> X, y = [[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]], [1, 1, -1, -1]
    >>> check = check_kkt_conditions(SVC(kernel="linear", C=1e6, tol=1e-9).fit(X, y), X, y)
    >>> round(check.dual, 6), round(check.sum_alpha / 2, 6), check.holds()
    (2.0, 2.0, True)
    """
    table = support_table(model, X, y, sample_weight=sample_weight)
    decision = table.decision
    excess = table.side * table.output - 1
    # KKT: alpha = 0 needs y D >= 1, alpha at its bound needs y D <= 1, and between the two y D = 1.
    violations = np.where(table.is_support, np.abs(excess), np.maximum(-excess, 0.0))
    violations = np.where(table.is_bounded, np.maximum(excess, 0.0), violations)
    square = decision.length**2
    slack = np.maximum(-excess, 0.0)
    C = np.where(np.isfinite(table.bound), table.bound, 0.0)
    bias = 0.0 if getattr(model, "bias", "free") == "free" else decision.b
    balance = float(decision.alpha @ decision.side)
    return OptimumCheck(
        square / 2 + float(C @ slack),
        float(decision.alpha.sum()) - bias * balance - square / 2,
        square,
        float(decision.alpha.sum()),
        balance,
        float(violations.max()),
        not np.isfinite(table.bound).all(),
        mercer_check(decision.kernel(np.asarray(dense(X), dtype=np.float64))),
    )
