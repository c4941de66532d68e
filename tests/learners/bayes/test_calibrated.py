"""Naive Bayes on calibrated features: Bayes' rule by adding log-odds."""

import numpy as np
import pandas as pd
import pytest
import sklearn.naive_bayes
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, StandardScaler

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.features.calibrate_category import CalibrateCategories
from gnomon.features.calibrate_isotonic import CalibrateIsotonic
from gnomon.features.calibrate_logistic import CalibrateLogistic
from gnomon.learners.bayes.calibrated import CalibratedNB


def test_logistic_calibration_is_gaussian_naive_bayes_with_one_variance_for_both_classes():
    random = np.random.default_rng(0)
    y = np.tile([0, 0, 1], 40)
    X = random.normal(size=(120, 3)) + y[:, None] * [1.0, 0.5, 0.0]
    own = [X[y == side].var(axis=0) for side in (0, 1)]
    pooled = (80 * own[0] + 40 * own[1]) / 120
    oracle = sklearn.naive_bayes.GaussianNB().fit(X, y)
    oracle.var_[:] = pooled
    result = CalibratedNB(calibration="logistic").fit(X, y).predict_proba(X)
    np.testing.assert_allclose(result, oracle.predict_proba(X), rtol=1e-9)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_categories_without_smoothing_are_categorical_naive_bayes(n_classes):
    random = np.random.default_rng(1)
    X = random.integers(0, 3, size=(400, 4))
    y = (random.random(400) * n_classes + 0.3 * X[:, 0]).astype(int) % n_classes
    oracle = sklearn.naive_bayes.CategoricalNB(alpha=1e-10).fit(X, y)
    plain = CalibratedNB(calibration=CalibrateCategories(smoothing=0)).fit(X, y)
    np.testing.assert_allclose(plain.predict_proba(X), oracle.predict_proba(X), rtol=1e-6)


def test_precomputed_probabilities_need_no_training():
    v = np.array([[0.9, 0.2], [0.5, 0.5]])
    model = CalibratedNB(calibration="precomputed", priors=[0.25, 0.75]).fit([[0.5, 0.5]] * 2, [0, 1])
    odds = np.array([3 * 9 * 0.25, 3.0])
    np.testing.assert_allclose(model.predict_proba(v)[:, 1], odds / (1 + odds))
    again = CalibratedNB(calibration=CalibrateIsotonic()).fit([[1], [2], [3], [4]], [0, 1, 0, 1])
    made = CalibrateIsotonic().fit_transform([[1], [2], [3], [4]], [0, 1, 0, 1])
    assert made.shape == (4, 1)
    v = CalibrateIsotonic().fit([[1], [2], [3], [4]], [0, 1, 0, 1]).transform([[1], [4]])
    precomputed = CalibratedNB(calibration="precomputed").fit(made, [0, 1, 0, 1])
    np.testing.assert_allclose(precomputed.predict_proba(v), again.predict_proba([[1], [4]]))


def test_a_transformer_without_probabilities_is_refused():
    with pytest.raises(DataError, match="not a probability"):
        CalibratedNB(calibration=StandardScaler()).fit([[1.0], [5.0]], [0, 1]).predict([[1.0]])


def test_precomputed_probabilities_of_zero_or_one_are_refused():
    with pytest.raises(DataError, match=r"column 0, row 1 is 1\.0"):
        CalibratedNB(calibration="precomputed").fit([[0.5], [1.0]], [0, 1])
    with pytest.raises(DataError, match="not a multiple of 3 classes"):
        CalibratedNB(calibration="precomputed").fit([[0.5]] * 3, [0, 1, 2]).predict([[0.5]])


