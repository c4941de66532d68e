"""Learners that describe rows by fewer numbers."""
