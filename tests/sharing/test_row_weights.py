"""Weights in the unit of a row."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes

from gnomon import BaggingClassifier, GradientBoostingClassifier, RandomForestRegressor
from gnomon.sharing.row_weights import in_rows


@pytest.mark.parametrize("factor", [1 / 300, 1e-300, 3.7, 1e300])
def test_whole_multiples_of_the_smallest_weight_are_counts(factor):
    times = np.array([1.0, 3.0, 0.0, 1000.0])
    assert np.array_equal(in_rows(factor * times), times)


def test_other_weights_have_a_mean_of_one_over_the_rows_that_count():
    weight = np.random.default_rng(0).uniform(0.1, 4.0, size=1001) * (np.arange(1001) % 4 > 0)
    found = in_rows(weight)
    assert found.sum() == pytest.approx((weight > 0).sum(), rel=1e-12)
    np.testing.assert_allclose(found / found.sum(), weight / weight.sum(), rtol=1e-11)


def test_multiples_above_a_thousand_are_no_counts():
    assert in_rows(np.array([1.0, 2000.0])).sum() == pytest.approx(2.0)


def test_sums_of_weights_do_not_hang_on_the_order_of_the_rows():
    random = np.random.default_rng(1)
    weight = in_rows(random.lognormal(sigma=3.0, size=5000))
    sums = {float(np.cumsum(random.permutation(weight))[-1]) for _ in range(20)}
    assert len(sums) == 1


def test_the_smallest_weight_still_has_a_say():
    assert (in_rows(np.array([1e-300, 1.0, 1.5])) > 0).all()


def test_weights_that_add_up_to_one_do_not_make_boosting_or_bagging_predict_one_class():
    X, y = load_breast_cancer(return_X_y=True)
    share = np.full(len(y), 1 / len(y))
    for learner in (BaggingClassifier(), GradientBoostingClassifier(n_estimators=20)):
        plain = learner.fit(X, y).predict(X)
        assert np.array_equal(learner.fit(X, y, sample_weight=share).predict(X), plain)
        assert np.mean(plain == y) > 0.98


def test_weights_of_a_hundred_leave_a_forest_as_it_is():
    X, y = load_diabetes(return_X_y=True)
    forest = RandomForestRegressor(n_estimators=10)
    plain = forest.fit(X[:300], y[:300]).predict(X[300:])
    heavy = forest.fit(X[:300], y[:300], sample_weight=np.full(300, 100.0)).predict(X[300:])
    assert np.array_equal(heavy, plain)
