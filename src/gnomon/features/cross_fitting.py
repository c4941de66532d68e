"""Cross-fitting: each fold of the training rows is transformed by a model fitted on the other folds."""

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


def cross_fits(cv: Any, strata: Array, random_state: Seed = 0) -> Iterator[Cut]:
    """Stratified pairs (training rows, held-out rows); every row is held out once.

    cv: number of folds, scikit-learn splitter or list of pairs. strata: an array row per row of X, by which
    the folds are stratified (its class, say).

    >>> [held_out.tolist() for _, held_out in cross_fits(2, np.array([[0], [0], [1], [1]]), 0)]
    [[0, 2], [1, 3]]
    """
    n_rows = len(strata)
    if isinstance(cv, int | np.integer) and not isinstance(cv, bool):
        if cv < 2:
            raise ParameterError(f"cv={cv!r}: it must be >= 2, or None for no cross-fitting")
        fold = _fold_of_row(int(cv), strata, random_state)
        for number in range(min(int(cv), n_rows)):
            yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        return
    try:
        pairs = list(
            check_cv(cv).split(np.empty((n_rows, 1)), np.unique(strata, axis=0, return_inverse=True)[1])
        )
    except (TypeError, ValueError) as problem:
        raise ParameterError(f"cv={cv!r}: {problem}; pass a number of folds, or None") from problem
    times = np.bincount(np.concatenate([held_out for _, held_out in pairs]), minlength=n_rows)
    if len(times) != n_rows or (times != 1).any():
        raise ParameterError(
            "cv must hold out every row exactly once; pass the splits of k-fold cross-validation"
        )
    yield from pairs


def _fold_of_row(n_folds: int, strata: Array, random_state: Seed) -> Integers:
    """Stratified folds: rows are shuffled, sorted by stratum, and assigned to the folds in turn."""
    shuffled = seeds.generator(random_state).permutation(len(strata))
    order = shuffled[np.lexsort(strata[shuffled].T)]
    fold = np.empty(len(order), dtype=np.int64)
    fold[order] = np.arange(len(order)) % n_folds
    return fold
