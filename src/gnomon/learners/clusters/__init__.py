"""Clustering: k-means and its variants, and hierarchical clustering; start with `kmeans`.

`starts` initializes centers, `steps` has Lloyd's algorithm, `means` updates the centers, `trace` and
`restarts` record the runs. `minibatch` works on batches of rows; `medians`, `medoids` (with the search of
`swapping`) and `distance_kmeans` have other centers and distances, by the steps of `alternation`;
`kernel_kmeans` works in the feature space of a kernel (`kernel_matrix`). `agglomerative` and `divisive` build
a `dendrogram`, by `linkage` of rows or of a `distance_table`. `choosing` compares numbers of clusters by
`criteria` and `silhouette`, `cost` counts distance computations; `cluster_classifier`, `clusterwise` and
`cluster_features` use clusters for prediction.
"""
