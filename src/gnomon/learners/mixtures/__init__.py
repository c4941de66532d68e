"""Mixtures of distributions, fitted by expectation maximisation."""
