"""Learners that reason by Bayes' rule."""
