"""Calibrated features: what they are fitted by, what they do with awkward columns, and cross-fitting."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import make_column_transformer
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from gnomon.assessment.calibration.logistic import LogisticCalibration
from gnomon.assessment.calibration.steps import CategoricalCalibration, IsotonicCalibration
from gnomon.errors import DataError, ParameterError
from gnomon.features.calibrate_category import CalibrateCategories
from gnomon.features.calibrate_isotonic import CalibrateIsotonic
from gnomon.features.calibrate_logistic import CalibrateLogistic
from gnomon.features.log_odds import calibrated_log_odds, calibrated_probability, log_odds

CALIBRATIONS = [CalibrateCategories, CalibrateIsotonic, CalibrateLogistic]
small_tables = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=4, max_size=30).filter(
    lambda rows: len({positive for _, positive in rows}) == 2
)


def split(rows):
    values, positive = zip(*rows)
    return np.array(values, dtype=float)[:, None], np.array(positive)


@given(small_tables)
@settings(max_examples=60, deadline=None)
def test_each_agrees_with_the_calibration_of_a_score(rows):
    X, y = split(rows)
    score = X[:, 0]
    pairs = [
        (CalibrateIsotonic(), IsotonicCalibration(smoothing=1, prior=0.5)),
        (CalibrateCategories(), CategoricalCalibration(smoothing=1, prior=0.5)),
    ]
    if all(np.ptp(score[y == side]) > 0 for side in (True, False)):
        pairs.append((CalibrateLogistic(), LogisticCalibration(method="d prime", prior=0.5)))
    for feature, oracle in pairs:
        expected = oracle.fit(score, y).probability(score)
        np.testing.assert_allclose(feature.fit(X, y).transform(X)[:, 0], expected, rtol=1e-9)


@given(small_tables)
@settings(max_examples=60, deadline=None)
def test_isotonic_steps_are_those_of_isotonic_regression(rows):
    X, y = split(rows)
    model = CalibrateIsotonic(smoothing=0, prior=None).fit(X, y)
    rises = model.direction_[0, 0] == 1
    expected = IsotonicRegression(increasing=bool(rises)).fit(X[:, 0], y).predict(X[:, 0])
    np.testing.assert_allclose(model.transform(X)[:, 0], expected, atol=1e-12)
    assert model.auc_[0, 0] >= 0.5


@given(small_tables, st.lists(st.integers(0, 3), min_size=30, max_size=30))
@settings(max_examples=40, deadline=None)
@pytest.mark.parametrize("kind", CALIBRATIONS)
def test_a_weight_is_a_repetition(kind, rows, times):
    X, y = split(rows)
    # The smallest weight stands for one row, as a common factor of the weights changes nothing.
    weight = np.array([1, 1, *times])[: len(y)]
    repeated = np.repeat(np.arange(len(y)), weight)
    if len(np.unique(y[repeated])) < 2:
        return
    weighted = kind(output="log_odds").fit(X, y, sample_weight=weight).transform(X)
    np.testing.assert_allclose(weighted, kind(output="log_odds").fit(X[repeated], y[repeated]).transform(X))


def test_formulas_of_probability_and_log_odds_belong_together():
    m, n = np.array([4, 2, 1, 0]), np.array([4, 3, 3, 2])
    np.testing.assert_allclose(
        log_odds(calibrated_probability(m, n, 1.4)), calibrated_log_odds(m, n, 1.4), rtol=1e-12
    )
    with pytest.raises(DataError, match=r"value 1 is 2\.0"):
        log_odds([0.5, 2.0])


def test_with_the_prior_of_the_rows_a_level_has_laplaces_share():
    color = [["red"]] * 5 + [["blue"]] * 3
    model = CalibrateCategories(prior=None).fit(color, [1, 1, 1, 1, 0, 0, 0, 1])
    np.testing.assert_allclose(model.transform([["red"], ["blue"]])[:, 0], [5 / 7, 2 / 5])


def test_levels_not_seen_say_nothing_and_missing_ones_are_a_level():
    color = pd.DataFrame({"color": ["red", "red", None, None, "blue", "blue"]})
    model = CalibrateCategories(output="log_odds").fit(color, [1, 1, 1, 1, 0, 0])
    new = pd.DataFrame({"color": ["green", None, "red", "blue"]})
    found = model.transform(new)[:, 0]
    np.testing.assert_allclose(found, [0, np.log(3 / 2), np.log(3 / 2), np.log(1 / 6)])
    assert set(model.frame()["level"]) == {"red", "blue", "missing"}
    unseen_missing = CalibrateCategories(output="log_odds").fit(color[:2].assign(color=["a", "b"]), [0, 1])
    assert unseen_missing.transform(new[1:2])[0, 0] == 0


def test_a_frame_of_mixed_columns_keeps_its_names():
    frame = pd.DataFrame({"size": [1, 2, 2, 1], "color": pd.Categorical(["r", "b", "b", "r"])})
    model = CalibrateCategories().set_output(transform="pandas").fit(frame, ["no", "yes", "yes", "no"])
    made = model.transform(frame)
    assert made.columns.tolist() == ["size", "color"]
    np.testing.assert_allclose(made["size"], [0.25, 0.75, 0.75, 0.25])
    assert model.frame()["column"].tolist() == ["size", "size", "color", "color"]


def test_more_classes_give_a_column_each_and_a_positive_class_one():
    X = np.array([[0.0], [1.0], [4.0], [5.0], [9.0], [10.0]])
    y = ["a", "a", "b", "b", "c", "c"]
    model = CalibrateLogistic().fit(X, y)
    assert model.get_feature_names_out().tolist() == ["x0_a", "x0_b", "x0_c"]
    alone = CalibrateLogistic(positive="c").fit(X, y)
    np.testing.assert_allclose(alone.transform(X)[:, 0], model.transform(X)[:, 2])
    assert alone.get_feature_names_out(["weight"]).tolist() == ["weight"]
    with pytest.raises(ParameterError, match="not a class of y"):
        CalibrateLogistic(positive="d").fit(X, y)


@pytest.mark.parametrize("kind", CALIBRATIONS)
def test_a_constant_column_says_nothing(kind):
    found = kind(smoothing=0) if "smoothing" in kind().get_params() else kind()
    made = found.fit(np.full((6, 1), 3.0), [0, 0, 0, 0, 1, 1]).transform([[3.0]])
    assert made[0, 0] == pytest.approx(0.5)


def test_a_column_that_parts_the_classes_has_a_large_but_finite_d_prime():
    model = CalibrateLogistic(output="log_odds").fit([[0.0], [0.0], [1.0], [1.0]], [0, 0, 1, 1])
    assert np.isfinite(model.transform([[0.0], [1.0]])).all()
    assert model.d_prime_[0, 0] > 100


@pytest.mark.parametrize("kind", CALIBRATIONS)
def test_bad_targets_are_refused_with_a_way_out(kind):
    X = np.arange(4.0)[:, None]
    with pytest.raises(DataError, match="one class only"):
        kind().fit(X, ["a"] * 4)
    with pytest.raises(DataError, match="above="):
        kind().fit(X, [0.5, 1.5, 2.5, 3.5])
    with pytest.raises(DataError, match="row 1 has no value"):
        kind().fit(X, ["a", None, "b", "b"])
    with pytest.raises(DataError, match="not a number"):
        kind(above=1.0).fit(X, ["a", "b", "b", "b"])


@pytest.mark.parametrize("above", [2.0, "mean"])
def test_a_numeric_target_is_cut_in_two(above):
    X = np.arange(6.0)[:, None]
    made = CalibrateIsotonic(above=above).fit(X, [0.5, 1.0, 1.5, 2.5, 2.75, 3.0]).transform(X)[:, 0]
    np.testing.assert_allclose(made, [0.2] * 3 + [0.8] * 3)


def test_infinite_log_odds_are_refused_but_certain_probabilities_are_not():
    X, y = [[0], [0], [1], [1]], [0, 0, 1, 1]
    assert CalibrateCategories(smoothing=0).fit(X, y).transform(X)[:, 0].tolist() == [0, 0, 1, 1]
    with pytest.raises(DataError, match="smoothing > 0"):
        CalibrateCategories(smoothing=0, output="log_odds").fit(X, y)


@pytest.mark.parametrize("kind", CALIBRATIONS)
def test_cross_fitted_rows_have_the_values_of_a_model_that_did_not_see_them(kind):
    random = np.random.default_rng(0)
    X, y = random.integers(0, 5, size=(40, 2)).astype(float), np.tile([0, 1], 20)
    splits = list(KFold(4).split(X))
    made = kind(cv=splits).fit_transform(X, y)
    for train, held_out in splits:
        np.testing.assert_allclose(made[held_out], kind().fit(X[train], y[train]).transform(X[held_out]))
    by_splitter = kind(cv=KFold(4)).fit_transform(X, y)
    np.testing.assert_allclose(by_splitter, made)


@pytest.mark.filterwarnings("ignore:.*almost only unique values:gnomon.errors.DataWarning")
def test_cross_fitting_keeps_an_identity_column_from_looking_useful():
    identity, y = np.arange(100.0)[:, None], np.random.default_rng(1).integers(0, 2, 100)
    plain = CalibrateCategories(cv=None).fit_transform(identity, y)[:, 0]
    assert ((plain > 0.5) == y).all()
    assert np.ptp(CalibrateCategories().fit_transform(identity, y)) == 0


def test_cross_fitting_survives_a_class_of_one_row():
    X, y = np.arange(6.0)[:, None], ["a", "a", "a", "b", "b", "c"]
    made = CalibrateIsotonic(cv=3).fit_transform(X, y)
    assert made.shape == (6, 3)
    assert made[5, 2] == 0.5


def test_bad_cross_fits_are_refused():
    X, y = np.arange(6.0)[:, None], [0, 1, 0, 1, 0, 1]
    with pytest.raises(ParameterError, match=">= 2"):
        CalibrateIsotonic(cv=1).fit_transform(X, y)
    with pytest.raises(ParameterError, match="every row exactly once"):
        CalibrateIsotonic(cv=[(np.arange(3), np.arange(3, 6))]).fit_transform(X, y)


def test_calibrated_categories_serve_a_linear_model_as_well_as_indicators():
    random = np.random.default_rng(3)
    town = random.integers(0, 12, size=1200)
    y = random.random(1200) < np.linspace(0.1, 0.9, 12)[town]
    frame = pd.DataFrame({"town": town.astype(str), "noise": random.normal(size=1200)})
    folds = StratifiedKFold(5)

    def accuracy(transformer):
        columns = make_column_transformer((transformer, ["town"]), remainder="passthrough")
        return cross_val_score(make_pipeline(columns, LogisticRegression()), frame, y, cv=folds).mean()

    assert accuracy(CalibrateCategories()) > accuracy(OneHotEncoder()) - 0.01


def test_values_that_cannot_be_compared_are_refused():
    mixed = np.array([["a"], [1], ["b"], [2]], dtype=object)
    with pytest.raises(DataError, match="column 0 mixes types"):
        CalibrateCategories().fit(mixed, [0, 1, 0, 1])
    with pytest.raises(DataError, match="too large"):
        CalibrateLogistic().fit([[1e200], [1.0]], [0, 1])
