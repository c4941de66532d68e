"""Plots of decision trees: diagrams, size curves, impurity, and class distributions of splits."""
