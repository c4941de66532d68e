"""Random forest proximities: the fraction of trees in which two rows fall in the same leaf."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.ensembles.forest import Forest, require_training_rows

MAX_PAIRS = 2**27


def forest_proximities(forest: Forest, X: Any, other: Any = None, *, out_of_bag: bool = False) -> Floats:
    """Random forest proximity matrix: the fraction of the trees in which two rows share a leaf (similarity).

    Returns (rows of X, rows of other). other: None for X itself. out_of_bag: X are the training rows, and
    only trees for which both rows are out of bag count; NaN where there is none.

    >>> from gnomon import RandomForestClassifier
    >>> X = [[0.0], [1.0], [8.0], [9.0]]
    >>> forest = RandomForestClassifier(100, bootstrap=False).fit(X, [0, 0, 1, 1])
    >>> forest_proximities(forest, X)[0]
    array([1., 1., 0., 0.])
    """
    leaves = forest.apply(X)
    others = leaves if other is None else forest.apply(other)
    if len(leaves) * len(others) > MAX_PAIRS:
        raise DataError(
            f"the {len(leaves)} x {len(others)} proximity matrix would take "
            f"{8 * len(leaves) * len(others) / 2**30:.0f} GiB; pass fewer rows"
        )
    n_trees, n_nodes = len(forest.trees_), len(forest.trees_.nodes)
    if not out_of_bag:
        return np.asarray((_membership(leaves, n_nodes) @ _membership(others, n_nodes).T).toarray()) / n_trees
    if other is not None:
        raise DataError("out_of_bag=True computes the proximities of the training rows; omit `other`")
    require_training_rows(forest, len(leaves))
    assert forest.draw_ is not None
    is_out = (forest.draw_.counts(0, n_trees) == 0).T.astype(np.float64)
    members = _membership(leaves, n_nodes, is_out)
    shared, both = np.asarray((members @ members.T).toarray()), is_out @ is_out.T
    return np.divide(shared, both, out=np.full_like(shared, np.nan), where=both > 0)


def _membership(leaves: Array, n_nodes: int, counts: Floats | None = None) -> Any:
    """Sparse (rows, nodes): 1, or the given value, at the leaves of each row."""
    n_rows, n_trees = leaves.shape
    values = np.ones(leaves.size) if counts is None else counts.ravel()
    begin = np.arange(n_rows + 1) * n_trees
    return scipy.sparse.csr_array((values, leaves.ravel(), begin), shape=(n_rows, n_nodes))
