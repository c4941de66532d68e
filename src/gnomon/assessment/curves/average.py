"""Averaged ROC curves: merging, vertical averaging and threshold averaging (Fawcett 2006).

Error bars are pointwise confidence intervals of the mean; for simultaneous bands see `bands`. Average curves
of one learner over test sets; compare those of different learners by `hull` and `crossing`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.held_out import roc_curve_each
from gnomon.assessment.curves.ranked import RankedRows, rank_rows
from gnomon.assessment.curves.roc import RocCurve, check_curve, curve_of
from gnomon.assessment.intervals import Bounds, check_level, corrected_t_interval, t_interval, wilson_interval
from gnomon.assessment.validity import ROUNDING, held_out_overlap, held_out_ratio
from gnomon.errors import DataError, DesignError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions

Bar = Callable[[Floats, float], Bounds]


@dataclass(frozen=True, eq=False, repr=False)
class AveragedCurve:
    """An averaged ROC curve with pointwise error bars; threshold is None for vertical averaging.

    lower, upper: bars of tpr. fpr_lower, fpr_upper: bars of fpr, for threshold averaging. bars: "t",
    "corrected t" or "binomial"; the first two have zero width where all curves agree.

    >>> from gnomon.curves import roc_curve
    >>> curves = [roc_curve([1, 1, 0, 0], [4, 3, 2, 1]), roc_curve([1, 1, 0, 0], [4, 2, 3, 1])]
    >>> vertical_average(curves, samples=2).frame().round(3)
       fpr   tpr  lower  upper
    0  0.0  0.75    0.0    1.0
    1  0.5  1.00    1.0    1.0
    2  1.0  1.00    1.0    1.0
    """

    fpr: Floats
    tpr: Floats
    lower: Floats
    upper: Floats
    level: float
    bars: str
    n_curves: int
    threshold: Floats | None = None
    fpr_lower: Floats | None = None
    fpr_upper: Floats | None = None

    @property
    def auc(self) -> float:
        """Area under the averaged curve, by the trapezoidal rule."""
        return float(np.trapezoid(self.tpr, self.fpr))

    def frame(self) -> "pd.DataFrame":
        """One row per point."""
        import pandas as pd

        names = ("threshold", "fpr", "tpr", "lower", "upper", "fpr_lower", "fpr_upper")
        columns = {name: getattr(self, name) for name in names}
        return pd.DataFrame({name: values for name, values in columns.items() if values is not None})

    def __str__(self) -> str:
        fixed = "fpr" if self.threshold is None else "threshold"
        bars = f"{100 * self.level:g} % bars ({self.bars})"
        return f"mean of {self.n_curves} ROC curves at fixed {fixed}: AUC {self.auc:.3f}, {bars}"

    __repr__ = __str__


def merged(curves: Sequence[RocCurve]) -> RocCurve:
    """Merged ROC curve of the pooled rows of several curves; assumes that their scores are comparable.

    >>> from gnomon.curves import roc_curve
    >>> merged([roc_curve([1, 0], [0.9, 0.2]), roc_curve([1, 0], [0.4, 0.6])]).auc
    0.75
    """
    rows = [each.rows for each in _check_curves(curves)]
    positive = np.concatenate([each.positive for each in rows])
    negative = np.concatenate([each.negative for each in rows])
    score = np.concatenate([each.score for each in rows])
    units = _units(rows)
    return curve_of(rank_rows(positive > 0, score, positive + negative, units), "expected", "merged")


def vertical_average(
    curves: Sequence[RocCurve], *, samples: int = 10, bars: str = "t", level: float = 0.95
) -> AveragedCurve:
    """Vertical averaging of ROC curves: mean tpr at fpr 0, 1/samples, ..., 1 (Fawcett 2006, Algorithm 3).

    bars: "t" assumes independent curves; "binomial" assumes that the positives of all curves are independent
    (Wilson's interval). Neither is valid if curves share training rows: see `average_roc_curve`.

    >>> from gnomon.curves import roc_curve
    >>> curves = [roc_curve([1, 1, 0, 0], [4, 3, 2, 1]), roc_curve([1, 1, 0, 0], [4, 2, 3, 1])]
    >>> print(vertical_average(curves, bars="binomial"))
    mean of 2 ROC curves at fixed fpr: AUC 0.887, 95 % bars (binomial)
    """
    _check_samples(samples, 1)
    curves = _check_curves(curves)
    positives = sum(each.rows.effective[1] for each in curves)
    return _vertical(curves, samples, bars, level, _bar(bars, positives, len(curves)))


def threshold_average(
    curves: Sequence[RocCurve], *, samples: int = 10, bars: str = "t", level: float = 0.95
) -> AveragedCurve:
    """Threshold averaging of ROC curves: mean rates at the same thresholds (Fawcett 2006, Algorithm 4).

    samples: number of thresholds, evenly spaced in the sorted scores of all curves. The first threshold is
    infinite and the last the lowest of all, so that the mean is from (0, 0) to (1, 1). The scores of the
    curves must be comparable: one learner, one scale.

    >>> from gnomon.curves import roc_curve
    >>> curves = [roc_curve([1, 1, 0, 0], [4, 3, 2, 1]), roc_curve([1, 1, 0, 0], [4, 2, 3, 1])]
    >>> threshold_average(curves, samples=4).frame()[["threshold", "fpr", "tpr"]]
       threshold   fpr   tpr
    0        inf  0.00  0.00
    1        4.0  0.00  0.50
    2        3.0  0.25  0.75
    3        2.0  0.50  1.00
    4        1.0  1.00  1.00
    """
    _check_samples(samples, 2)
    curves = _check_curves(curves)
    negatives, positives = np.sum([each.rows.effective for each in curves], axis=0)
    across, up = (_bar(bars, cases, len(curves)) for cases in (negatives, positives))
    return _at_thresholds(curves, samples, bars, level, across, up)


def average_roc_curve(
    predictions: "Predictions", *, along: str = "fpr", samples: int = 10, level: float = 0.95
) -> AveragedCurve:
    """Averaged ROC curve over splits, with error bars that are valid for resampling: corrected t.

    along: "fpr" for vertical averaging, "threshold" for threshold averaging. samples: as in
    `vertical_average` and `threshold_average`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task = gn.Task([[x] for x in range(12)], ["a", "a", "a", "b"] * 2 + ["b"] * 4)
    >>> print(average_roc_curve(gn.resample(task, GaussianNB(), gn.repeated(gn.hold_out(0.5), times=4))))
    mean of 4 ROC curves at fixed fpr: AUC 0.837, 95 % bars (corrected t for repeats)
    """
    if along not in ("fpr", "threshold"):
        raise ParameterError(f"along={along!r}: it must be 'fpr' or 'threshold'")
    curves = _check_curves(roc_curve_each(predictions))
    ratio, overlap = held_out_ratio(predictions), held_out_overlap(predictions)
    bars = "corrected t" if overlap <= 1 / len(curves) + ROUNDING else "corrected t for repeats"

    def bar(values: Floats, level: float) -> Bounds:
        return corrected_t_interval(values, ratio, level, overlap=overlap)

    if along == "fpr":
        _check_samples(samples, 1)
        return _vertical(curves, samples, bars, level, bar)
    _check_samples(samples, 2)
    return _at_thresholds(curves, samples, bars, level, bar, bar)


def _vertical(curves: Sequence[RocCurve], samples: int, bars: str, level: float, bar: Bar) -> AveragedCurve:
    fpr = np.arange(samples + 1) / samples
    rates = np.array([each.tpr_at(fpr) for each in curves])
    lower, upper = _bars(rates, bar, level)
    return AveragedCurve(fpr, rates.mean(axis=0), lower, upper, level, bars, len(curves))


def _at_thresholds(
    curves: Sequence[RocCurve], samples: int, bars: str, level: float, across: Bar, up: Bar
) -> AveragedCurve:
    pooled = np.sort(np.concatenate([each.rows.threshold for each in curves]))[::-1]
    indices = np.linspace(0, len(pooled) - 1, min(samples, len(pooled))).round().astype(np.int64)
    threshold = np.concatenate([[np.inf], pooled[indices]])
    fpr, tpr = (np.array(rates) for rates in zip(*[each.rates_at(threshold) for each in curves]))
    fpr_lower, fpr_upper = _bars(fpr, across, level)
    lower, upper = _bars(tpr, up, level)
    means = fpr.mean(axis=0), tpr.mean(axis=0)
    return AveragedCurve(*means, lower, upper, level, bars, len(curves), threshold, fpr_lower, fpr_upper)


def _bars(rates: Floats, bar: Bar, level: float) -> tuple[Floats, Floats]:
    """Lower and upper ends of the bars of each column, clipped to 0 and 1."""
    check_level(level)
    ends = np.array([bar(column, level) for column in rates.T])
    lower, upper = np.clip(ends, 0.0, 1.0).T
    return lower, upper


def _bar(bars: str, n_cases: float, n_curves: int) -> Bar:
    if bars == "t":
        if n_curves < 2:
            raise DesignError("bars='t' need at least 2 curves; pass more curves, or bars='binomial'")
        return t_interval
    if bars == "binomial":
        return lambda rates, level: wilson_interval(min(float(np.mean(rates)), 1.0), n_cases, level)
    raise ParameterError(f"bars={bars!r}: it must be 't' or 'binomial'")


def _check_curves(curves: Sequence[RocCurve]) -> list[RocCurve]:
    curves = list(curves)
    if not curves:
        raise DataError("there is no curve to average; pass at least one")
    for each in curves:
        check_curve(each)
    if any(each.ties != "expected" for each in curves):
        raise DesignError("only curves with ties='expected' can be averaged: the others are bounds")
    return curves


def _check_samples(samples: Any, minimum: int) -> None:
    if not (isinstance(samples, int | np.integer) and samples >= minimum):
        raise ParameterError(f"samples={samples!r}: it must be an integer of at least {minimum}")


def _units(rows: Sequence[RankedRows]) -> Any:
    """Groups of all rows, distinct between curves; None if no curve has groups."""
    if all(each.unit is None for each in rows):
        return None
    codes, start = [], 0
    for each in rows:
        code = np.arange(len(each.positive)) if each.unit is None else each.unit
        codes.append(code + start)
        start += int(code.max()) + 1
    return np.concatenate(codes)
