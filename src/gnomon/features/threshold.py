"""Thresholding (binarization of numbers): quantitative or ordinal columns become Boolean at a threshold."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from math import ceil, inf
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.check import Rule, a_function, one_of_or
from gnomon.data.column import Column
from gnomon.errors import DataError
from gnomon.features.class_target import as_classes, checked_target, target_bins
from gnomon.features.columnwise import Columnwise, check_unseen_levels, codes_among
from gnomon.features.cuts import cuts_between, distinct_values
from gnomon.features.kinds import check_permissible
from gnomon.features.split_scores import SCORES
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels
from gnomon.sharing.row_weights import in_rows

if TYPE_CHECKING:
    import pandas as pd

STATISTICS = ("mean", "median", "midrange")


def _is_number(value: Any) -> bool:
    is_real = isinstance(value, numbers.Real) and not isinstance(value, bool | np.bool_)
    return is_real and abs(float(value)) < inf


_number_or_function = Rule(
    lambda value: a_function.allows(value) or _is_number(value),
    "a number, or a function of the counts below and above",
    "float or callable",
)


class Threshold(Columnwise):
    """Threshold quantitative and ordinal columns to Boolean (binarization): true at or above the threshold.

    The threshold is a number, a statistic of the column ("mean", "median", "midrange"), or the best split by
    a criterion on the classes of y: "information_gain", "gini", "chi2", "accuracy", or a function of the
    class counts below and above each threshold, (thresholds, classes) each, that returns a score per
    threshold. A missing value stays missing. Of tied scores the lowest threshold wins; a constant column has
    no threshold and is false everywhere.

    Attributes
    ----------
    thresholds_ : the threshold of each column; None for a column that is passed through

    Examples
    --------
    >>> from gnomon import Threshold
    >>> Threshold(by="median").fit_transform([[1.0], [2.0], [7.0]]).ravel()
    array([0., 1., 1.])
    >>> Threshold(by="information_gain").fit([[1.0], [2.0], [7.0]], ["a", "a", "b"]).thresholds_
    [4.5]
    """

    takes = ("quantitative", "ordinal")

    by: Any = one_of_or(
        _number_or_function,
        *STATISTICS,
        *SCORES,
        default="median",
        help="threshold, or the statistic or criterion that selects it",
    )
    target_bins: int = target_bins()

    @property
    def thresholds_(self) -> list[float | None]:
        """The threshold of each column; for an ordinal column in level codes from 0."""
        return [None if learned is None else learned[0] for learned in self.learned_]

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[float, tuple[Any, ...]]:
        """The threshold of one column, and its levels."""
        return self._threshold(column, y, weight), column.levels

    def change(self, learned: tuple[float, tuple[Any, ...]], column: Column) -> list[Column]:
        """Whether each value is at or above the threshold."""
        threshold, levels = learned
        if column.kind == "ordinal":
            codes = codes_among(levels, column)
            check_unseen_levels(column, codes, "warn", "Threshold", "a missing value")
            column = Column(column.name, "ordinal", np.maximum(codes, -1).astype(np.int32), levels)
        numbers = _numbers(column)
        is_true = np.where(np.isnan(numbers), -1, numbers >= threshold).astype(np.int32)
        return [Column(self.names(learned, column.name)[0], "boolean", is_true, (False, True))]

    def names(self, learned: tuple[float, tuple[Any, ...]], name: str) -> list[str]:
        """Names such as "age>=45"."""
        threshold, levels = learned
        if levels and threshold <= len(levels) - 1:
            return [f"{name}>={levels[max(ceil(threshold), 0)]}"]
        return [f"{name}>={threshold:.6g}"]

    def _threshold(self, column: Column, y: Any, weight: Floats | None) -> float:
        if _is_number(self.by):
            return float(self.by)
        if not self._needs_target():
            return _statistic(self.by, column, weight)
        if y is None:
            raise DataError(f"Threshold(by={self.by!r}) requires y to be passed; or set by='median'")
        labels = as_classes(checked_target(y, len(column.values)), self.target_bins, weight)
        return threshold_scores(_numbers(column), labels, by=self.by, sample_weight=weight).best

    def _needs_target(self) -> bool:
        return callable(self.by) or (isinstance(self.by, str) and self.by in SCORES)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        if self._needs_target():
            return checked_target(y, n_rows)
        return super()._check_target(y, n_rows, classes)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self._needs_target()
        return tags


@dataclass(frozen=True, eq=False)
class ThresholdScores:
    """The thresholds between adjacent values of a column, and their scores.

    >>> threshold_scores([1, 2, 7], ["a", "a", "b"]).frame().round(4).values.tolist()
    [[1.5, 0.2516], [4.5, 0.9183]]
    """

    thresholds: Floats
    scores: Floats
    by: str

    @property
    def best(self) -> float:
        """The lowest threshold with the best score; infinity if there is none."""
        if len(self.scores) == 0:
            return inf
        # Scores that differ by rounding error only are tied.
        top = self.scores.max()
        return float(self.thresholds[np.argmax(self.scores >= top - 1e-10 * max(1.0, abs(top)))])

    def frame(self) -> pd.DataFrame:
        """One row per threshold."""
        import pandas as pd

        return pd.DataFrame({"threshold": self.thresholds, "score": self.scores})

    def __str__(self) -> str:
        if len(self.scores) == 0:
            return "no threshold: the column is constant"
        return f"{self.by} is best at {self.best:g}, of {len(self.scores)} thresholds"


def threshold_scores(
    x: Any, y: Any, *, by: Any = "information_gain", sample_weight: Any = None
) -> ThresholdScores:
    """The score of every threshold of a column by a split criterion on the classes.

    >>> print(threshold_scores([1, 2, 7], ["a", "a", "b"]))
    information_gain is best at 4.5, of 2 thresholds
    """
    values = np.asarray(x, dtype=np.float64)
    labels = y if isinstance(y, Labels) else as_classes(checked_target(y, len(values)), 4)
    weight = None if sample_weight is None else in_rows(np.asarray(sample_weight, dtype=np.float64))
    distinct, _ = distinct_values(values, weight)
    present = ~np.isnan(values) if weight is None else ~np.isnan(values) & (weight > 0)
    cell = np.searchsorted(distinct, values[present]) * labels.n_classes + labels.codes[present]
    counts = np.bincount(
        cell, None if weight is None else weight[present], minlength=len(distinct) * labels.n_classes
    )
    below = np.cumsum(counts.reshape(len(distinct), labels.n_classes).astype(np.float64), axis=0)
    score = SCORES[by] if isinstance(by, str) else by
    if len(distinct) < 2:
        return ThresholdScores(np.empty(0), np.empty(0), _name_of(by))
    scores = np.asarray(score(below[:-1], below[-1] - below[:-1]), dtype=np.float64)
    if scores.shape != (len(distinct) - 1,) or np.isnan(scores).any():
        raise DataError(
            f"by={_name_of(by)} returned scores of shape {scores.shape}; it must return one number for each "
            f"of the {len(distinct) - 1} thresholds"
        )
    return ThresholdScores(cuts_between(distinct), scores, _name_of(by))


def _name_of(by: Any) -> str:
    return by if isinstance(by, str) else getattr(by, "__name__", repr(by))


def _numbers(column: Column) -> Array:
    """Numbers unchanged; ordered levels as codes."""
    if column.kind == "quantitative":
        return column.values
    return np.where(column.values < 0, np.nan, column.values)


def _statistic(name: str, column: Column, weight: Floats | None) -> float:
    check_permissible(name, column)
    distinct, mass = distinct_values(_numbers(column), in_rows(weight))
    if len(distinct) == 0:
        return inf
    if name == "mean":
        return float(distinct @ (mass / mass.sum()))
    if name == "midrange":
        return float(distinct[0] / 2 + distinct[-1] / 2)
    below = np.cumsum(mass)
    lower, upper = np.searchsorted(below, below[-1] / 2), np.searchsorted(below, below[-1] / 2, side="right")
    if column.kind == "ordinal":
        return float(distinct[upper])
    return float(distinct[lower] / 2 + distinct[upper] / 2)


transformers.add("Threshold", Threshold, "thresholding: numbers or ordered levels to Boolean", family="kinds")
