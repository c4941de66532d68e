"""Regression: fitted lines and curves with their bands, errors, priors and predictive densities."""
