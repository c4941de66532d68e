"""Clustering: number of clusters, dendrograms, mixtures and expectation-maximization.

Choose the number of clusters
    `choose_clusters`, `choose_mixture_components`, `gap_statistic`, `clustering_stability`
Hierarchical clustering
    `linkage`, `Dendrogram`
Expectation-maximization (EM)
    `expectation_maximization`
Computational cost and quality per row
    `clustering_cost`, `silhouette_samples`
"""

from typing import TYPE_CHECKING

from gnomon.learners.clusters.choosing import choose_clusters
from gnomon.learners.clusters.cost import clustering_cost
from gnomon.learners.clusters.criteria import clustering_stability, gap_statistic
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.linkage import linkage
from gnomon.learners.clusters.silhouette import silhouette_samples
from gnomon.learners.mixtures.criteria import choose_mixture_components
from gnomon.learners.mixtures.expectation_maximization import expectation_maximization
from gnomon.public_attributes import public_attributes

__all__ = [
    "Dendrogram",
    "choose_clusters",
    "choose_mixture_components",
    "clustering_cost",
    "clustering_stability",
    "expectation_maximization",
    "gap_statistic",
    "linkage",
    "silhouette_samples",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
