"""Moments that keep their digits where columns are nearly collinear.

Normal equations square the condition number. A part of the rows whose scatter is ill-conditioned therefore
keeps the triangular factor R of its centered rows (X - mean = Q R) as well. The factor of several parts
follows from theirs by one more factorization about the joint mean, so digits survive folds and merges.
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
ROWS_AT_A_TIME = 8192


@dataclass(frozen=True, eq=False)
class Part:
    """Moments of some rows; factor: R of their centered, weighted rows, where the scatter is not enough."""

    moments: Moments
    factor: Floats | None

    def triangle(self) -> Floats:
        """A matrix T with T' T equal to the scatter."""
        if self.factor is not None:
            return self.factor
        scatter = self.moments.scatter
        varies = np.diag(scatter) > 0
        found = np.zeros_like(scatter)
        found[np.ix_(varies, varies)] = _cholesky(scatter[np.ix_(varies, varies)])
        return found


@dataclass(frozen=True, eq=False)
class FactoredMoments:
    """Moments of [features | targets], and the parts that they are the sum of.

    parts: empty where rows were taken away that were not added as one part; then only the moments are left.

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
        """The moments of these rows, and their factor if the moments alone would lose digits."""
        moments = Moments.of(X, targets, weight)
        if not np.isfinite(moments.scatter).all() or condition(moments.scatter) < SAFE_CONDITION:
            return cls(moments, (Part(moments, None),))
        return cls(moments, (Part(moments, _factor(X, targets, weight, moments.mean)),))

    @classmethod
    def from_factor(cls, moments: Moments, factor: Floats) -> FactoredMoments:
        """Moments whose factor is known already."""
        return cls(moments, (Part(moments, triangular(factor)),))

    def __add__(self, other: FactoredMoments) -> FactoredMoments:
        known = bool(self.parts) and bool(other.parts)
        return FactoredMoments(self.moments + other.moments, self.parts + other.parts if known else ())

    def __sub__(self, other: FactoredMoments) -> FactoredMoments:
        left = tuple(part for part in self.parts if not any(part is gone for gone in other.parts))
        was_whole = len(left) + len(other.parts) == len(self.parts)
        return FactoredMoments(self.moments - other.moments, left if was_whole else ())

    def condensed(self) -> FactoredMoments:
        """The same as one part, however many were added: what it takes does not grow with their number.

        >>> x = np.array([[1.0], [2.0], [4.0]])
        >>> len((FactoredMoments.of(x, 3 * x) + FactoredMoments.of(x, x)).condensed().parts)
        1
        """
        if len(self.parts) < 2:
            return self
        is_safe = condition(self.moments.scatter) < SAFE_CONDITION
        return FactoredMoments(self.moments, (Part(self.moments, None if is_safe else self.factor()),))

    def columns(self, index: Integers) -> FactoredMoments:
        """The moments and factors of these features only, with all targets."""
        kept = np.concatenate([index, np.arange(self.moments.n_features, len(self.moments.mean))])
        parts = tuple(
            Part(
                part.moments.columns(index), None if part.factor is None else triangular(part.factor[:, kept])
            )
            for part in self.parts
        )
        return FactoredMoments(self.moments.columns(index), parts)

    @property
    def keeps_digits(self) -> bool:
        """Whether a factor can be had."""
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
        """The moments about zero in place of the mean."""
        here = self.moments
        scatter = here.scatter + here.weight * np.outer(here.mean, here.mean)
        return replace(here, mean=np.zeros_like(here.mean), scatter=scatter)


def condition(scatter: Floats) -> float:
    """The condition number of a scatter whose columns are put on one scale; constant columns left out.

    >>> round(condition(np.array([[1.0, 0.0], [0.0, 1e-12]])), 9)
    1.0
    """
    varies = np.diag(scatter) > 0
    scale = np.sqrt(np.diag(scatter)[varies])
    correlation = scatter[np.ix_(varies, varies)] / np.outer(scale, scale)
    if not len(scale):
        return 1.0
    try:
        found, _ = cho_factor(correlation)
    except LinAlgError:
        return inf
    reciprocal, _ = dpocon(found, np.abs(correlation).sum(axis=0).max())
    return 1 / reciprocal if reciprocal > 0 else inf


def triangular(rows: Floats) -> Floats:
    """The triangular factor R of some rows, R' R = rows' rows, with as many rows as columns at most.

    >>> np.abs(triangular(np.array([[3.0], [4.0]])))
    array([[5.]])
    """
    # Columns on one scale first: reflections lose the digits of small columns in large rows.
    scale = np.linalg.norm(rows, axis=0)
    scale[scale == 0] = 1.0
    factor: Floats = qr(rows / scale, mode="r", overwrite_a=True, check_finite=False)[0]
    return factor[: rows.shape[1]] * scale


def _cholesky(scatter: Floats) -> Floats:
    scale = np.sqrt(np.diag(scatter))
    lower: Floats = np.linalg.cholesky(scatter / np.outer(scale, scale))
    return lower.T * scale


def _factor(X: Any, targets: Array, weight: Floats | None, mean: Floats) -> Floats:
    """R of the centered rows, a block at a time so that each stays in the cache."""
    targets = targets if targets.ndim == 2 else targets[:, None]
    found = np.zeros((0, len(mean)))
    for begin in range(0, X.shape[0], ROWS_AT_A_TIME):
        block = slice(begin, begin + ROWS_AT_A_TIME)
        dense = X[block] if isinstance(X, np.ndarray) else X[block].toarray()
        rows = np.concatenate([dense, targets[block]], axis=1) - mean
        if weight is not None:
            rows *= np.sqrt(weight[block])[:, None]
        found = triangular(np.concatenate([found, rows]))
    return found
