"""Principal axes: solvers for the eigenvectors of a scatter matrix.

Every solver computes the eigenvalues and eigenvectors of the scatter S = sum w (x - mean)(x - mean)', largest
first. `solve_auto` selects one: the eigenvectors of S where they are accurate, else the singular vectors of a
factor T of S = T' T, whose singular values are the square roots of the eigenvalues.
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

# S squares the condition number: eigenvalues below this share of the largest lose half of their digits.
MIN_ACCURATE_SHARE = 1e-8
# Products with the rows are faster if few axes of at least this many rows and columns are needed.
MIN_SIZE_FOR_KRYLOV = 500
MAX_SHARE_FOR_KRYLOV = 0.05
EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Axes:
    """Principal axes: eigenvalues (largest first) and eigenvectors (rows) of a scatter, and its trace.

    history: of iterative solvers, (direction, step, scatter along it, sine of the angle of the step).
    converged: whether every direction converged. n_iter: total number of steps.
    """

    values: Floats
    vectors: Floats
    total: float
    history: tuple[tuple[int, int, float, float], ...] = field(default=())
    converged: bool = True
    n_iter: int = 1


def solve_auto(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """Automatic solver: eigenvectors of the scatter if they are accurate, else SVD of a factor of the rows.

    scale: factor of each column, or None. k: number of axes needed, or None for all.

    >>> data = Scatter.of(np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 4.0]]), None)
    >>> solve_auto(data, None, None).values.round(3)
    array([13.083,  0.917])
    """
    axes = (_few_of_many(data, scale, k) if k is not None else None) or _by_smaller(data, scale, k)
    # Centered, n rows span n - 1 directions.
    last = min(len(axes.values), data.n_rows - 1) if k is None else min(k, len(axes.values))
    is_accurate = axes.values[last - 1] > MIN_ACCURATE_SHARE * axes.values[0]
    return axes if is_accurate or data.factor() is None else solve_svd(data, scale, k)


def solve_covariance(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """Eigenvectors of the scatter matrix; a few of many by Lanczos' method."""
    matrix = _scaled_matrix(data, scale)
    total, d = float(np.trace(matrix)), len(matrix)
    values, vectors = largest_eigenvectors(matrix, min(data.n_rows, d if k is None else k))
    return _axes(values, vectors.T, total, d * EPSILON)


