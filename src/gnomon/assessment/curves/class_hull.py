"""Which classifiers of many classes can be best: the ROC hull in the space of all kinds of error.

A classifier of C classes is a point of C² - C rates, one for each way to be wrong (six for three classes). It
is the cheapest at some prices of the errors, all above zero, unless a mixture of others, or of constant
answers, makes less of some error and no more of any (Srinivasan 1999; Lane 2000).
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

# Rates that differ by less are taken as equal: the tolerance of the linear programs.
ROUNDING = 1e-7


@dataclass(frozen=True, eq=False, repr=False)
class ClassHull:
    """For each classifier, whether it can be best, and why.

    rates: classifiers x classes x classes, the share of a true class (row) given a predicted one (column).
    saved: the most error, summed over its kinds, that a mixture of all saves without adding any; 0 on the
    hull. prices: by true and predicted class, summing to one, at which none is cheaper than those on the
    hull; NaN for the others.

    >>> good = ConfusionMatrix.of(["a", "a", "b", "b", "c", "c"], ["a", "a", "b", "b", "c", "a"])
    >>> bad = ConfusionMatrix.of(["a", "a", "b", "b", "c", "c"], ["a", "b", "b", "c", "c", "a"])
    >>> found = class_hull({"good": good, "bad": bad})
    >>> print(found)
    ROC hull of 3 classes: 1 of 2 classifiers can be best (good)
    >>> found.frame()[["classifier", "can_be_best"]]
      classifier  can_be_best
    0       good         True
    1        bad        False
    """

    names: tuple[str, ...]
    classes: tuple[Any, ...]
    rates: Floats
    saved: Floats
    prices: Floats

    @property
    def is_optimal(self) -> Flags:
        """Whether each classifier is the cheapest, alone or with others, at some prices."""
        return self.saved <= ROUNDING

    @property
    def optimal(self) -> tuple[str, ...]:
        """The classifiers that can be best."""
        return tuple(name for name, is_best in zip(self.names, self.is_optimal) if is_best)

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The classifiers that can be dropped, whatever the costs and the shares of the classes."""
        return tuple(name for name in self.names if name not in self.optimal)

    def frame(self) -> pd.DataFrame:
        """A line a classifier: whether it can be best, what others save, and the price of each error."""
        import pandas as pd

        kinds = _kinds(len(self.classes))
        lines = {
            f"price of {self.classes[column]!r} for {self.classes[row]!r}": self.prices[:, row, column]
            for row, column in zip(*kinds)
        }
        facts = {"classifier": self.names, "can_be_best": self.is_optimal, "saved": self.saved}
        return pd.DataFrame({**facts, **lines})

    def __str__(self) -> str:
        share = f"{len(self.optimal)} of {len(self.names)} classifiers can be best"
        return f"ROC hull of {len(self.classes)} classes: {share} ({', '.join(self.optimal)})"

    __repr__ = __str__


def class_hull(confusions: Mapping[str, ConfusionMatrix]) -> ClassHull:
    """Which classifiers can be best under some costs and shares of classes, from their confusion tables.

    Answers of one class for every row are always to be had, so they compete too.

    >>> table = ConfusionMatrix.of([0, 0, 1, 1, 2, 2], [1, 2, 0, 2, 0, 1])
    >>> class_hull({"always wrong": table}).never_optimal
    ('always wrong',)
    """
    names, classes = tuple(confusions), _same_classes(confusions)
    rates = np.stack([_rates(name, each) for name, each in confusions.items()])
    kinds = _kinds(len(classes))
    constant = np.broadcast_to(np.eye(len(classes))[:, None, :], (len(classes),) * 3)
    points = np.concatenate([rates, constant])[:, *kinds]
    saved, prices = np.empty(len(names)), np.zeros_like(rates)
    for place in range(len(names)):
        saved[place], prices[place][kinds] = _bettered(points, place)
    return ClassHull(names, classes, rates, saved, prices)


def _same_classes(confusions: Mapping[str, ConfusionMatrix]) -> tuple[Any, ...]:
    if not confusions:
        raise DataError("there is no confusion table; give at least one")
    first, *others = confusions.items()
    for name, each in others:
        if each.classes != first[1].classes:
            raise DataError(
                f"{name!r} has the classes {list(each.classes)} and {first[0]!r} has "
                f"{list(first[1].classes)}; give Confusion.of(..., classes=) the same for all"
            )
    if len(first[1].classes) < 2:
        raise DataError(f"a hull needs 2 classes or more, and there is {list(first[1].classes)}")
    return first[1].classes


def _rates(name: str, confusion: ConfusionMatrix) -> Floats:
    totals = confusion.table.sum(axis=1)
    if not (totals > 0).all():
        missing = confusion.classes[int(np.flatnonzero(totals <= 0)[0])]
        raise DataError(f"{name!r} has no row of the class {missing!r}, so its rates are unknown")
    return confusion.table / totals[:, None]


def _kinds(n_classes: int) -> tuple[Any, Any]:
    """The true and the predicted class of each kind of error."""
    row, column = np.nonzero(~np.eye(n_classes, dtype=bool))
    return row, column


def _bettered(points: Floats, place: int) -> tuple[float, Floats]:
    """The most that a mixture saves on this point, and the prices that show that none does.

    Maximize sum s with mixture + s = x, s >= 0: what the equations are worth are the prices.
    """
    n_points, n_kinds = points.shape
    equations = np.vstack(
        [np.column_stack([points.T, np.eye(n_kinds)]), np.append(np.ones(n_points), np.zeros(n_kinds))]
    )
    gain = np.append(np.zeros(n_points), -np.ones(n_kinds))
    found: Any = linprog(gain, A_eq=equations, b_eq=np.append(points[place], 1.0), method="highs")
    saved = max(-float(found.fun), 0.0)
    prices = -found.eqlin.marginals[:-1]
    return saved, prices / prices.sum() if saved <= ROUNDING else np.full(n_kinds, np.nan)
