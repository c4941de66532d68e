"""Probability calibration: Platt scaling, isotonic regression, histogram binning.

`logistic` and `steps` hold the calibrators of one score, `calibrated` the classifier that fits a calibrator
to out-of-fold scores, and `against_ranking` the table that separates discrimination from calibration.
"""
