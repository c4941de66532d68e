"""Cross-fitting: training rows in parts, each given what was learned from the other parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.model_selection import check_cv

from gnomon import seeds
from gnomon.arrays import Array, Integers
from gnomon.errors import ParameterError
from gnomon.seeds import Seed

Cut = tuple[Integers, Integers]


def cross_fits(cv: Any, sides: Array, random_state: Seed = None) -> Iterator[Cut]:
    """Pairs (rows to learn from, rows to answer), in which every row is answered once.

    cv: a number of parts, a splitter of scikit-learn or a list of pairs. sides: a row for each row, by which
    the parts are made alike (its class, say).

    >>> [held_out.tolist() for _, held_out in cross_fits(2, np.array([[0], [0], [1], [1]]), 0)]
    [[0, 2], [1, 3]]
    """
    n_rows = len(sides)
    if isinstance(cv, int | np.integer) and not isinstance(cv, bool):
        if cv < 2:
            raise ParameterError(f"cv={cv!r}: it must be at least 2, or None for no cross-fitting")
        part = _parts(int(cv), sides, random_state)
        for number in range(min(int(cv), n_rows)):
            yield np.flatnonzero(part != number), np.flatnonzero(part == number)
        return
    try:
        pairs = list(
            check_cv(cv).split(np.empty((n_rows, 1)), np.unique(sides, axis=0, return_inverse=True)[1])
        )
    except (TypeError, ValueError) as problem:
        raise ParameterError(f"cv={cv!r}: {problem}; give a number of parts, or None") from problem
    times = np.bincount(np.concatenate([held_out for _, held_out in pairs]), minlength=n_rows)
    if len(times) != n_rows or (times != 1).any():
        raise ParameterError("cv holds some rows out never or more than once; give the splits of a k-fold")
    yield from pairs


def _parts(n_parts: int, sides: Array, random_state: Seed) -> Integers:
    """The part of each row: shuffled rows, put in order of their sides, are dealt out in turn."""
    shuffled = seeds.generator(random_state).permutation(len(sides))
    order = shuffled[np.lexsort(sides[shuffled].T)]
    part = np.empty(len(order), dtype=np.int64)
    part[order] = np.arange(len(order)) % n_parts
    return part
