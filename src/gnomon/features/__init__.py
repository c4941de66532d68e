"""What a feature is, what may be done with it, and which to keep."""