def solve_svd(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """Right singular vectors of a factor of the rows (SVD), at full accuracy."""
    factor = data.factor()
    if factor is None:
        return _by_signed_rows(data, scale)
    _, roots, vectors = svd(_scaled(factor, scale), full_matrices=False, check_finite=False)
    rounding = (max(factor.shape) * EPSILON) ** 2
    return _axes(roots**2, vectors, float(np.sum(roots**2)), rounding)


def solve_gram(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    """Eigenvectors T' U / √L from the Gram matrix G = T T' = U L U'; fast if rows are few."""
    held = data.held
    if not isinstance(held, CenteredRows) or not held.is_sum:
        return solve_svd(data, scale, k)
    rows = _scaled(held.rows, scale)
    n_axes = min(rows.shape) if k is None else min(k, *rows.shape)
    values, left = largest_eigenvectors(rows @ rows.T, n_axes)
    has = values > values[0] * len(rows) * EPSILON
    vectors = (left[:, has] / np.sqrt(values[has])).T @ rows
    values = np.concatenate([values, np.zeros(n_axes - len(values))])
    total = float(np.sum(rows**2))
    return _axes(values, _completed(vectors, n_axes), total, len(rows) * EPSILON)


def solve_deflation(
    data: Scatter, scale: Floats | None, k: int | None, *, tol: float = 1e-12, max_iter: int = 10_000
) -> Axes:
    """Power iteration with deflation: one direction at a time, whose scatter is then subtracted from S.

    tol: convergence tolerance of a direction, the sine of the angle of a step. max_iter: maximum number of
    steps per direction.
    """
    matrix = _scaled_matrix(data, scale).copy()
    total, converged = float(np.trace(matrix)), True
    vectors: list[Floats] = []
    history: list[tuple[int, int, float, float]] = []
    n_axes = min(len(matrix), data.n_rows) if k is None else k
    for direction in range(n_axes):
        w = _first_guess(matrix, np.array(vectors).reshape(len(vectors), len(matrix)), total)
        angle = 0.0
        for step in range(1, max_iter + 1):
            w, variance, angle = _power_step(matrix, w)
            history.append((direction, step, variance, angle))
            if angle <= tol:
                break
        converged = converged and angle <= tol
        vectors.append(w)
        matrix -= variance * np.outer(w, w)
    values = np.array([value for row, (_, _, value, _) in enumerate(history) if _is_last_step(history, row)])
    axes = _axes(values, np.array(vectors), total, len(matrix) * EPSILON)
    return Axes(axes.values, axes.vectors, total, tuple(history), converged, len(history))


Solver = Callable[[Scatter, Floats | None, int | None], Axes]
SOLVERS: dict[str, Solver] = {
    "auto": solve_auto,
    "covariance_eigh": solve_covariance,
    "full": solve_svd,
    "gram": solve_gram,
}


def residual(axes: Axes, times: Callable[[Floats], Floats]) -> float:
    """Relative residual of the eigenvectors: the largest |S w - l w|, divided by the largest l.

    times: returns S V for directions V (columns).

    >>> residual(Axes(np.array([2.0]), np.array([[1.0, 0.0]]), 3.0), lambda V: np.diag([2.0, 1.0]) @ V)
    0.0
    """
    if not axes.values[0] > 0:
        return 0.0
    difference = times(axes.vectors.T) - axes.vectors.T * axes.values
    return float(np.linalg.norm(difference, axis=0).max() / axes.values[0])


def flip_signs(vectors: Floats) -> Floats:
    """Flip the sign of each direction so that its largest loading is positive.

    >>> flip_signs(np.array([[0.6, -0.8]]))
    array([[-0.6,  0.8]])
    """
    largest = first_largest(np.abs(vectors))
    return vectors * np.where(vectors[np.arange(len(vectors)), largest] < 0, -1.0, 1.0)[:, None]


def _few_of_many(data: Scatter, scale: Floats | None, k: int) -> Axes | None:
    """Block Krylov solver, if rows are stored and k is much smaller than their shape; else None."""
    n_rows, d = data.n_rows, len(data.mean)
    if not isinstance(data.held, CenteredRows) or min(n_rows, d) < max(
        MIN_SIZE_FOR_KRYLOV, k / MAX_SHARE_FOR_KRYLOV
    ):
        return None
    eigen = few_eigenvectors(lambda V: data.times(V, scale), d, k)
    if eigen is None:
        return None
    squares = data.squares() if scale is None else data.squares() * scale**2
    return _axes(eigen[0], eigen[1].T, float(squares.sum()), d * EPSILON)


def _by_smaller(data: Scatter, scale: Floats | None, k: int | None) -> Axes:
    held = data.held
    is_wide = isinstance(held, CenteredRows) and held.is_sum and len(held.rows) <= held.rows.shape[1]
    return solve_gram(data, scale, k) if is_wide else solve_covariance(data, scale, k)


def _axes(values: Floats, vectors: Floats, total: float, rounding: float) -> Axes:
    """Axes with eigenvalues below `rounding` times the largest, which are rounding errors, set to 0."""
    largest = values[0] if len(values) else 0.0
    return Axes(np.where(values > rounding * largest, values, 0.0), flip_signs(vectors), total)


def _scaled(rows: Floats, scale: Floats | None) -> Floats:
    return rows if scale is None else rows * scale


def _scaled_matrix(data: Scatter, scale: Floats | None) -> Floats:
    matrix = data.matrix()
    return matrix if scale is None else matrix * np.outer(scale, scale)


def _by_signed_rows(data: Scatter, scale: Floats | None) -> Axes:
    """T' diag(sign) T with T' = Q R has the eigenvalues of R diag(sign) R', and Q times its eigenvectors."""
    if not isinstance(data.held, CenteredRows):
        return solve_covariance(data, scale, None)
    rows = _scaled(data.held.rows, scale)
    basis, triangle = qr(rows.T, mode="economic", check_finite=False)
    small = triangle @ (data.held.sign[:, None] * triangle.T)
    values, rotated = eigh(small, check_finite=False)
    n_axes = min(data.n_rows, rows.shape[1])
    vectors = (basis @ rotated[:, ::-1][:, :n_axes]).T
    return _axes(values[::-1][:n_axes], vectors, float(np.trace(small)), len(rows) * EPSILON)


def _completed(vectors: Floats, k: int) -> Floats:
    """Complete to k orthonormal rows by directions without variance."""
    missing = k - len(vectors)
    if missing <= 0:
        return vectors
    others = np.random.default_rng(0).normal(size=(missing, vectors.shape[1]))
    basis = np.linalg.qr(np.vstack([vectors, others]).T)[0].T
    return np.vstack([vectors, basis[len(vectors) :]])


def _first_guess(matrix: Floats, earlier: Floats, total: float) -> Floats:
    """Starting vector: the longest column, not orthogonal to the first axis; else any new direction."""
    lengths = np.linalg.norm(matrix, axis=0)
    if lengths.max() <= total * len(matrix) * EPSILON:
        return _completed(earlier, len(earlier) + 1)[-1]
    guess: Floats = matrix[:, first_largest(lengths)] / lengths.max()
    return guess


def _power_step(matrix: Floats, w: Floats) -> tuple[Floats, float, float]:
    """Power step: the new direction, the scatter along it, and the sine of the angle of the step."""
    image = matrix @ w
    length = float(np.linalg.norm(image))
    variance = float(w @ image)
    if length == 0:
        return w, 0.0, 0.0
    new = image / length
    return new, variance, float(np.linalg.norm(new - (new @ w) * w))


def _is_last_step(history: list[tuple[int, int, float, float]], row: int) -> bool:
    """Whether this step is the last of its direction."""
    return row + 1 == len(history) or history[row + 1][0] != history[row][0]
