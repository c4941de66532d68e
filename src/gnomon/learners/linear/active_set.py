"""Active-set method for the elastic net: the exact solution once the signs are nearly known.

Minimizes w' gram w / 2 - cross' w + l1 |w|₁ + l2 |w|² / 2.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from gnomon.arrays import Floats

ROUNDING = 1e-10
INEXACT = 1e-8
INDEPENDENT = 1e-13
MAX_CHANGES = 50


def solve_by_signs(
    gram: Floats, cross: Floats, guess: Floats, penalty: Floats, positive: bool = False
) -> Floats | None:
    """The solution, from a guess of the active set (nonzero coefficients); None if it does not converge.

    Where the signs s are known, (gram + l2) w = cross - l1 s among the active coefficients. Those that come
    out with the other sign leave the active set, and those whose gradient exceeds l1 enter it, until nothing
    changes (Hintermüller, Ito & Kunisch 2002). penalty: l1 and l2.

    >>> solve_by_signs(np.eye(2), np.array([3.0, 0.5]), np.zeros(2), np.array([1.0, 0.0]))
    array([2., 0.])
    """
    l1, l2 = penalty
    scale = np.sqrt(np.diag(gram))
    if l1 == 0 and not positive:
        return _least_squares(gram, cross, l2)
    # Gradients are in units of their columns' standard deviation; a constant column has none.
    unit = np.where(scale > 0, scale, np.inf)
    slack = ROUNDING * np.abs(cross / unit).max(initial=0.0)
    signs = np.sign(guess)
    coefficients, gradient = _solved(gram, cross, signs, l1, l2)
    if coefficients is None:
        signs = np.sign(_thinned(gram, guess))
        coefficients, gradient = _solved(gram, cross, signs, l1, l2)
    for _ in range(MAX_CHANGES):
        if coefficients is None:
            return None
        excess = np.where(signs != 0, -l1, (gradient if positive else np.abs(gradient)) - l1) / unit
        is_wrong = coefficients * signs < 0
        if excess.max() <= slack and not is_wrong.any():
            return coefficients
        signs[is_wrong] = 0.0
        before, toward = signs, np.sign(gradient)
        # All with half of the largest excess enter at once, or one by one where columns are collinear.
        for entering in (excess > max(excess.max() / 2, slack), np.arange(len(excess)) == excess.argmax()):
            signs = np.where(entering & (excess > slack), toward, before)
            coefficients, gradient = _solved(gram, cross, signs, l1, l2)
            if coefficients is not None:
                break
    return None


def solve_by_homotopy(gram: Floats, cross: Floats, penalty: Floats, positive: bool = False) -> Floats | None:
    """The same without a guess: l1 is halved from where all are zero, each solution a warm start (homotopy).

    >>> solve_by_homotopy(np.eye(2), np.array([3.0, 0.5]), np.array([1.0, 0.0]))
    array([2., 0.])
    """
    l1, l2 = penalty
    current_l1 = np.abs(cross).max(initial=0.0)
    coefficients: Floats | None = np.zeros_like(cross)
    while coefficients is not None and current_l1 > l1 > 0:
        current_l1 = max(current_l1 / 2, l1)
        coefficients = solve_by_signs(gram, cross, coefficients, np.array([current_l1, l2]), positive)
    return coefficients


def _least_squares(gram: Floats, cross: Floats, l2: float) -> Floats:
    """Without an L1 penalty: linear equations, the minimum-norm solution on standardized columns."""
    scale = np.sqrt(np.diag(gram) + l2)
    varies = np.diag(gram) > 0
    coefficients, unit = np.zeros_like(cross), scale[varies]
    system = (gram[np.ix_(varies, varies)] + l2 * np.eye(len(unit))) / np.outer(unit, unit)
    coefficients[varies] = np.linalg.lstsq(system, cross[varies] / unit, rcond=INDEPENDENT)[0] / unit
    return coefficients


def _solved(gram: Floats, cross: Floats, signs: Floats, l1: float, l2: float) -> tuple[Floats | None, Floats]:
    """Coefficients of these signs, and the remaining gradient of each; None where columns are collinear."""
    active = np.flatnonzero(signs)
    coefficients = np.zeros_like(cross)
    block = gram[np.ix_(active, active)]
    block[np.diag_indices(len(active))] += l2
    try:
        factor = cho_factor(block, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return None, cross
    coefficients[active] = cho_solve(factor, cross[active] - l1 * signs[active], check_finite=False)
    gradient = cross - gram @ coefficients - l2 * coefficients
    off = np.abs(gradient - l1 * signs)[active]
    return (
        coefficients if (off <= INEXACT * np.maximum(np.abs(cross[active]), l1)).all() else None
    ), gradient


def _thinned(gram: Floats, w: Floats) -> Floats:
    """The same predictions with fewer columns: move in the null space until a coefficient is zero."""
    w = np.array(w)
    for _ in range(MAX_CHANGES):
        active = np.flatnonzero(w)
        if len(active) < 2:
            break
        scale = np.sqrt(np.diag(gram)[active])
        values, vectors = np.linalg.eigh(gram[np.ix_(active, active)] / np.outer(scale, scale))
        if values[0] > INEXACT:
            break
        along = vectors[:, 0] / scale
        # Downhill in |w|, as far as the first coefficient that comes to zero.
        along *= -1 if np.sign(w[active]) @ along > 0 else 1
        shrinks = along * w[active] < 0
        steps = np.where(shrinks, -w[active] / np.where(shrinks, along, 1.0), np.inf)
        first = int(steps.argmin())
        w[active] += steps[first] * along
        w[active[first]] = 0.0
    return w
