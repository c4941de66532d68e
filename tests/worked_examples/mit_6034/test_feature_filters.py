"""Worked examples and claims of feature selection by filters in the 6.034 notes."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataWarning
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.interactions import feature_interactions
from gnomon.features.select.ranking import score_features
from gnomon.learners.trees.classifier import DecisionTreeClassifier

HEART = {
    "chest_pain_asymptomatic": 0.507, "thal_reversible": 0.485, "st_depression": 0.424,
    "exercise_angina": 0.421, "slope_flat": 0.350, "sex_male": 0.278, "vessels_2": 0.272, "vessels_1": 0.229,
    "age": 0.227, "vessels_3": 0.210, "rest_ecg_hypertrophy": 0.157, "rest_pressure": 0.153,
    "thal_fixed": 0.105, "cholesterol": 0.080, "rest_ecg_ST-T abnormal": 0.068, "slope_down": 0.061,
    "fasting_sugar": 0.003, "chest_pain_typical": -0.091, "rest_ecg_normal": -0.173,
    "chest_pain_atypical": -0.248, "sex_female": -0.278,
    "chest_pain_non-anginal": -0.305, "slope_up": -0.381, "max_heart_rate": -0.424, "vessels_0": -0.484,
    "thal_normal": -0.525,
}  # fmt: skip


@pytest.fixture(scope="module")
def heart():
    """The 297 complete rows of Cleveland, categories as 0/1 columns."""
    task = gn.load("cleveland")
    frame = task.X.assign(disease=task.y).dropna()
    for name in ("fasting_sugar", "exercise_angina"):
        frame[name] = frame[name].astype(str).isin(["yes", "True", "true"]).astype(float)
    for name in ("sex", "chest_pain", "rest_ecg", "slope", "thal"):
        frame[name] = frame[name].astype(str)
    frame["vessels"] = frame["vessels"].astype(int).astype(str)
    chosen = ["sex", "chest_pain", "rest_ecg", "slope", "vessels", "thal"]
    return pd.get_dummies(frame.drop(columns="disease"), columns=chosen).astype(float), frame["disease"]


def test_signed_correlations_of_the_heart_data(heart):
    """6.034 notes, slide 8.4.5."""
    X, y = heart
    table = score_features(X, y, filter="correlation").signed()
    assert X.shape == (297, 26)
    found = dict(zip(table["feature"], table["value"], strict=True))
    np.testing.assert_allclose([found[name] for name in HEART], list(HEART.values()), atol=5e-4)
    assert table["value"].is_monotonic_decreasing


def test_the_columns_that_a_tree_splits_on_can_be_marked(heart):
    """6.034 notes, slide 8.4.5."""
    X, y = heart
    tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=15).fit(X, y)
    used = X.columns[tree.feature_importances_ > 0]
    scores = score_features(X, y, filter="correlation")
    marked = scores.signed(used=used)
    assert marked["used"].sum() == len(used)
    # The two strongest columns are among those that the tree uses.
    assert set(scores.frame()["feature"][:2]) <= set(used)


def test_correlations_of_the_auto_data():
    """6.034 notes, slide 8.4.6."""
    task = gn.load("auto")
    frame = task.X.astype({"cylinders": int}).astype({"cylinders": str, "origin": str})
    X = pd.get_dummies(frame, columns=["cylinders", "origin"]).astype(float)
    expected = {
        "cylinders_4": 0.806, "weight": -0.755, "displacement": -0.753, "horsepower": -0.671,
        "cylinders_8": -0.571, "origin_US": -0.520, "year": 0.441, "origin_Japan": 0.380,
        "cylinders_6": -0.364, "acceleration": 0.354, "origin_Europe": 0.263, "cylinders_3": -0.052,
        "cylinders_5": 0.028,
    }  # fmt: skip
    table = score_features(X, task.y > 22, filter="correlation").frame()
    assert table["feature"].tolist() == list(expected)
    np.testing.assert_allclose(table["value"], list(expected.values()), atol=5e-4)
    for threshold in (22.75, 23, 25):
        first = score_features(X, task.y > threshold, filter="correlation").frame()["feature"][0]
        assert first == "cylinders_4"
    at_20 = score_features(X, task.y > 20, filter="correlation").frame()
    assert at_20["feature"][0] == "displacement"
    assert at_20["value"][0] == pytest.approx(-0.791, abs=5e-4)


def test_exclusive_or_has_no_correlation():
    """6.034 notes, slide 8.4.7."""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    y = np.array([0, 1, 1, 0])
    assert score_features(X, y, filter="correlation").values.tolist() == [0, 0]
    assert score_features(np.abs(X[:, :1] - X[:, 1:]), y, filter="correlation").values.tolist() == [1]


def test_the_guard_names_the_pair_of_exclusive_or():
    """6.034 notes, slide 8.4.7."""
    X = np.random.default_rng(0).integers(2, size=(200, 6))
    y = X[:, 0] ^ X[:, 1]
    with pytest.warns(DataWarning, match="columns 0 and 1 have"):
        SelectByFilter("correlation", k=1).fit(X, y)
    table = feature_interactions(X, y).frame()
    assert table.loc[0, ["first", "second"]].tolist() == [0, 1]
    assert table["is_hidden"].tolist() == [True] + [False] * 14


def test_a_constant_column_has_correlation_0_and_is_warned_of():
    """6.034 notes, slide 8.4.3."""
    with pytest.warns(DataWarning, match="columns 1"):
        scores = score_features([[0, 7], [1, 7], [2, 7]], [0, 0, 1], filter="correlation")
    assert scores.values[1] == 0
