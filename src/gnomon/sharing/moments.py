"""Centered moments (sufficient statistics): weight, mean and scatter matrix, which add and subtract.

`Moments` hold the scatter matrix of all columns (regression, discriminant analysis, PCA); `ClassMoments` hold
only the variances within each class (naive Bayes).
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

MAX_SPARSE_COLUMNS = 20_000
MAX_CANCELLATION = 1e4
COLUMNS_PER_BLOCK = 256


@dataclass(frozen=True)
class Moments:
    """Weight, mean and scatter sum w (z - mean)(z - mean)' of the columns z = [features | targets].

    n_targets: number of targets, which are the last columns.

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
        """Compute the moments of these rows, dense or sparse."""
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
        total = _remaining(self.weight, other.weight)
        mean = self.mean + (self.mean - other.mean) * (other.weight / total)
        gap = other.mean - mean
        scatter = self.scatter - other.scatter - np.outer(gap, gap) * (total * other.weight / self.weight)
        return replace(self, weight=total, mean=mean, scatter=scatter)

    @property
    def n_features(self) -> int:
        """The number of features."""
        return len(self.mean) - self.n_targets

    def columns(self, index: Integers) -> Moments:
        """Restrict to these features, with all targets."""
        selected = np.concatenate([index, np.arange(self.n_features, len(self.mean))])
        return replace(self, mean=self.mean[selected], scatter=self.scatter[np.ix_(selected, selected)])

    @cached_property
    def spectrum(self) -> tuple[Floats, Floats]:
        """Eigendecomposition of the features' scatter matrix, computed once for a ridge path."""
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
        """Compute the moments of these rows by class."""
        moments = native.class_moments(X, labels.codes, labels.n_classes, weight, threads.count())
        return cls(labels.classes, *moments)

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
        _remaining(float(a.weight.sum()), float(b.weight.sum()))
        left = total > 1e-9 * a.weight
        total = np.where(left, total, 0.0)
        ratio = np.divide(b.weight, total, out=np.zeros_like(total), where=left)[:, None]
        mean = np.where(left[:, None], a.mean + (a.mean - b.mean) * ratio, 0.0)
        between = np.divide(total * b.weight, a.weight, out=np.zeros_like(total), where=left)[:, None]
        scatter = np.maximum(a.scatter - b.scatter - (b.mean - mean) ** 2 * between, 0.0)
        return ClassMoments(a.classes, total, mean, np.where(left[:, None], scatter, 0.0))

    def of_present_classes(self) -> ClassMoments:
        """Restrict to the classes with nonzero weight."""
        has = self.weight > 0
        if has.all():
            return self
        return ClassMoments(self.classes[has], self.weight[has], self.mean[has], self.scatter[has])

    def columns(self, index: Integers) -> ClassMoments:
        """Restrict to these features."""
        return replace(self, mean=self.mean.take(index, axis=1), scatter=self.scatter.take(index, axis=1))

    def grouped(self, groups: Integers) -> ClassMoments:
        """Merge classes into groups 0 and 1 (a binary problem); those of group -1 are excluded."""
        parts = [np.flatnonzero(groups == group) for group in (0, 1)]
        weight = np.array([self.weight[some].sum() for some in parts])
        mean = np.array([self.weight[some] @ self.mean[some] for some in parts]) / weight[:, None]
        squares = [
            self.scatter[some].sum(axis=0) + self.weight[some] @ (self.mean[some] - center) ** 2
            for some, center in zip(parts, mean)
        ]
        return ClassMoments(np.array([0, 1]), weight, mean, np.array(squares))


def too_large(X: Any) -> str:
    """The error message for numbers whose squares overflow."""
    largest = abs(X).max(axis=0)
    sizes = np.ravel(largest if isinstance(largest, np.ndarray) else largest.toarray())
    column = int(sizes.argmax())
    return (
        f"the squares of column {column} (up to {sizes[column]:.0e}), or of the target, are too "
        "large for a float; divide it by its standard deviation first"
    )


def _moments(X: Any, table: Floats | None, weight: Floats | None) -> tuple[float, Floats, Floats]:
    if isinstance(X, np.ndarray):
        return native.moments(X, table, weight, threads.count())
    if X.shape[1] > MAX_SPARSE_COLUMNS:
        raise DataError(
            f"the scatter matrix of {X.shape[1]} sparse columns would take "
            f"{8 * X.shape[1] ** 2 / 2**30:.0f} GiB; select features first (sklearn.feature_selection), or "
            "use a learner that needs no scatter matrix"
        )
    both: Any = X if table is None else scipy.sparse.hstack([X, scipy.sparse.csr_matrix(table)], format="csr")
    w = np.ones(X.shape[0]) if weight is None else weight
    total = float(w.sum())
    mean = np.asarray(both.T @ w) / total
    scatter = (both.T @ both.multiply(w[:, None]).tocsr()).toarray() - total * np.outer(mean, mean)
    _recompute_canceled(scatter, both, w, mean)
    return total, mean, scatter


def _recompute_canceled(scatter: Floats, X: Any, weight: Floats, mean: Floats) -> None:
    """Recompute columns about the mean where cancellation lost precision (mean far above deviation)."""
    lost = np.flatnonzero(weight.sum() * mean**2 > MAX_CANCELLATION * np.maximum(np.diag(scatter), 0.0))
    for begin in range(0, len(lost), COLUMNS_PER_BLOCK):
        some = lost[begin : begin + COLUMNS_PER_BLOCK]
        centered = X[:, some].toarray() - mean[some]
        weighted = weight[:, None] * centered
        products = X.T @ weighted - np.outer(mean, weighted.sum(axis=0))
        products[some] = centered.T @ weighted
        scatter[:, some], scatter[some, :] = products, products.T


def _over_the_same_classes(a: ClassMoments, b: ClassMoments) -> tuple[ClassMoments, ClassMoments]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _with_classes(a, classes), _with_classes(b, classes)


def _with_classes(moments: ClassMoments, classes: Array) -> ClassMoments:
    indices = np.searchsorted(classes, moments.classes)
    weight = np.zeros(len(classes))
    mean, scatter = np.zeros((2, len(classes), moments.mean.shape[1]))
    weight[indices], mean[indices], scatter[indices] = moments.weight, moments.mean, moments.scatter
    return ClassMoments(classes, weight, mean, scatter)


def _remaining(whole: float, part: float) -> float:
    if whole - part <= 1e-9 * whole:
        raise DataError(
            f"cannot subtract rows of total weight {part:g} from rows of total weight {whole:g}: none are "
            f"left"
        )
    return whole - part
