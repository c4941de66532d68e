"""Ensemble learning: bagging, random forests, boosting, voting."""
