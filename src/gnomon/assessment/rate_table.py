"""Every rate of a confusion table with its interval: recall, specificity, precision and the others."""

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
    """All rates of a table of counts (rows true, columns predicted), a line each, with intervals.

    For two classes those of the last, the positive one; for more, those of each class against the rest; and
    accuracy. squares: the sums of squared weights, cell by cell, where rows have weights; then n is the
    effective number of rows. A rate of 0 cases has no value, and its interval is all of 0 to 1.

    >>> rates_frame([[13, 7], [3, 7]], ["no", "yes"]).loc[("yes", "recall")].round(3).tolist()
    [0.7, 0.397, 0.892, 10.0]
    """
    check_level(level)
    counts = _checked(table)
    of_squares = counts if squares is None else _checked(squares)
    names = list(range(len(counts))) if classes is None else list(classes)
    if len(names) != len(counts) or of_squares.shape != counts.shape:
        raise DataError(
            f"a table of {len(counts)} classes came with {len(names)} names and squares of {of_squares.shape}"
        )
    lines = [_line("all", "accuracy", np.trace(counts), counts.sum(), of_squares.sum(), level, method)]
    for place in _shown(len(counts)):
        cells, square_cells = _cells(counts, place), _cells(of_squares, place)
        for rate, (hits, counted) in RATES.items():
            sums = cells[list(hits)].sum(), cells[list(counted)].sum(), square_cells[list(counted)].sum()
            lines.append(_line(names[place], rate, *sums, level, method))
    return _framed(lines)


def rate_table(predictions: Predictions, *, level: float = 0.95, method: str = "wilson") -> pd.DataFrame:
    """All rates of a learner's held-out rows, with intervals; with groups, Student's over groups.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.hold_out(0.4))
    >>> rate_table(predictions).loc[("setosa", "recall")].round(3).tolist()
    [1.0, 0.839, 1.0, 20.0]
    """
    if predictions.classes is None:
        raise DesignError(f"rates are of classes, and {predictions.task_name!r} is {predictions.kind}")
    need_rows_once(predictions, "a table of rates")
    classes, truth, called = _positive_last(predictions)
    if predictions.group is not None:
        return _framed(_lines_over_groups(predictions, classes, truth, called, level))
    weight = np.ones(len(truth)) if predictions.weight is None else predictions.weight
    tables = (_table(truth, called, each, len(classes)) for each in (weight, weight**2))
    return rates_frame(next(tables), classes, squares=next(tables), level=level, method=method)


def _checked(table: Any) -> Floats:
    counts = np.asarray(table, dtype=np.float64)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
        raise DataError(
            f"a confusion table is square, with 2 classes or more; this one has shape {counts.shape}"
        )
    if not (np.isfinite(counts).all() and counts.min() >= 0):
        raise DataError("a confusion table holds counts of at least 0; this one has others")
    return counts


def _shown(n_classes: int) -> list[int]:
    return [1] if n_classes == 2 else list(range(n_classes))


def _cells(table: Floats, place: int) -> Floats:
    """True negatives, false positives, false negatives and true positives of one class."""
    hit, row, column = table[place, place], table[place].sum(), table[:, place].sum()
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


def _table(truth: Array, called: Array, weight: Floats, n_classes: int) -> Floats:
    flat = np.bincount(truth * n_classes + called, weight, minlength=n_classes**2)
    return np.asarray(flat, dtype=np.float64).reshape(n_classes, n_classes)


def _positive_last(predictions: Predictions) -> tuple[list[Any], Array, Array]:
    """Classes and codes; of two classes, the positive one comes last."""
    assert predictions.classes is not None
    classes = predictions.classes.tolist()
    truth, called = predictions.truth.astype(np.int64), predictions.predicted.astype(np.int64)
    if len(classes) == 2 and classes[0] == predictions.positive:
        return classes[::-1], 1 - truth, 1 - called
    return classes, truth, called


def _lines_over_groups(
    predictions: Predictions, classes: list[Any], truth: Array, called: Array, level: float
) -> list[Line]:
    everything = np.ones(len(truth), dtype=np.bool_)
    lines = [_group_line(predictions, "all", "accuracy", truth == called, everything, level)]
    for place in _shown(len(classes)):
        for rate in RATES:
            is_hit, counts = hits_of(rate, truth == place, called == place)
            lines.append(_group_line(predictions, classes[place], rate, is_hit, counts, level))
    return lines


def _group_line(
    predictions: Predictions, name: Any, rate: str, is_hit: Array, counts: Array, level: float
) -> Line:
    """Student's interval over groups; n is the number of groups that count."""
    assert predictions.group is not None
    values, group = is_hit[counts].astype(np.float64), predictions.group[counts]
    weight = None if predictions.weight is None else predictions.weight[counts]
    if weight is not None:
        values, group, weight = values[weight > 0], group[weight > 0], weight[weight > 0]
    n = len(np.unique(group))
    value = mean(values, weight) if n else np.nan
    lower, upper = rows_t_interval(values, weight, group, level) if n > 1 else (0.0, 1.0)
    if upper - lower == 0:
        # Groups that are all alike show no spread; the rule of three stands in for it.
        share = 1 - (1 - level) ** (1 / n)
        lower, upper = value - share, value + share
    lower, upper = max(lower, 0.0), min(upper, 1.0)
    return {"class": name, "rate": rate, "value": value, "lower": lower, "upper": upper, "n": float(n)}
