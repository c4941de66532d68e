"""Support vector status of every training row: output, slack, multiplier, and whether it is at its bound."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError, DataWarning
from gnomon.learners.kernel.reading.decision import KernelDecision, kernel_decision

if TYPE_CHECKING:
    import pandas as pd

MARGIN_TOLERANCE = 1e-3
BOUND_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class SupportTable:
    """Training rows of a support vector machine of two classes, with slacks and multipliers.

    output: D(x). side: +1 or -1. slack: max(0, 1 - y D(x)). alpha: the multiplier. bound: its upper bound C.
    """

    decision: KernelDecision
    output: Floats
    side: Floats
    slack: Floats
    alpha: Floats
    bound: Floats

    @property
    def is_support(self) -> Flags:
        """Support vectors: rows with a positive multiplier; the others do not affect the model."""
        return self.alpha > 0

    @property
    def is_bounded(self) -> Flags:
        """Bounded support vectors (alpha = C), which violate the margin: they do not determine b."""
        return self.alpha >= self.bound * (1 - BOUND_TOLERANCE)

    @property
    def is_free(self) -> Flags:
        """Free support vectors (0 < alpha < C): they lie on a supporting hyperplane, and determine b."""
        return self.is_support & ~self.is_bounded

    @property
    def on_margin(self) -> Flags:
        """Rows with y D(x) = 1 to a thousandth, whatever their multiplier."""
        return np.abs(self.side * self.output - 1) <= MARGIN_TOLERANCE

    @property
    def is_wrong(self) -> Flags:
        """Misclassified rows: slack above 1."""
        return self.side * self.output <= 0

    @property
    def fraction(self) -> float:
        """The fraction of rows that are support vectors."""
        return float(self.is_support.mean())

    def status(self) -> Array:
        """The status as text: outside the margin, on it, inside it, or misclassified."""
        words = np.where(self.on_margin, "on the margin", np.where(self.slack > 0, "inside", "outside"))
        return np.where(self.is_wrong, "misclassified", words)

    def frame(self) -> pd.DataFrame:
        """One row per training row: row, class, output, slack, alpha, whether at its bound, status."""
        import pandas as pd

        negative, positive = self.decision.classes
        return pd.DataFrame(
            {
                "row": np.arange(len(self.output)),
                "class": [positive if side > 0 else negative for side in self.side],
                "output": self.output,
                "slack": self.slack,
                "alpha": self.alpha,
                "at_bound": self.is_bounded,
                "status": self.status(),
            }
        )

    def ranked(self) -> pd.DataFrame:
        """Support vectors ranked by multiplier within each class, the most atypical first.

        Ties, such as multipliers at the bound, are ranked by slack.
        """
        lines = self.frame().iloc[by_multiplier(self.alpha, self.slack)]
        lines = lines[lines["alpha"] > 0].sort_values("class", kind="stable")
        lines.insert(0, "rank", lines.groupby("class").cumcount() + 1)
        return lines.reset_index(drop=True)

    def __str__(self) -> str:
        n, free, bounded = len(self.output), int(self.is_free.sum()), int(self.is_bounded.sum())
        return (
            f"{free + bounded} of {n} rows are support vectors ({free} free, {bounded} at their bound); "
            f"{int(self.is_wrong.sum())} misclassified, sum of slacks {self.slack.sum():.4g}"
        )


def support_table(model: Any, X: Any, y: Any, *, sample_weight: Any = None, index: int = 0) -> SupportTable:
    """Support vector status, slack and multiplier of each training row of a fitted model of two classes.

    X, y, sample_weight: the training data of the model.

    >>> from sklearn.svm import SVC
    >>> X, y = [[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]], [1, 1, -1, -1]
    >>> table = support_table(SVC(kernel="linear", C=1e6).fit(X, y), X, y)
    >>> print(table)
    3 of 4 rows are support vectors (3 free, 0 at their bound); 0 misclassified, sum of slacks 0
    >>> table.frame()["alpha"].round(3).tolist()
    [2.0, 0.0, 1.0, 1.0]
    """
    decision = kernel_decision(model, index)
    y = np.asarray(y)
    if len(getattr(model, "classes_", ())) != 2:
        raise DataError("support_table is for two classes; for more, fit SVC on the rows of two of them")
    side = np.where(y == decision.classes[1], 1.0, -1.0)
    output = decision(X)
    alpha = np.zeros(len(y))
    alpha[decision.support] = decision.alpha
    weight = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    of_class = np.asarray(getattr(model, "class_weight_", np.ones(2)), dtype=np.float64)
    bound = model.C * weight * np.where(side > 0, of_class[1], of_class[0])
    slack = np.maximum(1 - side * output, 0.0)
    # Slacks within the solver's tolerance count as zero.
    slack[slack <= model.tol] = 0.0
    return SupportTable(decision, output, side, slack, alpha, bound)


def by_multiplier(alpha: Floats, slack: Floats) -> Integers:
    """Indices sorted by multiplier, the largest first, ties (to rounding) by slack.

    >>> by_multiplier(np.array([1.0, 2.0, 2.0 + 1e-12]), np.array([0.0, 3.0, 1.0]))
    array([1, 2, 0])
    """
    relative = np.round(alpha / max(float(alpha.max(initial=0.0)), np.finfo(np.float64).tiny), 9)
    return np.lexsort((-slack, -relative))


def warn_if_many_support(model: Any, n_rows: int, *, max_fraction: float = 0.5, stacklevel: int = 2) -> float:
    """The fraction of rows that are support vectors; warns of overfitting above `max_fraction`.

    `svm_capacity`, `support_vector_bound` and `gnomon fit` call it. stacklevel: as of `warnings.warn`.

    >>> from sklearn.svm import SVC
    >>> warn_if_many_support(SVC(kernel="linear").fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]), 4)
    0.5
    """
    fraction = len(model.support_) / n_rows
    if fraction > max_fraction:
        warnings.warn(
            f"{len(model.support_)} of {n_rows} rows ({fraction:.0%}) are support vectors, which suggests "
            "overfitting; lower gamma (increase sigma), or change C, and check the held-out error",
            DataWarning,
            stacklevel=stacklevel,
        )
    return fraction
