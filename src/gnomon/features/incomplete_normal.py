"""A normal density seen through rows that miss some columns: one step of expectation maximization.

Rows with the same columns are one pattern, and patterns with as many columns seen are taken together, as
stacks of small matrices. A pattern counts by its moments, so a step costs no look at the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.moments import Moments

CELLS_AT_ONCE = 2**22


@dataclass(frozen=True)
class Batch:
    """Patterns that see equally many columns.

    seen, missing: (patterns, columns) the columns seen and missing. weight, mean, scatter: of what was seen.
    """

    seen: Integers
    missing: Integers
    weight: Floats
    mean: Floats
    scatter: Floats


def patterns(X: Floats) -> Iterator[tuple[Integers, Flags]]:
    """The rows that have the same columns, and flags of these columns.

    >>> [rows.tolist() for rows, _ in patterns(np.array([[1.0, 2.0], [np.nan, 3.0], [4.0, 5.0]]))]
    [[1], [0, 2]]
    """
    seen = ~np.isnan(X)
    _, first, code = np.unique(np.packbits(seen, axis=1), axis=0, return_index=True, return_inverse=True)
    order = np.argsort(code.reshape(-1), kind="stable")
    ends = np.cumsum(np.bincount(code.reshape(-1)))
    for place, rows in zip(first, np.split(order, ends[:-1])):
        yield rows, seen[place]


def batches(X: Floats, weight: Floats) -> list[Batch]:
    """The moments of every pattern of the rows, in batches of one size.

    >>> [each.mean.tolist() for each in batches(np.array([[1.0], [3.0], [np.nan]]), np.ones(3))]
    [[[]], [[2.0]]]
    """
    by_size: dict[int, list[tuple[Flags, Moments]]] = {}
    for rows, seen in patterns(X):
        moments = Moments.of(np.ascontiguousarray(X[rows][:, seen]), None, weight[rows])
        by_size.setdefault(int(seen.sum()), []).append((seen, moments))
    found = []
    for _, group in sorted(by_size.items()):
        most = max(1, CELLS_AT_ONCE // X.shape[1] ** 2)
        found += [_batch(group[begin : begin + most]) for begin in range(0, len(group), most)]
    return found


def step(data: list[Batch], mean: Floats, covariance: Floats, reg: float) -> tuple[Floats, Floats, float]:
    """The next mean and covariance, and log likelihood a row less reg/2 tr S⁻¹ of those given.

    reg is added to every variance: that maximizes the expected log likelihood less its price.

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
        whole, left = _completed(covariance, inverse, batch)
        total += batch.weight.sum()
        first += np.einsum("p,pdo,po->d", batch.weight, whole, gap)
        second += np.tensordot(whole @ spread, whole, axes=([0, 2], [0, 2])) + left
        constant = batch.seen.shape[1] / 2 * np.log(2 * np.pi)
        log_likelihood -= float(batch.weight @ (constant + half) + np.sum(inverse * spread) / 2)
    price = reg / 2 * float(np.trace(np.linalg.inv(covariance))) if reg else 0.0
    shift = first / total
    spread_of_all = second / total - np.outer(shift, shift)
    spread_of_all[np.diag_indices(d)] += reg
    return mean + shift, (spread_of_all + spread_of_all.T) / 2, log_likelihood / total - price


def conditional(covariance: Floats, seen: Flags) -> tuple[Floats, Floats]:
    """S_mo S_oo⁻¹ and S_mm - S_mo S_oo⁻¹ S_om for the columns seen (o) and missing (m).

    >>> conditional(np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([True, False]))
    (array([[0.5]]), array([[0.75]]))
    """
    across, left = covariance[np.ix_(~seen, seen)], covariance[np.ix_(~seen, ~seen)]
    slope: Floats = np.linalg.solve(covariance[np.ix_(seen, seen)], across.T).T.astype(np.float64)
    return slope, left - slope @ across.T


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
    """S_oo⁻¹ and half the log determinant of S_oo for each pattern."""
    try:
        lower = np.linalg.cholesky(covariance[seen[:, :, None], seen[:, None, :]])
    except np.linalg.LinAlgError:
        raise DataError(
            "columns depend on each other exactly, so S has no inverse; give reg above 0"
        ) from None
    unlower = np.linalg.inv(lower)
    half = np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(axis=1)
    return np.swapaxes(unlower, 1, 2) @ unlower, half


def _completed(covariance: Floats, inverse: Floats, batch: Batch) -> tuple[Floats, Floats]:
    """The maps from what is seen to whole rows (patterns, d, o), and the sum of what they leave open."""
    d, (n_patterns, n_seen) = len(covariance), batch.seen.shape
    pattern = np.arange(n_patterns)[:, None]
    whole = np.zeros((n_patterns, d, n_seen))
    whole[pattern, batch.seen, np.arange(n_seen)] = 1.0
    across = covariance[batch.missing[:, :, None], batch.seen[:, None, :]]
    slope = across @ inverse
    whole[pattern, batch.missing] = slope
    alone = covariance[batch.missing[:, :, None], batch.missing[:, None, :]]
    place = batch.missing[:, :, None] * d + batch.missing[:, None, :]
    weighted = batch.weight[:, None, None] * (alone - slope @ np.swapaxes(across, 1, 2))
    left: Floats = np.bincount(place.ravel(), weighted.ravel(), minlength=d * d).astype(np.float64)
    return whole, left.reshape(d, d)
