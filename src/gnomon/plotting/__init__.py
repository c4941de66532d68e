"""Figures: one file each, with `frame()` for the table behind it and `draw(ax)` for the picture.

Start with `display.py`, which says what a figure is, and `style.py`, the one look that all share. A figure is
drawn from what an estimator, predictions or an experiment hold (`from_estimator`, `from_predictions`,
`from_experiment`), as scikit-learn's Displays are.
"""
