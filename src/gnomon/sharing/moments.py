"""Centered moments: weight, mean and scatter of rows, which add and subtract.

`Moments` keep the scatter between all columns (regression, discriminants, principal components);
`ClassMoments` keep each class's variances only (naive Bayes).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels

MOST_SPARSE_COLUMNS = 20_000
MOST_LOST = 1e4
COLUMNS_AT_A_TIME = 256


@dataclass(frozen=True)
class Moments:
    """Weight, mean and scatter sum w (z - mean)(z - mean)' of the columns z = [features | targets].

    n_targets: how many of the last columns are targets.

    >>> import numpy as np
    >>> rows = np.array([[0.0, 1.0], [2.0, 5.0], [4.0, 9.0]])
    >>> part, rest = Moments.of(rows[:1]), Moments.of(rows[1:])
    >>> (part + rest).scatter
    array([[ 8., 16.],
           [16., 32.]])
    """

    weight: float
    mean: Floats
    scatter: Floats
    n_targets: int = 0

    @classmethod
    def of(cls, X: Any, targets: Array | None = None, weight: Floats | None = None) -> Moments:
        """The moments of these rows, dense or sparse."""
        if targets is None:
            return cls(*_moments(X, None, weight))
        table = np.ascontiguousarray(targets if targets.ndim == 2 else targets[:, None], dtype=np.float64)
        total, mean, scatter = _moments(X, table, weight)
        return cls(total, mean, scatter, table.shape[1])

    def __add__(self, other: Moments) -> Moments:
        if self.weight == 0 or other.weight == 0:
            return other if self.weight == 0 else self
        total = self.weight + other.weight
        gap = other.mean - self.mean
        # Chan, Golub & LeVeque (1983): merge about the joint mean, else large means cancel.
        scatter = self.scatter + other.scatter + np.outer(gap, gap) * (self.weight * other.weight / total)
        return replace(self, weight=total, mean=self.mean + gap * (other.weight / total), scatter=scatter)

    def __sub__(self, other: Moments) -> Moments:
        if other.weight == 0:
            return self
        total = _left(self.weight, other.weight)
        mean = self.mean + (self.mean - other.mean) * (other.weight / total)
        gap = other.mean - mean
        scatter = self.scatter - other.scatter - np.outer(gap, gap) * (total * other.weight / self.weight)
        return replace(self, weight=total, mean=mean, scatter=scatter)

    @property
    def n_features(self) -> int:
        """How many columns are features."""
        return len(self.mean) - self.n_targets

    def columns(self, index: Integers) -> Moments:
        """The moments of these features only, with all targets."""
        kept = np.concatenate([index, np.arange(self.n_features, len(self.mean))])
        return replace(self, mean=self.mean[kept], scatter=self.scatter[np.ix_(kept, kept)])

    @cached_property
    def spectrum(self) -> tuple[Floats, Floats]:
        """Eigenvalues and eigenvectors of the features' scatter, found once for every ridge setting."""
        p = self.n_features
        values, vectors = np.linalg.eigh(self.scatter[:p, :p])
        return np.maximum(values, 0.0), vectors


