"""Lifts in the open: explicit feature maps, approximations of kernels, the Gram matrix, Mercer's check."""
