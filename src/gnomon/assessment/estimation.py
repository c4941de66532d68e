"""Which interval is valid for which design, and why: `Predictions.estimate` asks here.

==================  ==========================================================================
design              "auto" takes
==================  ==========================================================================
hold-out            shares: Wilson; means over rows: t over rows; AUC: DeLong; others: bootstrap
leave-one-out       shares: Wilson; means over rows: t over rows; others: bootstrap
several splits      corrected t (Nadeau & Bengio 2003), never narrower than t over rows
==================  ==========================================================================

With groups, rows are not independent: then t over groups, or a bootstrap of groups, takes over. Where all
splits of a k-fold score the same share (all rows right, say), Wilson's interval stands in for no spread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals import (
    Bounds,
    Estimate,
    check_level,
    corrected_t,
    delong,
    percentile_bootstrap,
    rows_t,
    t_interval,
    wilson,
    z_interval,
)
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import DesignError, ParameterError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

ROUNDING = 1e-12


def estimate(predictions: Predictions, measure: Measure, level: float, method: str, ddof: int) -> Estimate:
    """The score of these predictions with its interval, clipped to the measure's range."""
    check_level(level)
    chosen = choose(predictions, measure) if method == "auto" else method
    if chosen not in METHODS:
        raise ParameterError(
            f"method={method!r}: it must be 'auto' or one of {', '.join(map(repr, METHODS))}"
        )
    (lower, upper), why = METHODS[chosen](predictions, measure, level, ddof)
    low, high = measure.range
    return Estimate(predictions.score(measure), max(lower, low), min(upper, high), level, chosen, why)


def choose(predictions: Predictions, measure: Measure) -> str:
    """The name of the method that is valid for this design and measure."""
    if is_by_splits(predictions):
        has_spread = np.ptp(predictions.per_split(measure)) > ROUNDING
        by_rows = measure.is_share and _has_rows_once(predictions) and predictions.group is None
        return "corrected t" if has_spread or not by_rows else "wilson"
    if measure.each is not None:
        return "wilson" if measure.is_share and predictions.group is None else "rows t"
    if is_binary_ranking(predictions, measure) and predictions.group is None:
        return "delong"
    return "bootstrap"


def is_by_splits(predictions: Predictions) -> bool:
    """Whether the spread between splits can be had: several splits of more than a row each."""
    return predictions.design.method != "leave-one-out" and len(predictions.train_sizes) > 1


def is_binary_ranking(predictions: Predictions, measure: Measure) -> bool:
    """Whether this is the area under one ROC curve."""
    return measure.name == "auc" and predictions.classes is not None and len(predictions.classes) == 2


def held_out_ratio(predictions: Predictions) -> float:
    """Held-out rows as a share of training rows, averaged over splits."""
    held_out = np.unique(predictions.split, return_counts=True)[1]
    return float(np.mean(held_out / predictions.train_sizes))


def values_of_rows(predictions: Predictions, measure: Measure) -> Floats:
    """What the measure is the mean of, row by row."""
    if measure.each is None:
        raise DesignError(f"{measure.name} is no mean over rows; use method='auto'")
    return measure.each(*predictions.given(measure))


def by_row(predictions: Predictions, values: Floats) -> tuple[Floats, Floats | None, Array | None]:
    """Values of distinct rows, averaged over repeats, with the rows' weights and groups."""
    _, first, code = np.unique(predictions.row, return_index=True, return_inverse=True)
    means = np.bincount(code, values) / np.bincount(code)
    weight, group = predictions.weight, predictions.group
    return means, None if weight is None else weight[first], None if group is None else group[first]