@dataclass(frozen=True)
class ClassMoments:
    """Weight, mean and sum of squares about the mean, for each class (row) and feature (column)."""

    classes: Array
    weight: Floats
    mean: Floats
    scatter: Floats

    @classmethod
    def of(cls, X: Floats, labels: Labels, weight: Floats | None = None) -> ClassMoments:
        """The moments of these rows, class by class."""
        found = native.class_moments(X, labels.codes, labels.n_classes, weight, threads.count())
        return cls(labels.classes, *found)

    def __add__(self, other: ClassMoments) -> ClassMoments:
        a, b = _over_the_same_classes(self, other)
        total = a.weight + b.weight
        share = np.divide(b.weight, total, out=np.zeros_like(total), where=total > 0)[:, None]
        gap = b.mean - a.mean
        scatter = a.scatter + b.scatter + gap**2 * (a.weight[:, None] * share)
        return ClassMoments(a.classes, total, a.mean + gap * share, scatter)

    def __sub__(self, other: ClassMoments) -> ClassMoments:
        a, b = _over_the_same_classes(self, other)
        total = a.weight - b.weight
        _left(float(a.weight.sum()), float(b.weight.sum()))
        left = total > 1e-9 * a.weight
        total = np.where(left, total, 0.0)
        ratio = np.divide(b.weight, total, out=np.zeros_like(total), where=left)[:, None]
        mean = np.where(left[:, None], a.mean + (a.mean - b.mean) * ratio, 0.0)
        between = np.divide(total * b.weight, a.weight, out=np.zeros_like(total), where=left)[:, None]
        scatter = np.maximum(a.scatter - b.scatter - (b.mean - mean) ** 2 * between, 0.0)
        return ClassMoments(a.classes, total, mean, np.where(left[:, None], scatter, 0.0))

    def present(self) -> ClassMoments:
        """Only the classes that have weight."""
        has = self.weight > 0
        if has.all():
            return self
        return ClassMoments(self.classes[has], self.weight[has], self.mean[has], self.scatter[has])

    def columns(self, index: Integers) -> ClassMoments:
        """The moments of these features only."""
        return replace(self, mean=self.mean.take(index, axis=1), scatter=self.scatter.take(index, axis=1))

    def grouped(self, sides: Integers) -> ClassMoments:
        """The classes of each side, 0 and 1, put together; those of side -1 are left out."""
        parts = [np.flatnonzero(sides == side) for side in (0, 1)]
        weight = np.array([self.weight[some].sum() for some in parts])
        mean = np.array([self.weight[some] @ self.mean[some] for some in parts]) / weight[:, None]
        squares = [
            self.scatter[some].sum(axis=0) + self.weight[some] @ (self.mean[some] - center) ** 2
            for some, center in zip(parts, mean)
        ]
        return ClassMoments(np.array([0, 1]), weight, mean, np.array(squares))


def too_large(X: Any) -> str:
    """What to say of numbers whose squares no float can hold."""
    largest = abs(X).max(axis=0)
    sizes = np.ravel(largest if isinstance(largest, np.ndarray) else largest.toarray())
    column = int(sizes.argmax())
    return (
        f"the squares of column {column} (up to {sizes[column]:.0e}), or of the target, are too "
        "large for a float; divide it by its spread first"
    )


def _moments(X: Any, table: Floats | None, weight: Floats | None) -> tuple[float, Floats, Floats]:
    if isinstance(X, np.ndarray):
        return native.moments(X, table, weight, threads.count())
    if X.shape[1] > MOST_SPARSE_COLUMNS:
        raise DataError(
            f"products of {X.shape[1]} sparse columns would take {8 * X.shape[1] ** 2 / 2**30:.0f} GiB; "
            "choose columns first (sklearn.feature_selection), or use a learner that needs no products"
        )
    both: Any = X if table is None else scipy.sparse.hstack([X, scipy.sparse.csr_matrix(table)], format="csr")
    w = np.ones(X.shape[0]) if weight is None else weight
    total = float(w.sum())
    mean = np.asarray(both.T @ w) / total
    scatter = (both.T @ both.multiply(w[:, None]).tocsr()).toarray() - total * np.outer(mean, mean)
    _restore(scatter, both, w, mean)
    return total, mean, scatter


def _restore(scatter: Floats, X: Any, weight: Floats, mean: Floats) -> None:
    """Columns whose mean is far larger than their spread lost their digits: take them about the mean."""
    lost = np.flatnonzero(weight.sum() * mean**2 > MOST_LOST * np.maximum(np.diag(scatter), 0.0))
    for begin in range(0, len(lost), COLUMNS_AT_A_TIME):
        some = lost[begin : begin + COLUMNS_AT_A_TIME]
        centered = X[:, some].toarray() - mean[some]
        weighted = weight[:, None] * centered
        found = X.T @ weighted - np.outer(mean, weighted.sum(axis=0))
        found[some] = centered.T @ weighted
        scatter[:, some], scatter[some, :] = found, found.T


def _over_the_same_classes(a: ClassMoments, b: ClassMoments) -> tuple[ClassMoments, ClassMoments]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _spread(a, classes), _spread(b, classes)


def _spread(moments: ClassMoments, classes: Array) -> ClassMoments:
    place = np.searchsorted(classes, moments.classes)
    weight = np.zeros(len(classes))
    mean, scatter = np.zeros((2, len(classes), moments.mean.shape[1]))
    weight[place], mean[place], scatter[place] = moments.weight, moments.mean, moments.scatter
    return ClassMoments(classes, weight, mean, scatter)


def _left(whole: float, part: float) -> float:
    if whole - part <= 1e-9 * whole:
        raise DataError(
            f"rows of weight {part:g} taken from rows of weight {whole:g}: nothing is left to learn from"
        )
    return whole - part
