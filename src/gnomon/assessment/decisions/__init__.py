"""From scores to decisions: what errors cost, which threshold to take, what a test result says.

`costs` decides by a cost matrix, `rate_costs` by rates at every threshold, `thresholds` finds one, and
`thresholded` holds the classifier that finds its own inside its training rows. `diagnosis` is Bayes' rule for
tests on people.
"""
