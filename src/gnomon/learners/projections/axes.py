"""Principal axes: the directions of largest scatter, each orthogonal to those before, found in several ways.

Every way gives the eigenvalues and eigenvectors of the scatter S = sum w (x - mean)(x - mean)', the largest
first. `by_condition` is the one to use: products of columns where they keep the digits, else a factor T of
S = T' T, whose singular values are the roots of the eigenvalues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigh, qr, svd

from gnomon.arrays import Floats
from gnomon.learners.projections.krylov import few_eigenvectors
from gnomon.learners.projections.scatter import CenteredRows, Scatter
from gnomon.learners.projections.spectrum import largest_eigenvectors
from gnomon.ties import first_largest

# Products square the condition number: below this share of the largest, half of the digits are gone.
LEAST_SHARE_OF_PRODUCTS = 1e-8
# Products with the rows pay where the axes wanted are few among this many rows and columns.
FEWEST_OF_MANY = 500
SHARE_OF_MANY = 0.05
EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Axes:
    """Eigenvalues (the largest first) and eigenvectors (rows) of a scatter, and its trace.

    history: for ways that repeat, (direction, step, scatter along it, how far it turned). converged: whether
    every direction came to rest. n_iter: steps in all.
    """

    values: Floats
    vectors: Floats
    total: float
    history: tuple[tuple[int, int, float, float], ...] = field(default=())
    converged: bool = True
    n_iter: int = 1


def by_condition(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """By products where they keep their digits, else by a factor of the rows.

    scale: factor of each column, or None. k: how many axes at least, or None for all.

    >>> data = Scatter.of(np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 4.0]]), None)
    >>> by_condition(data, None, None).values.round(3)
    array([13.083,  0.917])
    """
    found = (_few_of_many(data, scale, k) if k is not None else None) or _by_smaller(data, scale, k)
    # About their mean, n rows span n - 1 directions.
    last = min(len(found.values), data.n_rows - 1) if k is None else min(k, len(found.values))
    keeps_digits = found.values[last - 1] > LEAST_SHARE_OF_PRODUCTS * found.values[0]
    return found if keeps_digits or data.factor() is None else by_factor(data, scale, k)


def by_products(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """The eigenvectors of the scatter itself; a few of very many by Lanczos' method."""
    matrix = _scaled_matrix(data, scale)
    total, d = float(np.trace(matrix)), len(matrix)
    values, vectors = largest_eigenvectors(matrix, min(data.n_rows, d if k is None else k))
    return _axes(values, vectors.T, total, d * EPSILON)


