"""Learners that reason by Bayes' rule.

Naive Bayes by the kind of its columns: `gaussian`, `bernoulli`, `multinomial`, `complement`, `categorical`,
and `mixed` for tables of all kinds. All are fitted on summaries that add and subtract (`feature_sums`,
`known_moments`, `mixed_summary`, and counts), and `naive_bayes` says what each can be asked. Around them:
`factors` explains a prediction, `independence` tests the assumption, `recalibration` repairs decisions,
`optimality` compares with the best there can be, `missing_values` lends a density to other learners.
"""
