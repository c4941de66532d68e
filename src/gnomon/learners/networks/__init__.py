"""Bayesian networks: graphs, tables, inference and learning."""
