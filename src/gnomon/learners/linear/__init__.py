"""Learners whose prediction is a weighted sum of the features."""
