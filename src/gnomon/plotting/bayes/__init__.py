"""Figures of reasoning by Bayes' rule: densities, posteriors, evidence, sets and information."""
