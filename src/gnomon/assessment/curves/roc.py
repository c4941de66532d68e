"""ROC curve (receiver operating characteristic): tpr against fpr over all thresholds (Fawcett 2006).

A row is predicted positive if score >= threshold. Tied scores are one step, so the AUC is the probability
that a positive has a higher score than a negative, with ties as half.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.curves.interpolation import first_minimum, lower_value, upper_value
from gnomon.assessment.curves.ranked import RankedRows, rank_rows
from gnomon.errors import DataError, DesignError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

TIES = ("expected", "optimistic", "pessimistic")


@dataclass(frozen=True, eq=False, repr=False)
class RocCurve:
    """A ROC curve: points from (0, 0), without predicted positives, to (1, 1), with all rows.

    threshold: decreasing, the first is infinite. false_positives, true_positives: weight of the rows of each
    class at or above it. rows: the sorted rows. ties: "expected" is linear within a step of tied scores;
    "optimistic" has its positives first, "pessimistic" its negatives.

    >>> curve = roc_curve([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1])
    >>> print(curve)
    ROC curve: AUC 0.833, 3 positives, 2 negatives, 4 points
    >>> curve.frame().round(3)
       threshold  false_positives  true_positives  fpr    tpr  running_auc
    0        inf              0.0             0.0  0.0  0.000        0.000
    1        0.9              0.0             1.0  0.0  0.333        0.000
    2        0.8              1.0             3.0  0.5  1.000        0.333
    3        0.1              2.0             3.0  1.0  1.000        0.833
    """

    threshold: Floats
    false_positives: Floats
    true_positives: Floats
    rows: RankedRows
    ties: str = "expected"
    name: str = ""
    is_thinned: bool = False

    @property
    def negatives(self) -> float:
        """Number (or weight) of negatives."""
        return float(self.false_positives[-1])

    @property
    def positives(self) -> float:
        """Number (or weight) of positives."""
        return float(self.true_positives[-1])

    @property
    def prevalence(self) -> float:
        """Proportion of positives."""
        return self.positives / (self.positives + self.negatives)

    @cached_property
    def fpr(self) -> Floats:
        """False positive rate at each point."""
        return self.false_positives / self.negatives

    @cached_property
    def tpr(self) -> Floats:
        """True positive rate at each point."""
        return self.true_positives / self.positives

    @cached_property
    def running_auc(self) -> Floats:
        """Area under the curve up to each point, by the trapezoidal rule."""
        # From counts, not rates: integers are summed without rounding.
        heights = self.true_positives[1:] + self.true_positives[:-1]
        twice = np.concatenate([[0.0], np.cumsum(np.diff(self.false_positives) * heights)])
        return twice / (2 * self.negatives * self.positives)

    @property
    def auc(self) -> float:
        """Area under the curve (AUC)."""
        return min(float(self.running_auc[-1]), 1.0)

    @property
    def gini(self) -> float:
        """Gini coefficient: 2 AUC - 1."""
        return 2 * self.auc - 1

    @property
    def is_below_chance(self) -> bool:
        """Whether AUC < 1/2; then `negated` ranks better."""
        return self.auc < 0.5 - 1e-12

    @property
    def tie_effect(self) -> float:
        """Maximum change of the AUC, up or down, by breaking ties: Σ n m / (2 P N)."""
        negative, positive = (np.diff(each, prepend=0.0) for each in self.rows.counts())
        return float(np.dot(negative, positive)) / (2 * self.positives * self.negatives)

    def rates_at(self, threshold: Any, *, strict: bool = False) -> tuple[Floats, Floats]:
        """False and true positive rate of the rule "score >= threshold"; "score > threshold" if strict."""
        index = self._index(threshold, strict)
        return self.fpr[index], self.tpr[index]

    def table_at(self, threshold: float, *, strict: bool = False) -> Floats:
        """Confusion matrix of that rule: rows true, columns predicted, negative before positive."""
        index = self._index(threshold, strict)
        fp, tp = self.false_positives[index], self.true_positives[index]
        return np.array([[self.negatives - fp, fp], [self.positives - tp, tp]])

    def tpr_at(self, fpr: Any) -> Floats:
        """The maximum tpr at this fpr, linearly interpolated."""
        return upper_value(self.fpr, self.tpr, _check_rate("fpr", fpr))

    def fpr_at(self, tpr: Any) -> Floats:
        """The minimum fpr at this tpr, linearly interpolated."""
        return lower_value(self.tpr, self.fpr, _check_rate("tpr", tpr))

    def partial_area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Partial AUC: area under the curve between two false positive rates."""
        if not 0 <= low < high <= 1:
            raise ParameterError(f"low={low!r}, high={high!r}: they must satisfy 0 <= low < high <= 1")
        inside = (self.fpr > low) & (self.fpr < high)
        # From the upper value of the curve at `low`, through the points within, to its lower value at `high`.
        ends = (
            [upper_value(self.fpr, self.tpr, np.array(low))],
            [lower_value(self.fpr, self.tpr, np.array(high))],
        )
        x = np.concatenate([[low], self.fpr[inside], [high]])
        y = np.concatenate([ends[0], self.tpr[inside], ends[1]])
        return float(np.trapezoid(y, x))

    def accuracy(self, prevalence: float | None = None) -> Floats:
        """Accuracy at each point, for a prevalence; by default that of these rows."""
        share = self.prevalence if prevalence is None else check_prevalence(prevalence)
        return share * self.tpr + (1 - share) * (1 - self.fpr)

    def best_threshold(self, prevalence: float | None = None) -> float:
        """The threshold of maximum accuracy; of ties, the highest."""
        # With optimistic or pessimistic ties, corners of a step are not attainable.
        rules = self if self.ties == "expected" else curve_of(self.rows)
        return float(rules.threshold[first_minimum(-rules.accuracy(prevalence))])

    def negated(self) -> "RocCurve":
        """The curve of the negated scores: (fpr, tpr) becomes (1 - fpr, 1 - tpr)."""
        turned = {"optimistic": "pessimistic", "pessimistic": "optimistic"}.get(self.ties, self.ties)
        return curve_of(self.rows.reversed(), turned, self.name)

    def oriented(self) -> "RocCurve":
        """This curve, or the negated one if AUC < 1/2."""
        return self.negated() if self.is_below_chance else self

    def thinned(self) -> "RocCurve":
        """The curve without collinear points, for plotting; the AUC is the same."""
        right, up = np.diff(self.false_positives), np.diff(self.true_positives)
        bends = right[1:] * up[:-1] != right[:-1] * up[1:]
        keep = np.concatenate([[True], bends, [True]])
        return replace(
            self,
            threshold=self.threshold[keep],
            false_positives=self.false_positives[keep],
            true_positives=self.true_positives[keep],
            is_thinned=True,
        )

    def frame(self) -> "pd.DataFrame":
        """One row per point."""
        import pandas as pd

        names = ("threshold", "false_positives", "true_positives", "fpr", "tpr", "running_auc")
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def __str__(self) -> str:
        name = f" of {self.name}" if self.name else ""
        hint = "; below 0.5, so .negated() ranks better" if self.is_below_chance else ""
        return (
            f"ROC curve{name}: AUC {self.auc:.3f}, {self.positives:g} positives, {self.negatives:g} negatives"
            f", {len(self.threshold)} points{hint}"
        )

    __repr__ = __str__

    def _index(self, threshold: Any, strict: bool) -> Integers:
        """Index of the last point at or above each threshold."""
        if self.is_thinned:
            raise DesignError("a thinned curve lacks some thresholds; use the original curve")
        at = -np.asarray(threshold, dtype=np.float64)
        if np.isnan(at).any():
            raise ParameterError("a threshold is NaN; pass a number, or infinity for no predicted positives")
        index = np.searchsorted(-self.threshold, at, side="left" if strict else "right") - 1
        return np.maximum(index, 0)


