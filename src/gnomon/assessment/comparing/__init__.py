"""More than two learners: `pairwise` on one task, `ranking` over data sets."""
