"""Every training row as a machine sees it: output, slack, multiplier, and whether it counts as noise."""

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

NEARLY = 1e-3
AT_BOUND = 1e-6


@dataclass(frozen=True, eq=False)
class SupportTable:
    """Training rows under a machine of two classes.

    output: D(x). side: +1 or -1. slack: max(0, 1 - y D(x)). alpha: the multiplier. bound: the most it may be.
    """

    machine: KernelDecision
    output: Floats
    side: Floats
    slack: Floats
    alpha: Floats
    bound: Floats

    @property
    def is_support(self) -> Flags:
        """Rows with a multiplier above 0: drop the others and nothing changes."""
        return self.alpha > 0

    @property
    def is_bounded(self) -> Flags:
        """Support vectors held at their bound, which count as noise: they do not fix the margin."""
        return self.alpha >= self.bound * (1 - AT_BOUND)

    @property
    def is_free(self) -> Flags:
        """Support vectors off both bounds: they lie on a supporting hyperplane, and give b."""
        return self.is_support & ~self.is_bounded

    @property
    def on_margin(self) -> Flags:
        """Rows with y D(x) = 1 to a thousandth, whatever their multiplier."""
        return np.abs(self.side * self.output - 1) <= NEARLY

    @property
    def is_wrong(self) -> Flags:
        """Rows on the wrong side of the boundary: slack above 1."""
        return self.side * self.output <= 0

    @property
    def share(self) -> float:
        """The share of rows that are support vectors."""
        return float(self.is_support.mean())

    def status(self) -> Array:
        """In words: outside the margin, on it, inside it, or misclassified."""
        words = np.where(self.on_margin, "on the margin", np.where(self.slack > 0, "inside", "outside"))
        return np.where(self.is_wrong, "misclassified", words)

    def frame(self) -> pd.DataFrame:
        """One line a row: row, class, output, slack, alpha, whether at its bound, status."""
        import pandas as pd

        below, above = self.machine.classes
        return pd.DataFrame(
            {
                "row": np.arange(len(self.output)),
                "class": [above if side > 0 else below for side in self.side],
                "output": self.output,
                "slack": self.slack,
                "alpha": self.alpha,
                "at_bound": self.is_bounded,
                "status": self.status(),
            }
        )

    def ranked(self) -> pd.DataFrame:
        """Support vectors by multiplier, largest first within each class: the most atypical lead.

        Equal multipliers, as those at the bound are, go by slack.
        """
        lines = self.frame().iloc[by_strain(self.alpha, self.slack)]
        lines = lines[lines["alpha"] > 0].sort_values("class", kind="stable")
        lines.insert(0, "rank", lines.groupby("class").cumcount() + 1)
        return lines.reset_index(drop=True)

    def __str__(self) -> str:
        n, free, bounded = len(self.output), int(self.is_free.sum()), int(self.is_bounded.sum())
        return (
            f"{free + bounded} of {n} rows are support vectors ({free} free, {bounded} at their bound); "
            f"{int(self.is_wrong.sum())} misclassified, sum of slacks {self.slack.sum():.4g}"
        )


def support_table(model: Any, X: Any, y: Any, *, sample_weight: Any = None, place: int = 0) -> SupportTable:
    """The training rows of a fitted machine of two classes, as it sees them.

    X, y, sample_weight: as the model was fitted with.

    >>> from sklearn.svm import SVC
    >>> X, y = [[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]], [1, 1, -1, -1]
    >>> table = support_table(SVC(kernel="linear", C=1e6).fit(X, y), X, y)
    >>> print(table)
    3 of 4 rows are support vectors (3 free, 0 at their bound); 0 misclassified, sum of slacks 0
    >>> table.frame()["alpha"].round(3).tolist()
    [2.0, 0.0, 1.0, 1.0]
    """
    machine = kernel_decision(model, place)
    y = np.asarray(y)
    if len(getattr(model, "classes_", ())) != 2:
        raise DataError("support_table is of two classes; for more, fit SVC on the rows of two of them")
    side = np.where(y == machine.classes[1], 1.0, -1.0)
    output = machine(X)
    alpha = np.zeros(len(y))
    alpha[machine.support] = machine.alpha
    weight = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    of_class = np.asarray(getattr(model, "class_weight_", np.ones(2)), dtype=np.float64)
    bound = model.C * weight * np.where(side > 0, of_class[1], of_class[0])
    slack = np.maximum(1 - side * output, 0.0)
    # The solver stops within its tolerance: slacks of that size are none.
    slack[slack <= model.tol] = 0.0
    return SupportTable(machine, output, side, slack, alpha, bound)


def by_strain(alpha: Floats, slack: Floats) -> Integers:
    """Places in order of multiplier, the largest first, equal ones (to rounding) in order of slack.

    >>> by_strain(np.array([1.0, 2.0, 2.0 + 1e-12]), np.array([0.0, 3.0, 1.0]))
    array([1, 2, 0])
    """
    share = np.round(alpha / max(float(alpha.max(initial=0.0)), np.finfo(np.float64).tiny), 9)
    return np.lexsort((-slack, -share))


def warn_if_many_support(model: Any, n_rows: int, *, most: float = 0.5) -> float:
    """The share of rows that are support vectors, with a warning of overfitting if it is above `most`.

    >>> from sklearn.svm import SVC
    >>> warn_if_many_support(SVC(kernel="linear").fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]), 4)
    0.5
    """
    share = len(model.support_) / n_rows
    if share > most:
        warnings.warn(
            f"{len(model.support_)} of {n_rows} rows ({share:.0%}) are support vectors: it keeps rows in "
            "mind more than it finds a rule, whatever the number of columns; lower gamma (raise sigma), "
            "or change C, and look at held-out error",
            DataWarning,
            stacklevel=2,
        )
    return share
