"""Votes of nearest neighbors: weights, class totals and tie-breaking."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.seeds import Seed, generator
from gnomon.ties import first_largest

TIES = ("first", "nearest", "random")
ROUNDING = 1e-12


def inverse_distances(distances: Floats) -> Floats:
    """Inverse-distance weights, scaled by the smallest distance; neighbors at distance 0 outweigh all others.

    >>> inverse_distances(np.array([[0.5, 2.0], [0.0, 1.0]]))
    array([[1.  , 0.25],
           [1.  , 0.  ]])
    """
    # A common factor changes no vote, and inverses of the smallest distances would overflow.
    nearest = distances.min(axis=1, keepdims=True)
    is_exact = nearest == 0
    return np.where(is_exact, distances == 0, nearest / np.where(is_exact, 1.0, distances))


def count_votes(codes: Integers, weight: Floats | None, n_classes: int) -> Floats:
    """Total vote weight of each class among the neighbors of each query, (queries, classes).

    >>> count_votes(np.array([[0, 1, 1]]), None, 2)
    array([[1., 2.]])
    """
    bins = codes + n_classes * np.arange(len(codes))[:, None]
    votes = np.bincount(
        bins.ravel(), None if weight is None else weight.ravel(), minlength=len(codes) * n_classes
    )
    return votes.reshape(len(codes), n_classes).astype(np.float64)


def tied(votes: Floats) -> Flags:
    """Which classes tie for the majority, up to rounding."""
    return votes >= votes.max(axis=1, keepdims=True) * (1 - ROUNDING)


def winners(votes: Floats, codes: Integers, ties: str, random_state: Seed = 0) -> Integers:
    """The majority class of each row, with tie-breaking.

    codes: classes of the neighbors, nearest first. ties: among the tied classes take the first, the class of
    the nearest neighbor, or one at random.

    >>> votes, codes = np.array([[1.0, 1.0]]), np.array([[1, 0]])
    >>> winners(votes, codes, "first"), winners(votes, codes, "nearest")
    (array([0]), array([1]))
    """
    if ties == "first":
        return first_largest(votes)
    is_tied = tied(votes)
    if ties == "nearest":
        nearest_rank = np.take_along_axis(is_tied, codes, axis=1).argmax(axis=1)
        return codes[np.arange(len(codes)), nearest_rank]
    drawn = np.floor(generator(random_state).random(len(votes)) * is_tied.sum(axis=1))
    return (np.cumsum(is_tied, axis=1) > drawn[:, None]).argmax(axis=1)
