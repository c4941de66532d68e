"""Importance, proximity, jackknife, quantiles and tables of a forest."""

import numpy as np
import pytest
import sklearn.inspection
from sklearn.datasets import load_diabetes, load_wine

from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.ensembles.forest_out_of_bag import r_squared, wilson
from gnomon.learners.ensembles.forest_tables import ensemble_size_table, tree_table, vote_table
from gnomon.learners.ensembles.importance import impurity_importance, permutation_importance
from gnomon.learners.ensembles.jackknife import jackknife_variance
from gnomon.learners.ensembles.proximity import forest_proximities
from gnomon.learners.ensembles.quantile_forest import QuantileForestRegressor
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor


@pytest.fixture(scope="module")
def wine():
    return load_wine(return_X_y=True)


@pytest.fixture(scope="module")
def forest(wine):
    return RandomForestClassifier(40, oob_score=True).fit(*wine)


def test_impurity_importance_is_normalized_with_an_interval(forest):
    result = impurity_importance(forest)
    assert np.allclose(result.value, forest.feature_importances_)
    assert (result.lower < result.value).all()
    assert result.frame()["importance"].is_monotonic_decreasing
    assert "impurity importance" in str(result)


def test_a_column_of_many_values_that_is_uninformative_gives_a_warning():
    random = np.random.default_rng(0)
    X = np.column_stack([random.integers(2, size=300), random.normal(size=300)])
    y = np.where(random.random(300) < 0.8, X[:, 0], 1 - X[:, 0])
    model = RandomForestClassifier(30).fit(X[:150], y[:150])
    with pytest.warns(DataWarning, match="high cardinality"):
        by_impurity = impurity_importance(model)
    by_shuffling = permutation_importance(model, X[150:], y[150:])
    assert by_impurity.value[1] > 0.3
    assert by_shuffling.value[1] < 0.1 < by_shuffling.value[0]


def test_permutation_importance_agrees_with_scikit_learn(wine, forest):
    X, y = wine
    peer = sklearn.inspection.permutation_importance(forest, X, y, n_repeats=10, random_state=0)
    ours = permutation_importance(forest, X, y, n_repeats=10)
    assert np.allclose(ours.value, peer.importances_mean, atol=0.02)


def test_permutation_importance_of_a_regression_is_the_loss_of_r_squared():
    X, y = load_diabetes(return_X_y=True)
    model = RandomForestRegressor(20, max_depth=5).fit(X, y)
    peer = sklearn.inspection.permutation_importance(model, X, y, n_repeats=10, random_state=0)
    assert np.allclose(permutation_importance(model, X, y).value, peer.importances_mean, atol=0.03)
    with pytest.raises(DataError, match="rows"):
        permutation_importance(model, X, y[:-1])


def test_proximity_is_the_fraction_of_trees_with_a_common_leaf(wine, forest):
    X, _ = wine
    leaves = forest.apply(X)
    expected = (leaves[:5, None, :] == leaves[None, :7, :]).mean(axis=2)
    assert np.allclose(forest_proximities(forest, X[:5], X[:7]), expected)
    assert np.allclose(np.diag(forest_proximities(forest, X)), 1.0)


def test_out_of_bag_proximity_counts_trees_that_drew_neither_row(wine, forest):
    X, _ = wine
    leaves, is_out = forest.apply(X), (forest.draw_.counts(0, 40) == 0).T
    both = is_out[3] & is_out[8]
    result = forest_proximities(forest, X, out_of_bag=True)
    assert result[3, 8] == pytest.approx((leaves[3] == leaves[8])[both].mean())
    with pytest.raises(DataError, match="training rows"):
        forest_proximities(forest, X[:5], out_of_bag=True)


def test_the_jackknife_gives_the_variance_of_a_bagged_mean():
    # A forest without splits predicts the mean of a draw; its variance is var(y) / n.
    y = np.random.default_rng(0).normal(size=60)
    model = RandomForestRegressor(4000, max_depth=0).fit(np.arange(60.0)[:, None], y)
    result = jackknife_variance(model, [[0.0]])
    assert result.variance[0] == pytest.approx(y.var() / 60, rel=0.15)
    assert result.uncorrected[0] > result.variance[0]
    assert result.lower[0] < result.prediction[0] < result.upper[0]
    assert "infinitesimal jackknife" in str(result)


