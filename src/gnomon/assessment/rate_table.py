"""Rates of a confusion matrix with confidence intervals: recall, specificity, precision, NPV, FPR, FNR."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import check_level, rate_interval, rows_t_interval
from gnomon.assessment.measures.facts import mean
from gnomon.assessment.validity import RATES, hits_of, need_rows_once
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions

Line = dict[str, Any]


def rates_frame(
    table: Any,
    classes: Sequence[Any] | None = None,
    *,
    squares: Any = None,
    level: float = 0.95,
    method: str = "wilson",
) -> pd.DataFrame:
    """Rates of a confusion matrix (rows true, columns predicted) with confidence intervals, one row each.

    Accuracy, and for two classes the rates of the positive (last) class, for more those of each class versus
    the rest. squares: sums of squared weights per cell, if rows are weighted; then n is the effective sample
    size. method: interval for a proportion. A rate without cases is NaN with the interval [0, 1].

    >>> rates_frame([[13, 7], [3, 7]], ["no", "yes"]).loc[("yes", "recall")].round(3).tolist()
    [0.7, 0.397, 0.892, 10.0]
    """
    check_level(level)
    counts = _checked(table)
    of_squares = counts if squares is None else _checked(squares)
    names = list(range(len(counts))) if classes is None else list(classes)
    if len(names) != len(counts) or of_squares.shape != counts.shape:
        raise DataError(
            f"table has {len(counts)} classes, but classes has {len(names)} labels and squares has shape "
            f"{of_squares.shape}; they must match"
        )
    lines = [_line("all", "accuracy", np.trace(counts), counts.sum(), of_squares.sum(), level, method)]
    for code in _shown(len(counts)):
        cells, square_cells = _cells(counts, code), _cells(of_squares, code)
        for rate, (hits, counted) in RATES.items():
            sums = cells[list(hits)].sum(), cells[list(counted)].sum(), square_cells[list(counted)].sum()
            lines.append(_line(names[code], rate, *sums, level, method))
    return _framed(lines)


def rate_table(predictions: Predictions, *, level: float = 0.95, method: str = "wilson") -> pd.DataFrame:
    """Rates of a learner's held-out predictions with confidence intervals; with groups, t over groups.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.hold_out(0.4))
    >>> rate_table(predictions).loc[("setosa", "recall")].round(3).tolist()
    [1.0, 0.839, 1.0, 20.0]
    """
    if predictions.classes is None:
        raise DesignError(
            f"rate_table needs a classification task, but {predictions.task_name!r} is {predictions.kind}"
        )
    need_rows_once(predictions, "a table of rates")
    classes, truth, predicted = _positive_last(predictions)
    if predictions.group is not None:
        return _framed(_lines_over_groups(predictions, classes, truth, predicted, level))
    weight = np.ones(len(truth)) if predictions.weight is None else predictions.weight
    tables = (_table(truth, predicted, each, len(classes)) for each in (weight, weight**2))
    return rates_frame(next(tables), classes, squares=next(tables), level=level, method=method)


def _checked(table: Any) -> Floats:
    counts = np.asarray(table, dtype=np.float64)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
        raise DataError(
            f"a confusion matrix is square with at least 2 classes, but this one has shape {counts.shape}"
        )
    if not (np.isfinite(counts).all() and counts.min() >= 0):
        raise DataError("a confusion matrix has finite nonnegative counts; this one has others")
    return counts


def _shown(n_classes: int) -> list[int]:
    return [1] if n_classes == 2 else list(range(n_classes))


def _cells(table: Floats, code: int) -> Floats:
    """True negatives, false positives, false negatives and true positives of one class."""
    hit, row, column = table[code, code], table[code].sum(), table[:, code].sum()
    return np.array([table.sum() - row - column + hit, column - hit, row - hit, hit])


def _line(
    name: Any, rate: str, hits: float, counted: float, squares: float, level: float, method: str
) -> Line:
    interval = rate_interval(method)
    if squares <= 0:
        return {"class": name, "rate": rate, "value": np.nan, "lower": 0.0, "upper": 1.0, "n": 0.0}
    n, share = float(counted) ** 2 / float(squares), min(max(float(hits / counted), 0.0), 1.0)
    lower, upper = interval(share, n, level)
    return {"class": name, "rate": rate, "value": share, "lower": lower, "upper": upper, "n": n}


def _framed(lines: list[Line]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(lines).set_index(["class", "rate"])


def _table(truth: Array, predicted: Array, weight: Floats, n_classes: int) -> Floats:
    flat = np.bincount(truth * n_classes + predicted, weight, minlength=n_classes**2)
    return np.asarray(flat, dtype=np.float64).reshape(n_classes, n_classes)


def _positive_last(predictions: Predictions) -> tuple[list[Any], Array, Array]:
    """Classes and codes; of two classes, the positive one comes last."""
    assert predictions.classes is not None
    classes = predictions.classes.tolist()
    truth, predicted = predictions.truth.astype(np.int64), predictions.predicted.astype(np.int64)
    if len(classes) == 2 and classes[0] == predictions.positive:
        return classes[::-1], 1 - truth, 1 - predicted
    return classes, truth, predicted


def _lines_over_groups(
    predictions: Predictions, classes: list[Any], truth: Array, predicted: Array, level: float
) -> list[Line]:
    everything = np.ones(len(truth), dtype=np.bool_)
    lines = [_group_line(predictions, "all", "accuracy", truth == predicted, everything, level)]
    for code in _shown(len(classes)):
        for rate in RATES:
            is_hit, counts = hits_of(rate, truth == code, predicted == code)
            lines.append(_group_line(predictions, classes[code], rate, is_hit, counts, level))
    return lines


def _group_line(
    predictions: Predictions, name: Any, rate: str, is_hit: Array, counts: Array, level: float
) -> Line:
    """Student's t interval over groups; n is the number of groups with cases."""
    assert predictions.group is not None
    values, group = is_hit[counts].astype(np.float64), predictions.group[counts]
    weight = None if predictions.weight is None else predictions.weight[counts]
    if weight is not None:
        values, group, weight = values[weight > 0], group[weight > 0], weight[weight > 0]
    n = len(np.unique(group))
    value = mean(values, weight) if n else np.nan
    lower, upper = rows_t_interval(values, weight, group, level) if n > 1 else (0.0, 1.0)
    if upper - lower == 0:
        # With zero variance between groups, the rule of three.
        share = 1 - (1 - level) ** (1 / n)
        lower, upper = value - share, value + share
    lower, upper = max(lower, 0.0), min(upper, 1.0)
    return {"class": name, "rate": rate, "value": value, "lower": lower, "upper": upper, "n": float(n)}
