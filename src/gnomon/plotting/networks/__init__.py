"""Figures of Bayesian networks: the graph with its conditional probability tables."""
