"""Learners that describe rows by fewer numbers: start with `pca`.

`scatter` holds what is summed of the rows, `axes` finds the directions in it, `krylov` a few of very many,
and `products` those of rows that are only multiplied with. `dimension` says how many to keep, `plane_density`
what density they imply. `truncated_svd` and `factors` decompose rows as they are, `kernel_pca` follows
curves, `directions` and `noise_dimensions` are for looking.
"""
