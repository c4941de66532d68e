"""Plots of features: distributions, discretization, calibration, ranking and selection."""
