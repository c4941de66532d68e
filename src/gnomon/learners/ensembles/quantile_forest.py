"""The quantile regression forest (Meinshausen 2006): a distribution for each row, not its mean alone."""

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
    """Predict a quantile of the target among the training rows that share the leaves of a row.

    A training row counts by how often the trees have it in the row's leaf; the mean of the same distribution
    is what `RandomForestRegressor` predicts.

    Attributes
    ----------
    targets_ : the training targets in order
    members_ : what each of them counts in which leaf, as the three arrays of a CSR matrix (targets, nodes)

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import QuantileForestRegressor
    >>> X, y = np.zeros((101, 1)), np.arange(101.0)
    >>> model = QuantileForestRegressor(500).fit(X, y)
    >>> bool(np.abs(model.predict_quantiles([[0.0]], [0.1, 0.5]) - [10, 50]).max() < 3)
    True
    """

    quantile: float = between(0, 1, open=True, default=0.5, help="the quantile that `predict` gives")
    min_samples_leaf: float = between(
        0,
        inf,
        open=True,
        default=5,
        help="rows (by weight) that a leaf must have; a share below 1",
        grid=(1, 5),
    )

    def predict(self, X: Any) -> Floats:
        """The quantile asked for in `quantile`."""
        return self.predict_quantiles(X, [self.quantile])[:, 0]

    def predict_quantiles(self, X: Any, quantiles: Sequence[float]) -> Floats:
        """(rows, quantiles): the least training target that a share q of the distribution reaches."""
        wanted = np.asarray(quantiles, dtype=np.float64)
        if wanted.ndim != 1 or not ((wanted > 0) & (wanted < 1)).all():
            raise ParameterError(f"quantiles={quantiles!r}: give numbers above 0 and below 1")
        found = []
        for shares in self._shares(X):
            up_to = np.cumsum(shares, axis=1)
            places = [(up_to < q * up_to[:, -1:] * (1 - 1e-12)).sum(axis=1) for q in wanted]
            found.append(self.targets_[np.stack(places, axis=1)])
        return np.concatenate(found)

    def predict_mean(self, X: Any) -> Floats:
        """The mean of each row's distribution."""
        return np.concatenate([shares @ self.targets_ for shares in self._shares(X)])

    def _shares(self, X: Any) -> Any:
        """For blocks of rows: what each training target (columns, in order of value) counts."""
        leaves = self.apply(X)
        n_trees, n_nodes = leaves.shape[1], len(self.trees_.nodes)
        members = scipy.sparse.csr_matrix(self.members_, shape=(len(self.targets_), n_nodes))
        # A model file may hold anything, and products follow the indices without looking.
        members.check_format(full_check=True)
        for first in range(0, len(leaves), QUERIES_AT_A_TIME):
            block = leaves[first : first + QUERIES_AT_A_TIME]
            begin = np.arange(len(block) + 1) * n_trees
            asked = scipy.sparse.csr_matrix(
                (np.full(block.size, 1 / n_trees), block.ravel(), begin), shape=(len(block), n_nodes)
            )
            yield (asked @ members.T).toarray()

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        super()._take(trees, draw, data)
        order = np.argsort(data.y, kind="stable")
        leaves = trees.leaves(data.codes)[order]
        if draw is not None:
            counts = draw.times(0, len(trees)).T[order].astype(np.float64)
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
    "quantiles of the target among the rows that share a forest's leaves",
    task=("regression",),
    family="ensembles",
    default=False,
)
