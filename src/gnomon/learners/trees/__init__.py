"""Learners that ask one feature at a time.

Start with `classifier` and `regressor` (what users fit) and `tree` (the tree as a value, which other learners
use too). A tree is grown by `growing` on `columns` sorted once, cut back by `cutting` and `pruning`, sized by
`size_curves` and read out by `reading` and `tables`; `impurity` has the information measures. `stump`,
`random_tests` and `leaf_models` are the relatives: one question, random questions, and models in the leaves.
"""
