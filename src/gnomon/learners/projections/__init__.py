"""Dimensionality reduction: start with `pca`.

`scatter` has the sufficient statistics of the rows, `axes` finds their principal axes, `krylov` a few of many
by block Krylov iteration, and `products` those of rows that are used only in matrix products. `dimension`
chooses the number of components, `probabilistic_pca` has their normal density. `truncated_svd` and `factors`
are singular value decompositions, `kernel_pca` is nonlinear; `directions` and `noise_dimensions` illustrate.
"""
