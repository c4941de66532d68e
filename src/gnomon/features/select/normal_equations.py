"""Least squares and ridge on many subsets of columns: (S + penalty I) w = s, for neighboring subsets at once.

Columns are standardized first. Subsets that add one column to a core follow from the core's inverse (bordered
matrix), those that drop one column from a union from the union's (downdate), by one product for all. Others
are solved in one batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.sharing.moments import Moments

# A larger variance inflation factor loses half of the digits.
MAX_INFLATION = 1e7
ROUNDING = 1e-26

Solutions = tuple[Floats, Floats]


@dataclass(frozen=True)
class NormalEquations:
    """Normal equations of all standardized columns: system (with unit diagonal), right-hand side, scale.

    is_noise: columns that vary by no more than rounding error.

    >>> x = np.array([[0.0], [1.0], [2.0]])
    >>> NormalEquations.of(Moments.of(x, 2 * x), 0.0).solved(np.array([[0]]))
    (array([[2.]]), array([ True]))
    """

    system: Floats
    right: Floats
    scale: Floats
    is_noise: Flags

    @classmethod
    def of(cls, moments: Moments, penalty: float) -> NormalEquations:
        """The normal equations of the columns and the single target of these moments."""
        d = moments.n_features
        variation = np.diag(moments.scatter)[:d]
        is_noise = (variation > 0) & (variation <= ROUNDING * moments.weight * moments.mean[:d] ** 2)
        # A constant column has coefficient 0.
        scale = np.sqrt(np.where(variation + penalty > 0, variation + penalty, 1.0))
        system = moments.scatter[:d, :d] / np.outer(scale, scale)
        np.fill_diagonal(system, 1.0)
        return cls(system, moments.scatter[:d, -1] / scale, scale, is_noise)

    def solved(self, subsets: Integers, tol: float = 0.0) -> tuple[Floats, Flags]:
        """Coefficients of each subset (a sorted row of column indices), and whether they are accurate.

        tol: minimum singular value, relative to the largest, of an accurate solution.
        """
        scaled, inflated = self._neighbors(subsets) or self._each(subsets)
        scale = self.scale[subsets]
        # The extreme eigenvalues are bounded by the traces of the system and of its inverse.
        spread = np.sum(scale**2, axis=1) * np.sum(inflated / scale**2, axis=1)
        is_safe = (inflated.max(axis=1) < MAX_INFLATION) & (spread < (1 / tol**2 if tol else inf))
        return scaled / scale, is_safe & ~self.is_noise[subsets].any(axis=1)

    def _neighbors(self, subsets: Integers) -> Solutions | None:
        """By one inverse, if all subsets differ from one subset in one column; else None."""
        m, p = subsets.shape
        times = np.bincount(subsets.ravel(), minlength=len(self.scale))
        is_common, union = times == m, np.flatnonzero(times > 0)
        if m > 1 and 0 < is_common.sum() == p - 1:
            return self._grown(subsets, is_common)
        return self._shrunk(subsets, union) if m > 1 and len(union) == p + 1 else None

    def _grown(self, subsets: Integers, is_common: Flags) -> Solutions | None:
        core = np.flatnonzero(is_common)
        inverse = _inverse(self.system[np.ix_(core, core)])
        if inverse is None:
            return None
        is_new = ~is_common[subsets]
        new = subsets[is_new]
        cross = self.system[np.ix_(core, new)]
        along = inverse @ cross
        schur = 1 - np.sum(cross * along, axis=0)
        schur = np.where(schur > 1 / MAX_INFLATION, schur, np.nan)
        base = inverse @ self.right[core]
        of_new = (self.right[new] - cross.T @ base) / schur
        of_core = base[:, None] - along * of_new
        inflated_core = np.diag(inverse)[:, None] + along**2 / schur
        return _combined(is_new, of_new, of_core), _inflated(_combined(is_new, 1 / schur, inflated_core))

    def _shrunk(self, subsets: Integers, union: Integers) -> Solutions | None:
        inverse = _inverse(self.system[np.ix_(union, union)])
        if inverse is None:
            return None
        is_retained = np.zeros((len(subsets), len(union)), dtype=bool)
        np.put_along_axis(is_retained, np.searchsorted(union, subsets), True, axis=1)
        dropped = np.nonzero(~is_retained)[1]
        downdate = inverse[:, dropped] / np.diag(inverse)[dropped]
        base = inverse @ self.right[union]
        coefficients = (base[:, None] - downdate * base[dropped]).T
        inflated = (np.diag(inverse)[:, None] - downdate * inverse[:, dropped]).T
        return coefficients[is_retained].reshape(subsets.shape), inflated[is_retained].reshape(subsets.shape)

    def _each(self, subsets: Integers) -> Solutions:
        systems = self.system[subsets[:, :, None], subsets[:, None, :]]
        each = inverses(systems)
        result = (each @ self.right[subsets][:, :, None])[:, :, 0]
        return result, _inflated(np.einsum("mii->mi", each))


def inverses(systems: Floats) -> Floats:
    """The inverse of each matrix; NaN where it is singular.

    >>> inverses(np.array([[[2.0]], [[0.0]]]))
    array([[[0.5]],
    <BLANKLINE>
           [[nan]]])
    """
    result = np.full_like(systems, np.nan)
    _invert(np.arange(len(systems)), systems, result)
    return result


def _inverse(system: Floats) -> Floats | None:
    """The inverse of a system; None where it is too inaccurate for updates."""
    try:
        result = np.asarray(np.linalg.inv(system), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    return result if 0 < np.diag(result).max() < MAX_INFLATION else None


def _combined(is_new: Flags, of_new: Floats, of_core: Floats) -> Floats:
    """One row per subset: the value of its new column among those of the core."""
    result = np.empty(is_new.shape)
    result[is_new] = of_new
    result[~is_new] = of_core.T.reshape(-1)
    return result


def _inflated(values: Floats) -> Floats:
    """Variance inflation factors; infinite for a singular system."""
    return np.where(np.isfinite(values) & (values > 0), values, np.inf)


def _invert(indices: Integers, systems: Floats, result: Floats) -> None:
    """Invert in one batch; if one system is singular, in two halves."""
    try:
        result[indices] = np.linalg.inv(systems[indices])
    except np.linalg.LinAlgError:
        middle = len(indices) // 2
        for half in (indices[:middle], indices[middle:]) if middle else ():
            _invert(half, systems, result)
