"""Calibration of features, and the estimators of a share that it uses."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.pipeline import make_pipeline

import gnomon as gn
from gnomon import LogisticRegression
from gnomon.features.calibrate_category import CalibrateCategories
from gnomon.features.calibrate_isotonic import CalibrateIsotonic
from gnomon.features.calibrate_logistic import CalibrateLogistic
from gnomon.features.equal_frequency import EqualFrequency
from gnomon.features.log_odds import calibrated_log_odds, calibrated_probability, log_odds
from gnomon.features.recursive_partition import RecursivePartition
from gnomon.learners.bayes.calibrated import CalibratedNB

value = np.arange(1.0, 13.0)[:, None]
positive = np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])


def test_the_share_of_a_value_plain_and_with_laplaces_correction():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    assert calibrated_probability(3, 4, smoothing=0) == pytest.approx(3 / 4)
    assert calibrated_probability(3, 4) == pytest.approx((3 + 1) / (4 + 2))


def test_auc_and_direction_of_the_feature():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    model = CalibrateIsotonic().fit(value, positive)
    assert model.auc_[0, 0] == pytest.approx(30 / 35)
    assert model.direction_[0, 0] == 1
    turned = CalibrateIsotonic().fit(-value, positive)
    assert turned.auc_[0, 0] == pytest.approx(30 / 35)
    assert turned.direction_[0, 0] == -1
    np.testing.assert_allclose(turned.transform(-value), model.transform(value))


def test_isotonic_calibration_by_the_segments_of_the_hull():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    table = CalibrateIsotonic().fit(value, positive).frame()[::-1]
    assert list(zip(table["positives"], table["rows"])) == [(4, 4), (2, 3), (1, 3), (0, 2)]
    assert table["probability"].tolist() == pytest.approx([0.781250, 0.517241, 0.322581, 0.192308], abs=1e-6)
    assert table["log_odds"].tolist() == pytest.approx([1.272966, 0.068993, -0.741937, -1.435085], abs=1e-6)
    additive = CalibrateIsotonic(output="log_odds").fit(value, positive).transform([[12.0], [1.0]])
    assert additive[:, 0].tolist() == pytest.approx([1.272966, -1.435085], abs=1e-6)


@pytest.mark.parametrize(("ddof", "sigma", "d_prime"), [(0, 2.729905, 1.569913), (2, 2.990461, 1.433128)])
def test_logistic_calibration_with_either_divisor(ddof, sigma, d_prime):
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    model = CalibrateLogistic(ddof=ddof).fit(value, positive)
    found = model.maps_[0]
    assert (found.positive_mean, found.negative_mean) == pytest.approx((8.285714, 4), abs=1e-6)
    assert found.sigma == pytest.approx(sigma, abs=1e-6)
    assert model.d_prime_[0, 0] == pytest.approx(d_prime, abs=1e-6)


def test_values_of_the_logistic_map():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    made = CalibrateLogistic().fit(value, positive).transform([[1.0], [6.0], [12.0]])
    assert made[:, 0].tolist() == pytest.approx([0.0494, 0.4795, 0.9667], abs=5e-5)


def test_the_likelihood_ratio_of_normals_with_one_spread_is_exp_of_d_prime_z():
    """Probabilistic Models notes, section 8 Feature transformations."""
    model = CalibrateLogistic(output="log_odds").fit(value, positive)
    found = model.maps_[0]
    ratio = norm(found.positive_mean, found.sigma).pdf(value) / norm(found.negative_mean, found.sigma).pdf(
        value
    )
    np.testing.assert_allclose(model.transform(value), np.log(ratio), atol=1e-12)


def test_without_smoothing_a_value_is_its_likelihood_ratio_over_one_more():
    """Probabilistic Models notes, section 8 Feature transformations."""
    for m, n in ((4, 6), (1, 3), (5, 8)):
        ratio = (m / 7) / ((n - m) / 5)
        assert calibrated_probability(m, n, odds=7 / 5, smoothing=0) == pytest.approx(ratio / (1 + ratio))
    assert calibrated_probability(5, 8, odds=1.0) == pytest.approx((5 + 1) / (8 + 2))


def test_levels_have_the_formula_of_isotonic_segments():
    """Probabilistic Models notes, section 8 Feature transformations."""
    task = gn.load("mail-bits")
    model = CalibrateCategories(positive="+").fit(task.X, task.y)
    table = model.frame().set_index(["column", "level"])
    assert table.loc[("x1", "1"), ["positives", "rows"]].tolist() == [3, 4]
    assert table.loc[("x1", "1"), "probability"] == pytest.approx(float(calibrated_probability(3, 4)))


def test_calibrated_bits_give_the_posterior_odds_of_the_mail_without_training():
    """Probabilistic Models notes, section 8 Feature transformations."""
    # theta+ = (1/2, 2/3, 1/3) and theta- = (2/3, 1/3, 1/3): a and b are in the mail, c is not.
    ratios = np.array([(1 / 2) / (2 / 3), (2 / 3) / (1 / 3), (1 - 1 / 3) / (1 - 1 / 3)])
    v = ratios / (1 + ratios)
    assert np.exp(log_odds(v).sum()) == pytest.approx(3 / 2)
    model = CalibratedNB(calibration="precomputed", priors=[2 / 3, 1 / 3]).fit([v, 1 - v], ["ham", "spam"])
    assert model.predict_proba([v])[0, 1] == pytest.approx(3 / 7)
    assert model.factors([v]).odds("spam", "ham").tolist() == pytest.approx([3 / 4])


@pytest.mark.parametrize("discretizer", [EqualFrequency(n_bins=3), RecursivePartition()])
def test_bins_are_calibrated_as_categories(discretizer):
    """Probabilistic Models notes, section 8 Feature transformations."""
    random = np.random.default_rng(0)
    x = random.normal(size=(300, 1))
    y = np.abs(x[:, 0]) > 0.7
    made = make_pipeline(discretizer, CalibrateCategories(cv=None)).fit(x, y).transform(x)[:, 0]
    bins = np.asarray(discretizer.fit(x, y).transform(x)).ravel()
    for each in np.unique(bins):
        own = bins == each
        expected = calibrated_log_odds(y[own].sum(), own.sum(), y.sum() / (~y).sum())
        np.testing.assert_allclose(log_odds(made[own]), expected, rtol=1e-9)


def test_calibrated_categories_let_a_linear_model_and_naive_bayes_use_them():
    """Probabilistic Models notes, section 8 Feature transformations."""
    random = np.random.default_rng(1)
    X = random.integers(0, 8, size=(2000, 3))
    worth = np.array([2.0, -1.0, 1.0, -2.0, 0.5, -0.5, 1.5, -1.5])
    chance = 1 / (1 + np.exp(-worth[X[:, :2]].sum(axis=1)))
    y = random.random(2000) < chance
    train, test = slice(0, 1000), slice(1000, 2000)
    plain = LogisticRegression().fit(X[train], y[train]).score(X[test], y[test])
    linear = make_pipeline(CalibrateCategories(output="log_odds"), LogisticRegression()).fit(
        X[train], y[train]
    )
    bayes = CalibratedNB(calibration="category").fit(X[train], y[train])
    best = np.mean((chance[test] > 0.5) == y[test])
    assert plain < best - 0.1
    assert linear.score(X[test], y[test]) > best - 0.02
    assert bayes.score(X[test], y[test]) > best - 0.02
