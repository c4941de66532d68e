"""Weight, mean and scatter of rows, which can be added and subtracted, for tables of any shape.

Tall tables are stored as the scatter matrix. Wide tables are stored as centered rows T with a sign each, so
that the scatter is T' diag(sign) T and the matrix of all columns is never formed.
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

MAX_COLUMNS_FACTORED = 300
MIN_MANY_COLUMNS = 1000
ROWS_PER_COLUMN = 8


@dataclass(frozen=True, eq=False)
class CenteredRows:
    """Centered rows, each times the square root of its weight, with a sign: minus for subtracted rows.

    stays_rows: whether they are stored as rows however many there are.

    >>> both = CenteredRows.of(np.array([[1.0, 0.0, 2.0]]), None) + CenteredRows.of(np.zeros((1, 3)), None)
    >>> both.scatter()[0]
    array([0.5, 0. , 1. ])
    """

    weight: float
    mean: Floats
    rows: Floats
    sign: Floats
    stays_rows: bool = False

    @classmethod
    def of(cls, X: Any, weight: Floats | None, stays_rows: bool = False) -> CenteredRows:
        """Center these rows, dense or sparse."""
        dense = X if isinstance(X, np.ndarray) else X.toarray()
        share = np.ones(len(dense)) if weight is None else weight
        shift = dense[0]
        mean = shift + (share @ (dense - shift)) / share.sum()
        rows = np.sqrt(share)[:, None] * (dense - mean)
        return cls(float(share.sum()), mean, rows, np.ones(len(rows)), stays_rows)

    def __add__(self, other: CenteredRows) -> CenteredRows:
        total = self.weight + other.weight
        shift_of_mean = other.mean - self.mean
        return replace(
            self,
            weight=total,
            mean=self.mean + shift_of_mean * (other.weight / total),
            rows=np.vstack([self.rows, other.rows, sqrt(self.weight * other.weight / total) * shift_of_mean]),
            sign=np.concatenate([self.sign, other.sign, [1.0]]),
        )

    def __sub__(self, other: CenteredRows) -> CenteredRows:
        total = self.weight - other.weight
        if total <= 1e-9 * self.weight:
            raise DataError(
                f"rows of weight {other.weight:g} subtracted from rows of weight {self.weight:g}: none remain"
            )
        mean = self.mean + (self.mean - other.mean) * (other.weight / total)
        shift_of_mean = other.mean - mean
        return replace(
            self,
            weight=total,
            mean=mean,
            rows=np.vstack([self.rows, other.rows, sqrt(total * other.weight / self.weight) * shift_of_mean]),
            sign=np.concatenate([self.sign, -other.sign, [-1.0]]),
        )

    @property
    def is_sum(self) -> bool:
        """Whether no rows were subtracted."""
        return bool((self.sign > 0).all())

    def scatter(self) -> Floats:
        """The scatter matrix of all columns."""
        return self.rows.T @ (self.rows if self.is_sum else self.sign[:, None] * self.rows)

    def summed(self) -> FactoredMoments:
        """The same as a scatter matrix, with a triangular factor if no rows were subtracted."""
        moments = Moments(self.weight, self.mean, self.scatter())
        return (
            FactoredMoments.from_factor(moments, self.rows) if self.is_sum else FactoredMoments(moments, ())
        )


@dataclass(frozen=True, eq=False)
class Scatter:
    """Scatter (sum of squares and products about the mean) of rows, stored according to their shape.

    n_rows: number of rows of positive weight. held: the scatter matrix, or the centered rows of a wide table.
    min_weight: smallest weight of a row, which counts as one row.

    >>> Scatter.of(np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 4.0]]), None).matrix()
    array([[8., 6.],
           [6., 6.]])
    """

    n_rows: int
    held: FactoredMoments | CenteredRows
    min_weight: float = 1.0

    @classmethod
    def of(
        cls, X: Any, weight: Floats | None, *, keep_rows: bool = False, keep_digits: bool = False
    ) -> Scatter:
        """Compute the scatter of these rows.

        keep_rows: store rows, whatever their shape. keep_digits: store a factor for ill-conditioned rows,
        even if many columns make it expensive.
        """
        n_rows = X.shape[0] if weight is None else int(np.count_nonzero(weight))
        min_weight = smallest_weight(weight)
        n, d = X.shape
        is_large = isinstance(X, np.ndarray) and not keep_digits and n < _min_rows_summed(d)
        if keep_rows or n < d or is_large:
            return cls(n_rows, CenteredRows.of(X, weight, keep_rows), min_weight)
        if keep_digits or d <= MAX_COLUMNS_FACTORED:
            return cls(n_rows, FactoredMoments.of(X, np.empty((n, 0)), weight), min_weight)
        return cls(n_rows, FactoredMoments(Moments.of(X, None, weight), ()), min_weight)

    @property
    def weight(self) -> float:
        """Total weight of the rows."""
        return self.held.weight if isinstance(self.held, CenteredRows) else self.held.moments.weight

    @property
    def mean(self) -> Floats:
        """Mean of each column."""
        return self.held.mean if isinstance(self.held, CenteredRows) else self.held.moments.mean

    def squares(self) -> Floats:
        """Sum of squares of each column about its mean."""
        if isinstance(self.held, CenteredRows):
            return np.maximum(self.held.sign @ self.held.rows**2, 0.0)
        return np.maximum(np.diag(self.held.moments.scatter), 0.0)

    @property
    def stores_rows(self) -> bool:
        """Whether rows are stored however many there are."""
        return isinstance(self.held, CenteredRows) and self.held.stays_rows

    @property
    def is_finite(self) -> bool:
        """Whether no value is infinite or missing."""
        values = self.held.rows if isinstance(self.held, CenteredRows) else self.held.moments.scatter
        return bool(np.isfinite(values).all())

    def __add__(self, other: Scatter) -> Scatter:
        a, b = _same_form(self.held, other.held)
        return Scatter(self.n_rows + other.n_rows, _compact(a + b), min(self.min_weight, other.min_weight))

    def __sub__(self, other: Scatter) -> Scatter:
        a, b = _same_form(self.held, other.held)
        return Scatter(self.n_rows - other.n_rows, _compact(a - b), self.min_weight)

    def condensed(self) -> Scatter:
        """The same in memory that does not grow with the number of added scatters."""
        return self if isinstance(self.held, CenteredRows) else replace(self, held=self.held.condensed())

    def about_the_origin(self) -> Scatter:
        """Uncentered sums of squares and products: the centered ones, and the mean as one more row."""
        origin = np.zeros_like(self.mean)
        if isinstance(self.held, CenteredRows):
            rows = np.vstack([self.held.rows, sqrt(self.weight) * self.mean])
            held: FactoredMoments | CenteredRows = replace(
                self.held, mean=origin, rows=rows, sign=np.append(self.held.sign, 1.0)
            )
        elif self.held.has_factor:
            factor = self.held.factor(about=origin)
            held = FactoredMoments.from_factor(self.held.about_the_origin(), factor)
        else:
            held = FactoredMoments(self.held.about_the_origin(), ())
        return Scatter(self.n_rows + 1, held, self.min_weight)

    def along(self, directions: Floats) -> Floats:
        """Sum of squares about the mean along each direction (row)."""
        if isinstance(self.held, CenteredRows):
            return np.maximum(self.held.sign @ (self.held.rows @ directions.T) ** 2, 0.0)
        product = np.einsum("ij,ij->i", directions @ self.held.moments.scatter, directions)
        return np.maximum(product, 0.0)

    def times(self, V: Floats, scale: Floats | None = None) -> Floats:
        """Product of the scatter, with columns multiplied by `scale`, and directions V (columns)."""
        V = V if scale is None else scale[:, None] * V
        if isinstance(self.held, CenteredRows):
            product = self.held.rows.T @ (self.held.sign[:, None] * (self.held.rows @ V))
        else:
            product = self.held.moments.scatter @ V
        return product if scale is None else scale[:, None] * product

    def matrix(self) -> Floats:
        """The scatter matrix, (d, d)."""
        return self.held.scatter() if isinstance(self.held, CenteredRows) else self.held.moments.scatter

    def factor(self) -> Floats | None:
        """A matrix T with T' T equal to the scatter; None if subtracted rows left none."""
        if isinstance(self.held, CenteredRows):
            return self.held.rows if self.held.is_sum else None
        return self.held.factor() if self.held.has_factor else None


def smallest_weight(weight: Floats | None) -> float:
    """The smallest positive weight, which counts as one row.

    >>> smallest_weight(np.array([0.0, 0.5, 1.0]))
    0.5
    """
    return 1.0 if weight is None else float(weight.min(initial=np.inf, where=weight > 0))


def _same_form(a: Any, b: Any) -> tuple[Any, Any]:
    """Both as scatter matrices if one of them is."""
    if isinstance(a, CenteredRows) == isinstance(b, CenteredRows):
        return a, b
    return (a.summed(), b) if isinstance(a, CenteredRows) else (a, b.summed())


def _compact(held: FactoredMoments | CenteredRows) -> FactoredMoments | CenteredRows:
    """Sum the rows once they outnumber the columns."""
    if not isinstance(held, CenteredRows) or held.stays_rows:
        return held
    return held if len(held.rows) < _min_rows_summed(held.rows.shape[1]) else held.summed()


def _min_rows_summed(n_columns: int) -> int:
    """Number of rows from which the scatter matrix is stored instead of the rows."""
    return n_columns * (ROWS_PER_COLUMN if n_columns >= MIN_MANY_COLUMNS else 1)
