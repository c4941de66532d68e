"""Data cleaning by support vectors: remove the rows with the largest multipliers, and refit.

A large multiplier marks an outlier or a mislabeled row that determines the margin. Automatic cleaning removes
the largest; with `review`, a person (or any function) confirms each first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.reading.decision import kernel_decision
from gnomon.learners.kernel.reading.support_table import by_multiplier

if TYPE_CHECKING:
    import pandas as pd

Review = Callable[[int, float], bool]


@dataclass(frozen=True, eq=False)
class Cleaned:
    """A model refitted on the cleaned rows.

    model: the refitted model. rows: indices of its training rows. removed: row, multiplier, and margin before
    and after, of each removed row. reviewed: rows that were reviewed and not removed.
    """

    model: Any
    rows: Integers
    removed: list[tuple[int, float, float, float]]
    reviewed: list[int]

    def frame(self) -> pd.DataFrame:
        """One row per removed row."""
        import pandas as pd

        return pd.DataFrame(self.removed, columns=["row", "alpha", "margin_before", "margin_after"])

    def __str__(self) -> str:
        if not self.removed:
            return f"no row removed; margin {kernel_decision(self.model).margin:.4g}"
        rows = ", ".join(str(line[0]) for line in self.removed)
        before, after = self.removed[0][2], self.removed[-1][3]
        return f"removed rows {rows}; margin {before:.4g} before, {after:.4g} after"


def remove_outliers(
    learner: Any,
    X: Any,
    y: Any,
    *,
    max_removed: int = 1,
    min_alpha: float = 0.0,
    review: Review | None = None,
) -> Cleaned:
    """Remove outliers and mislabeled rows: repeatedly remove the row of largest multiplier and refit.

    learner: a support vector classifier of two classes. max_removed: maximum number of rows to remove.
    min_alpha: stop once no multiplier is larger than this. review: from a row's index and multiplier, whether
    to remove it; None to remove all.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [4.5], [5.0], [6.0]], [0, 0, 0, 1, 1]
    >>> print(remove_outliers(SVC(kernel="linear", C=1e6), X, y))
    removed rows 2; margin 0.25 before, 2 after
    """
    if max_removed < 0 or max_removed != int(max_removed):
        raise ParameterError(f"clean(max_removed={max_removed!r}): it must be a nonnegative integer")
    X, y = np.asarray(X), np.asarray(y)
    rows = np.arange(len(y))
    model = clone(learner).fit(X, y)
    removed: list[tuple[int, float, float, float]] = []
    reviewed: list[int] = []
    while len(removed) < max_removed:
        worst = _worst(model, X, y, rows, min_alpha, reviewed)
        if worst is None:
            break
        row, alpha = worst
        if review is not None and not review(row, alpha):
            reviewed.append(row)
            continue
        before = kernel_decision(model).margin
        rows = rows[rows != row]
        model = clone(learner).fit(X[rows], y[rows])
        removed.append((row, alpha, before, kernel_decision(model).margin))
    return Cleaned(model, rows, removed, reviewed)


def _worst(
    model: Any, X: Any, y: Any, rows: Integers, min_alpha: float, reviewed: list[int]
) -> tuple[int, float] | None:
    """The row of largest multiplier (ties: largest slack) whose class has another row."""
    if len(model.classes_) != 2:
        raise DataError(
            f"clean is for two classes, and y has {len(model.classes_)}; select rows of two classes"
        )
    decision = kernel_decision(model)
    slack = 1 - decision.side * decision(X[rows[decision.support]])
    for index in by_multiplier(decision.alpha, slack):
        row, alpha = int(rows[decision.support[index]]), float(decision.alpha[index])
        if alpha > min_alpha and row not in reviewed and np.sum(y[rows] == y[row]) > 1:
            return row, alpha
    return None
