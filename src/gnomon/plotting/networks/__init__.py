"""Figures of Bayesian networks."""
