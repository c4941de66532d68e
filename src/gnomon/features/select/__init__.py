"""Feature selection: filters, wrappers, embedded methods, and the stability of the selection."""
