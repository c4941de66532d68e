"""Performance curves: ROC, precision-recall, lift, cost, DET, calibration, learning and validation curves.

Each module has one kind of curve, as a frozen result class with `frame()`, the data of a figure.

ROC curves start with `ranked` (sorted rows) and `roc`; `held_out` makes them of Predictions. `hull` is the
ROC convex hull, `repair` isotonic repair of scores, `operating` optimal operating points, `region` their
confidence regions, `randomized` randomized classifiers and budgets, `crossing` dominance and crossings of two
curves, `average` averaged curves, `bands` and `binormal` simultaneous confidence bands, `multiclass`
one-vs-rest curves, `skew` class skew and `chance` a permutation test.

The `precision_recall`, `lift`, `cost` and `detection` curves are computed from `threshold_counts`;
`reliability` is the calibration curve. `learning` (with `power_law`), `validation` and `surface` are curves
of scores over training set sizes and hyperparameters.
"""
