"""Which features to keep: filters, wrappers, and how steady the choice is."""
