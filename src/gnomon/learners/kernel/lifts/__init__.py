"""Feature maps: explicit maps, kernel approximation, the Gram matrix, Mercer's condition."""
