"""Least squares on many subsets of columns: (S + price I) w = s, solved for neighbors of a subset at once.

Columns are put on one scale first. Subsets that add one column to a core follow from the core's inverse (a
bordered matrix), those that drop one column from a union follow from the union's (a downdate): one product
for all of them. Others are solved in one batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.sharing.moments import Moments

# A variance inflated by more has lost half of the digits.
MOST_INFLATED = 1e7
ROUNDING = 1e-26

Solutions = tuple[Floats, Floats]


@dataclass(frozen=True)
class NormalEquations:
    """The equations of all columns on one scale: system (with a diagonal of ones), right side, scale.

    is_noise: columns that vary by no more than their rounding.

    >>> x = np.array([[0.0], [1.0], [2.0]])
    >>> NormalEquations.of(Moments.of(x, 2 * x), 0.0).solved(np.array([[0]]))
    (array([[2.]]), array([ True]))
    """

    system: Floats
    right: Floats
    scale: Floats
    is_noise: Flags

    @classmethod
    def of(cls, moments: Moments, price: float) -> NormalEquations:
        """The equations of the columns of these moments for their one target."""
        d = moments.n_features
        variation = np.diag(moments.scatter)[:d]
        is_noise = (variation > 0) & (variation <= ROUNDING * moments.weight * moments.mean[:d] ** 2)
        # A column that does not vary at all has the coefficient 0.
        scale = np.sqrt(np.where(variation + price > 0, variation + price, 1.0))
        system = moments.scatter[:d, :d] / np.outer(scale, scale)
        np.fill_diagonal(system, 1.0)
        return cls(system, moments.scatter[:d, -1] / scale, scale, is_noise)

    def solved(self, subsets: Integers, tol: float = 0.0) -> tuple[Floats, Flags]:
        """Coefficients of each subset (a sorted row of column numbers), and whether they kept their digits.

        tol: the least singular value, as a share of the largest, that is safe.
        """
        scaled, inflated = self._neighbors(subsets) or self._each(subsets)
        scale = self.scale[subsets]
        # The largest and the least eigenvalue are bounded by the traces of the system and of its inverse.
        spread = np.sum(scale**2, axis=1) * np.sum(inflated / scale**2, axis=1)
        is_safe = (inflated.max(axis=1) < MOST_INFLATED) & (spread < (1 / tol**2 if tol else inf))
        return scaled / scale, is_safe & ~self.is_noise[subsets].any(axis=1)

    def _neighbors(self, subsets: Integers) -> Solutions | None:
        """By one inverse, where subsets differ from one subset in one column; None where they do not."""
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
        left = 1 - np.sum(cross * along, axis=0)
        left = np.where(left > 1 / MOST_INFLATED, left, np.nan)
        base = inverse @ self.right[core]
        of_new = (self.right[new] - cross.T @ base) / left
        of_core = base[:, None] - along * of_new
        inflated_core = np.diag(inverse)[:, None] + along**2 / left
        return _placed(is_new, of_new, of_core), _inflated(_placed(is_new, 1 / left, inflated_core))

    def _shrunk(self, subsets: Integers, union: Integers) -> Solutions | None:
        inverse = _inverse(self.system[np.ix_(union, union)])
        if inverse is None:
            return None
        stays = np.zeros((len(subsets), len(union)), dtype=bool)
        np.put_along_axis(stays, np.searchsorted(union, subsets), True, axis=1)
        gone = np.nonzero(~stays)[1]
        lost = inverse[:, gone] / np.diag(inverse)[gone]
        base = inverse @ self.right[union]
        found = (base[:, None] - lost * base[gone]).T
        inflated = (np.diag(inverse)[:, None] - lost * inverse[:, gone]).T
        return found[stays].reshape(subsets.shape), inflated[stays].reshape(subsets.shape)

    def _each(self, subsets: Integers) -> Solutions:
        systems = self.system[subsets[:, :, None], subsets[:, None, :]]
        each = inverses(systems)
        found = (each @ self.right[subsets][:, :, None])[:, :, 0]
        return found, _inflated(np.einsum("mii->mi", each))


def inverses(systems: Floats) -> Floats:
    """The inverse of each matrix; NaN where there is none.

    >>> inverses(np.array([[[2.0]], [[0.0]]]))
    array([[[0.5]],
    <BLANKLINE>
           [[nan]]])
    """
    found = np.full_like(systems, np.nan)
    _invert(np.arange(len(systems)), systems, found)
    return found


def _inverse(system: Floats) -> Floats | None:
    """The inverse of a system; None where it would keep too few digits to build on."""
    try:
        found = np.asarray(np.linalg.inv(system), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    return found if 0 < np.diag(found).max() < MOST_INFLATED else None


def _placed(is_new: Flags, of_new: Floats, of_core: Floats) -> Floats:
    """One row a subset: the value of its new column among those of the core."""
    found = np.empty(is_new.shape)
    found[is_new] = of_new
    found[~is_new] = of_core.T.reshape(-1)
    return found


def _inflated(values: Floats) -> Floats:
    """Without an inverse, a variance is inflated beyond all bounds."""
    return np.where(np.isfinite(values) & (values > 0), values, np.inf)


def _invert(places: Integers, systems: Floats, found: Floats) -> None:
    """Invert in one batch; where one system has no inverse, in two halves."""
    try:
        found[places] = np.linalg.inv(systems[places])
    except np.linalg.LinAlgError:
        middle = len(places) // 2
        for half in (places[:middle], places[middle:]) if middle else ():
            _invert(half, systems, found)
