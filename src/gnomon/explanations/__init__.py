"""Local explanations of predictions, and permutation feature importance.

Start at `explaining.py` (`explain`), which selects a method by the kind of model; each file implements one.
All return an `Explanation`. It describes associations used by the model, not causes.
"""
