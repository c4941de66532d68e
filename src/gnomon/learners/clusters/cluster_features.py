"""Cluster features: cluster membership or distances from cluster centers, as features of another learner."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array
from gnomon.check import between, flag, free, one_of, seed
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows


class ClusterFeatures(TransformerMixin, Clusterer):
    """Cluster features (vector quantization by k-means): memberships or distances, as a transformer.

    Attributes
    ----------
    clusters_ : the fitted KMeans
    labels_ : cluster of each training row

    Examples
    --------
    >>> from gnomon import ClusterFeatures
    >>> features = ClusterFeatures(n_clusters=2, init=[[0.0], [9.0]], output="one_hot", append=True)
    >>> features.fit_transform([[0.0], [1.0], [9.0]])
    array([[0., 1., 0.],
           [1., 1., 0.],
           [9., 0., 1.]])
    """

    n_clusters: int = between(
        1, inf, whole=True, default=8, kw_only=False, help="number of clusters", grid=(4, 8, 16)
    )
    output: str = one_of(
        "label",
        "one_hot",
        "distance",
        default="one_hot",
        help="output columns: label of the cluster, one-hot encoding of it, or distance from each center",
    )
    append: bool = flag(default=False, help="whether to append the columns to those of X")
    init: Any = free(default="k-means++", help="initialization, as for KMeans", kind="str, array or callable")
    n_init: Any = free(default="auto", help="number of initializations, as for KMeans", kind="int or 'auto'")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the clusters."""
        self.clusters_ = KMeans(
            self.n_clusters, init=self.init, n_init=self.n_init, random_state=self.random_state
        ).fit(data.X, sample_weight=data.weight)
        self.labels_ = self.clusters_.labels_
        return self

    def predict(self, X: Any) -> Array:
        """Predict the cluster of each row."""
        check_is_fitted(self)
        return self.clusters_.predict(self.check_examples(X, reset=False))

    def transform(self, X: Any) -> Array:
        """Return the new columns, after those of X if they are appended."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.output == "distance":
            columns = self.clusters_.transform(X)
        else:
            cluster = self.clusters_.predict(X)
            columns = cluster[:, None] if self.output == "label" else np.eye(self.n_clusters)[cluster]
        columns = columns.astype(X.dtype, copy=False)
        return np.hstack([X, columns]) if self.append else columns

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Return the names of the new columns, after those of X if they are appended."""
        check_is_fitted(self)
        new = ["cluster"] if self.output == "label" else [f"cluster{k}" for k in range(self.n_clusters)]
        if not self.append:
            return np.array(new, dtype=object)
        names = getattr(self, "feature_names_in_", None) if input_features is None else input_features
        columns = [f"x{j}" for j in range(self.n_features_in_)] if names is None else list(names)
        return np.array(columns + new, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


learners.add(
    "ClusterFeatures",
    ClusterFeatures,
    "clusters as features for another learner",
    task=("clustering",),
    family="clusters",
    default=False,
)
