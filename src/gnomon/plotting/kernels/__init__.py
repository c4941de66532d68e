"""Kernels: lifts of the rows, the shapes of kernels, and what their settings do."""
