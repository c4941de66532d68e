"""Curves over thresholds, training rows and settings: ROC, precision-recall, costs, reliability, learning."""
