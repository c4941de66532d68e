"""Split criteria (impurity decrease, chi2) of binary splits at thresholds.

Each takes the class counts below and above every threshold, (thresholds, classes), and returns a score per
threshold; higher is better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gnomon.arrays import Floats
from gnomon.probability.association import chi_squared_statistic
from gnomon.probability.shared_information import mutual_information


def information_gain(below: Floats, above: Floats) -> Floats:
    """Information gain H(S) - sum_b |S_b|/|S| H(S_b), in bits (entropy decrease).

    >>> information_gain(np.array([[2.0, 0.0]]), np.array([[0.0, 2.0]]))
    array([1.])
    """
    return np.asarray(mutual_information(_tables(below, above)))


def gini_gain(below: Floats, above: Floats) -> Floats:
    """Gini gain G(S) - sum_b |S_b|/|S| G(S_b), with the Gini index G = 1 - sum p².

    >>> gini_gain(np.array([[2.0, 0.0]]), np.array([[0.0, 2.0]]))
    array([0.5])
    """
    whole = below + above
    share = below.sum(axis=1) / whole.sum(axis=1)
    gain = _gini(whole) - share * _gini(below) - (1 - share) * _gini(above)
    return np.maximum(gain, 0.0)


def chi2_score(below: Floats, above: Floats) -> Floats:
    """Chi-squared statistic sum (O - E)² / E of the table of branches and classes.

    >>> chi2_score(np.array([[4.0, 1.0]]), np.array([[1.0, 6.0]])).round(4)
    array([5.182])
    """
    return np.asarray(chi_squared_statistic(_tables(below, above)))


def accuracy_score(below: Floats, above: Floats) -> Floats:
    """Accuracy of predicting the majority class in each branch.

    >>> accuracy_score(np.array([[4.0, 1.0]]), np.array([[1.0, 6.0]])).round(4)
    array([0.8333])
    """
    return (below.max(axis=1) + above.max(axis=1)) / (below + above).sum(axis=1)


SCORES: Mapping[str, Callable[[Floats, Floats], Floats]] = {
    "information_gain": information_gain,
    "gini": gini_gain,
    "chi2": chi2_score,
    "accuracy": accuracy_score,
}


def _tables(below: Floats, above: Floats) -> Floats:
    """A contingency table of branch and class for each threshold."""
    return np.stack([below, above], axis=1)


def _gini(counts: Floats) -> Floats:
    share = counts / counts.sum(axis=1, keepdims=True)
    return 1 - (share**2).sum(axis=1)
