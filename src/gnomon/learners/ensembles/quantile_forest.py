"""Quantile regression forests (Meinshausen 2006): the conditional distribution of the target."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Self

import numpy as np
import scipy.sparse

from gnomon.arrays import Floats
from gnomon.check import between
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.random_forest import RandomForestRegressor
from gnomon.learners.ensembles.trees import Draw, Trees
from gnomon.registry import learners

QUERIES_AT_A_TIME = 256


class QuantileForestRegressor(RandomForestRegressor):
    """Quantile regression forest: conditional quantiles of the target from the leaves of a random forest.

    Training rows are weighted by how often they share a leaf with the row; the mean of this distribution is
    the prediction of `RandomForestRegressor`.

    Attributes
    ----------
    targets_ : the sorted training targets
    members_ : their weights by leaf, as the three arrays of a CSR matrix (targets, nodes)

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import QuantileForestRegressor
    >>> X, y = np.zeros((101, 1)), np.arange(101.0)
    >>> model = QuantileForestRegressor(500).fit(X, y)
    >>> bool(np.abs(model.predict_quantiles([[0.0]], [0.1, 0.5]) - [10, 50]).max() < 3)
    True
    """

    quantile: float = between(0, 1, open=True, default=0.5, help="the quantile that `predict` returns")
    min_samples_leaf: float = between(
        0,
        inf,
        open=True,
        default=5,
        help="minimum weight of rows in a leaf; a fraction if below 1",
        grid=(1, 5),
    )

    def predict(self, X: Any) -> Floats:
        """The conditional quantile of order `quantile`."""
        return self.predict_quantiles(X, [self.quantile])[:, 0]

    def predict_quantiles(self, X: Any, quantiles: Sequence[float]) -> Floats:
        """(rows, quantiles): the conditional quantiles, by the inverse of the distribution function."""
        levels = np.asarray(quantiles, dtype=np.float64)
        if levels.ndim != 1 or not ((levels > 0) & (levels < 1)).all():
            raise ParameterError(f"quantiles={quantiles!r}: pass numbers above 0 and below 1")
        blocks = []
        for weights in self._target_weights(X):
            cumulative = np.cumsum(weights, axis=1)
            ranks = [(cumulative < q * cumulative[:, -1:] * (1 - 1e-12)).sum(axis=1) for q in levels]
            blocks.append(self.targets_[np.stack(ranks, axis=1)])
        return np.concatenate(blocks)

    def predict_mean(self, X: Any) -> Floats:
        """The conditional mean of each row."""
        return np.concatenate([weights @ self.targets_ for weights in self._target_weights(X)])

    def _target_weights(self, X: Any) -> Any:
        """For blocks of rows: the weight of each training target (columns, sorted)."""
        leaves = self.apply(X)
        n_trees, n_nodes = leaves.shape[1], len(self.trees_.nodes)
        members = scipy.sparse.csr_matrix(self.members_, shape=(len(self.targets_), n_nodes))
        # A model file may hold anything, and sparse products do not check the indices.
        members.check_format(full_check=True)
        for first in range(0, len(leaves), QUERIES_AT_A_TIME):
            block = leaves[first : first + QUERIES_AT_A_TIME]
            begin = np.arange(len(block) + 1) * n_trees
            memberships = scipy.sparse.csr_matrix(
                (np.full(block.size, 1 / n_trees), block.ravel(), begin), shape=(len(block), n_nodes)
            )
            yield (memberships @ members.T).toarray()

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        super()._take(trees, draw, data)
        order = np.argsort(data.y, kind="stable")
        leaves = trees.leaves(data.codes)[order]
        if draw is not None:
            counts = draw.counts(0, len(trees)).T[order].astype(np.float64)
        else:
            weight = np.ones(len(data)) if data.weight is None else data.weight
            counts = np.repeat(weight[order, None], len(trees), axis=1)
        begin = np.arange(len(leaves) + 1) * len(trees)
        members = scipy.sparse.csr_matrix(
            ((counts / trees.weight[leaves]).ravel(), leaves.ravel(), begin),
            shape=(len(leaves), len(trees.nodes)),
        )
        members.eliminate_zeros()
        self.targets_, self.members_ = data.y[order], (members.data, members.indices, members.indptr)
        return self


learners.add(
    "QuantileForestRegressor",
    QuantileForestRegressor,
    "quantile regression forest",
    task=("regression",),
    family="ensembles",
    default=False,
)
