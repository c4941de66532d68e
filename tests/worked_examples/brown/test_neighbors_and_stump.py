"""Worked examples of the notes on linear models, margins and neighbors."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.trees.line_search import threshold_line_search
from tests.worked_examples.brown.tables import SEVEN, SEVEN_CLASSES, TEN, TEN_CLASSES

QUERY = [[70.0, 160.0]]


def test_a_stump_at_70_tells_the_seven_visible_rows_apart():
    """Brown 2018, section 2.1.1 The Problem to Solve."""
    X, y = SEVEN, SEVEN_CLASSES
    stump = gn.DecisionStump().fit(X[:, :1], y)
    assert stump.interval_ == (47.63, 87.91)
    assert stump.interval_[0] < 70 < stump.interval_[1]
    assert np.array_equal(stump.predict(X[:, :1]), y)
    assert stump.predict([[85.2]]) == [1]


def test_the_middle_of_the_best_interval_is_67_77():
    """Brown 2018, section 2.1.2 The Simplest Linear Model: The Decision Stump."""
    X, y = SEVEN, SEVEN_CLASSES
    assert gn.DecisionStump().fit(X[:, :1], y).threshold_ == pytest.approx(67.77)
    rows, labels = TEN, TEN_CLASSES
    stump = gn.DecisionStump().fit(rows[:, :1], labels)
    assert stump.impurity_ == 0
    # The notes' last threshold on a grid of step 1 is 84.8 and the first 63.8: both lie in the interval.
    assert stump.interval_[0] <= 63.8 < 84.8 < stump.interval_[1]


def test_the_line_search_returns_the_last_of_tied_thresholds():
    """Brown 2018, section 2.1.2 The Simplest Linear Model: The Decision Stump."""
    X, y = SEVEN, SEVEN_CLASSES
    last, first = (threshold_line_search(X[:, 0], y, step=1.0, keep=keep) for keep in ("last", "first"))
    assert len(last.thresholds) == 56
    assert last.min_errors == first.min_errors == 0
    assert (last.threshold, first.threshold) == (pytest.approx(87.89), pytest.approx(47.89))
    # The printed rule puts the threshold hard against the heavy ones, so that 85.2 is on the other side.
    assert first.threshold < 85.2 < last.threshold
    rows, labels = TEN, TEN_CLASSES
    kept = [threshold_line_search(rows[:, 0], labels, keep=keep).threshold for keep in ("last", "first")]
    assert kept == [pytest.approx(84.8), pytest.approx(63.8)]


def test_distances_to_the_query_and_the_nearest_row():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    X, y = TEN, TEN_CLASSES
    model = gn.KNeighborsClassifier(1).fit(X, y)
    assert model.predict(QUERY) == [0]
    distance, near = model.kneighbors(QUERY, 10)
    assert (near[0] + 1).tolist() == [5, 6, 4, 10, 9, 3, 7, 1, 2, 8]
    # Row 6 is 15.1463 away; the printed 10.21 does not follow from its coordinates.
    expected = [7.0, 15.1463, 18.0278, 23.4540, 24.8938, 25.4951, 28.8002, 29.6892, 31.6078, 31.7238]
    np.testing.assert_allclose(distance[0], expected, atol=5e-5)


def test_votes_by_k_and_what_scaling_does_to_them():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    X, y = TEN, TEN_CLASSES
    votes = {1: (1, 0), 2: (1, 1), 3: (2, 1), 4: (2, 2), 5: (2, 3), 7: (3, 4), 9: (5, 4), 10: (5, 5)}
    for k, counts in votes.items():
        probability = gn.KNeighborsClassifier(k).fit(X, y).predict_proba(QUERY)[0]
        np.testing.assert_allclose(probability * k, counts)
    scaled, query = (X - X.mean(0)) / X.std(0, ddof=1), (np.array(QUERY) - X.mean(0)) / X.std(0, ddof=1)
    model = gn.KNeighborsClassifier(3).fit(scaled, y)
    assert (model.kneighbors(query, 10)[1][0] + 1).tolist() == [5, 6, 10, 3, 4, 7, 9, 1, 8, 2]
    assert gn.KNeighborsClassifier(3).fit(X, y).predict(QUERY) == [0]
    assert model.predict(query) == [1]


def test_leaving_one_out_with_k_9_is_wrong_ten_times_of_ten():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    task = gn.Task(TEN, TEN_CLASSES, kind="classification")
    path = [gn.KNeighborsClassifier(k) for k in (1, 3, 5, 7, 9)]
    results = gn.resample_each(task, path, gn.leave_one_out())
    assert [each.score("error") for each in results] == [0, 0, 0, 0, 1]


def test_euclidean_distance_of_the_right_triangle_3_4_5():
    """Brown 2018, section 5.1 The Nearest Neighbour Classifier."""
    model = gn.KNeighborsClassifier(1).fit([[0.0, 0.0], [9.0, 9.0]], [0, 1])
    assert model.kneighbors([[4.0, 3.0]])[0] == [[5.0]]
