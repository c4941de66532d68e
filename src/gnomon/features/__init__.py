"""Feature engineering: column kinds, transformers (preprocessing) and feature selection.

Start with `kinds` (levels of measurement and the statistics that they permit) and `columnwise` (transformers
that change each column of a mixed table independently; `category_columns` and `mixed_columns` read the table
for transformers that need all columns as codes and numbers); then, one file per transformer:

- statistics, quantiles, association, overview: descriptive statistics and association
- equal_width, equal_frequency, recursive_partition, agglomerative_merge: discretization (binning)
- threshold, binarize, unorder, order, group, scale, text: conversion between kinds
- calibrate_category, calibrate_logistic, calibrate_isotonic: feature calibration
- missingness, impute_kind, impute_normal, impute_neighbors: missing values and imputation
- products, threshold_features, learned_features: feature construction
- select: feature selection
"""
