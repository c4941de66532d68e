"""Thresholds given, of a statistic, and of best score."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.metrics import roc_auc_score
from sklearn.tree import DecisionTreeClassifier

from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.split_scores import SCORES
from gnomon.features.threshold import Threshold, threshold_scores
from tests.native import twins_discretize as twins


def test_a_value_at_the_threshold_is_true():
    assert Threshold(by=np.float64(2)).fit_transform([[1.9], [2.0]]).ravel().tolist() == [0, 1]
    assert np.isnan(Threshold(by=2).fit_transform([[1.9], [2.0], [np.nan]])[2, 0])


def test_statistics_of_the_column_give_the_threshold():
    X = np.array([[2.0], [3.0], [3.0], [5.0], [7.0], [12.0]])
    thresholds = {by: Threshold(by=by).fit(X).thresholds_[0] for by in ("mean", "median", "midrange")}
    assert thresholds == {"mean": pytest.approx(32 / 6), "median": 4.0, "midrange": 7.0}


@settings(max_examples=40)
@given(st.integers(0, 9999), st.integers(2, 40), st.sampled_from(["information_gain", "gini", "chi2"]))
def test_scores_are_those_of_the_definition(seed, n, by):
    random = np.random.default_rng(seed)
    x, y = random.integers(6, size=n).astype(float), random.integers(3, size=n)
    found = threshold_scores(x, y, by=by)
    name = "entropy" if by == "information_gain" else by
    for threshold, score in zip(found.thresholds, found.scores):
        sides = [np.bincount(y[side], minlength=3).astype(float) for side in (x < threshold, x >= threshold)]
        assert score == pytest.approx(twins.score(*sides, name), abs=1e-12)


def test_the_best_threshold_is_the_root_of_a_tree():
    X, y = load_iris(return_X_y=True)
    for column in range(4):
        one = X[:, [column]]
        peer = DecisionTreeClassifier(max_depth=1, criterion="entropy").fit(one, y).tree_.threshold[0]
        assert Threshold(by="information_gain").fit(one, y).thresholds_[0] == pytest.approx(peer)


def test_any_function_of_the_counts_can_choose():
    X, y = load_iris(return_X_y=True)

    def purity_below(below, above):
        return below.max(axis=1) / below.sum(axis=1) * (below.sum(axis=1) > 20)

    found = Threshold(by=purity_below).fit(X[:, [2]], y).thresholds_[0]
    assert len(set(y[X[:, 2] < found])) == 1
    with pytest.raises(DataError, match="must return one number for each of the 42 thresholds"):
        Threshold(by=lambda below, above: np.nan).fit(X[:, [2]], y)


def test_accuracy_prefers_fewest_errors():
    found = threshold_scores([1, 2, 3, 4], ["a", "b", "b", "b"], by="accuracy")
    assert found.best == 1.5
    assert set(SCORES) == {"information_gain", "gini", "chi2", "accuracy"}


def test_ordered_levels_are_cut_between_two_of_them():
    sizes = pd.DataFrame(
        {"size": pd.Categorical(list("SMLML"), list("SML"), ordered=True), "x": np.arange(5.0)}
    )
    made = Threshold(by="information_gain", columns=["size"]).fit(sizes, [0, 1, 1, 1, 1])
    assert made.get_feature_names_out().tolist() == ["size>=M", "x"]
    assert made.transform(sizes)[:, 0].tolist() == [0, 1, 1, 1, 1]
    assert Threshold().fit(sizes).get_feature_names_out().tolist() == ["size>=M", "x>=2"]
    with pytest.raises(DataError, match="mean of column 'size' is not permissible"):
        Threshold(by="mean").fit(sizes)
    other = pd.DataFrame({"size": pd.Categorical(["XL", "S"], ["XL", "S"], ordered=True), "x": [0.0, 1.0]})
    with pytest.warns(DataWarning, match="'XL'"):
        assert np.isnan(made.transform(other)[0, 0])


def test_weights_count_as_repetition():
    random = np.random.default_rng(0)
    X, y, weight = random.normal(size=(50, 1)), random.integers(2, size=50), random.integers(0, 3, size=50)
    for by in ("mean", "median", "midrange", *SCORES):
        weighted = Threshold(by=by).fit(X, y, sample_weight=weight).thresholds_[0]
        repeated = Threshold(by=by).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight)).thresholds_[0]
        assert weighted == pytest.approx(repeated)


def test_a_column_without_two_values_is_false_and_a_missing_target_refused():
    X = np.column_stack([np.ones(4), np.full(4, np.nan)])
    out = Threshold(by="gini").fit_transform(X, [0, 1, 0, 1])
    assert out[:, 0].tolist() == [0, 0, 0, 0]
    assert np.isnan(out[:, 1]).all()
    with pytest.raises(DataError, match="requires y"):
        Threshold(by="gini").fit(X)
    with pytest.raises(ParameterError, match="by='best'"):
        Threshold(by="best").fit(X)


def test_a_threshold_keeps_some_of_the_ranking():
    X, y = load_iris(return_X_y=True)
    is_virginica = y == 2
    bits = Threshold(by="information_gain").fit_transform(X[:, [3]], is_virginica)
    assert 0.9 < roc_auc_score(is_virginica, bits[:, 0]) <= roc_auc_score(is_virginica, X[:, 3])
