"""Cost-sensitive decisions: cost matrices, decision thresholds and diagnostic tests.

`costs` has expected costs and minimum-cost decisions, `rate_costs` the expected cost at every
threshold, `thresholds` the choice of a threshold, and `thresholded` the classifier that tunes its threshold
within its training rows. `diagnosis` is Bayes' rule for diagnostic tests.
"""
