"""Plots of regression: fitted curves with bands, predictive densities, partial dependence."""
