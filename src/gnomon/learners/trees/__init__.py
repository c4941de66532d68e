"""Decision trees (CART, C4.5), decision stumps, randomized trees and model trees.

Start with `classifier` and `regressor` (the learners) and `tree` (the tree as a value, which other learners
use too). A tree is grown by `growing` on presorted `columns`, limited by `pre_pruning`, pruned by `pruning`,
sized by `size_curves` and exported by `text_export` and `tables`; `impurity` has the information measures.
`stump`, `random_tests` and `leaf_models` are the decision stump, the randomized tree and the model trees.
"""