def test_the_jackknife_counts_a_row_of_weight_two_as_two_rows():
    random = np.random.default_rng(0)
    X, y, weight = random.normal(size=(30, 1)), random.normal(size=30), random.integers(1, 4, size=30)
    options = {"n_estimators": 500, "max_depth": 3}
    weighted = RandomForestRegressor(**options).fit(X, y, sample_weight=weight)
    repeated = RandomForestRegressor(**options).fit(X.repeat(weight, axis=0), y.repeat(weight))
    a, b = jackknife_variance(weighted, X), jackknife_variance(repeated, X)
    assert np.allclose(a.prediction, b.prediction)
    assert np.median(a.variance) == pytest.approx(np.median(b.variance), rel=0.2)


def test_the_jackknife_of_a_classifier_has_a_column_a_class(wine, forest):
    result = jackknife_variance(forest, wine[0][:4])
    assert result.variance.shape == (4, 3)
    assert len(result.frame()) == 12
    with pytest.raises(DataError, match="bootstrap=True"):
        jackknife_variance(RandomForestClassifier(3, bootstrap=False).fit(*wine), wine[0])


def test_the_mean_of_a_quantile_forest_is_the_forest():
    X, y = load_diabetes(return_X_y=True)
    for options in ({}, {"bootstrap": False, "max_features": 3}):
        quantiles = QuantileForestRegressor(20, **options).fit(X, y)
        forest = RandomForestRegressor(20, min_samples_leaf=5, **options).fit(X, y)
        assert np.allclose(quantiles.predict_mean(X), forest.predict(X))


def test_quantiles_cover_held_out_rows_as_often_as_they_say():
    random = np.random.default_rng(0)
    X = random.uniform(size=(2000, 1))
    y = random.normal(size=2000) * (1 + 3 * X[:, 0])
    model = QuantileForestRegressor(50, min_samples_leaf=30).fit(X[:1000], y[:1000])
    low, high = model.predict_quantiles(X[1000:], [0.1, 0.9]).T
    assert np.mean((y[1000:] >= low) & (y[1000:] <= high)) == pytest.approx(0.8, abs=0.04)
    wide = (high - low)[X[1000:, 0] > 0.8].mean() / (high - low)[X[1000:, 0] < 0.2].mean()
    assert wide > 1.8
    for quantiles in ([0.0], [0.5, 1.0], [[0.5]]):
        with pytest.raises(ParameterError, match="quantiles"):
            model.predict_quantiles(X, quantiles)


def test_without_splits_a_quantile_is_the_order_statistic_of_the_targets():
    y = np.arange(1.0, 11.0)
    model = QuantileForestRegressor(1, bootstrap=False, max_depth=0).fit(np.zeros((10, 1)), y)
    assert model.predict_quantiles([[0.0]], [0.05, 0.1, 0.11, 0.5, 0.95]).tolist() == [
        [1.0, 1.0, 2.0, 5.0, 10.0]
    ]


def test_a_tree_in_a_table_leads_every_row_to_its_leaf(wine, forest):
    X, _ = wine
    table = tree_table(forest, 2)
    for row, leaf in zip(X[:20], forest.apply(X[:20])[:, 2] - forest.trees_.begin[2], strict=True):
        node = table.iloc[0]
        while node["feature"] >= 0:
            side = "left" if row[int(node["feature"])] <= node["threshold"] else "right"
            node = table.iloc[int(node[side])]
        assert node.name == leaf
    with pytest.raises(DataError, match="no tree 40"):
        tree_table(forest, 40)


def test_votes_and_error_by_size_are_in_tables(wine, forest):
    X, y = wine
    votes = vote_table(forest, X[:3])
    assert len(votes) == 3 * 40
    assert (votes["forest"].to_numpy()[::40] == forest.predict(X[:3])).all()
    sizes = ensemble_size_table(forest, X, y)
    assert sizes["error"].iloc[-1] == np.mean(forest.predict(X) != y)


def test_wilsons_interval_is_that_of_the_literature():
    # Newcombe (1998), table I: 81 of 263.
    share, lower, upper = wilson(np.arange(263) < 81, np.ones(263), 0.95)
    assert (round(share, 4), round(lower, 4), round(upper, 4)) == (0.308, 0.2553, 0.3662)


def test_r_squared_of_a_constant_target_is_handled():
    ones = np.ones(3)
    assert r_squared(ones, ones, ones, 0.95) == (1.0, 1.0, 1.0)
    assert r_squared(ones, ones + 1, ones, 0.95) == (0.0, 0.0, 0.0)