def _corrected(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    values = _values_of_splits(predictions, measure, "corrected t")
    ratio = held_out_ratio(predictions)
    why = (
        f"{len(values)} splits ({predictions.design}) share training rows, so their scores are correlated; "
        f"the variance of their mean is taken as s² (1/{len(values)} + {ratio:.3g}), the last being held-out "
        "rows to training rows (Nadeau & Bengio 2003)"
    )
    low, high = corrected_t(values, ratio, level)
    half = (high - low) / 2
    if measure.each is not None:
        fewest, most = rows_t(*by_row(predictions, values_of_rows(predictions, measure)), level)
        if (most - fewest) / 2 > half:
            half = (most - fewest) / 2
            why += "; the rows vary more than the splits show (stratified folds are alike), and set the width"
    if half <= ROUNDING:
        why += "; here all splits scored the same, so a width of 0 says little"
    centre = predictions.score(measure)
    return (centre - half, centre + half), why + "."


def _student(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    values = _values_of_splits(predictions, measure, "t")
    why = (
        f"Student's interval from {len(values)} splits by request; it takes their scores as independent, "
        "which they are not where training rows are shared, so it is too narrow: 'corrected t' is valid."
    )
    return t_interval(values, level, ddof=ddof), why


def _normal(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    values = _values_of_splits(predictions, measure, "z")
    why = (
        f"normal interval from {len(values)} splits by request; it takes their scores as independent and "
        "their spread as known, so it is too narrow, the more so for few splits: 'corrected t' is valid."
    )
    return z_interval(values, level, ddof=ddof), why


def _wilson(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    if not measure.is_share:
        raise DesignError(f"{measure.name} is no share of rows, so it is not binomial; use method='auto'")
    if not _has_rows_once(predictions):
        raise DesignError(
            f"Wilson's interval counts every row once, and {predictions.design} does not; use 'corrected t'"
        )
    n = float(len(np.unique(predictions.row)))
    if predictions.weight is not None:
        n *= float(np.mean(predictions.weight) ** 2 / np.mean(predictions.weight**2))
    why = (
        f"each of {n:.0f} held-out rows is right or wrong; Wilson's interval keeps its level near 0 and 1 too"
    )
    return wilson(predictions.score(measure), n, level), why + _caveat(predictions, "wilson")


def _by_rows(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    if not _has_rows_once(predictions) or predictions.design.repeats > 1:
        raise DesignError(
            f"t over rows needs every row once, and {predictions.design} does not have it; use 'corrected t'"
        )
    values = values_of_rows(predictions, measure)
    unit = "rows" if predictions.group is None else "groups"
    why = f"{measure.name} is a mean over {len(values)} held-out rows, whose {unit} are drawn independently"
    return rows_t(values, predictions.weight, predictions.group, level), why + _caveat(predictions, "rows t")


def _delong(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    _need_one_split(predictions, "DeLong's interval")
    if not is_binary_ranking(predictions, measure):
        raise DesignError(
            f"DeLong's interval is for auc of two classes, not {measure.name}; use method='auto'"
        )
    positive, score = predictions.given(measure)
    why = (
        f"one hold-out of {len(score)} rows scored by one model: DeLong's variance of the rank statistic, "
        "on the logit scale so that bounds stay within 0 and 1; it leaves out the spread over training sets."
    )
    return delong(positive, score, predictions.weight, level), why


def _bootstrap(predictions: Predictions, measure: Measure, level: float, ddof: int) -> tuple[Bounds, str]:
    if predictions.design.method != "leave-one-out" or measure.needs == "score":
        _need_one_split(predictions, "the bootstrap of held-out rows")
    truth, given = predictions.given(measure)
    weight = predictions.weight

    def statistic(rows: Integers) -> float:
        return measure.function(truth[rows], given[rows], None if weight is None else weight[rows])

    units = np.arange(len(truth)) if predictions.group is None else predictions.group
    unit = "rows" if predictions.group is None else "groups"
    why = (
        f"{measure.name} has no simple variance, so held-out {unit} are drawn again 1000 times (percentiles)"
    )
    return percentile_bootstrap(statistic, units, level), why + _caveat(predictions, "bootstrap")


METHODS: dict[str, Callable[[Predictions, Measure, float, int], tuple[Bounds, str]]] = {
    "corrected t": _corrected,
    "t": _student,
    "z": _normal,
    "wilson": _wilson,
    "rows t": _by_rows,
    "delong": _delong,
    "bootstrap": _bootstrap,
}


def _values_of_splits(predictions: Predictions, measure: Measure, method: str) -> Floats:
    if not is_by_splits(predictions):
        raise DesignError(
            f"{method!r} needs the spread between splits, and {predictions.design} has none to show; "
            "use method='auto', or a plan with several splits: repeated(hold_out(0.2), times=30), k_fold(10)"
        )
    return predictions.per_split(measure)


def _has_rows_once(predictions: Predictions) -> bool:
    """Whether every row is held out as often as every other: a hold-out, leave-one-out or whole k-fold."""
    return predictions.design.method in ("k-fold", "leave-one-out") or len(predictions.train_sizes) == 1


def _need_one_split(predictions: Predictions, what: str) -> None:
    if len(predictions.train_sizes) != 1:
        raise DesignError(
            f"{what} is for the rows of one hold-out, not {predictions.design}; use method='auto'"
        )


def _caveat(predictions: Predictions, method: str) -> str:
    """The end of the sentence: what rows alone cannot tell."""
    if predictions.group is not None and method == "wilson":
        return "; that rows of one group are alike is left out of account."
    if predictions.design.method == "leave-one-out":
        return "; models of leave-one-out differ by one row each, so their dependence is left out of account."
    if len(predictions.train_sizes) > 1:
        return "; that folds share training rows is left out of account."
    return "; it is about this trained model, and leaves out the spread over training sets."
