"""Plots of clusterings: iterations of k-means, dendrograms, and the number of clusters."""
