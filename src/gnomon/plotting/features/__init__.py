"""Figures of features: distributions, bins, calibration, rankings and selections."""
