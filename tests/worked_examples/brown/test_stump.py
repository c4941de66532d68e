"""Worked examples of the notes on trees that a single stump reaches."""

import numpy as np
import pytest

import gnomon as gn

X = np.array([5, 12, 18, 20.5, 23.2, 27.1, 32, 38, 45, 55, 62])[:, None]
Y = np.array([1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])


def test_the_fixed_stump_errs_on_4_of_11_between_23_2_and_27_1():
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    stump = gn.DecisionStump(polarity="above").fit(X, Y)
    assert stump.interval_ == (23.2, 27.1)
    assert np.mean(stump.predict(X) != Y) == pytest.approx(4 / 11)


def test_the_reversed_stump_errs_on_3_of_11_between_45_and_55():
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    stump = gn.DecisionStump(polarity="below").fit(X, Y)
    assert stump.interval_ == (45, 55)
    assert np.mean(stump.predict(X) != Y) == pytest.approx(3 / 11)


def test_the_majority_stump_is_no_worse_than_either():
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    stump = gn.DecisionStump().fit(X, Y)
    assert stump.impurity_ == pytest.approx(3 / 11)
    assert stump.interval_ == (45, 55)


def test_information_gain_also_splits_at_50_first():
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    stump = gn.DecisionStump(criterion="entropy").fit(X, Y)
    assert stump.threshold_ == 50
    before = -(6 / 11) * np.log2(6 / 11) - (5 / 11) * np.log2(5 / 11)
    assert before - stump.impurity_ == pytest.approx(0.2427, abs=5e-5)


def test_error_ties_where_information_gain_decides():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    rows = np.array([[1, 1], [1, 0], [1, 1], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], dtype=float)
    y = np.array([1, 0, 1, 1, 0, 0, 0, 1])
    assert gn.DecisionStump().fit(rows, y).impurity_ == pytest.approx(0.25)
    assert gn.DecisionStump().fit(rows[:, 1:], y).impurity_ == pytest.approx(0.25)
    for column, gain in ((0, 0.188722), (1, 0.311278)):
        stump = gn.DecisionStump(criterion="entropy").fit(rows[:, [column]], y)
        assert 1 - stump.impurity_ == pytest.approx(gain, abs=1e-6)
    assert gn.DecisionStump(criterion="entropy").fit(rows, y).feature_ == 1
