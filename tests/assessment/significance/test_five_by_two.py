import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
from scipy import stats
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.significance.five_by_two import (
    five_by_two_f_interval,
    five_by_two_f_test,
    five_by_two_t_interval,
    five_by_two_t_test,
)
from gnomon.errors import DesignError

tables = arrays(float, (5, 2), elements=st.floats(-1, 1)).filter(
    lambda each: np.ptp(each, axis=1).max() > 1e-3
)


def test_both_tests_agree_with_mlxtend_on_its_own_folds():
    X, y = load_iris(return_X_y=True)
    keep = y > 0
    X, y = X[keep][:, :2], y[keep]
    learners = DecisionTreeClassifier(max_depth=1, random_state=0), GaussianNB()
    random = np.random.RandomState(1)
    differences = []
    for _ in range(5):
        seed = random.randint(low=0, high=32767)
        X_1, X_2, y_1, y_2 = train_test_split(X, y, test_size=0.5, random_state=seed)
        for train, held in (((X_1, y_1), (X_2, y_2)), ((X_2, y_2), (X_1, y_1))):
            a, b = (each.fit(*train).score(*held) for each in learners)
            differences.append(a - b)
    table = np.array(differences).reshape(5, 2)
    t, p = paired_ttest_5x2cv(*learners, X, y, random_seed=1)
    assert abs(five_by_two_t_test(table).statistic) == pytest.approx(abs(t))
    assert five_by_two_t_test(table).p == pytest.approx(p)
    f, p = combined_ftest_5x2cv(*learners, X, y, random_seed=1)
    assert five_by_two_f_test(table).statistic == pytest.approx(f)
    assert five_by_two_f_test(table).p == pytest.approx(p)


@given(tables)
def test_the_intervals_leave_out_0_just_when_the_tests_refuse_it(table):
    low, high = five_by_two_t_interval(table)
    assert (low > 0 or high < 0) == (five_by_two_t_test(table).p < 0.05)
    low, high = five_by_two_f_interval(table)
    if high - low > 1e-9 and five_by_two_f_test(table - np.mean(table)).p > 0.051:
        assert (low > 0 or high < 0) == (five_by_two_f_test(table).p < 0.05)


@given(tables)
def test_the_f_interval_ends_where_the_test_does(table):
    if five_by_two_f_test(table - np.mean(table)).p > 0.051:
        for bound in five_by_two_f_interval(table):
            assert five_by_two_f_test(table - bound).p == pytest.approx(0.05, abs=1e-6)


def test_neither_test_refuses_too_often_on_independent_differences():
    tables = np.random.default_rng(0).normal(size=(3000, 5, 2))
    spread = np.sqrt(np.mean(np.diff(tables, axis=2) ** 2 / 2, axis=(1, 2)))
    fresh = np.random.default_rng(1).normal(size=3000)
    assert 0.04 <= np.mean(2 * stats.t.sf(np.abs(fresh) / spread, 5) < 0.05) <= 0.06
    # The first difference is in the spread it is divided by, which makes both tests timid.
    assert 0.015 <= np.mean([five_by_two_t_test(each).p < 0.05 for each in tables]) <= 0.05
    assert 0.005 <= np.mean([five_by_two_f_test(each).p < 0.05 for each in tables]) <= 0.05


def test_folds_without_spread_are_no_certainty():
    alike = np.full((5, 2), 0.1)
    assert five_by_two_t_test(alike).p == pytest.approx(2 * stats.t.sf(1, 5))
    assert five_by_two_f_test(alike).p == pytest.approx(stats.f.sf(1, 10, 5))
    for interval in (five_by_two_f_interval, five_by_two_t_interval):
        low, high = interval(alike)
        assert low < 0 < high
    assert five_by_two_t_test(np.zeros((5, 2))).p == five_by_two_f_test(np.zeros((5, 2))).p == 1


def test_repeats_that_differ_more_than_folds_still_have_an_interval():
    table = np.array([[0.5], [-0.4], [0.3], [-0.6], [0.1]]) + np.array([0, 1e-4])
    assert five_by_two_f_test(table - np.mean(table)).p < 0.05
    low, high = five_by_two_f_interval(table)
    assert high - low > 0.5


def test_another_shape_is_refused():
    with pytest.raises(DesignError, match="5 repeats of 2 folds"):
        five_by_two_t_test(np.zeros((2, 5)))
