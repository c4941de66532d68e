"""Bayesian networks of discrete nodes: start with `network`, or with `classifier` to predict a class.

`graph` is the graph and `tables` what hangs on it, `factorization` both together; `examples` has some to try.
Questions are answered exactly by `elimination` (one at a time), `junction_tree` (thousands of rows at once)
and `belief_propagation` (on trees, message by message), and roughly by `sampling`; `separation` reads
independence off the graph alone. Tables are learned by `parameters`, with `missing_values` where rows have
holes; structures by `chow_liu`, `k2` and `hill_climbing`. `bif` reads and writes files.
"""
