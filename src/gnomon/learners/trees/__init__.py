"""Learners that ask one feature at a time."""
