"""Nearest neighbors: a query and its neighbors, distances, and the regions that k gives."""
