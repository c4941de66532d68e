"""Worked examples and claims of feature selection by filters."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.ranking import score_features
from gnomon.features.select.top_curve import feature_count_curve


@pytest.fixture(scope="module")
def heart():
    task = gn.load("heart")
    return np.asarray(task.X), np.asarray(task.y)


def test_ranking_of_heart_by_size_of_correlation(heart):
    """Brown 2018, section 10.3 Filter Methods."""
    X, y = heart
    scores = score_features(X[:100], y[:100], filter="correlation")
    expected = [0.0414, 0.3360, 0.3399, 0.1665, 0.0990, -0.0820, 0.2033, -0.3989, 0.2943, 0.3313, 0.3392,
                0.4743, 0.4939]  # fmt: skip
    np.testing.assert_allclose(scores.values, expected, atol=5e-5)
    assert (scores.frame()["feature"] + 1).tolist() == [13, 12, 8, 3, 11, 2, 10, 9, 7, 4, 5, 6, 1]


def test_the_ranking_depends_on_the_rows(heart):
    """Brown 2018, section 10.3 Filter Methods."""
    X, y = heart
    order = score_features(X, y, filter="correlation").frame()["feature"] + 1
    assert order.tolist() == [13, 12, 9, 8, 10, 3, 11, 2, 1, 7, 4, 5, 6]


def test_cleveland_ranks_otherwise():
    """Brown 2018, section 10.3 Filter Methods."""
    frame = gn.load("cleveland").X.assign(disease=gn.load("cleveland").y).dropna()
    codes = {
        "sex": ["female", "male"],
        "chest_pain": ["typical", "atypical", "non-anginal", "asymptomatic"],
        "rest_ecg": ["normal", "ST-T abnormal", "hypertrophy"],
        "slope": ["up", "flat", "down"],
    }
    for name, levels in codes.items():
        frame[name] = [levels.index(value) for value in frame[name].astype(str)]
    frame["thal"] = [{"normal": 3, "fixed": 6, "reversible": 7}[value] for value in frame["thal"].astype(str)]
    for name in ("fasting_sugar", "exercise_angina"):
        frame[name] = (frame[name].astype(str).isin(["yes", "True", "true"])).astype(int)
    X = frame.drop(columns="disease").to_numpy(dtype=float)
    order = score_features(X, frame["disease"].to_numpy(), filter="correlation").frame()["feature"] + 1
    assert order.tolist() == [13, 12, 10, 8, 9, 3, 11, 2, 1, 7, 4, 5, 6]


def test_in_kind_a_ranking_inside_each_fold_needs_fewer_columns(heart):
    """Brown 2018, section 10.3 Filter Methods."""
    X, y = heart
    learner = make_pipeline(StandardScaler(), gn.KNeighborsClassifier(1))
    folds = KFold(5, shuffle=True, random_state=0)
    curve = feature_count_curve(learner, X, y, filter="correlation", cv=folds)
    assert curve.best() < 13
    assert curve.ranked.mean(axis=0)[4] > curve.in_order.mean(axis=0)[4]


def test_no_correlation_with_a_parabola_or_on_a_circle():
    """Brown 2018, section 10.3 Filter Methods."""
    x = np.linspace(-1, 1, 41)
    angle = np.arange(60) * np.pi / 30
    assert abs(score_features(x[:, None], x**2, filter="correlation").values[0]) < 1e-15
    assert abs(score_features(np.cos(angle)[:, None], np.sin(angle), filter="correlation").values[0]) < 1e-15
    # Mutual information detects both.
    assert score_features(x[:, None], x**2).values[0] > 1
    assert score_features(np.cos(angle)[:, None], np.sin(angle)).values[0] > 0.5


def test_real_numbers_are_binned_so_that_cholesterol_is_not_first(heart):
    """Brown 2018, section 10.3 Filter Methods."""
    X, y = heart
    of_values = [mutual_info_score(x.astype(str), y) for x in X.T]
    assert int(np.argmax(of_values)) + 1 == 5
    scores = score_features(X, y, filter="information_gain")
    assert scores.ranking[4] > 8
    assert scores.frame()["feature"].iloc[0] + 1 == 13


def test_a_strong_negative_column_is_as_useful_as_a_positive_one(heart):
    """Brown 2018, section 10.3 Filter Methods."""
    X, y = heart
    model = SelectByFilter("correlation", k=3, guard=False).fit(X[:100], y[:100])
    assert model.get_support()[7]
    assert model.values_[7] < 0


def test_rankings_select_redundant_columns_and_cmim_does_not():
    """Brown 2018, section 10.3 Filter Methods."""
    random = np.random.default_rng(0)
    y = random.integers(2, size=400)
    strong = y ^ (random.random(400) < 0.1)
    other = y ^ (random.random(400) < 0.3)
    X = np.column_stack([strong, strong ^ (random.random(400) < 0.01), other])
    for name in ("correlation", "information_gain"):
        model = SelectByFilter(name, k=2, guard=False).fit(X, y)
        assert model.get_support().tolist() == [True, True, False]
    for name in ("cmim", "mrmr", "jmi"):
        assert SelectByFilter(name, k=2).fit(X, y).get_support()[2]
