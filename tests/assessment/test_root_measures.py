"""The root mean squared error: its intervals and tests, which rest on the mean that it is the root of."""

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.validity import values_of_rows

RMSE, MSE = "root_mean_squared_error", "mean_squared_error"


def numbers(n=90, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 3))
    return gn.Task(X, X[:, 0] + random.normal(size=n), weight=random.integers(1, 4, size=n))


@pytest.mark.parametrize("plan", [gn.hold_out(0.5), gn.leave_one_out()])
def test_of_one_score_the_bounds_are_the_roots_of_those_of_the_mean(plan):
    result = gn.resample(numbers(), gn.Ridge(), plan)
    root, mean = result.estimate(RMSE), result.estimate(MSE)
    assert (root.method, mean.method) == ("rows t", "rows t")
    np.testing.assert_allclose([root.lower, root.upper], np.sqrt([mean.lower, mean.upper]))
    assert "roots of the bounds" in root.why


@pytest.mark.parametrize("plan", [gn.k_fold(5), gn.hold_out(0.4), gn.leave_one_out()])
def test_what_rows_add_has_the_score_as_its_mean(plan):
    result = gn.resample(numbers(), gn.Ridge(), plan)
    rows = values_of_rows(result, find_measure(RMSE))
    split = np.zeros_like(result.split) if result.design.method == "leave-one-out" else result.split
    means = np.bincount(split, result.weight * rows) / np.bincount(split, result.weight)
    assert np.mean(means[np.unique(split)]) == pytest.approx(result.score(RMSE))


def test_alike_folds_do_not_make_a_root_surer_than_its_rows():
    # Every fold holds the same values, so that all score alike and splits show no spread.
    y = np.tile([0.0, 1.0, 5.0, 9.0], 5)
    task = gn.Task(np.zeros((20, 1)), y, kind="regression")
    fold = np.arange(20) // 4
    splits = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(5)]
    result = gn.resample(task, gn.BaselineRegressor(), splits)
    assert np.ptp(result.per_split(RMSE)) < 1e-12
    estimate = result.estimate(RMSE)
    assert estimate.upper - estimate.lower > 1
    assert "the variance over rows is larger" in estimate.why


def test_two_roots_on_one_hold_out_are_compared_by_what_rows_add():
    task = numbers(200)
    a, b = (gn.resample(task, each, gn.hold_out(0.5)) for each in (gn.Ridge(), gn.BaselineRegressor()))
    result = gn.compare(a, b, RMSE)
    assert result.test == "paired t over rows"
    assert result.verdict == gn.compare(a, b, MSE).verdict == "better"
    assert result.difference == pytest.approx(a.score(RMSE) - b.score(RMSE))


def test_the_standard_error_of_a_root_is_that_of_its_square_by_the_delta_method():
    random = np.random.default_rng(1)
    values = []
    for _ in range(400):
        truth = random.normal(size=100)
        values.append(np.sqrt(np.mean(truth**2)))
    task = gn.Task(np.zeros((200, 1)), random.normal(size=200))
    result = gn.resample(task, gn.BaselineRegressor(), gn.hold_out(0.5))
    rows = values_of_rows(result, find_measure(RMSE))
    assert stats.sem(rows) == pytest.approx(np.std(values), rel=0.25)


def test_a_root_of_nothing_is_no_fault():
    task = gn.Task(np.arange(20.0)[:, None], np.full(20, 3.0), kind="regression")
    result = gn.resample(task, gn.BaselineRegressor(), gn.k_fold(4))
    assert result.estimate(RMSE).value == 0
    assert gn.compare(result, result, RMSE).verdict == "practically equal"
