"""The exact least-squares answer under a price on size, once the signs of its coefficients are nearly known.

Minimizes w' gram w / 2 - cross' w + size |w|₁ + square |w|² / 2.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from gnomon.arrays import Floats

ROUNDING = 1e-10
INEXACT = 1e-8
INDEPENDENT = 1e-13
MOST_CHANGES = 50


def solve_by_signs(
    gram: Floats, cross: Floats, guess: Floats, price: Floats, positive: bool = False
) -> Floats | None:
    """The answer, from a guess of the coefficients that are not zero; None if none is found.

    Where the signs s are known, (gram + square) w = cross - size s among them. Those that come out with
    another sign are left out, and those that pull more than the price of leaving zero let in, until nothing
    changes (Hintermüller, Ito & Kunisch 2002). price: size and square.

    >>> solve_by_signs(np.eye(2), np.array([3.0, 0.5]), np.zeros(2), np.array([1.0, 0.0]))
    array([2., 0.])
    """
    size, square = price
    scale = np.sqrt(np.diag(gram))
    if size == 0 and not positive:
        return _least_squares(gram, cross, square)
    # Pulls count in units of their columns' spread; an empty column has none.
    unit = np.where(scale > 0, scale, np.inf)
    slack = ROUNDING * np.abs(cross / unit).max(initial=0.0)
    signs = np.sign(guess)
    found, pull = _solved(gram, cross, signs, size, square)
    if found is None:
        signs = np.sign(_thinned(gram, guess))
        found, pull = _solved(gram, cross, signs, size, square)
    for _ in range(MOST_CHANGES):
        if found is None:
            return None
        excess = np.where(signs != 0, -size, (pull if positive else np.abs(pull)) - size) / unit
        is_wrong = found * signs < 0
        if excess.max() <= slack and not is_wrong.any():
            return found
        signs[is_wrong] = 0.0
        before, toward = signs, np.sign(pull)
        # Those with half of the largest excess at once, or one by one where they are dependent.
        for entering in (excess > max(excess.max() / 2, slack), np.arange(len(excess)) == excess.argmax()):
            signs = np.where(entering & (excess > slack), toward, before)
            found, pull = _solved(gram, cross, signs, size, square)
            if found is not None:
                break
    return None


def continued(gram: Floats, cross: Floats, price: Floats, positive: bool = False) -> Floats | None:
    """The same from nothing: the price on size is halved from where all are zero, each answer the next guess.

    >>> continued(np.eye(2), np.array([3.0, 0.5]), np.array([1.0, 0.0]))
    array([2., 0.])
    """
    size, square = price
    highest = np.abs(cross).max(initial=0.0)
    found: Floats | None = np.zeros_like(cross)
    while found is not None and highest > size > 0:
        highest = max(highest / 2, size)
        found = solve_by_signs(gram, cross, found, np.array([highest, square]), positive)
    return found


def _least_squares(gram: Floats, cross: Floats, square: float) -> Floats:
    """Without a price on size: linear equations; of many answers the least on columns of one scale."""
    scale = np.sqrt(np.diag(gram) + square)
    varies = np.diag(gram) > 0
    found, unit = np.zeros_like(cross), scale[varies]
    system = (gram[np.ix_(varies, varies)] + square * np.eye(len(unit))) / np.outer(unit, unit)
    found[varies] = np.linalg.lstsq(system, cross[varies] / unit, rcond=INDEPENDENT)[0] / unit
    return found


def _solved(
    gram: Floats, cross: Floats, signs: Floats, size: float, square: float
) -> tuple[Floats | None, Floats]:
    """Coefficients of these signs, and the pull that is left on each; None where columns are dependent."""
    active = np.flatnonzero(signs)
    found = np.zeros_like(cross)
    block = gram[np.ix_(active, active)]
    block[np.diag_indices(len(active))] += square
    try:
        factor = cho_factor(block, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return None, cross
    found[active] = cho_solve(factor, cross[active] - size * signs[active], check_finite=False)
    pull = cross - gram @ found - square * found
    off = np.abs(pull - size * signs)[active]
    return (found if (off <= INEXACT * np.maximum(np.abs(cross[active]), size)).all() else None), pull


def _thinned(gram: Floats, w: Floats) -> Floats:
    """The same fit by fewer columns: along directions that change no fit, until a coefficient is zero."""
    w = np.array(w)
    for _ in range(MOST_CHANGES):
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
