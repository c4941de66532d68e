"""Columns whose density in each class is a sum of small normal bumps, one at each training value."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from gnomon.arrays import Array, Floats, Integers

CELLS_AT_A_TIME = 2**22


@dataclass(frozen=True, eq=False)
class KernelColumns:
    """p(x | c) = sum_v w_cv N(x; v, h_c²) / sum_v w_cv, for each column (John & Langley 1995).

    values: for each column, its distinct values. weights: (values, classes). widths: h, (columns, classes).

    >>> one = KernelColumns((np.array([0.0]),), (np.array([[1.0]]),), np.array([[1.0]]))
    >>> one.terms(np.array([[0.0], [np.nan]])).ravel().round(4)
    array([-0.9189,  0.    ])
    """

    values: tuple[Array, ...]
    weights: tuple[Floats, ...]
    widths: Floats

    @classmethod
    def of(
        cls, values: tuple[Array, ...], weights: tuple[Floats, ...], bandwidth: str | float, least: float
    ) -> KernelColumns:
        """Widths by Silverman's rule, Scott's, or as given; a class without spread takes that of all.

        least: the variance of a bump where nothing varies at all.
        """
        numbers = tuple(np.asarray(each, dtype=np.float64) for each in values)
        widths = [_widths(v, w, bandwidth, least) for v, w in zip(numbers, weights, strict=True)]
        return cls(numbers, weights, np.array(widths).reshape(len(numbers), -1))

    def terms(self, X: Floats) -> Floats:
        """The log density of each value; 0 where it is missing."""
        terms = np.zeros((*X.shape, self.widths.shape[1]), dtype=X.dtype)
        for j, (values, weights) in enumerate(zip(self.values, self.weights)):
            known = np.flatnonzero(~np.isnan(X[:, j]))
            asked, place = np.unique(X[known, j], return_inverse=True)
            terms[known, j] = _log_densities(asked, values, weights, self.widths[j])[place]
        return terms

    def drawn(self, codes: Integers, random: np.random.Generator) -> Floats:
        """A training value of the class, moved by a bump."""
        table = np.full((len(codes), len(self.values)), np.nan)
        for j, (values, weights) in enumerate(zip(self.values, self.weights)):
            if len(values):
                heaped = np.cumsum(_filled(weights), axis=0).T[codes]
                place = (heaped <= random.random((len(codes), 1)) * heaped[:, -1:]).sum(axis=1)
                table[:, j] = values[place] + random.standard_normal(len(codes)) * self.widths[j, codes]
        return table


def _filled(weights: Floats) -> Floats:
    """A class without a value of the column takes those of all classes."""
    has = weights.sum(axis=0) > 0
    return np.where(has, weights, weights.sum(axis=1, keepdims=True))


def _log_densities(asked: Floats, values: Floats, weights: Floats, widths: Floats) -> Floats:
    found = np.zeros((len(asked), weights.shape[1]), dtype=asked.dtype)
    if len(values) == 0:
        return found
    filled = _filled(weights)
    with np.errstate(divide="ignore"):
        logs = np.log(filled / filled.sum(axis=0)) - np.log(widths) - 0.5 * np.log(2 * pi)
    step = max(1, CELLS_AT_A_TIME // len(values))
    for c in range(weights.shape[1]):
        some = np.flatnonzero(filled[:, c] > 0)
        for begin in range(0, len(asked), step):
            gap = (asked[begin : begin + step, None] - values[some]) / widths[c]
            with np.errstate(over="ignore"):
                found[begin : begin + step, c] = _log_sums(logs[some, c] - 0.5 * gap**2)
    return found


def _log_sums(terms: Floats) -> Floats:
    """log of the sum of exp, row by row, in the precision of the terms."""
    top = terms.max(axis=1)
    with np.errstate(invalid="ignore"):
        sums = top + np.log(np.exp(terms - top[:, None]).sum(axis=1))
    return np.where(np.isneginf(top), -np.inf, sums)


def _widths(values: Floats, weights: Floats, bandwidth: str | float, least: float) -> Floats:
    if not isinstance(bandwidth, str):
        return np.full(weights.shape[1], float(bandwidth))
    overall = _width(values, weights.sum(axis=1), bandwidth) or np.sqrt(least)
    return np.array([_width(values, weight, bandwidth) or overall for weight in weights.T])


def _width(values: Floats, weight: Floats, rule: str) -> float:
    """Silverman's 0.9 min(s, IQR / 1.349) n^(-1/5), or Scott's 1.06 s n^(-1/5); 0 where nothing varies."""
    total = weight.sum()
    if total == 0:
        return 0.0
    # In units of the largest value no square is too large.
    unit = float(np.abs(values).max()) or 1.0
    scaled = values / unit
    mean = weight @ scaled / total
    spread = unit * float(np.sqrt(weight @ (scaled - mean) ** 2 / total))
    if rule == "scott":
        return 1.06 * spread * float(total) ** -0.2
    heaped = np.cumsum(weight) / total
    low, high = (values[np.searchsorted(heaped, share - 1e-12)] for share in (0.25, 0.75))
    middle = float(high - low) / 1.349
    return 0.9 * (min(spread, middle) if middle > 0 else spread) * float(total) ** -0.2
