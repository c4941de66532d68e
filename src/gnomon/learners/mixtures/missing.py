"""Missing values in Gaussian mixtures: exact conditional expectations, by pattern of missingness.

With o the observed columns and m the missing ones, the missing part of a row of component k is normal with
mean m_m + S_mo S_oo⁻¹ (x_o - m_o) and covariance S_mm - S_mo S_oo⁻¹ S_om. Values are assumed to be missing at
random.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from gnomon.arrays import Flags, Floats, Integers
from gnomon.learners.mixtures.normals import Normals, Sums, log_densities


@dataclass(frozen=True, eq=False)
class Pattern:
    """Rows with the same missing columns: flags of observed columns (d), row indices, and values (n, d)."""

    observed: Flags
    index: Integers
    X: Floats


def patterns(X: Floats) -> list[Pattern]:
    """Group the incomplete rows by their missing columns.

    >>> [each.index.tolist() for each in patterns(np.array([[1.0, 2.0], [np.nan, 3.0], [np.nan, 1.0]]))]
    [[1, 2]]
    """
    observed = ~np.isnan(X)
    incomplete = np.flatnonzero(~observed.all(axis=1))
    kinds, code = np.unique(observed[incomplete], axis=0, return_inverse=True)
    groups = []
    for group, kind in enumerate(kinds):
        index = incomplete[code.reshape(-1) == group]
        groups.append(Pattern(kind, index, X[index]))
    return groups


def scores_of(normals: Normals, X: Floats) -> Floats:
    """log w_k + log density of the observed values, for each row and component.

    >>> standard = Normals("full", np.array([1.0]), np.zeros((1, 2)), np.eye(2)[None])
    >>> scores_of(standard, np.array([[0.0, np.nan], [0.0, 0.0]])).round(4)
    array([[-0.9189],
           [-1.8379]])
    """
    incomplete = patterns(X)
    if not incomplete:
        return normals.scores(X)
    scores = np.empty((len(X), normals.n_components))
    complete = ~np.isnan(X).any(axis=1)
    scores[complete] = normals.scores(np.ascontiguousarray(X[complete]))
    for pattern in incomplete:
        parts = _conditionals(normals, pattern)
        scores[pattern.index] = np.column_stack([part.score for part in parts])
    return scores


def incomplete_sums(
    normals: Normals, pattern: Pattern, weight: Floats | None, known: Integers | None
) -> Sums:
    """Expected sums of the rows of a pattern: those of imputed rows, plus the conditional covariances.

    >>> standard = Normals("full", np.array([1.0]), np.zeros((1, 2)), np.eye(2)[None])
    >>> incomplete_sums(standard, patterns(np.array([[3.0, np.nan]]))[0], None, None).second
    array([[[9., 0.],
            [0., 1.]]])
    """
    parts = list(_conditionals(normals, pattern))
    scores = np.column_stack([part.score for part in parts])
    times = np.ones(len(scores)) if weight is None else weight[pattern.index]
    total = log_densities(scores)
    responsibility = np.exp(scores - total[:, None])
    if known is not None:
        is_known, code = known[pattern.index] >= 0, known[pattern.index]
        responsibility[is_known] = np.eye(normals.n_components)[code[is_known]]
        total[is_known] = scores[is_known, code[is_known]]
    responsibility *= times[:, None]
    first, second = np.zeros_like(normals.means), np.zeros((*normals.means.shape, normals.n_columns))
    for k, part in enumerate(parts):
        first[k] = responsibility[:, k] @ part.gap
        second[k] = (responsibility[:, k, None] * part.gap).T @ part.gap + responsibility[
            :, k
        ].sum() * part.covariance
    if normals.kind in ("diag", "spherical"):
        second = np.ascontiguousarray(np.diagonal(second, axis1=1, axis2=2))
    return Sums(normals.means, responsibility.sum(axis=0), first, second, float(times @ total))


def imputed(normals: Normals, X: Floats) -> Floats:
    """Impute each missing value by its conditional expectation under the mixture.

    >>> paired = Normals("full", np.array([1.0]), np.zeros((1, 2)), np.array([[[1.0, 0.5], [0.5, 1.0]]]))
    >>> imputed(paired, np.array([[2.0, np.nan]]))
    array([[2., 1.]])
    """
    complete = X.copy()
    for pattern in patterns(X):
        parts = list(_conditionals(normals, pattern))
        scores = np.column_stack([part.score for part in parts])
        responsibility = np.exp(scores - log_densities(scores)[:, None])
        expected = sum(
            responsibility[:, k, None] * (part.gap + normals.means[k]) for k, part in enumerate(parts)
        )
        complete[pattern.index] = np.where(pattern.observed, pattern.X, expected)
    return complete


def imputed_by_means(X: Floats, weight: Floats | None) -> Floats:
    """Impute each missing value by the (weighted) mean of its column, for initialization.

    >>> imputed_by_means(np.array([[1.0], [4.0], [np.nan]]), np.array([2.0, 1.0, 1.0])).ravel()
    array([1., 4., 2.])
    """
    missing = np.isnan(X)
    if not missing.any():
        return X
    times = np.where(missing, 0.0, 1.0 if weight is None else weight[:, None])
    means = np.sum(times * np.where(missing, 0.0, X), axis=0) / times.sum(axis=0)
    return np.ascontiguousarray(np.where(missing, means, X))


@dataclass(frozen=True, eq=False)
class _Conditional:
    """Of one component: score of each row, imputed row minus mean, and conditional covariance."""

    score: Floats
    gap: Floats
    covariance: Floats


def _conditionals(normals: Normals, pattern: Pattern) -> Iterator[_Conditional]:
    observed, missing = np.flatnonzero(pattern.observed), np.flatnonzero(~pattern.observed)
    with np.errstate(divide="ignore"):
        logs = np.log(normals.weights)
    for log_weight, mean, covariance in zip(logs, normals.means, normals.full_covariances(), strict=True):
        gap = np.zeros((len(pattern.X), len(mean)))
        conditional = np.zeros((len(mean), len(mean)))
        score = np.full(len(pattern.X), log_weight)
        conditional[np.ix_(missing, missing)] = covariance[np.ix_(missing, missing)]
        if len(observed):
            factor = cho_factor(covariance[np.ix_(observed, observed)], lower=True)
            known = pattern.X[:, observed] - mean[observed]
            solved = cho_solve(factor, known.T).T
            across = covariance[np.ix_(missing, observed)]
            gap[:, observed], gap[:, missing] = known, solved @ across.T
            conditional[np.ix_(missing, missing)] -= across @ cho_solve(factor, across.T)
            half = np.log(np.diag(factor[0])).sum()
            score = score - len(observed) / 2 * np.log(2 * np.pi) - half - (known * solved).sum(axis=1) / 2
        yield _Conditional(score, gap, conditional)
