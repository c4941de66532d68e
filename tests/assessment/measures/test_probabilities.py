import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.measures import brier, brier_sum, log_loss
from gnomon.errors import DataError


def a_draw(seed, n_rows=30, n_classes=3):
    generator = np.random.default_rng(seed)
    probability = generator.dirichlet(np.ones(n_classes), n_rows)
    return generator.integers(n_classes, size=n_rows), probability, generator.random(n_rows)


@given(st.integers(0, 1000), st.integers(2, 5))
def test_log_loss_agrees_with_scikit_learn(seed, n_classes):
    truth, probability, weight = a_draw(seed, n_classes=n_classes)
    labels = np.arange(n_classes)
    expected = metrics.log_loss(truth, probability, labels=labels, sample_weight=weight)
    assert np.isclose(log_loss(truth, probability, weight), expected, rtol=1e-12)


@given(st.integers(0, 1000), st.integers(2, 5))
def test_brier_sum_is_the_mean_squared_distance_from_the_one_hot_truth(seed, n_classes):
    truth, probability, weight = a_draw(seed, n_classes=n_classes)
    distance = ((probability - np.eye(n_classes)[truth]) ** 2).sum(axis=1)
    assert np.isclose(brier_sum(truth, probability, weight), np.average(distance, weights=weight))
    assert 0 <= brier_sum(truth, probability) <= 2


@given(st.integers(0, 1000), st.integers(2, 5))
def test_brier_is_scikit_learns(seed, n_classes):
    truth, probability, weight = a_draw(seed, n_classes=n_classes)
    scores = probability if n_classes > 2 else probability[:, 1]
    theirs = metrics.brier_score_loss(truth, scores, sample_weight=weight, labels=range(n_classes))
    assert np.isclose(brier(truth, probability, weight), theirs)


def test_certainty_of_a_wrong_class_is_clipped_as_scikit_learn_clips_it():
    probability = np.array([[1.0, 0.0], [1.0, 0.0]])
    assert np.isclose(log_loss([0, 1], probability), metrics.log_loss([0, 1], probability, labels=[0, 1]))


def test_one_column_is_the_probability_of_class_one():
    truth, probability, _ = a_draw(1, n_classes=2)
    assert log_loss(truth, probability[:, 1]) == pytest.approx(log_loss(truth, probability))


def test_numbers_that_are_no_probabilities_are_refused_with_their_row():
    with pytest.raises(DataError, match="row 1"):
        brier([0, 0], [[0.5, 0.5], [1.5, -0.5]])
    with pytest.raises(DataError, match="row 0"):
        log_loss([0], [[np.nan, 0.5]])


def test_labels_in_place_of_codes_raise_an_error_with_the_fix():
    with pytest.raises(DataError, match="searchsorted"):
        log_loss(["a", "b"], [[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(DataError, match="from 0 to 1"):
        log_loss([1, 2], [[0.5, 0.5], [0.5, 0.5]])
