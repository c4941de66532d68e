"""Discrete distributions, Bayes' rule, information and description length, as small exact values."""
