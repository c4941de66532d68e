"""Rows of several hidden kinds, by expectation maximization: start with `gaussian`.

`expectation_maximization` is the loop for any model. `normals`, `passes` and `missing` are the steps of the
Gaussian mixture and `gaussian_starts` its beginning; `categorical` and `multinomial` are mixtures of counts,
whose steps are in `multinomials`. `criteria` compares numbers of components, `counts` goes between counts and
priors.
"""
