"""Figures of projections: shadows of rows, variance kept, loadings, factors."""
