"""Figures of clusters: steps of k-means, trees of clusters, how many there are."""
