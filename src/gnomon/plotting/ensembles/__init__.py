"""Plots of ensembles: votes, decision regions of members, errors and sample weights by boosting round."""
