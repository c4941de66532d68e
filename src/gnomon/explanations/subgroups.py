"""Subgroup analysis (slices): groups of held-out rows for which a learner is worse than for the others.

Groups are the levels or quartiles of each column. Each group is compared with all other rows, and p-values
are adjusted for multiple comparisons (Holm 1979).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.intervals import rows_error, rows_t_interval
from gnomon.assessment.intervals.rates import wilson_interval
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.significance.corrections import adjust_p_values
from gnomon.assessment.significance.outcome import p_in_words
from gnomon.assessment.validity import mean_by_row
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.explanations.row_groups import row_groups

if TYPE_CHECKING:
    import pandas as pd

MAX_COLUMNS = 60
DEFAULT = {"classification": "error", "regression": "mean_absolute_error"}
_MIN_ROWS = 2


@dataclass(frozen=True)
class Subgroup:
    """A subgroup: number of rows, mean loss with confidence interval, and difference from the other rows.

    p_value: of no difference, adjusted for multiple comparisons.

    >>> Subgroup("sex", "female", 87, 0.1, 0.05, 0.18, -0.02, 0.4).name
    'sex: female'
    """

    column: str
    group: str
    n_rows: int
    value: float
    lower: float
    upper: float
    difference: float
    p_value: float

    @property
    def name(self) -> str:
        """Column and group."""
        return f"{self.column}: {self.group}"


@dataclass(frozen=True)
class SubgroupErrors:
    """The errors of a learner by subgroup. overall: of all rows; left_out: number of columns not analyzed.

    >>> import gnomon as gn
    >>> heart = gn.load("heart")
    >>> errors = subgroup_errors(heart, gn.resample(heart, gn.GaussianNB(), gn.k_fold(5)))
    >>> errors.frame()["column"].nunique() > 5
    True
    """

    learner: str
    measure: str
    overall: float
    groups: tuple[Subgroup, ...]
    n_rows: int
    level: float
    left_out: int = 0

    @property
    def differing(self) -> tuple[Subgroup, ...]:
        """The groups that differ significantly from the other rows, by p-value."""
        significant = [each for each in self.groups if each.p_value <= 1 - self.level]
        return tuple(sorted(significant, key=lambda each: each.p_value))

    def frame(self) -> pd.DataFrame:
        """One row per group: size, mean loss with interval, difference from the rest, adjusted p-value."""
        import pandas as pd

        names = ("column", "group", "n_rows", "value", "lower", "upper", "difference", "p_value")
        return pd.DataFrame([[getattr(each, name) for name in names] for each in self.groups], columns=names)

    def __str__(self) -> str:
        first = (
            f"{self.measure} of {self.learner}: {self.overall:.4g} on {self.n_rows:,} rows; "
            f"{len(self.differing)} of {len(self.groups)} groups differ from the other rows"
        )
        lines = [
            f"{each.name}: {each.value:.4g} ({each.lower:.4g} to {each.upper:.4g}), {each.n_rows:,} rows, "
            f"{p_in_words(each.p_value)}"
            for each in self.differing
        ]
        return "\n".join([first, *lines])

    __repr__ = __str__


def subgroup_errors(
    task: Task,
    predictions: Predictions,
    measure: MeasureLike | None = None,
    *,
    columns: Sequence[str] | None = None,
    level: float = 0.95,
) -> SubgroupErrors:
    """Held-out errors of a learner by subgroup (slice analysis).

    predictions: of `resample` or an experiment, on this task. measure: a mean over rows; error rate or mean
    absolute error by default. columns: columns that define groups. level: confidence level. Rows held out
    several times count once, by their mean. Intervals are over rows, conditional on the fitted models.

    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> errors = subgroup_errors(iris, gn.resample(iris, gn.GaussianNB(), gn.k_fold(5)))
    >>> errors.differing[0].name
    'petal width: > 1.3 to 1.8'
    """
    chosen = find_measure(measure or DEFAULT[task.kind])
    if chosen.each is None or chosen.of_positive:
        raise DesignError(
            f"{chosen.name} is not a mean over rows, so it cannot be computed by group; use "
            f"{DEFAULT[task.kind]!r}"
        )
    losses, weight, group = mean_by_row(predictions, chosen)
    rows = np.unique(predictions.row)
    of_row = np.full(task.n_rows, -1)
    of_row[rows] = np.arange(len(rows))
    names = list(task.table.names if columns is None else columns)
    shown = names[:MAX_COLUMNS] if columns is None else names
    compared = [
        each
        for name in shown
        for each in _of_column(name, _members(task, name, of_row), losses, weight, group, chosen, level)
    ]
    p_values = adjust_p_values(np.array([each.p_value for each in compared], dtype=np.float64))
    return SubgroupErrors(
        learner=predictions.learner,
        measure=chosen.name,
        overall=float(np.average(losses, weights=weight)),
        groups=tuple(replace(each, p_value=float(p)) for each, p in zip(compared, p_values)),
        n_rows=len(rows),
        level=level,
        left_out=len(names) - len(shown),
    )


def _members(task: Task, name: str, of_row: Array) -> list[tuple[str, Flags]]:
    """The mask of held-out rows of each group of a column."""
    members = []
    for group, rows in row_groups(task.table.column(name)):
        held_out = of_row[rows]
        is_in = np.zeros(int(of_row.max()) + 1, dtype=np.bool_)
        is_in[held_out[held_out >= 0]] = True
        members.append((group, is_in))
    return members


def _of_column(
    column: str,
    members: Sequence[tuple[str, Flags]],
    losses: Floats,
    weight: Floats | None,
    group: Array | None,
    measure: Measure,
    level: float,
) -> list[Subgroup]:
    groups = []
    for name, is_in in members:
        if min(np.count_nonzero(is_in), np.count_nonzero(~is_in)) < _MIN_ROWS:
            continue
        one, rest = (_Losses.of(losses, weight, group, rows) for rows in (is_in, ~is_in))
        if one is None or rest is None:
            continue
        value, other = one.mean, rest.mean
        bounds = one.bounds(level, is_share=measure.is_share)
        p_value = _p_value(one, rest, is_share=measure.is_share)
        groups.append(Subgroup(column, name, len(one.losses), value, *bounds, value - other, p_value))
    return groups


@dataclass(frozen=True)
class _Losses:
    """The losses of some rows, with their weights and groups."""

    losses: Floats
    weight: Floats | None
    group: Array | None

    @classmethod
    def of(cls, losses: Floats, weight: Floats | None, group: Array | None, rows: Flags) -> _Losses | None:
        """The losses of these rows; None if too few are independent, or have nonzero weight."""
        some = cls(
            losses[rows], None if weight is None else weight[rows], None if group is None else group[rows]
        )
        try:
            rows_error(some.losses, some.weight, some.group)
        except DesignError:
            return None
        return some

    @property
    def mean(self) -> float:
        """The mean loss."""
        return float(np.average(self.losses, weights=self.weight))

    def bounds(self, level: float, *, is_share: bool) -> tuple[float, float]:
        """The confidence interval of the mean loss."""
        if is_share and self.group is None and self.weight is None:
            return wilson_interval(min(max(self.mean, 0.0), 1.0), len(self.losses), level)
        return rows_t_interval(self.losses, self.weight, self.group, level)


def _p_value(one: _Losses, rest: _Losses, *, is_share: bool) -> float:
    """The p-value of no difference: Welch's t-test, or for proportions the pooled two-sample test."""
    (error, freedom), (rest_error, rest_freedom) = (
        rows_error(part.losses, part.weight, part.group) for part in (one, rest)
    )
    if is_share and one.group is None and one.weight is None:
        both = np.concatenate([one.losses, rest.losses])
        spread = float(np.std(both, ddof=1))
        whole, degrees = spread * sqrt(1 / len(one.losses) + 1 / len(rest.losses)), inf
    else:
        whole = sqrt(error**2 + rest_error**2)
        parts = error**4 / freedom + rest_error**4 / rest_freedom
        degrees = whole**4 / parts if parts > 0 else inf
    difference = abs(one.mean - rest.mean)
    if whole <= 1e-12 * max(abs(one.mean), abs(rest.mean), 1e-300):
        return 1.0 if difference <= 1e-12 * max(abs(one.mean), 1e-300) else 0.0
    return float(2 * stats.t.sf(difference / whole, degrees))
