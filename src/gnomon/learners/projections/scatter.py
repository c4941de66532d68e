"""Weight, mean and scatter of rows, which add and subtract, for tables of any shape.

Tall tables keep products of their columns. Tables of many columns keep their centered rows T, with a sign
each, so that the scatter is T' diag(sign) T and no matrix of all columns need be built.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.sharing.factored import FactoredMoments
from gnomon.sharing.moments import Moments

MOST_COLUMNS_FACTORED = 300
MANY_COLUMNS = 1000
ROWS_A_COLUMN = 8


@dataclass(frozen=True, eq=False)
class CenteredRows:
    """Rows about their mean, each times the root of its weight, with a sign: minus for rows taken away.

    is_kept: whether they stay rows however many there are.

    >>> both = CenteredRows.of(np.array([[1.0, 0.0, 2.0]]), None) + CenteredRows.of(np.zeros((1, 3)), None)
    >>> both.scatter()[0]
    array([0.5, 0. , 1. ])
    """

    weight: float
    mean: Floats
    rows: Floats
    sign: Floats
    is_kept: bool = False

    @classmethod
    def of(cls, X: Any, weight: Floats | None, is_kept: bool = False) -> CenteredRows:
        """These rows, dense or sparse."""
        dense = X if isinstance(X, np.ndarray) else X.toarray()
        share = np.ones(len(dense)) if weight is None else weight
        shift = dense[0]
        mean = shift + (share @ (dense - shift)) / share.sum()
        rows = np.sqrt(share)[:, None] * (dense - mean)
        return cls(float(share.sum()), mean, rows, np.ones(len(rows)), is_kept)

    def __add__(self, other: CenteredRows) -> CenteredRows:
        total = self.weight + other.weight
        gap = other.mean - self.mean
        return replace(
            self,
            weight=total,
            mean=self.mean + gap * (other.weight / total),
            rows=np.vstack([self.rows, other.rows, sqrt(self.weight * other.weight / total) * gap]),
            sign=np.concatenate([self.sign, other.sign, [1.0]]),
        )

    def __sub__(self, other: CenteredRows) -> CenteredRows:
        total = self.weight - other.weight
        if total <= 1e-9 * self.weight:
            raise DataError(
                f"rows of weight {other.weight:g} taken from rows of weight {self.weight:g}: nothing is left"
            )
        mean = self.mean + (self.mean - other.mean) * (other.weight / total)
        gap = other.mean - mean
        return replace(
            self,
            weight=total,
            mean=mean,
            rows=np.vstack([self.rows, other.rows, sqrt(total * other.weight / self.weight) * gap]),
            sign=np.concatenate([self.sign, -other.sign, [-1.0]]),
        )

    @property
    def is_sum(self) -> bool:
        """Whether no rows were taken away."""
        return bool((self.sign > 0).all())

    def scatter(self) -> Floats:
        """The scatter between all columns."""
        return self.rows.T @ (self.rows if self.is_sum else self.sign[:, None] * self.rows)

    def summed(self) -> FactoredMoments:
        """The same as products of columns, with a triangular factor where no rows were taken away."""
        moments = Moments(self.weight, self.mean, self.scatter())
        return (
            FactoredMoments.from_factor(moments, self.rows) if self.is_sum else FactoredMoments(moments, ())
        )


@dataclass(frozen=True, eq=False)
class Scatter:
    """The scatter of some rows in the form that their shape asks for.

    n_rows: how many rows have weight. held: products of columns, or the centered rows of a wide table. least:
    the smallest weight of a row, which counts for one.

    >>> Scatter.of(np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 4.0]]), None).matrix()
    array([[8., 6.],
           [6., 6.]])
    """

    n_rows: int
    held: FactoredMoments | CenteredRows
    least: float = 1.0

    @classmethod
    def of(
        cls, X: Any, weight: Floats | None, *, keep_rows: bool = False, keep_digits: bool = False
    ) -> Scatter:
        """The scatter of these rows.

        keep_rows: as rows, whatever their shape. keep_digits: with a factor where rows are ill-conditioned,
        even if many columns make it dear.
        """
        n_rows = X.shape[0] if weight is None else int(np.count_nonzero(weight))
        least = smallest_weight(weight)
        n, d = X.shape
        is_large = isinstance(X, np.ndarray) and not keep_digits and n < _fewest_summed(d)
        if keep_rows or n < d or is_large:
            return cls(n_rows, CenteredRows.of(X, weight, keep_rows), least)
        if keep_digits or d <= MOST_COLUMNS_FACTORED:
            return cls(n_rows, FactoredMoments.of(X, np.empty((n, 0)), weight), least)
        return cls(n_rows, FactoredMoments(Moments.of(X, None, weight), ()), least)

    @property
    def weight(self) -> float:
        """The weight of all rows."""
        return self.held.weight if isinstance(self.held, CenteredRows) else self.held.moments.weight

    @property
    def mean(self) -> Floats:
        """The mean of each column."""
        return self.held.mean if isinstance(self.held, CenteredRows) else self.held.moments.mean

    def squares(self) -> Floats:
        """The sum of squares of each column about its mean."""
        if isinstance(self.held, CenteredRows):
            return np.maximum(self.held.sign @ self.held.rows**2, 0.0)
        return np.maximum(np.diag(self.held.moments.scatter), 0.0)

    @property
    def keeps_rows(self) -> bool:
        """Whether rows are held however many there are."""
        return isinstance(self.held, CenteredRows) and self.held.is_kept

    @property
    def is_finite(self) -> bool:
        """Whether no value is infinite or missing."""
        kept = self.held.rows if isinstance(self.held, CenteredRows) else self.held.moments.scatter
        return bool(np.isfinite(kept).all())

    def __add__(self, other: Scatter) -> Scatter:
        a, b = _alike(self.held, other.held)
        return Scatter(self.n_rows + other.n_rows, _compact(a + b), min(self.least, other.least))

    def __sub__(self, other: Scatter) -> Scatter:
        a, b = _alike(self.held, other.held)
        return Scatter(self.n_rows - other.n_rows, _compact(a - b), self.least)

    def condensed(self) -> Scatter:
        """The same in memory that does not grow with how many scatters were added."""
        return self if isinstance(self.held, CenteredRows) else replace(self, held=self.held.condensed())

    def about_the_origin(self) -> Scatter:
        """The squares and products about zero: those about the mean, and the mean as one more row."""
        origin = np.zeros_like(self.mean)
        if isinstance(self.held, CenteredRows):
            rows = np.vstack([self.held.rows, sqrt(self.weight) * self.mean])
            held: FactoredMoments | CenteredRows = replace(
                self.held, mean=origin, rows=rows, sign=np.append(self.held.sign, 1.0)
            )
        elif self.held.keeps_digits:
            factor = self.held.factor(about=origin)
            held = FactoredMoments.from_factor(self.held.about_the_origin(), factor)
        else:
            held = FactoredMoments(self.held.about_the_origin(), ())
        return Scatter(self.n_rows + 1, held, self.least)

    def along(self, directions: Floats) -> Floats:
        """The sum of squares about the mean along each direction (row)."""
        if isinstance(self.held, CenteredRows):
            return np.maximum(self.held.sign @ (self.held.rows @ directions.T) ** 2, 0.0)
        found = np.einsum("ij,ij->i", directions @ self.held.moments.scatter, directions)
        return np.maximum(found, 0.0)

    def times(self, V: Floats, scale: Floats | None = None) -> Floats:
        """The scatter, its columns times `scale`, times directions V (columns)."""
        V = V if scale is None else scale[:, None] * V
        if isinstance(self.held, CenteredRows):
            found = self.held.rows.T @ (self.held.sign[:, None] * (self.held.rows @ V))
        else:
            found = self.held.moments.scatter @ V
        return found if scale is None else scale[:, None] * found

    def matrix(self) -> Floats:
        """The scatter between all columns, (d, d)."""
        return self.held.scatter() if isinstance(self.held, CenteredRows) else self.held.moments.scatter

    def factor(self) -> Floats | None:
        """A matrix T with T' T equal to the scatter; None where rows taken away left none."""
        if isinstance(self.held, CenteredRows):
            return self.held.rows if self.held.is_sum else None
        return self.held.factor() if self.held.keeps_digits else None


def smallest_weight(weight: Floats | None) -> float:
    """The smallest weight above 0: one row, where weights count rows.

    >>> smallest_weight(np.array([0.0, 0.5, 1.0]))
    0.5
    """
    return 1.0 if weight is None else float(weight.min(initial=np.inf, where=weight > 0))


def _alike(a: Any, b: Any) -> tuple[Any, Any]:
    """Both in the form of the more summed one."""
    if isinstance(a, CenteredRows) == isinstance(b, CenteredRows):
        return a, b
    return (a.summed(), b) if isinstance(a, CenteredRows) else (a, b.summed())


def _compact(held: FactoredMoments | CenteredRows) -> FactoredMoments | CenteredRows:
    """Rows that have become more than the columns are summed."""
    if not isinstance(held, CenteredRows) or held.is_kept:
        return held
    return held if len(held.rows) < _fewest_summed(held.rows.shape[1]) else held.summed()


def _fewest_summed(n_columns: int) -> int:
    """Rows from which on products of columns are held instead: products with rows give a few axes sooner."""
    return n_columns * (ROWS_A_COLUMN if n_columns >= MANY_COLUMNS else 1)
