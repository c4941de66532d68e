"""Performance estimates that refit: they take a task and a learner, not predictions.

`nested_interval` is the interval of nested cross-validation, `optimism` has the bootstrap estimates
(out-of-bag, .632, .632+, optimism-corrected) over `bootstrap_scores`, and `selection_bias` corrects a tuned
score.
"""
