"""Figures of Gaussian mixtures: iterations of EM, component densities, covariance ellipses."""
