"""What a feature is, what may be done with it, and which to keep.

Start with `kinds` (what may be said of a column) and `columnwise` (how a table of mixed columns is
transformed, each by itself; `category_columns` and `mixed_columns` are the doors of those that need all
columns as one table of codes and numbers); then, one file a transformer:

- statistics, quantiles, association, overview: what a column is like
- equal_width, equal_frequency, recursive_partition, agglomerative_merge: numbers into bins
- threshold, binarize, unorder, order, group, scale, text: from one kind to another
- calibrate_category, calibrate_logistic, calibrate_isotonic: values as evidence for a class
- missingness, impute_kind, impute_normal, impute_neighbors: missing values
- products, threshold_features, learned_features: new columns
- select: which to keep
"""
