"""Moments of each class over the observed (non-missing) values, for Gaussian naive Bayes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import ClassMoments


@dataclass(frozen=True)
class KnownMoments:
    """Weight of each class; observed weight, mean and sum of squared deviations by class and feature.

    >>> import numpy as np
    >>> moments = KnownMoments.of(np.array([[1.0], [3.0], [np.nan]]), Labels.of(["a", "a", "a"]))
    >>> moments.weight, moments.known, moments.mean, moments.scatter
    (array([3.]), array([[2.]]), array([[2.]]), array([[2.]]))
    """

    classes: Array
    weight: Floats
    mean: Floats
    scatter: Floats
    known: Floats

    @classmethod
    def of(cls, X: Floats, labels: Labels, weight: Floats | None = None) -> KnownMoments:
        """Moments of these rows by class; NaN is missing. Not finite if a value is infinite."""
        moments = ClassMoments.of(X, labels, weight)
        if not np.isfinite(moments.scatter).all() and np.isnan(X).any():
            w = np.ones(len(X)) if weight is None else weight
            return cls(moments.classes, moments.weight, *_observed_moments(X, labels, w))
        known = np.repeat(moments.weight[:, None], X.shape[1], axis=1)
        return cls(moments.classes, moments.weight, moments.mean, moments.scatter, known)

    def __add__(self, other: KnownMoments) -> KnownMoments:
        a, b = _aligned(self, other)
        known = a.known + b.known
        share = np.divide(b.known, known, out=np.zeros_like(known), where=known > 0)
        # Chan, Golub & LeVeque (1983): merge about the joint mean, else large means cancel.
        with np.errstate(over="ignore", invalid="ignore"):
            gap = b.mean - a.mean
            mean, scatter = a.mean + gap * share, a.scatter + b.scatter + gap**2 * (a.known * share)
        return KnownMoments(a.classes, a.weight + b.weight, mean, scatter, known)

    def __sub__(self, other: KnownMoments) -> KnownMoments:
        a, b = _aligned(self, other)
        weight, known = a.weight - b.weight, a.known - b.known
        rounding = 1e-9 * a.weight
        if not weight.sum() > rounding.sum() or (weight < -rounding).any():
            raise DataError(
                f"rows of weight {b.weight.sum():g} are subtracted from rows of weight {a.weight.sum():g}: "
                "none remain to fit on, or they were not in these moments"
            )
        remains = known > rounding[:, None]
        known = np.where(remains, known, 0.0)
        ratio = np.divide(b.known, known, out=np.zeros_like(known), where=remains)
        between = np.divide(known * b.known, a.known, out=np.zeros_like(known), where=remains)
        with np.errstate(over="ignore", invalid="ignore"):
            mean = np.where(remains, a.mean + (a.mean - b.mean) * ratio, 0.0)
            scatter = np.maximum(a.scatter - b.scatter - (b.mean - mean) ** 2 * between, 0.0)
        weight = np.where(weight > rounding, weight, 0.0)
        return KnownMoments(a.classes, weight, mean, np.where(remains, scatter, 0.0), known)

    def of_present_classes(self) -> KnownMoments:
        """Only the classes that have weight."""
        has = self.weight > 0
        if has.all():
            return self
        return KnownMoments(*(part[has] for part in self._parts()))

    def grouped(self, groups: Integers) -> KnownMoments:
        """Merge the classes into the groups 0 and 1; those of group -1 are dropped."""
        parts = [self._of_classes(groups == group) for group in (0, 1)]
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
        """Observed weight, mean and variance (divisor n) of each feature over all classes; 0 if unobserved.

        The variance is not finite where squares overflow.
        """
        total = self.known.sum(axis=0)
        some = np.where(total > 0, total, 1.0)
        with np.errstate(over="ignore", invalid="ignore"):
            mean = (self.known * self.mean).sum(axis=0) / some
            between = self.known * (self.mean - mean) ** 2
            return total, mean, (self.scatter + between).sum(axis=0) / some

    def _parts(self) -> tuple[Array, ...]:
        return self.classes, self.weight, self.mean, self.scatter, self.known


def _observed_moments(X: Floats, labels: Labels, weight: Floats) -> tuple[Floats, Floats, Floats]:
    mean, scatter, known = np.zeros((3, labels.n_classes, X.shape[1]))
    for c in range(labels.n_classes):
        rows = np.flatnonzero((labels.codes == c) & (weight > 0))
        some, w = X[rows], weight[rows]
        has = ~np.isnan(some)
        known[c] = w @ has
        total = np.where(known[c] > 0, known[c], 1.0)
        mean[c] = w @ np.where(has, some, 0.0) / total
        gap = np.where(has, some - mean[c], 0.0)
        # A second pass corrects the rounding error of the mean of values far from zero.
        shift = w @ gap / total
        mean[c] += shift
        scatter[c] = w @ np.where(has, gap - shift, 0.0) ** 2
    return mean, scatter, known


def _aligned(a: KnownMoments, b: KnownMoments) -> tuple[KnownMoments, KnownMoments]:
    if np.array_equal(a.classes, b.classes):
        return a, b
    classes = np.union1d(a.classes, b.classes)
    return _expanded(a, classes), _expanded(b, classes)


def _expanded(moments: KnownMoments, classes: Array) -> KnownMoments:
    index = np.searchsorted(classes, moments.classes)
    weight = np.zeros(len(classes))
    weight[index] = moments.weight
    mean, scatter, known = np.zeros((3, len(classes), moments.mean.shape[1]))
    mean[index], scatter[index], known[index] = moments.mean, moments.scatter, moments.known
    return KnownMoments(classes, weight, mean, scatter, known)
