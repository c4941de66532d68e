"""Learners that ask the rows nearest to a query: start with `nearest`.

`neighbour_learner` searches, `votes` counts, `explanation` tells why. `choose_k` compares numbers of
neighbours, `prototypes` and `condensed` keep few rows, `kernel_distance` measures after a kernel's lift, and
`suitability`, `sensitivity` and `regions` show when neighbours are a fair choice and what they say.
"""
