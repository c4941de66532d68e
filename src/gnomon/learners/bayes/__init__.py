"""Naive Bayes classifiers.

One per type of feature: `gaussian`, `bernoulli`, `multinomial`, `complement`, `categorical`, and `mixed` for
tables with several types. All are fitted on sufficient statistics that can be added and subtracted
(`feature_sums`, `known_moments`, `mixed_summary`, and counts); `naive_bayes` has their common methods.
Further: `factors` explains a prediction, `independence` tests the assumption, `recalibration` reweights the
classes, `optimality` compares with the Bayes error, `missing_values` averages over missing values.
"""
