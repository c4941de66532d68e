import numpy as np
import pandas as pd
import pytest
import sklearn.tree
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.trees.regressor import DecisionTreeRegressor


def sample(n_rows=300, n_columns=4, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns)).astype(np.float32).astype(np.float64)
    return X, np.sin(X[:, 0]) + X[:, 1] ** 2 + 0.3 * random.normal(size=n_rows)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limits", [{"max_depth": 4}, {"min_samples_leaf": 20}, {"max_leaf_nodes": 9}])
def test_it_predicts_as_scikit_learns_tree(criterion, weighted, limits):
    X, y = sample()
    weight = np.random.default_rng(1).uniform(0.1, 2, len(y)) if weighted else None
    limits = {"min_samples_leaf": 3, **limits}
    ours = DecisionTreeRegressor(criterion=criterion, **limits).fit(X, y, weight)
    theirs = sklearn.tree.DecisionTreeRegressor(criterion=criterion, random_state=0, **limits).fit(
        X, y, weight
    )
    assert ours.tree_.feature[0] == theirs.tree_.feature[0]
    assert ours.tree_.threshold[0] == pytest.approx(theirs.tree_.threshold[0], rel=1e-9)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8, atol=1e-10)


def test_a_large_offset_loses_no_digits():
    X, y = sample()
    near, far = (
        DecisionTreeRegressor(max_depth=4).fit(X, y),
        DecisionTreeRegressor(max_depth=4).fit(X, y + 1e9),
    )
    assert np.array_equal(near.tree_.threshold, far.tree_.threshold)
    np.testing.assert_allclose(far.predict(X) - 1e9, near.predict(X), atol=1e-6)


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(2, 30), st.sampled_from(["squared_error", "absolute_error"]))
def test_no_threshold_has_a_smaller_error(seed, n_rows, criterion):
    random = np.random.default_rng(seed)
    X, y = np.round(random.normal(size=(n_rows, 2)), 1), np.round(random.normal(size=n_rows), 1)

    def left(values):
        if len(values) == 0:
            return np.inf
        if criterion == "squared_error":
            return ((values - values.mean()) ** 2).sum()
        return np.abs(values - np.median(values)).sum()

    best = min(left(y[X[:, j] <= t]) + left(y[X[:, j] > t]) for j in range(2) for t in X[:, j])
    model = DecisionTreeRegressor(criterion=criterion, max_depth=1).fit(X, y)
    if left(y) > 1e-12 and np.isfinite(best):
        result = model.tree_.impurity[1:] @ model.tree_.weight[1:]
        assert result == pytest.approx(best, abs=1e-9)


@settings(max_examples=25)
@given(st.integers(0, 9999), st.sampled_from(["squared_error", "absolute_error"]))
def test_weights_are_repetitions(seed, criterion):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(25, 2)), random.normal(size=25)
    weight = random.integers(0, 4, size=25)
    weight[0] = 1
    weighted = DecisionTreeRegressor(criterion=criterion).fit(X, y, weight)
    repeated = DecisionTreeRegressor(criterion=criterion).fit(
        np.repeat(X, weight, axis=0), np.repeat(y, weight)
    )
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-12)


def test_two_groups_of_categories_are_the_best_two():
    random = np.random.default_rng(0)
    level = random.integers(6, size=80)
    y = random.normal(size=6)[level] + 0.5 * random.normal(size=80)
    frame = pd.DataFrame({"z": pd.Categorical(np.array(list("abcdef"))[level])})
    model = DecisionTreeRegressor(max_depth=1).fit(frame, y)
    best = np.inf
    for mask in range(1, 63):
        inside = (mask >> level) & 1 == 1
        best = min(best, sum(((side - side.mean()) ** 2).sum() for side in (y[inside], y[~inside])))
    assert model.tree_.impurity[1:] @ model.tree_.weight[1:] == pytest.approx(best)


def test_missing_numbers_go_where_the_error_is_smallest_as_in_scikit_learn():
    X, y = sample(seed=3)
    X[np.random.default_rng(4).random(X.shape) < 0.2] = np.nan
    limits = {"max_depth": 4, "min_samples_leaf": 5}
    ours = DecisionTreeRegressor(**limits).fit(X, y)
    theirs = sklearn.tree.DecisionTreeRegressor(random_state=0, **limits).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error"])
def test_an_increasing_column_never_lowers_the_prediction(criterion):
    X, y = sample(400, 3, seed=5)
    model = DecisionTreeRegressor(monotonic_cst=[1, 0, -1], criterion=criterion, min_samples_leaf=3).fit(X, y)
    rows = np.tile(X[:1], (80, 1))
    for column, sign in ((0, 1), (2, -1)):
        moved = rows.copy()
        moved[:, column] = np.linspace(-3, 3, 80)
        assert (sign * np.diff(model.predict(moved)) >= -1e-12).all()


def test_constant_targets_make_one_leaf():
    model = DecisionTreeRegressor().fit(np.arange(7.0)[:, None], np.full(7, 0.1))
    assert len(model.tree_) == 1
    assert model.predict([[3.0]]) == [0.1]
    assert model.feature_importances_.tolist() == [0.0]


def test_reduced_error_pruning_shrinks_a_tree_of_noise():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(200, 3)), random.normal(size=200)
    pruned = DecisionTreeRegressor(pruning="reduced_error", random_state=0).fit(X, y)
    assert pruned.get_n_leaves() < DecisionTreeRegressor().fit(X, y).get_n_leaves() / 4


def test_numbers_whose_squares_overflow_are_refused():
    X = np.arange(3.0)[:, None]
    with pytest.raises(DataError, match="squares of y"):
        DecisionTreeRegressor().fit(X, [0.0, 1.0, 1e200])
    with pytest.raises(DataError, match="row 1 has weight"):
        DecisionTreeRegressor().fit(X, [0.0, 1.0, 2.0], [1e300, 1e308, 1e308])


def test_the_largest_and_smallest_columns_are_cut():
    x = np.array([-1e308, -1e-308, 0.0, 5e-324, 1e308])[:, None]
    y = np.arange(5.0)
    assert np.array_equal(DecisionTreeRegressor().fit(x, y).predict(x), y)
