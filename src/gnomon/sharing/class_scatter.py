"""Class-wise weight, mean and scatter matrix: sufficient statistics of Gaussian discriminant analysis."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.sharing.labels import Labels


@dataclass(frozen=True)
class ClassScatter:
    """Weights (K), means (K, d) and scatter matrices sum w (x - mean)(x - mean)' (K, d, d) of the classes.

    >>> import numpy as np
    >>> X, y = np.array([[0.0], [2.0], [9.0]]), np.array(["a", "a", "b"])
    >>> data = ClassScatter.of(X, Labels.of(y))
    >>> data.mean[:, 0], data.scatter[:, 0, 0]
    (array([1., 9.]), array([2., 0.]))
    """

    classes: Array
    weight: Floats
    mean: Floats
    scatter: Floats

    @classmethod
    def of(cls, X: Floats, labels: Labels, weight: Floats | None = None) -> ClassScatter:
        """Compute the scatter matrices of these rows by class."""
        # Rows sorted by class, so that each class is one dense product. NumPy sorts short integers by radix
        # sort, in linear time.
        order = np.argsort(labels.codes.astype(np.min_scalar_type(labels.n_classes)), kind="stable")
        ends = np.cumsum(np.bincount(labels.codes, minlength=labels.n_classes))
        sorted_rows = X[order]
        sorted_weight = None if weight is None else weight[order]
        parts = [
            _moments(sorted_rows[begin:end], None if sorted_weight is None else sorted_weight[begin:end])
            for begin, end in zip([0, *ends[:-1]], ends)
        ]
        totals, means, scatters = zip(*parts)
        return cls(labels.classes, np.array(totals), np.array(means), np.array(scatters))

    def __add__(self, other: ClassScatter) -> ClassScatter:
        a, b = _over_the_same_classes(self, other)
        total = a.weight + b.weight
        share = np.divide(b.weight, total, out=np.zeros_like(total), where=total > 0)
        gap = b.mean - a.mean
        scatter = a.scatter + b.scatter + _outer(gap) * (a.weight * share)[:, None, None]
        return ClassScatter(a.classes, total, a.mean + gap * share[:, None], scatter)

    def __sub__(self, other: ClassScatter) -> ClassScatter:
        a, b = _over_the_same_classes(self, other)
        total = a.weight - b.weight
        left = total > 1e-9 * a.weight
        total = np.where(left, total, 0.0)
        ratio = np.divide(b.weight, total, out=np.zeros_like(total), where=left)[:, None]
        mean = np.where(left[:, None], a.mean + (a.mean - b.mean) * ratio, 0.0)
        between = np.divide(total * b.weight, a.weight, out=np.zeros_like(total), where=left)
        scatter = a.scatter - b.scatter - _outer(b.mean - mean) * between[:, None, None]
        return ClassScatter(a.classes, total, mean, np.where(left[:, None, None], scatter, 0.0))

    def of_present_classes(self) -> ClassScatter:
        """Restrict to the classes with nonzero weight."""
        has = self.weight > 0
        if has.all():
            return self
        return ClassScatter(self.classes[has], self.weight[has], self.mean[has], self.scatter[has])

    def columns(self, index: Integers) -> ClassScatter:
        """Restrict to these features."""
        scatter = self.scatter.take(index, axis=1).take(index, axis=2)
        return replace(self, mean=self.mean.take(index, axis=1), scatter=scatter)

    def grouped(self, groups: Integers) -> ClassScatter:
        """Merge classes into groups 0 and 1 (a binary problem); those of group -1 are excluded."""
        parts = [np.flatnonzero(groups == group) for group in (0, 1)]
        weight = np.array([self.weight[some].sum() for some in parts])
        mean = np.array([self.weight[some] @ self.mean[some] for some in parts]) / weight[:, None]
        gaps = [self.mean[some] - center for some, center in zip(parts, mean)]
        scatter = [
            self.scatter[some].sum(axis=0) + (self.weight[some, None] * gap).T @ gap
            for some, gap in zip(parts, gaps)
        ]
        return ClassScatter(np.array([0, 1]), weight, mean, np.array(scatter))

    def within(self) -> Floats:
        """The pooled within-class scatter matrix."""
        return self.scatter.sum(axis=0)

    def between(self, priors: Floats) -> Floats:
        """The between-class covariance: the covariance of the class means, weighted by priors."""
        offset = np.sqrt(priors)[:, None] * (self.mean - priors @ self.mean)
        return offset.T @ offset


def _moments(X: Floats, weight: Floats | None) -> tuple[float, Floats, Floats]:
    d = X.shape[1]
    if len(X) == 0 or (weight is not None and not weight.any()):
        return 0.0, np.zeros(d), np.zeros((d, d))
    return native.moments(X, None, weight, threads.count())


def _outer(rows: Floats) -> Floats:
    return rows[:, :, None] * rows[:, None, :]


def _over_the_same_classes(a: ClassScatter, b: ClassScatter) -> tuple[ClassScatter, ClassScatter]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _with_classes(a, classes), _with_classes(b, classes)


def _with_classes(data: ClassScatter, classes: Array) -> ClassScatter:
    indices = np.searchsorted(classes, data.classes)
    d = data.mean.shape[1]
    weight, mean, scatter = (
        np.zeros(len(classes)),
        np.zeros((len(classes), d)),
        np.zeros((len(classes), d, d)),
    )
    weight[indices], mean[indices], scatter[indices] = data.weight, data.mean, data.scatter
    return ClassScatter(classes, weight, mean, scatter)
