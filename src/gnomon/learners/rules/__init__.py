"""Learners whose model is a list of rules."""
