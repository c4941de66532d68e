"""Lifts in the open: explicit feature maps, approximations of kernels, distances, Mercer's check."""
