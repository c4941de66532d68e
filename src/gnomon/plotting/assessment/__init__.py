"""Model evaluation plots: confusion matrices, folds, comparisons, power, intervals, bias and variance."""
