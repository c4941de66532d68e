"""Figures of mixtures: the steps of expectation maximisation, and the components it ends with."""
