"""Sums of counts, or of switches that are on, for each class and feature, which add and subtract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels


@dataclass(frozen=True)
class FeatureSums:
    """Weight of each class; for each class and feature its sum, and the weight of the rows that lack it.

    missing: one column of zeros if no row lacks any. smallest: the smallest value, or 0 if none is below.

    >>> import numpy as np
    >>> FeatureSums.of(np.array([[2.0, 0.0], [1.0, 3.0]]), Labels.of(["a", "a"])).sums
    array([[3., 3.]])
    """

    classes: Array
    weight: Floats
    sums: Floats
    missing: Floats
    smallest: float = 0.0

    @classmethod
    def of(
        cls, X: Any, labels: Labels, weight: Floats | None = None, threshold: float | None = None
    ) -> FeatureSums:
        """Sums of dense or sparse rows; with a threshold, the weight of the values above it."""
        total = np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)
        sums, mark = _sums(X, labels, weight, threshold)
        missing = np.zeros((len(total), 1))
        if np.isnan(mark):
            missing = _sums(_where_missing(X), labels, weight, None)[0]
        return cls(labels.classes, total, sums, missing, min(mark, 0.0))

    @property
    def known(self) -> Floats:
        """The weight of the rows of each class that have each feature."""
        return self.weight[:, None] - self.missing

    def __add__(self, other: FeatureSums) -> FeatureSums:
        a, b = _over_the_same_classes(self, other)
        return FeatureSums(
            a.classes,
            a.weight + b.weight,
            a.sums + b.sums,
            a.missing + b.missing,
            min(a.smallest, b.smallest),
        )

    def __sub__(self, other: FeatureSums) -> FeatureSums:
        a, b = _over_the_same_classes(self, other)
        weight, rounding = a.weight - b.weight, 1e-9 * a.weight.sum()
        if weight.min(initial=0.0) < -rounding:
            raise DataError("rows are taken out of sums that never held them")
        # Sums of a feature keep about as many digits as its total had.
        digits = 1e-9 * np.abs(a.sums).sum(axis=0)
        sums, missing = a.sums - b.sums, a.missing - b.missing
        return FeatureSums(
            a.classes,
            np.where(weight < rounding, 0.0, weight),
            np.where(np.abs(sums) < digits, 0.0, sums),
            np.where(missing < rounding, 0.0, missing),
            a.smallest,
        )

    def present(self) -> FeatureSums:
        """Only the classes that have weight."""
        has = self.weight > 0
        if has.all():
            return self
        return FeatureSums(
            self.classes[has], self.weight[has], self.sums[has], self.missing[has], self.smallest
        )

    def grouped(self, sides: Integers) -> FeatureSums:
        """The classes of each side, 0 and 1, put together; those of side -1 are left out."""
        member = np.array([sides == side for side in (0, 1)], dtype=np.float64)
        sums, missing, weight = member @ self.sums, member @ self.missing, member @ self.weight
        return FeatureSums(np.array([0, 1]), weight, sums, missing, self.smallest)

    def columns(self, index: Integers) -> FeatureSums:
        """The sums of these features only."""
        missing = self.missing if self.missing.shape[1] == 1 else self.missing[:, index]
        return FeatureSums(self.classes, self.weight, self.sums[:, index], missing, self.smallest)


def _sums(X: Any, labels: Labels, weight: Floats | None, threshold: float | None) -> tuple[Floats, float]:
    codes = np.ascontiguousarray(labels.codes, dtype=np.int64)
    facts = (codes, labels.n_classes, weight, threshold, threads.count())
    if isinstance(X, np.ndarray):
        return native.feature_sums(X, *facts)
    values, columns, begin = compressed(X)
    return native.sparse_feature_sums(values, columns, begin, X.shape[1], *facts)


def _where_missing(X: Any) -> Any:
    """1 where a value is missing, 0 elsewhere."""
    if isinstance(X, np.ndarray):
        return np.isnan(X).astype(np.float64)
    gone = X.copy()
    gone.data = np.isnan(X.data).astype(np.float64)
    return gone


def compressed(X: Any) -> tuple[Floats, Array, Array]:
    """Values, columns and row starts of sparse rows, each place stored once, as kernels read them.

    >>> import scipy.sparse
    >>> compressed(scipy.sparse.csr_matrix([[0.0, 2.0]]))
    (array([2.]), array([1], dtype=int32), array([0, 1], dtype=int32))
    """
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if X.nnz > np.iinfo(np.int32).max:
        raise DataError(
            f"{X.nnz} stored values are more than 32 bits can number; learn in parts (partial_fit)"
        )
    columns, begin = (np.ascontiguousarray(each, dtype=np.int32) for each in (X.indices, X.indptr))
    return np.ascontiguousarray(X.data, dtype=np.float64), columns, begin


def _over_the_same_classes(a: FeatureSums, b: FeatureSums) -> tuple[FeatureSums, FeatureSums]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _spread(a, classes), _spread(b, classes)


def _spread(data: FeatureSums, classes: Array) -> FeatureSums:
    place = np.searchsorted(classes, data.classes)
    weight = np.zeros(len(classes))
    sums, missing = (np.zeros((len(classes), part.shape[1])) for part in (data.sums, data.missing))
    weight[place], sums[place], missing[place] = data.weight, data.sums, data.missing
    return FeatureSums(classes, weight, sums, missing, data.smallest)
