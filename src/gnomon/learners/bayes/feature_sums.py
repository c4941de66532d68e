"""Sums of counts or of binary features for each class, which can be added and subtracted."""

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
    """Weight of each class; for each class and feature its sum, and the weight of the missing values.

    missing: one column of zeros if no value is missing. smallest: the smallest value, or 0 if all are above.

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
        """Weight of the rows of each class where each feature is observed."""
        return self.weight[:, None] - self.missing

    def __add__(self, other: FeatureSums) -> FeatureSums:
        a, b = _aligned(self, other)
        return FeatureSums(
            a.classes,
            a.weight + b.weight,
            a.sums + b.sums,
            a.missing + b.missing,
            min(a.smallest, b.smallest),
        )

    def __sub__(self, other: FeatureSums) -> FeatureSums:
        a, b = _aligned(self, other)
        weight, rounding = a.weight - b.weight, 1e-9 * a.weight.sum()
        if weight.min(initial=0.0) < -rounding:
            raise DataError("rows to subtract were not in these sums")
        # Sums of a feature are precise to about as many digits as its total.
        digits = 1e-9 * np.abs(a.sums).sum(axis=0)
        sums, missing = a.sums - b.sums, a.missing - b.missing
        return FeatureSums(
            a.classes,
            np.where(weight < rounding, 0.0, weight),
            np.where(np.abs(sums) < digits, 0.0, sums),
            np.where(missing < rounding, 0.0, missing),
            a.smallest,
        )

    def of_present_classes(self) -> FeatureSums:
        """Only the classes that have weight."""
        has = self.weight > 0
        if has.all():
            return self
        return FeatureSums(
            self.classes[has], self.weight[has], self.sums[has], self.missing[has], self.smallest
        )

    def grouped(self, groups: Integers) -> FeatureSums:
        """Merge the classes into the groups 0 and 1; those of group -1 are dropped."""
        member = np.array([groups == group for group in (0, 1)], dtype=np.float64)
        sums, missing, weight = member @ self.sums, member @ self.missing, member @ self.weight
        return FeatureSums(np.array([0, 1]), weight, sums, missing, self.smallest)

    def columns(self, index: Integers) -> FeatureSums:
        """The sums of these features only."""
        missing = self.missing if self.missing.shape[1] == 1 else self.missing[:, index]
        return FeatureSums(self.classes, self.weight, self.sums[:, index], missing, self.smallest)


def _sums(X: Any, labels: Labels, weight: Floats | None, threshold: float | None) -> tuple[Floats, float]:
    codes = np.ascontiguousarray(labels.codes, dtype=np.int64)
    arguments = (codes, labels.n_classes, weight, threshold, threads.count())
    if isinstance(X, np.ndarray):
        return native.feature_sums(X, *arguments)
    values, columns, begin = compressed(X)
    return native.sparse_feature_sums(values, columns, begin, X.shape[1], *arguments)


def _where_missing(X: Any) -> Any:
    """1 where a value is missing, 0 elsewhere."""
    if isinstance(X, np.ndarray):
        return np.isnan(X).astype(np.float64)
    missing = X.copy()
    missing.data = np.isnan(X.data).astype(np.float64)
    return missing


def compressed(X: Any) -> tuple[Floats, Array, Array]:
    """CSR arrays (data, indices, indptr) of sparse rows without duplicates, as kernels read them.

    >>> import scipy.sparse
    >>> compressed(scipy.sparse.csr_matrix([[0.0, 2.0]]))
    (array([2.]), array([1], dtype=int32), array([0, 1], dtype=int32))
    """
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if X.nnz > np.iinfo(np.int32).max:
        raise DataError(
            f"{X.nnz} stored values exceed the range of 32-bit indices; fit in batches (partial_fit)"
        )
    columns, begin = (np.ascontiguousarray(each, dtype=np.int32) for each in (X.indices, X.indptr))
    return np.ascontiguousarray(X.data, dtype=np.float64), columns, begin


def _aligned(a: FeatureSums, b: FeatureSums) -> tuple[FeatureSums, FeatureSums]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _expanded(a, classes), _expanded(b, classes)


def _expanded(data: FeatureSums, classes: Array) -> FeatureSums:
    index = np.searchsorted(classes, data.classes)
    weight = np.zeros(len(classes))
    sums, missing = (np.zeros((len(classes), part.shape[1])) for part in (data.sums, data.missing))
    weight[index], sums[index], missing[index] = data.weight, data.sums, data.missing
    return FeatureSums(classes, weight, sums, missing, data.smallest)
