"""Bayesian networks of discrete nodes: start with `network`, or with `classifier` to predict a class.

`graph` is the directed acyclic graph, `tables` the conditional probability tables, `factorization` the joint
distribution; `examples` has textbook networks. Exact inference is by `elimination` (variable elimination),
`junction_tree` (thousands of rows at once) and `belief_propagation` (on trees); approximate inference by
`sampling` (likelihood weighting). `separation` decides d-separation from the graph alone. `parameters` learns
the tables, `missing_values` does so by expectation maximization; `chow_liu`, `k2` and `hill_climbing` learn
structures. `bif` reads and writes files.
"""
