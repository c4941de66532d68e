"""Kernel density estimates of columns in each class, with normal kernels."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from gnomon.arrays import Array, Floats, Integers

CELLS_PER_BLOCK = 2**22


@dataclass(frozen=True, eq=False)
class KernelColumns:
    """Kernel density estimates (John & Langley 1995): p(x | c) = sum_v w_cv N(x; v, h_c²) / sum_v w_cv.

    values: distinct values of each column. weights: (values, classes). bandwidths: h, (columns, classes).

    >>> one = KernelColumns((np.array([0.0]),), (np.array([[1.0]]),), np.array([[1.0]]))
    >>> one.terms(np.array([[0.0], [np.nan]])).ravel().round(4)
    array([-0.9189,  0.    ])
    """

    values: tuple[Array, ...]
    weights: tuple[Floats, ...]
    bandwidths: Floats

    @classmethod
    def of(
        cls,
        values: tuple[Array, ...],
        weights: tuple[Floats, ...],
        bandwidth: str | float,
        min_variance: float,
    ) -> KernelColumns:
        """Bandwidths by Silverman's or Scott's rule, or fixed; a constant class takes that of all classes.

        min_variance: variance of the kernel in a constant column.
        """
        numbers = tuple(np.asarray(each, dtype=np.float64) for each in values)
        bandwidths = [
            _bandwidths(v, w, bandwidth, min_variance) for v, w in zip(numbers, weights, strict=True)
        ]
        return cls(numbers, weights, np.array(bandwidths).reshape(len(numbers), -1))

    def terms(self, X: Floats) -> Floats:
        """The log density of each value; 0 where it is missing."""
        terms = np.zeros((*X.shape, self.bandwidths.shape[1]), dtype=X.dtype)
        for j, (values, weights) in enumerate(zip(self.values, self.weights)):
            known = np.flatnonzero(~np.isnan(X[:, j]))
            points, inverse = np.unique(X[known, j], return_inverse=True)
            terms[known, j] = _log_densities(points, values, weights, self.bandwidths[j])[inverse]
        return terms

    def sample(self, codes: Integers, random: np.random.Generator) -> Floats:
        """A random training value of the class, plus noise of the kernel."""
        table = np.full((len(codes), len(self.values)), np.nan)
        for j, (values, weights) in enumerate(zip(self.values, self.weights)):
            if len(values):
                cumulative = np.cumsum(_filled(weights), axis=0).T[codes]
                index = (cumulative <= random.random((len(codes), 1)) * cumulative[:, -1:]).sum(axis=1)
                table[:, j] = values[index] + random.standard_normal(len(codes)) * self.bandwidths[j, codes]
        return table


def _filled(weights: Floats) -> Floats:
    """A class without a value of the column takes those of all classes."""
    has = weights.sum(axis=0) > 0
    return np.where(has, weights, weights.sum(axis=1, keepdims=True))


def _log_densities(points: Floats, values: Floats, weights: Floats, bandwidths: Floats) -> Floats:
    log_density = np.zeros((len(points), weights.shape[1]), dtype=points.dtype)
    if len(values) == 0:
        return log_density
    filled = _filled(weights)
    with np.errstate(divide="ignore"):
        logs = np.log(filled / filled.sum(axis=0)) - np.log(bandwidths) - 0.5 * np.log(2 * pi)
    step = max(1, CELLS_PER_BLOCK // len(values))
    for c in range(weights.shape[1]):
        some = np.flatnonzero(filled[:, c] > 0)
        for begin in range(0, len(points), step):
            gap = (points[begin : begin + step, None] - values[some]) / bandwidths[c]
            with np.errstate(over="ignore"):
                log_density[begin : begin + step, c] = _log_sum_exp(logs[some, c] - 0.5 * gap**2)
    return log_density


def _log_sum_exp(terms: Floats) -> Floats:
    """log-sum-exp of each row, in the precision of the terms."""
    top = terms.max(axis=1)
    with np.errstate(invalid="ignore"):
        sums = top + np.log(np.exp(terms - top[:, None]).sum(axis=1))
    return np.where(np.isneginf(top), -np.inf, sums)


def _bandwidths(values: Floats, weights: Floats, bandwidth: str | float, min_variance: float) -> Floats:
    if not isinstance(bandwidth, str):
        return np.full(weights.shape[1], float(bandwidth))
    overall = _bandwidth(values, weights.sum(axis=1), bandwidth) or np.sqrt(min_variance)
    return np.array([_bandwidth(values, weight, bandwidth) or overall for weight in weights.T])


def _bandwidth(values: Floats, weight: Floats, rule: str) -> float:
    """Silverman's 0.9 min(s, IQR / 1.349) n^(-1/5) or Scott's 1.06 s n^(-1/5); 0 for constant values."""
    total = weight.sum()
    if total == 0:
        return 0.0
    # In units of the largest value no square overflows.
    unit = float(np.abs(values).max()) or 1.0
    scaled = values / unit
    mean = weight @ scaled / total
    std = unit * float(np.sqrt(weight @ (scaled - mean) ** 2 / total))
    if rule == "scott":
        return 1.06 * std * float(total) ** -0.2
    cumulative = np.cumsum(weight) / total
    low, high = (values[np.searchsorted(cumulative, level - 1e-12)] for level in (0.25, 0.75))
    robust = float(high - low) / 1.349
    return 0.9 * (min(std, robust) if robust > 0 else std) * float(total) ** -0.2
