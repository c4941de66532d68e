"""Mixture models fitted by expectation maximization (EM): start with `gaussian`.

`expectation_maximization` is the algorithm for any model. `normals`, `passes` and `missing` have the E-step
and M-step of the Gaussian mixture, `gaussian_starts` its initialization; `categorical` and `multinomial` are
mixtures of discrete data, with the steps in `multinomials`. `criteria` selects the number of components,
`counts` converts between counts and priors.
"""
