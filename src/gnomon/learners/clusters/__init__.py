"""Rows put together by likeness, without classes: start with `kmeans`.

`starts` says where centers begin, `steps` moves them, `means` finds where to, and `trace` and `restarts` keep
what happened. `minibatch` takes rows in parts; `medians`, `medoids` (searched by `swapping`) and
`distance_kmeans` have other centers and distances, by the half-steps of `alternation`; `kernel_kmeans` is the
same after a kernel's lift (`lifted`). `agglomerative` and `divisive` build a `dendrogram` instead, by
`linkage` over rows or a `distance_table`. `choosing` compares numbers of clusters by `criteria` and
`silhouette`, `cost` counts distances; `cluster_classifier`, `clusterwise` and `cluster_features` put clusters
to use.
"""