def by_factor(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """The right singular vectors of a factor of the rows, which keep all digits."""
    factor = data.factor()
    if factor is None:
        return _by_signed_rows(data, scale)
    _, roots, vectors = svd(_scaled(factor, scale), full_matrices=False, check_finite=False)
    least = (max(factor.shape) * EPSILON) ** 2
    return _axes(roots**2, vectors, float(np.sum(roots**2)), least)


def by_gram(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """From the products between rows, G = T T' = U L U': eigenvectors T' U / √L. Cheap where rows are few."""
    held = data.held
    if not isinstance(held, CenteredRows) or not held.is_sum:
        return by_factor(data, scale, k)
    rows = _scaled(held.rows, scale)
    most = min(rows.shape) if k is None else min(k, *rows.shape)
    values, left = largest_eigenvectors(rows @ rows.T, most)
    has = values > values[0] * len(rows) * EPSILON
    vectors = (left[:, has] / np.sqrt(values[has])).T @ rows
    values = np.concatenate([values, np.zeros(most - len(values))])
    total = float(np.sum(rows**2))
    return _axes(values, _completed(vectors, most), total, len(rows) * EPSILON)


def by_deflation(
    data: Scatter, scale: Floats | None, k: int | None, *, tol: float = 1e-12, max_iter: int = 10_000
) -> Axes:
    """One direction at a time: turn w toward S w until it rests, then take its scatter out of S.

    tol: a direction rests when a step turns it by no more than this (the sine of the angle).
    """
    matrix = _scaled_matrix(data, scale).copy()
    total, rested = float(np.trace(matrix)), True
    vectors: list[Floats] = []
    history: list[tuple[int, int, float, float]] = []
    most = min(len(matrix), data.n_rows) if k is None else k
    for direction in range(most):
        w = _first_guess(matrix, np.array(vectors).reshape(len(vectors), len(matrix)), total)
        turned = 0.0
        for step in range(1, max_iter + 1):
            w, along, turned = _turn(matrix, w)
            history.append((direction, step, along, turned))
            if turned <= tol:
                break
        rested = rested and turned <= tol
        vectors.append(w)
        matrix -= along * np.outer(w, w)
    values = np.array([along for place, (_, _, along, _) in enumerate(history) if _ends(history, place)])
    found = _axes(values, np.array(vectors), total, len(matrix) * EPSILON)
    return Axes(found.values, found.vectors, total, tuple(history), rested, len(history))


Way = Callable[[Scatter, Floats | None, int | None], Axes]
WAYS: dict[str, Way] = {
    "auto": by_condition,
    "covariance_eigh": by_products,
    "full": by_factor,
    "gram": by_gram,
}


def residual(axes: Axes, times: Callable[[Floats], Floats]) -> float:
    """How far the axes are from eigenvectors: the largest |S w - l w|, as a share of the largest l.

    times: gives S V for directions V (columns).

    >>> residual(Axes(np.array([2.0]), np.array([[1.0, 0.0]]), 3.0), lambda V: np.diag([2.0, 1.0]) @ V)
    0.0
    """
    if not axes.values[0] > 0:
        return 0.0
    off = times(axes.vectors.T) - axes.vectors.T * axes.values
    return float(np.linalg.norm(off, axis=0).max() / axes.values[0])


def upright(vectors: Floats) -> Floats:
    """The same directions, each turned so that its largest loading is positive.

    >>> upright(np.array([[0.6, -0.8]]))
    array([[-0.6,  0.8]])
    """
    largest = first_largest(np.abs(vectors))
    return vectors * np.where(vectors[np.arange(len(vectors)), largest] < 0, -1.0, 1.0)[:, None]


def _few_of_many(data: Scatter, scale: Floats | None, k: int) -> Axes | None:
    """By products with the rows, where these are held and k is far below both sides; None if it cannot be."""
    n_rows, d = data.n_rows, len(data.mean)
    if not isinstance(data.held, CenteredRows) or min(n_rows, d) < max(FEWEST_OF_MANY, k / SHARE_OF_MANY):
        return None
    found = few_eigenvectors(lambda V: data.times(V, scale), d, k)
    if found is None:
        return None
    squares = data.squares() if scale is None else data.squares() * scale**2
    return _axes(found[0], found[1].T, float(squares.sum()), d * EPSILON)


def _by_smaller(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    held = data.held
    is_wide = isinstance(held, CenteredRows) and held.is_sum and len(held.rows) <= held.rows.shape[1]
    return by_gram(data, scale, k) if is_wide else by_products(data, scale, k)


def _axes(values: Floats, vectors: Floats, total: float, least: float) -> Axes:
    """Values below `least` times the largest are rounding errors of 0."""
    largest = values[0] if len(values) else 0.0
    return Axes(np.where(values > least * largest, values, 0.0), upright(vectors), total)


def _scaled(rows: Floats, scale: Floats | None) -> Floats:
    return rows if scale is None else rows * scale


def _scaled_matrix(data: Scatter, scale: Floats | None) -> Floats:
    matrix = data.matrix()
    return matrix if scale is None else matrix * np.outer(scale, scale)


def _by_signed_rows(data: Scatter, scale: Floats | None) -> Axes:
    """T' diag(sign) T with T' = Q R has the eigenvalues of R diag(sign) R', and eigenvectors Q of its."""
    if not isinstance(data.held, CenteredRows):
        return by_products(data, scale, None)
    rows = _scaled(data.held.rows, scale)
    basis, triangle = qr(rows.T, mode="economic", check_finite=False)
    small = triangle @ (data.held.sign[:, None] * triangle.T)
    values, turned = eigh(small, check_finite=False)
    most = min(data.n_rows, rows.shape[1])
    vectors = (basis @ turned[:, ::-1][:, :most]).T
    return _axes(values[::-1][:most], vectors, float(np.trace(small)), len(rows) * EPSILON)


def _completed(vectors: Floats, k: int) -> Floats:
    """Orthonormal rows up to k: directions in which nothing varies, where the rows give too few."""
    missing = k - len(vectors)
    if missing <= 0:
        return vectors
    others = np.random.default_rng(0).normal(size=(missing, vectors.shape[1]))
    basis = np.linalg.qr(np.vstack([vectors, others]).T)[0].T
    return np.vstack([vectors, basis[len(vectors) :]])


def _first_guess(matrix: Floats, earlier: Floats, total: float) -> Floats:
    """The longest column, which is not orthogonal to the first axis; any new direction if none is left."""
    lengths = np.linalg.norm(matrix, axis=0)
    if lengths.max() <= total * len(matrix) * EPSILON:
        return _completed(earlier, len(earlier) + 1)[-1]
    guess: Floats = matrix[:, first_largest(lengths)] / lengths.max()
    return guess


def _turn(matrix: Floats, w: Floats) -> tuple[Floats, float, float]:
    """One step: the new direction, the scatter along it, and the sine of the angle between old and new."""
    toward = matrix @ w
    length = float(np.linalg.norm(toward))
    along = float(w @ toward)
    if length == 0:
        return w, 0.0, 0.0
    new = toward / length
    return new, along, float(np.linalg.norm(new - (new @ w) * w))


def _ends(history: list[tuple[int, int, float, float]], place: int) -> bool:
    """Whether this step is the last of its direction."""
    return place + 1 == len(history) or history[place + 1][0] != history[place][0]
