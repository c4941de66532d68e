"""Plots of projections: principal components, explained variance, loadings, matrix factors."""
