"""Learners that ask the rows nearest to a query."""
