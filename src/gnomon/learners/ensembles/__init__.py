"""Committees of learners: bagging, forests, boosting, votes."""
