"""Moments with QR factors, numerically stable for nearly collinear columns.

The normal equations square the condition number. A part of the rows with an ill-conditioned scatter matrix
therefore also stores the triangular factor R of its centered rows (X - mean = Q R). The factor of several
parts is computed from theirs by one more QR factorization about the joint mean, so folds and merges stay
accurate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, qr
from scipy.linalg.lapack import dpocon

from gnomon.arrays import Array, Floats, Integers
from gnomon.sharing.moments import Moments

SAFE_CONDITION = 1e7
ROWS_PER_BLOCK = 8192


@dataclass(frozen=True, eq=False)
class Part:
    """Moments of some rows; factor: R of their centered, weighted rows if the scatter is ill-conditioned."""

    moments: Moments
    factor: Floats | None

    def triangle(self) -> Floats:
        """A matrix T with T' T equal to the scatter."""
        if self.factor is not None:
            return self.factor
        scatter = self.moments.scatter
        varies = np.diag(scatter) > 0
        triangle = np.zeros_like(scatter)
        triangle[np.ix_(varies, varies)] = _cholesky(scatter[np.ix_(varies, varies)])
        return triangle


@dataclass(frozen=True, eq=False)
class FactoredMoments:
    """Moments of [features | targets], and the parts that they are the sum of.

    parts: empty if rows were subtracted that were not added as one part; then only the moments remain.

    >>> import numpy as np
    >>> x = np.array([[1.0], [2.0], [4.0]])
    >>> both = FactoredMoments.of(x, 3 * x + 1) + FactoredMoments.of(x + 3, 3 * x + 10)
    >>> both.factor().shape, bool(both.moments.weight == 6)
    ((2, 2), True)
    """

    moments: Moments
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, X: Any, targets: Array, weight: Floats | None = None) -> FactoredMoments:
        """Compute the moments of these rows, and their QR factor if the scatter matrix is ill-conditioned."""
        moments = Moments.of(X, targets, weight)
        if not np.isfinite(moments.scatter).all() or condition(moments.scatter) < SAFE_CONDITION:
            return cls(moments, (Part(moments, None),))
        return cls(moments, (Part(moments, _factor(X, targets, weight, moments.mean)),))

    @classmethod
    def from_factor(cls, moments: Moments, factor: Floats) -> FactoredMoments:
        """Moments with a known factor."""
        return cls(moments, (Part(moments, triangular(factor)),))

    def __add__(self, other: FactoredMoments) -> FactoredMoments:
        known = bool(self.parts) and bool(other.parts)
        return FactoredMoments(self.moments + other.moments, self.parts + other.parts if known else ())

    def __sub__(self, other: FactoredMoments) -> FactoredMoments:
        left = tuple(part for part in self.parts if not any(part is removed for removed in other.parts))
        was_whole = len(left) + len(other.parts) == len(self.parts)
        return FactoredMoments(self.moments - other.moments, left if was_whole else ())

    def condensed(self) -> FactoredMoments:
        """Merge all parts into one, so that memory does not grow with their number.

        >>> x = np.array([[1.0], [2.0], [4.0]])
        >>> len((FactoredMoments.of(x, 3 * x) + FactoredMoments.of(x, x)).condensed().parts)
        1
        """
        if len(self.parts) < 2:
            return self
        is_safe = condition(self.moments.scatter) < SAFE_CONDITION
        return FactoredMoments(self.moments, (Part(self.moments, None if is_safe else self.factor()),))

    def columns(self, index: Integers) -> FactoredMoments:
        """Restrict to these features, with all targets."""
        selected = np.concatenate([index, np.arange(self.moments.n_features, len(self.moments.mean))])
        parts = tuple(
            Part(
                part.moments.columns(index),
                None if part.factor is None else triangular(part.factor[:, selected]),
            )
            for part in self.parts
        )
        return FactoredMoments(self.moments.columns(index), parts)

    @property
    def has_factor(self) -> bool:
        """Whether the factor can be computed."""
        return bool(self.parts)

    def factor(self, *, about: Floats | None = None) -> Floats:
        """The triangular factor of all rows about their mean, or about another point."""
        center = self.moments.mean if about is None else about
        stacked = [part.triangle() for part in self.parts]
        stacked += [
            sqrt(part.moments.weight) * (part.moments.mean - center)[None, :]
            for part in self.parts
            if not np.array_equal(part.moments.mean, center)
        ]
        return stacked[0] if len(stacked) == 1 else triangular(np.concatenate(stacked))

    def about_the_origin(self) -> Moments:
        """The moments about zero instead of the mean."""
        moments = self.moments
        scatter = moments.scatter + moments.weight * np.outer(moments.mean, moments.mean)
        return replace(moments, mean=np.zeros_like(moments.mean), scatter=scatter)


def condition(scatter: Floats) -> float:
    """The condition number of the correlation matrix of a scatter matrix, without constant columns.

    >>> round(condition(np.array([[1.0, 0.0], [0.0, 1e-12]])), 9)
    1.0
    """
    varies = np.diag(scatter) > 0
    scale = np.sqrt(np.diag(scatter)[varies])
    correlation = scatter[np.ix_(varies, varies)] / np.outer(scale, scale)
    if not len(scale):
        return 1.0
    try:
        cholesky, _ = cho_factor(correlation)
    except LinAlgError:
        return inf
    reciprocal, _ = dpocon(cholesky, np.abs(correlation).sum(axis=0).max())
    return 1 / reciprocal if reciprocal > 0 else inf


def triangular(rows: Floats) -> Floats:
    """The triangular factor R of some rows (QR factorization), R' R = rows' rows.

    >>> np.abs(triangular(np.array([[3.0], [4.0]])))
    array([[5.]])
    """
    # Standardize columns first: Householder reflections lose precision in small columns.
    scale = np.linalg.norm(rows, axis=0)
    scale[scale == 0] = 1.0
    factor: Floats = qr(rows / scale, mode="r", overwrite_a=True, check_finite=False)[0]
    return factor[: rows.shape[1]] * scale


def _cholesky(scatter: Floats) -> Floats:
    scale = np.sqrt(np.diag(scatter))
    lower: Floats = np.linalg.cholesky(scatter / np.outer(scale, scale))
    return lower.T * scale


def _factor(X: Any, targets: Array, weight: Floats | None, mean: Floats) -> Floats:
    """R of the centered rows, in blocks that fit the CPU cache."""
    targets = targets if targets.ndim == 2 else targets[:, None]
    factor = np.zeros((0, len(mean)))
    for begin in range(0, X.shape[0], ROWS_PER_BLOCK):
        block = slice(begin, begin + ROWS_PER_BLOCK)
        dense = X[block] if isinstance(X, np.ndarray) else X[block].toarray()
        rows = np.concatenate([dense, targets[block]], axis=1) - mean
        if weight is not None:
            rows *= np.sqrt(weight[block])[:, None]
        factor = triangular(np.concatenate([factor, rows]))
    return factor
