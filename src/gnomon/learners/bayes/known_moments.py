"""Moments of each class over the values that are known: what the normal densities of naive Bayes need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import ClassMoments


@dataclass(frozen=True)
class KnownMoments:
    """Weight of each class; known weight, mean and sum of squares about it, for each class and feature.

    >>> import numpy as np
    >>> found = KnownMoments.of(np.array([[1.0], [3.0], [np.nan]]), Labels.of(["a", "a", "a"]))
    >>> found.weight, found.known, found.mean, found.scatter
    (array([3.]), array([[2.]]), array([[2.]]), array([[2.]]))
    """

    classes: Array
    weight: Floats
    mean: Floats
    scatter: Floats
    known: Floats

    @classmethod
    def of(cls, X: Floats, labels: Labels, weight: Floats | None = None) -> KnownMoments:
        """The moments of these rows, class by class; NaN is missing. Not finite if a value is infinite."""
        found = ClassMoments.of(X, labels, weight)
        if not np.isfinite(found.scatter).all() and np.isnan(X).any():
            w = np.ones(len(X)) if weight is None else weight
            return cls(found.classes, found.weight, *_known(X, labels, w))
        known = np.repeat(found.weight[:, None], X.shape[1], axis=1)
        return cls(found.classes, found.weight, found.mean, found.scatter, known)

    def __add__(self, other: KnownMoments) -> KnownMoments:
        a, b = _over_the_same_classes(self, other)
        known = a.known + b.known
        share = np.divide(b.known, known, out=np.zeros_like(known), where=known > 0)
        # Chan, Golub & LeVeque (1983): merge about the joint mean, else large means cancel.
        with np.errstate(over="ignore", invalid="ignore"):
            gap = b.mean - a.mean
            mean, scatter = a.mean + gap * share, a.scatter + b.scatter + gap**2 * (a.known * share)
        return KnownMoments(a.classes, a.weight + b.weight, mean, scatter, known)

    def __sub__(self, other: KnownMoments) -> KnownMoments:
        a, b = _over_the_same_classes(self, other)
        weight, known = a.weight - b.weight, a.known - b.known
        rounding = 1e-9 * a.weight
        if not weight.sum() > rounding.sum() or (weight < -rounding).any():
            raise DataError(
                f"rows of weight {b.weight.sum():g} taken from rows of weight {a.weight.sum():g}: "
                "nothing is left to learn from, or they were never there"
            )
        left = known > rounding[:, None]
        known = np.where(left, known, 0.0)
        ratio = np.divide(b.known, known, out=np.zeros_like(known), where=left)
        between = np.divide(known * b.known, a.known, out=np.zeros_like(known), where=left)
        with np.errstate(over="ignore", invalid="ignore"):
            mean = np.where(left, a.mean + (a.mean - b.mean) * ratio, 0.0)
            scatter = np.maximum(a.scatter - b.scatter - (b.mean - mean) ** 2 * between, 0.0)
        weight = np.where(weight > rounding, weight, 0.0)
        return KnownMoments(a.classes, weight, mean, np.where(left, scatter, 0.0), known)

    def present(self) -> KnownMoments:
        """Only the classes that have weight."""
        has = self.weight > 0
        if has.all():
            return self
        return KnownMoments(*(part[has] for part in self._parts()))

    def grouped(self, sides: Integers) -> KnownMoments:
        """The classes of each side, 0 and 1, put together; those of side -1 are left out."""
        parts = [self._of_classes(sides == side) for side in (0, 1)]
        weight, mean, scatter, known = (np.array(each) for each in zip(*parts))
        return KnownMoments(np.array([0, 1]), weight, mean, scatter, known)

    def _of_classes(self, some: Flags) -> tuple[float, Floats, Floats, Floats]:
        part = KnownMoments(*(each[some] for each in self._parts()))
        known, mean, variance = part.pooled()
        return float(part.weight.sum()), mean, variance * known, known

    def columns(self, index: Integers) -> KnownMoments:
        """The moments of these features only."""
        mean, scatter, known = (part[:, index] for part in (self.mean, self.scatter, self.known))
        return KnownMoments(self.classes, self.weight, mean, scatter, known)

    def pooled(self) -> tuple[Floats, Floats, Floats]:
        """Known weight, mean and variance (divisor n) of each feature over all classes; 0 of nothing.

        The variance is not finite where squares are too large for a float.
        """
        total = self.known.sum(axis=0)
        some = np.where(total > 0, total, 1.0)
        with np.errstate(over="ignore", invalid="ignore"):
            mean = (self.known * self.mean).sum(axis=0) / some
            between = self.known * (self.mean - mean) ** 2
            return total, mean, (self.scatter + between).sum(axis=0) / some

    def _parts(self) -> tuple[Array, ...]:
        return self.classes, self.weight, self.mean, self.scatter, self.known


def _known(X: Floats, labels: Labels, weight: Floats) -> tuple[Floats, Floats, Floats]:
    mean, scatter, known = np.zeros((3, labels.n_classes, X.shape[1]))
    for c in range(labels.n_classes):
        rows = np.flatnonzero((labels.codes == c) & (weight > 0))
        some, w = X[rows], weight[rows]
        has = ~np.isnan(some)
        known[c] = w @ has
        total = np.where(known[c] > 0, known[c], 1.0)
        mean[c] = w @ np.where(has, some, 0.0) / total
        gap = np.where(has, some - mean[c], 0.0)
        # The second step takes out what rounding left in the mean of values far from zero.
        shift = w @ gap / total
        mean[c] += shift
        scatter[c] = w @ np.where(has, gap - shift, 0.0) ** 2
    return mean, scatter, known


def _over_the_same_classes(a: KnownMoments, b: KnownMoments) -> tuple[KnownMoments, KnownMoments]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _spread(a, classes), _spread(b, classes)


def _spread(moments: KnownMoments, classes: Array) -> KnownMoments:
    place = np.searchsorted(classes, moments.classes)
    weight = np.zeros(len(classes))
    weight[place] = moments.weight
    mean, scatter, known = np.zeros((3, len(classes), moments.mean.shape[1]))
    mean[place], scatter[place], known[place] = moments.mean, moments.scatter, moments.known
    return KnownMoments(classes, weight, mean, scatter, known)
