"""Figures of committees: votes, regions of members and of all, errors and weights by round."""
