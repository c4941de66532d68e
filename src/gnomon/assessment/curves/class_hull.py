"""Multiclass ROC hull: which classifiers are optimal under some misclassification costs.

A classifier of C classes is a point of C² - C error rates (six for three classes). It has minimum cost under
some positive costs unless a mixture of others, or of constant classifiers, dominates it: fewer errors of
some kind and no more of any (Srinivasan 1999; Lane 2000).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import linprog

from gnomon.arrays import Flags, Floats
from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

# Tolerance of the linear programs: rates that differ by less are equal.
ROUNDING = 1e-7


@dataclass(frozen=True, eq=False, repr=False)
class ClassHull:
    """The multiclass ROC hull: for each classifier whether it is potentially optimal.

    rates: classifiers x classes x classes, P(predicted class (column) | true class (row)). saved: the maximum
    total error rate that a dominating mixture saves; 0 on the hull. costs: misclassification costs by true
    and predicted class, summing to one, at which a classifier on the hull is optimal; NaN for the others.

    >>> good = ConfusionMatrix.of(["a", "a", "b", "b", "c", "c"], ["a", "a", "b", "b", "c", "a"])
    >>> bad = ConfusionMatrix.of(["a", "a", "b", "b", "c", "c"], ["a", "b", "b", "c", "c", "a"])
    >>> hull = class_hull({"good": good, "bad": bad})
    >>> print(hull)
    ROC hull of 3 classes: 1 of 2 classifiers can be optimal (good)
    >>> hull.frame()[["classifier", "is_optimal"]]
      classifier  is_optimal
    0       good        True
    1        bad       False
    """

    names: tuple[str, ...]
    classes: tuple[Any, ...]
    rates: Floats
    saved: Floats
    costs: Floats

    @property
    def is_optimal(self) -> Flags:
        """Whether each classifier has minimum cost, possibly tied, under some costs."""
        return self.saved <= ROUNDING

    @property
    def optimal(self) -> tuple[str, ...]:
        """The potentially optimal classifiers, on the hull."""
        return tuple(name for name, is_best in zip(self.names, self.is_optimal) if is_best)

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The classifiers that are never optimal, under any costs and class priors."""
        return tuple(name for name in self.names if name not in self.optimal)

    def frame(self) -> pd.DataFrame:
        """One row per classifier: whether it is optimal, the error saved by others, and the costs."""
        import pandas as pd

        kinds = _kinds(len(self.classes))
        lines = {
            f"cost of {self.classes[column]!r} for {self.classes[row]!r}": self.costs[:, row, column]
            for row, column in zip(*kinds)
        }
        facts = {"classifier": self.names, "is_optimal": self.is_optimal, "saved": self.saved}
        return pd.DataFrame({**facts, **lines})

    def __str__(self) -> str:
        share = f"{len(self.optimal)} of {len(self.names)} classifiers can be optimal"
        return f"ROC hull of {len(self.classes)} classes: {share} ({', '.join(self.optimal)})"

    __repr__ = __str__


def class_hull(confusions: Mapping[str, ConfusionMatrix]) -> ClassHull:
    """Multiclass ROC hull: the classifiers that are optimal under some costs and class priors.

    confusions: confusion matrix of each classifier, by name. Constant classifiers, which always predict one
    class, are included in the hull.

    >>> table = ConfusionMatrix.of([0, 0, 1, 1, 2, 2], [1, 2, 0, 2, 0, 1])
    >>> class_hull({"always wrong": table}).never_optimal
    ('always wrong',)
    """
    names, classes = tuple(confusions), _same_classes(confusions)
    rates = np.stack([_rates(name, each) for name, each in confusions.items()])
    kinds = _kinds(len(classes))
    constant = np.broadcast_to(np.eye(len(classes))[:, None, :], (len(classes),) * 3)
    points = np.concatenate([rates, constant])[:, *kinds]
    saved, costs = np.empty(len(names)), np.zeros_like(rates)
    for index in range(len(names)):
        saved[index], costs[index][kinds] = _domination(points, index)
    return ClassHull(names, classes, rates, saved, costs)


def _same_classes(confusions: Mapping[str, ConfusionMatrix]) -> tuple[Any, ...]:
    if not confusions:
        raise DataError("there is no confusion matrix; pass at least one")
    first, *others = confusions.items()
    for name, each in others:
        if each.classes != first[1].classes:
            raise DataError(
                f"{name!r} has the classes {list(each.classes)} and {first[0]!r} has "
                f"{list(first[1].classes)}; use the same classes= in ConfusionMatrix.of for all"
            )
    if len(first[1].classes) < 2:
        raise DataError(f"a hull needs at least 2 classes, and there is only {list(first[1].classes)}")
    return first[1].classes


def _rates(name: str, confusion: ConfusionMatrix) -> Floats:
    totals = confusion.table.sum(axis=1)
    if not (totals > 0).all():
        missing = confusion.classes[int(np.flatnonzero(totals <= 0)[0])]
        raise DataError(
            f"{name!r} has no row of class {missing!r}, so its rates are undefined; add rows of it"
        )
    return confusion.table / totals[:, None]


def _kinds(n_classes: int) -> tuple[Any, Any]:
    """The true and the predicted class of each kind of error."""
    row, column = np.nonzero(~np.eye(n_classes, dtype=bool))
    return row, column


def _domination(points: Floats, index: int) -> tuple[float, Floats]:
    """The maximum error that a mixture saves on this point, and the dual costs if none dominates it.

    Linear program: maximize sum s with mixture + s = x, s >= 0; the dual variables are the costs.
    """
    n_points, n_kinds = points.shape
    equations = np.vstack(
        [np.column_stack([points.T, np.eye(n_kinds)]), np.append(np.ones(n_points), np.zeros(n_kinds))]
    )
    gain = np.append(np.zeros(n_points), -np.ones(n_kinds))
    solution: Any = linprog(gain, A_eq=equations, b_eq=np.append(points[index], 1.0), method="highs")
    saved = max(-float(solution.fun), 0.0)
    costs = -solution.eqlin.marginals[:-1]
    return saved, costs / costs.sum() if saved <= ROUNDING else np.full(n_kinds, np.nan)