def test_three_classes_are_separated_by_isotonic_calibration_and_by_bins():
    X, y = load_iris(return_X_y=True)
    bins = KBinsDiscretizer(10, encode="ordinal", strategy="uniform")
    for calibration in ("isotonic", make_pipeline(bins, CalibrateCategories())):
        model = CalibratedNB(calibration=calibration)
        assert cross_val_score(model, X, y, cv=5).mean() > 0.9
        np.testing.assert_allclose(model.fit(X, y).predict_proba(X).sum(axis=1), 1)


def test_many_sure_features_keep_probabilities_finite():
    X, y = load_breast_cancer(return_X_y=True)
    model = CalibratedNB(calibration="logistic").fit(np.repeat(X, 20, axis=1), y)
    assert np.isfinite(model.predict_log_proba(np.repeat(X, 20, axis=1))).all()


def test_mixed_columns_have_calibrations_by_type():
    random = np.random.default_rng(2)
    y = np.tile(["no", "yes"], 100)
    town = np.where((y == "yes") & (random.random(200) < 0.8), "Ulm", "Bonn")
    frame = pd.DataFrame({"age": random.normal(size=200) + (y == "yes"), "town": town})
    columns = make_column_transformer(
        (CalibrateLogistic(), ["age"]), (CalibrateCategories(), ["town"]), verbose_feature_names_out=False
    )
    both = CalibratedNB(calibration=columns).fit(frame, y)
    age = CalibratedNB(calibration="logistic").fit(frame[["age"]], y)
    town = CalibratedNB(calibration="category").fit(frame[["town"]], y)
    odds = [
        model.predict_log_proba(frame[names]) @ [-1, 1] for model, names in ((age, ["age"]), (town, ["town"]))
    ]
    np.testing.assert_allclose(both.predict_log_proba(frame) @ [-1, 1], sum(odds), rtol=1e-6)
    swapped = make_column_transformer((CalibrateCategories(), ["town"]), (CalibrateLogistic(), ["age"]))
    read = CalibratedNB(calibration=swapped).fit(frame, y).factors(frame[:1])
    assert read.names.tolist() == ["calibratecategories__town", "calibratelogistic__age"]
    np.testing.assert_allclose(np.log(read.odds("yes", "no")), sum(odds)[:1], rtol=1e-6)
    task = gn.Task(frame, y)
    assert (
        gn.resample(task, CalibratedNB(calibration=columns), gn.k_fold(5)).estimate("accuracy").value > 0.75
    )


@pytest.mark.parametrize("n_classes", [2, 3])
def test_factors_multiply_to_the_posterior_odds(n_classes):
    X, y = load_iris(return_X_y=True)
    some = y < n_classes
    model = CalibratedNB(priors=np.full(n_classes, 1 / n_classes)).fit(X[some], y[some])
    proba = model.predict_proba(X[some][:5])
    np.testing.assert_allclose(model.factors(X[some][:5]).odds(0, 1), proba[:, 0] / proba[:, 1])
    assert len(model.factors(X[some][:5]).frame(row=2)) == 5
    v = CalibrateIsotonic().fit(X[some], y[some]).transform(X[some])
    precomputed = CalibratedNB(calibration="precomputed", priors=np.full(n_classes, 1 / n_classes)).fit(
        v, y[some]
    )
    np.testing.assert_allclose(precomputed.factors(v[:5]).odds(0, 1), proba[:, 0] / proba[:, 1])


def test_weights_are_repetition_and_bad_priors_are_refused():
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), [0, 1, 0, 1]
    weighted = CalibratedNB().fit(X, y, sample_weight=[2, 1, 1, 3]).predict_proba(X)
    repeated = np.repeat(np.arange(4), [2, 1, 1, 3])
    np.testing.assert_allclose(
        weighted, CalibratedNB().fit(X[repeated], np.array(y)[repeated]).predict_proba(X)
    )
    with pytest.raises(ParameterError, match="sum to 1"):
        CalibratedNB(priors=[0.5, 0.6]).fit(X, y)
    with pytest.raises(DataError, match="one class"):
        CalibratedNB().fit(X, [1, 1, 1, 1])
