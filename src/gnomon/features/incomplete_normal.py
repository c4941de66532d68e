"""EM for a multivariate normal distribution with missing values: one step of expectation maximization.

Rows with the same observed columns are one missing-data pattern; patterns with equally many observed columns
are batched as stacks of small matrices. Patterns enter by their moments, so a step does not read the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.moments import Moments

BATCH_CELLS = 2**22


@dataclass(frozen=True)
class Batch:
    """Missing-data patterns with equally many observed columns.

    seen, missing: (patterns, columns) indices of the observed and missing columns. weight, mean, scatter:
    moments of the observed values.
    """

    seen: Integers
    missing: Integers
    weight: Floats
    mean: Floats
    scatter: Floats


def patterns(X: Floats) -> Iterator[tuple[Integers, Flags]]:
    """Missing-data patterns: the rows with the same observed columns, and the mask of these columns.

    >>> [rows.tolist() for rows, _ in patterns(np.array([[1.0, 2.0], [np.nan, 3.0], [4.0, 5.0]]))]
    [[1], [0, 2]]
    """
    seen = ~np.isnan(X)
    _, first, code = np.unique(np.packbits(seen, axis=1), axis=0, return_index=True, return_inverse=True)
    order = np.argsort(code.reshape(-1), kind="stable")
    ends = np.cumsum(np.bincount(code.reshape(-1)))
    for row, rows in zip(first, np.split(order, ends[:-1])):
        yield rows, seen[row]


def batches(X: Floats, weight: Floats) -> list[Batch]:
    """The moments of each missing-data pattern, in batches of equally many observed columns.

    >>> [each.mean.tolist() for each in batches(np.array([[1.0], [3.0], [np.nan]]), np.ones(3))]
    [[[]], [[2.0]]]
    """
    by_size: dict[int, list[tuple[Flags, Moments]]] = {}
    for rows, seen in patterns(X):
        moments = Moments.of(np.ascontiguousarray(X[rows][:, seen]), None, weight[rows])
        by_size.setdefault(int(seen.sum()), []).append((seen, moments))
    parts = []
    for _, group in sorted(by_size.items()):
        size = max(1, BATCH_CELLS // X.shape[1] ** 2)
        parts += [_batch(group[begin : begin + size]) for begin in range(0, len(group), size)]
    return parts


def step(data: list[Batch], mean: Floats, covariance: Floats, reg: float) -> tuple[Floats, Floats, float]:
    """One EM step: the next mean and covariance, and the penalized mean log-likelihood of the current ones.

    The penalty is reg/2 tr S⁻¹; adding reg to every variance maximizes the penalized expected log-likelihood.

    >>> mean, covariance, _ = step(batches(np.array([[1.0], [3.0]]), np.ones(2)), np.zeros(1), np.eye(1), 0.0)
    >>> mean, covariance
    (array([2.]), array([[1.]]))
    """
    d = len(mean)
    total, log_likelihood, first, second = 0.0, 0.0, np.zeros(d), np.zeros((d, d))
    for batch in data:
        inverse, half = _inverse(covariance, batch.seen)
        gap = batch.mean - mean[batch.seen]
        spread = batch.scatter + batch.weight[:, None, None] * gap[:, :, None] * gap[:, None, :]
        whole, residual = _completed(covariance, inverse, batch)
        total += batch.weight.sum()
        first += np.einsum("p,pdo,po->d", batch.weight, whole, gap)
        second += np.tensordot(whole @ spread, whole, axes=([0, 2], [0, 2])) + residual
        constant = batch.seen.shape[1] / 2 * np.log(2 * np.pi)
        log_likelihood -= float(batch.weight @ (constant + half) + np.sum(inverse * spread) / 2)
    penalty = reg / 2 * float(np.trace(np.linalg.inv(covariance))) if reg else 0.0
    shift = first / total
    spread_of_all = second / total - np.outer(shift, shift)
    spread_of_all[np.diag_indices(d)] += reg
    return mean + shift, (spread_of_all + spread_of_all.T) / 2, log_likelihood / total - penalty


def conditional(covariance: Floats, seen: Flags) -> tuple[Floats, Floats]:
    """Regression coefficients S_mo S_oo⁻¹ and conditional covariance S_mm - S_mo S_oo⁻¹ S_om.

    o: observed columns, m: missing columns.

    >>> conditional(np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([True, False]))
    (array([[0.5]]), array([[0.75]]))
    """
    across, within = covariance[np.ix_(~seen, seen)], covariance[np.ix_(~seen, ~seen)]
    slope: Floats = np.linalg.solve(covariance[np.ix_(seen, seen)], across.T).T.astype(np.float64)
    return slope, within - slope @ across.T


def _batch(group: list[tuple[Flags, Moments]]) -> Batch:
    seen, moments = zip(*group)
    return Batch(
        np.array([np.flatnonzero(flags) for flags in seen], dtype=np.int64),
        np.array([np.flatnonzero(~flags) for flags in seen], dtype=np.int64),
        np.array([each.weight for each in moments]),
        np.array([each.mean for each in moments]),
        np.array([each.scatter for each in moments]),
    )


def _inverse(covariance: Floats, seen: Integers) -> tuple[Floats, Floats]:
    """S_oo⁻¹ and half the log-determinant of S_oo for each pattern."""
    try:
        lower = np.linalg.cholesky(covariance[seen[:, :, None], seen[:, None, :]])
    except np.linalg.LinAlgError:
        raise DataError("columns are exactly collinear, so the covariance is singular; set reg > 0") from None
    unlower = np.linalg.inv(lower)
    half = np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(axis=1)
    return np.swapaxes(unlower, 1, 2) @ unlower, half


def _completed(covariance: Floats, inverse: Floats, batch: Batch) -> tuple[Floats, Floats]:
    """Maps from observed columns to complete rows (patterns, d, o), and the summed residual covariance."""
    d, (n_patterns, n_seen) = len(covariance), batch.seen.shape
    pattern = np.arange(n_patterns)[:, None]
    whole = np.zeros((n_patterns, d, n_seen))
    whole[pattern, batch.seen, np.arange(n_seen)] = 1.0
    across = covariance[batch.missing[:, :, None], batch.seen[:, None, :]]
    slope = across @ inverse
    whole[pattern, batch.missing] = slope
    within = covariance[batch.missing[:, :, None], batch.missing[:, None, :]]
    cell = batch.missing[:, :, None] * d + batch.missing[:, None, :]
    weighted = batch.weight[:, None, None] * (within - slope @ np.swapaxes(across, 1, 2))
    residual: Floats = np.bincount(cell.ravel(), weighted.ravel(), minlength=d * d).astype(np.float64)
    return whole, residual.reshape(d, d)
