"""Fixtures for the calibration of one score: logistic by d', isotonic by the ROC hull."""

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon import GaussianNB, LogisticRegression
from gnomon.assessment.calibration.against_ranking import ranking_and_calibration
from gnomon.assessment.calibration.logistic import LogisticCalibration
from gnomon.assessment.calibration.steps import CategoricalCalibration, IsotonicCalibration
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.roc import roc_curve

value = np.arange(1, 13)
positive = np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])


def test_area_and_hull_of_the_feature():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    curve = roc_curve(positive, value)
    assert curve.auc == pytest.approx(30 / 35)
    vertices = roc_convex_hull(curve)
    assert (vertices.fpr * 5).round(9).tolist() == [0, 0, 1, 3, 5]
    assert (vertices.tpr * 7).round(9).tolist() == [0, 4, 6, 7, 7]


def test_isotonic_calibration_with_the_prior_odds_as_constant():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    frame = IsotonicCalibration(smoothing=1, prior=0.5).fit(value, positive).frame()[::-1]
    assert list(zip(frame.positives, frame.rows)) == [(4, 4), (2, 3), (1, 3), (0, 2)]
    assert frame.probability.tolist() == pytest.approx([0.781250, 0.517241, 0.322581, 0.192308], abs=1e-6)
    odds = IsotonicCalibration(smoothing=1, prior=0.5).fit(value, positive).log_odds([12, 8, 5, 1])
    assert odds.tolist() == pytest.approx([1.272966, 0.068993, -0.741937, -1.435085], abs=1e-6)


def test_logistic_calibration_by_d_prime_with_either_divisor():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    fitted = LogisticCalibration(method="d prime", prior=0.5).fit(value, positive)
    assert fitted.sigma_ == pytest.approx(2.729905, abs=1e-6)
    assert fitted.d_prime_ == pytest.approx(1.569913, abs=1e-6)
    assert fitted.probability([1, 6, 12]) == pytest.approx([0.0494, 0.4795, 0.9667], abs=5e-5)
    assert fitted.center_ == pytest.approx((58 / 7 + 4) / 2)
    unbiased = LogisticCalibration(method="d prime", prior=0.5, ddof=2).fit(value, positive)
    assert unbiased.sigma_ == pytest.approx(2.990461, abs=1e-6)
    assert unbiased.d_prime_ == pytest.approx(1.433128, abs=1e-6)


def test_without_smoothing_the_value_is_the_likelihood_ratio_over_one_more():
    """Probabilistic Models notes, section 8 Feature transformations."""
    # The constant c must be positives over negatives, 7/5, for that.
    frame = IsotonicCalibration(prior=0.5).fit(value, positive).frame()
    ratio = (frame.positives / 7) / ((frame.rows - frame.positives) / 5).replace(0, np.nan)
    expected = (ratio / (1 + ratio)).fillna(1.0)
    assert frame.probability.tolist() == pytest.approx(expected.tolist())
    # c = 1 keeps the share of positives: smoothed by 1 that is Laplace's (m + 1) / (n + 2).
    laplace = IsotonicCalibration(smoothing=1).fit(value, positive).frame()
    assert laplace.probability.tolist() == pytest.approx(
        ((laplace.positives + 1) / (laplace.rows + 2)).tolist()
    )


def test_categories_have_the_same_formula_value_by_value():
    """Probabilistic Models notes, section 8 Feature transformations."""
    fitted = CategoricalCalibration(prior=0.5).fit(["a"] * 4 + ["b"] * 8, positive[::-1])
    m, n, c = 4, 4, 7 / 5
    assert fitted.probability(["a"]) == pytest.approx([(m + 1) / (m + 1 + c * (n - m + 1))])


def test_a_decreasing_feature_is_calibrated_in_reverse():
    """Probabilistic Models notes, section 8 Feature transformations."""
    fitted = IsotonicCalibration(smoothing=1, prior=0.5).fit(-value, positive)
    assert fitted.direction_ == -1
    assert fitted.probability([-12]) == pytest.approx([0.781250])


def test_naive_bayes_ranks_nearly_as_well_as_logistic_regression_and_is_far_worse_calibrated():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    # The figures of the source are of other folds.
    task = gn.load("breast-cancer")
    regression = make_pipeline(StandardScaler(), LogisticRegression())
    found = (gn.resample(task, learner, gn.k_fold(5)) for learner in (GaussianNB(), regression))
    bayes, logistic = ranking_and_calibration(*found).lines
    assert [bayes["auc"], logistic["auc"]] == pytest.approx([0.9865, 0.9942], abs=0.005)
    assert [bayes["brier"], logistic["brier"]] == pytest.approx([0.0560, 0.0212], abs=0.005)
    assert [bayes["log_loss"], logistic["log_loss"]] == pytest.approx([0.6085, 0.0813], abs=0.05)
