"""Votes of neighbors: how much each counts, how they add up, and which of equals wins."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.seeds import Seed, generator
from gnomon.ties import first_largest

TIES = ("first", "nearest", "random")
ROUNDING = 1e-12


def inverse_distances(distances: Floats) -> Floats:
    """1/distance times the least distance of the row; where that is 0, those at distance 0 alone decide.

    >>> inverse_distances(np.array([[0.5, 2.0], [0.0, 1.0]]))
    array([[1.  , 0.25],
           [1.  , 0.  ]])
    """
    # A common factor changes no vote, and inverses of the smallest distances would not be finite.
    least = distances.min(axis=1, keepdims=True)
    met = least == 0
    return np.where(met, distances == 0, least / np.where(met, 1.0, distances))


def count_votes(codes: Integers, weight: Floats | None, n_classes: int) -> Floats:
    """The weight of each class among the neighbors of each query, (queries, classes).

    >>> count_votes(np.array([[0, 1, 1]]), None, 2)
    array([[1., 2.]])
    """
    ballot = codes + n_classes * np.arange(len(codes))[:, None]
    votes = np.bincount(
        ballot.ravel(), None if weight is None else weight.ravel(), minlength=len(codes) * n_classes
    )
    return votes.reshape(len(codes), n_classes).astype(np.float64)


def tied(votes: Floats) -> Flags:
    """Which classes have most votes, but for rounding."""
    return votes >= votes.max(axis=1, keepdims=True) * (1 - ROUNDING)


def winners(votes: Floats, codes: Integers, ties: str, random_state: Seed = None) -> Integers:
    """The class that wins in each row.

    codes: the classes of the neighbors, nearest first. ties: which of the classes with most votes it is: the
    first, that of the nearest neighbor among them, or one drawn with `random_state`.

    >>> votes, codes = np.array([[1.0, 1.0]]), np.array([[1, 0]])
    >>> winners(votes, codes, "first"), winners(votes, codes, "nearest")
    (array([0]), array([1]))
    """
    if ties == "first":
        return first_largest(votes)
    most = tied(votes)
    if ties == "nearest":
        in_front = np.take_along_axis(most, codes, axis=1).argmax(axis=1)
        return codes[np.arange(len(codes)), in_front]
    drawn = np.floor(generator(random_state).random(len(votes)) * most.sum(axis=1))
    return (np.cumsum(most, axis=1) > drawn[:, None]).argmax(axis=1)
