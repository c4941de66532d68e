"""Discrete distributions, Bayes' rule, information and description length, as small exact values.

Start with `distribution` (joint, marginal, conditional) and `bayes` (`bayes_table`); fractions stay exact.

- exact, distribution, conditional, bayes, frequencies, predictive_values: probabilities and Bayes' rule
- estimates, mass, beliefs: probabilities from counts, of counts, and beliefs about them
- tables, entropy, mutual_information, divergence, association: formulas on tables of counts
- columns, pairwise, estimators, independence: the same on columns of data, corrected and tested
- description_length: models compared by the bits they take
"""
