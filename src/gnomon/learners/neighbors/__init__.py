"""Nearest neighbors (kNN, instance-based learning): start with `nearest`.

`neighbor_learner` searches, `votes` counts and `explanation` explains a prediction. `choose_k` chooses the
number of neighbors, `prototypes` and `condensed` select prototypes, `kernel_distance` is the distance in the
feature space of a kernel, `suitability` and `sensitivity` check the assumptions, and `regions` computes
decision regions.
"""