def roc_curve(
    positive: Any,
    score: Any,
    weight: Any | None = None,
    *,
    ties: str = "expected",
    group: Any | None = None,
    name: str = "",
) -> RocCurve:
    """ROC curve (receiver operating characteristic) of scores or of hard decisions (0 or 1).

    positive: binary labels. score: higher for more likely positives. weight: sample weights. ties:
    "expected", "optimistic" or "pessimistic". group: group of each row, for confidence regions and bands.
    name: display name of the curve.

    >>> roc_curve([True, True, False, False], [0.9, 0.6, 0.7, 0.1]).auc
    0.75
    """
    return curve_of(rank_rows(positive, score, weight, group), ties, name)


def curve_of(rows: RankedRows, ties: str = "expected", name: str = "") -> RocCurve:
    """ROC curve of sorted rows.

    >>> curve_of(rank_rows([1, 0, 0], [0.5, 0.5, 0.1]), "pessimistic").auc
    0.5
    """
    if ties not in TIES:
        raise ParameterError(f"ties={ties!r}: it must be one of {', '.join(map(repr, TIES))}")
    fp, tp = (np.concatenate([[0.0], count]) for count in rows.counts())
    threshold = np.concatenate([[np.inf], rows.threshold])
    if ties != "expected":
        # Corners of the steps that hold both classes: all positives first, or all negatives.
        mixed: Integers = np.flatnonzero((np.diff(fp) > 0) & (np.diff(tp) > 0)) + 1
        fp_corner, tp_corner = (mixed - 1, mixed) if ties == "optimistic" else (mixed, mixed - 1)
        threshold = np.insert(threshold, mixed, threshold[mixed])
        fp, tp = np.insert(fp, mixed, fp[fp_corner]), np.insert(tp, mixed, tp[tp_corner])
    return RocCurve(threshold, fp, tp, rows, ties, name)


def check_curve(curve: Any) -> None:
    """Raise DataError unless it is a ROC curve.

    >>> check_curve(roc_curve([1, 0], [0.9, 0.1]))
    """
    if not isinstance(curve, RocCurve):
        raise DataError(
            f"a RocCurve is needed, not a {type(curve).__name__}; use roc_curve(positive, score) or "
            "roc_curve_of(predictions)"
        )


def check_point(point: Any) -> tuple[float, float]:
    """A point (fpr, tpr) of ROC space as two floats; DataError if it is none.

    >>> check_point([0.1, 0.7])
    (0.1, 0.7)
    """
    if not isinstance(point, Sequence | np.ndarray):
        check_curve(point)
    rates = np.asarray(point, dtype=np.float64)
    if rates.shape != (2,) or not ((rates >= 0) & (rates <= 1)).all():
        raise DataError(f"{point!r} is not a point (fpr, tpr) of ROC space: pass two rates from 0 to 1")
    return float(rates[0]), float(rates[1])


def check_prevalence(prevalence: float) -> float:
    """The prevalence, checked to be between 0 and 1.

    >>> check_prevalence(0.06)
    0.06
    """
    if not 0 < prevalence < 1:
        raise ParameterError(f"prevalence={prevalence!r}: it must be above 0 and below 1")
    return prevalence


def _check_rate(name: str, rate: Any) -> Floats:
    rate = np.asarray(rate, dtype=np.float64)
    if not ((rate >= 0) & (rate <= 1)).all():
        raise ParameterError(f"{name}={rate!r}: it must be from 0 to 1")
    return rate
