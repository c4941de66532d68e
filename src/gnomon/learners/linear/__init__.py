"""Linear models: predictions are a weighted sum of the features."""
