"""Curves: what a learner's scores can do over all thresholds, and how a score moves with size or setting.

Each file holds one kind of curve, as a frozen value with `frame()`, the table that a figure draws.

The ROC family starts with `ranked` (the one sort) and `roc`; the way in from Predictions is `held_out`.
From a RocCurve one goes on to `hull` (which classifiers can be best, and when), `repair` (scores put right by
the hull), `operating` (the point for given costs), `region` (how sure that point is), `randomized` (points
between two classifiers, budgets), `crossing` (which of two curves is above, and where), `average` (one curve
from many), `bands` and `binormal` (what holds the whole true curve), `multiclass`, `skew` and `chance`.

Beside ROC stand `precision_recall`, `lift`, `cost`, `detection` and `reliability`; all but the last are read
off `cuts`. `learning` (with `power_law`), `validation` and `surface` show how a score moves with rows and
settings.
"""
