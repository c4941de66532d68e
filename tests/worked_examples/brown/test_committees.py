"""Worked examples of the notes on committees."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.ensembles.boosting import (
    boosting_training_error_bound,
    boosting_vote_weight,
    boosting_weight_factors,
)
from gnomon.learners.ensembles.members import SharedRows
from gnomon.sharing.labels import Labels

TABLE = np.array(
    [
        [187, 80, 120, 30, 4.5],
        [160, 70, 119, 36, 5.6],
        [150, 80, 185, 60, 8.8],
        [192, 92, 140, 50, 6.8],
        [168, 110, 155, 45, 7.8],
    ]
)
DIAGNOSIS = np.array([0, 0, 1, 1, 1])
X = np.array([5, 12, 18, 20.5, 23.2, 27.1, 32, 38, 45, 55, 62])[:, None]
Y = np.array([1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])


@pytest.mark.parametrize("drawn", [[0, 2, 2, 4, 4], [1, 1, 2, 3, 4]])
def test_a_bootstrap_sample_as_counts_trains_what_its_copies_train(drawn):
    """Brown 2018, section 9.2 Bagging and Random Forests."""
    counts = np.bincount(drawn, minlength=5).astype(float)
    assert counts.tolist() == ([1, 0, 2, 0, 2] if drawn[0] == 0 else [0, 2, 1, 1, 1])
    rows = SharedRows.of(gn.GaussianNB(), TABLE, Labels.of(DIAGNOSIS), None)
    by_counts = rows.fit_on_sample(gn.GaussianNB(), counts)
    by_copies = gn.GaussianNB().fit(TABLE[drawn], DIAGNOSIS[drawn])
    np.testing.assert_allclose(by_counts.theta_, by_copies.theta_, rtol=1e-12)
    np.testing.assert_allclose(by_counts.var_, by_copies.var_, rtol=1e-9)


@pytest.mark.parametrize("error", [0.1, 0.3, 0.4])
def test_half_of_the_weight_is_on_the_mistakes_after_a_round(error):
    """Brown 2018, section 9.3 Adaboost."""
    right, wrong = boosting_weight_factors(error)
    assert wrong * error == pytest.approx(0.5)
    assert right * (1 - error) == pytest.approx(0.5)
    alpha, normalizer = boosting_vote_weight(error, 2) / 2, 2 * np.sqrt(error * (1 - error))
    assert right == pytest.approx(np.exp(-alpha) / normalizer)
    assert wrong == pytest.approx(np.exp(alpha) / normalizer)


def test_an_error_of_one_tenth_multiplies_mistakes_by_5():
    """Brown 2018, section 9.3 Adaboost."""
    right, wrong = boosting_weight_factors(0.1)
    assert (right, wrong) == (pytest.approx(0.555556, abs=1e-6), pytest.approx(5))


def test_three_rounds_of_stumps_where_the_bound_falls_and_the_error_rises():
    """Brown 2018, section 9.3 Adaboost."""
    model = gn.AdaBoostClassifier(n_estimators=3, vote="half_log_odds").fit(X, Y)
    assert [stump.threshold for stump in model.estimators_] == pytest.approx([50, 15, 25.15])
    np.testing.assert_allclose(model.estimator_errors_, [3 / 11, 0.25, 1 / 6], rtol=1e-12)
    np.testing.assert_allclose(model.estimator_weights_, [0.4904, 0.5493, 0.8047], atol=5e-5)
    np.testing.assert_allclose(model.training_bound_, [0.8907, 0.7714, 0.5750], atol=5e-5)
    np.testing.assert_allclose(
        boosting_training_error_bound(model.estimator_errors_), model.training_bound_, rtol=1e-12
    )
    np.testing.assert_allclose(model.staged_errors(X, Y), [3 / 11, 4 / 11, 0])
