"""Figures of kernel methods: feature maps, kernel functions, support vectors and hyperparameters."""
