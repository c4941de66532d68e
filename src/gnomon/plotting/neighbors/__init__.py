"""Figures of nearest neighbors: a query and its neighbors, distance metrics, the choice of k."""
