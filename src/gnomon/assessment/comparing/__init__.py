"""Comparison of more than two learners: `pairwise` on one task, `ranking` over data sets."""
