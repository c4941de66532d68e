"""From scores to probabilities that mean what they say.

`logistic` and `steps` hold the maps of one score, `calibrated` the classifier that learns such a map from
scores out of fold, and `against_ranking` the table that tells ranking and calibration apart.
"""
