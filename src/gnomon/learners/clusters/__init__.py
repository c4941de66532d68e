"""Rows put together by likeness, without classes: start with `kmeans`.

`starts` says where centres begin and `steps` moves them; `minibatch`, `medians`, `medoids` and
`distance_kmeans` are its cousins, and `kernel_kmeans` the same in the lifted space of a kernel. `choosing`
compares numbers of clusters, `cluster_classifier` and `clusterwise` put clusters to use. `agglomerative` and
`divisive` build trees of clusters instead.
"""
