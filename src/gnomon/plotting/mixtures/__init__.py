"""Figures of mixtures: the steps of expectation maximization, and the components it ends with."""
