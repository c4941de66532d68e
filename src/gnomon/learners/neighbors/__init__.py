"""Learners that ask the rows nearest to a query: start with `nearest`.

`neighbor_learner` searches, `votes` counts, `explanation` tells why. `choose_k` compares numbers of
neighbors, `prototypes` and `condensed` keep few rows, `kernel_distance` measures after a kernel's lift, and
`suitability`, `sensitivity` and `regions` show when neighbors are a fair choice and what they say.
"""
