"""Cleaning a training set by multipliers: rows that a machine strains most for are removed, and it refits.

A large multiplier marks a row that the margin hangs on: an outlier, or a wrong label. Automatic cleaning
removes the largest; with `review`, a person (or any function) confirms each first.
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
from gnomon.learners.kernel.reading.support_table import by_strain

if TYPE_CHECKING:
    import pandas as pd

Review = Callable[[int, float], bool]


@dataclass(frozen=True, eq=False)
class Cleaned:
    """A machine refitted on the rows that were kept.

    model: the machine. kept: numbers of its rows. removed: row, multiplier, and margin before and after, of
    each row that was removed. reviewed: rows that were looked at and kept.
    """

    model: Any
    kept: Integers
    removed: list[tuple[int, float, float, float]]
    reviewed: list[int]

    def frame(self) -> pd.DataFrame:
        """One line a removed row."""
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
    most: int = 1,
    above: float = 0.0,
    review: Review | None = None,
) -> Cleaned:
    """Remove the row of largest multiplier and refit, again and again.

    learner: a support vector classifier of two classes. most: rows to remove. above: stop once no multiplier
    is larger than this. review: given a row's number and multiplier, whether to remove it; all, if not given.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [4.5], [5.0], [6.0]], [0, 0, 0, 1, 1]
    >>> print(remove_outliers(SVC(kernel="linear", C=1e6), X, y))
    removed rows 2; margin 0.25 before, 2 after
    """
    if most < 0 or most != int(most):
        raise ParameterError(f"clean(most={most!r}): it must be a whole number of at least 0")
    X, y = np.asarray(X), np.asarray(y)
    kept = np.arange(len(y))
    model = clone(learner).fit(X, y)
    removed: list[tuple[int, float, float, float]] = []
    spared: list[int] = []
    while len(removed) < most:
        worst = _worst(model, X, y, kept, above, spared)
        if worst is None:
            break
        row, alpha = worst
        if review is not None and not review(row, alpha):
            spared.append(row)
            continue
        before = kernel_decision(model).margin
        kept = kept[kept != row]
        model = clone(learner).fit(X[kept], y[kept])
        removed.append((row, alpha, before, kernel_decision(model).margin))
    return Cleaned(model, kept, removed, spared)


def _worst(
    model: Any, X: Any, y: Any, kept: Integers, above: float, spared: list[int]
) -> tuple[int, float] | None:
    """The row of largest multiplier, of equal ones that of largest slack, whose class keeps another row."""
    if len(model.classes_) != 2:
        raise DataError(f"clean is for two classes, and here are {len(model.classes_)}; give rows of two")
    machine = kernel_decision(model)
    slack = 1 - machine.side * machine(X[kept[machine.support]])
    for place in by_strain(machine.alpha, slack):
        row, alpha = int(kept[machine.support[place]]), float(machine.alpha[place])
        if alpha > above and row not in spared and np.sum(y[kept] == y[row]) > 1:
            return row, alpha
    return None
