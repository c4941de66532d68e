import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.ensemble
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.model_selection import cross_val_score

from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.learners.trees.classifier import DecisionTreeClassifier


@pytest.fixture
def wine():
    return load_wine(return_X_y=True)


@pytest.mark.parametrize("load", [load_wine, load_iris, load_breast_cancer])
def test_accuracy_agrees_with_scikit_learn_within_noise(load):
    X, y = load(return_X_y=True)
    ours = [cross_val_score(RandomForestClassifier(50, random_state=s), X, y, cv=3).mean() for s in range(4)]
    peer = sklearn.ensemble.RandomForestClassifier(50, random_state=0)
    assert np.mean(ours) == pytest.approx(cross_val_score(peer, X, y, cv=3).mean(), abs=0.02)


def test_r_squared_agrees_with_scikit_learn_within_noise():
    X, y = load_diabetes(return_X_y=True)
    ours = [cross_val_score(RandomForestRegressor(50, random_state=s), X, y, cv=3).mean() for s in range(3)]
    peer = sklearn.ensemble.RandomForestRegressor(50, random_state=0)
    assert np.mean(ours) == pytest.approx(cross_val_score(peer, X, y, cv=3).mean(), abs=0.03)


def test_one_tree_without_bootstrap_is_scikit_learns_tree(wine):
    X, y = wine
    ours = RandomForestClassifier(1, bootstrap=False, max_features=None, max_depth=2).fit(X, y)
    peer = sklearn.ensemble.RandomForestClassifier(
        1, bootstrap=False, max_features=None, max_depth=2, random_state=0
    ).fit(X, y)
    assert np.allclose(ours.predict_proba(X), peer.predict_proba(X))
    assert np.allclose(ours.feature_importances_, peer.feature_importances_)


def test_a_fully_grown_tree_recalls_every_distinct_target():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(300, 3)), random.normal(size=300)
    model = RandomForestRegressor(1, bootstrap=False).fit(X, y)
    assert np.allclose(model.predict(X), y, rtol=0, atol=1e-12)


@pytest.mark.parametrize("forest", [RandomForestClassifier, RandomForestRegressor])
def test_the_order_of_the_rows_and_the_number_of_threads_do_not_matter(forest):
    random = np.random.default_rng(0)
    X, y = np.round(random.normal(size=(200, 4)), 1), random.integers(3, size=200)
    mixed = random.permutation(200)
    one = forest(20, n_jobs=1).fit(X, y).predict(X)
    assert np.allclose(forest(20, n_jobs=2).fit(X, y).predict(X), one, rtol=0, atol=0)
    assert np.allclose(forest(20).fit(X[mixed], y[mixed]).predict(X), one, rtol=1e-12)


def test_whole_weights_are_repetition_and_the_rest_are_sampled_in_proportion(wine):
    X, y = wine
    weight = np.random.default_rng(0).integers(4, size=len(y))
    weighted = RandomForestClassifier(30).fit(X, y, sample_weight=weight)
    repeated = RandomForestClassifier(30).fit(X.repeat(weight, axis=0), y.repeat(weight))
    assert np.array_equal(weighted.predict_proba(X), repeated.predict_proba(X))
    tiny = RandomForestClassifier(30).fit(X, y, sample_weight=np.full(len(y), 1e-6))
    assert tiny.score(X, y) > 0.98


def test_the_first_trees_of_a_forest_are_the_smaller_forest(wine):
    X, y = wine
    path = [RandomForestClassifier(n) for n in (30, 5, 12)]
    data = path[0].prepare(*path[0].check_rows(X, y))
    shared = list(RandomForestClassifier.fit_each(path, data))
    for each in shared:
        alone = RandomForestClassifier(each.n_estimators).fit(X, y)
        assert np.array_equal(each.predict_proba(X), alone.predict_proba(X))
    stages = list(shared[0].staged_predict_proba(X))
    assert np.allclose(stages[4], shared[1].predict_proba(X))
    assert np.array_equal(list(shared[0].staged_predict(X))[-1], shared[0].predict(X))


def test_out_of_bag_agrees_with_scikit_learn_and_its_interval_holds_the_score():
    X, y = load_breast_cancer(return_X_y=True)
    ours = RandomForestClassifier(100, oob_score=True).fit(X, y)
    peer = sklearn.ensemble.RandomForestClassifier(100, oob_score=True, random_state=0).fit(X, y)
    assert ours.oob_score_ == pytest.approx(peer.oob_score_, abs=0.02)
    assert ours.oob_.lower < ours.oob_score_ < ours.oob_.upper
    assert ours.oob_decision_function_.shape == (len(y), 2)
    assert "rows, each predicted by" in str(ours.oob_)
    assert ours.oob_.frame()["n_trees"].mean() == pytest.approx(100 * np.exp(-1), abs=1)


def test_out_of_bag_predictions_come_from_trees_without_the_row(wine):
    X, y = wine
    model = RandomForestClassifier(40, oob_score=True).fit(X, y)
    is_out = model.draw_.counts(0, 40) == 0
    each = np.stack([model.trees_.sums(model._codes(X), t, t + 1) for t in range(40)])
    expected = (each * is_out[:, :, None]).sum(axis=0) / is_out.sum(axis=0)[:, None]
    assert np.allclose(model.oob_decision_function_, expected)


def test_regression_out_of_bag_agrees_with_scikit_learn():
    X, y = load_diabetes(return_X_y=True)
    ours = RandomForestRegressor(100, oob_score=True).fit(X, y)
    peer = sklearn.ensemble.RandomForestRegressor(100, oob_score=True, random_state=0).fit(X, y)
    assert ours.oob_score_ == pytest.approx(peer.oob_score_, abs=0.05)
    assert ours.oob_.lower < peer.oob_score_ < ours.oob_.upper


def test_out_of_bag_without_bootstrap_is_refused(wine):
    with pytest.raises(ParameterError, match="bootstrap=True"):
        RandomForestClassifier(bootstrap=False, oob_score=True).fit(*wine)


def test_a_tree_with_one_feature_subset_uses_no_others(wine):
    X, y = wine
    model = RandomForestClassifier(25, draw_features="tree", max_features=3).fit(X, y)
    assert ((model.trees_.importance > 0).sum(axis=1) <= 3).all()
    assert ((model.trees_.importance > 0).any(axis=0)).all()


def test_votes_count_trees_and_averages_count_probabilities():
    X, y = np.zeros((10, 1)), np.array([0] * 6 + [1] * 4)
    average = RandomForestClassifier(1, bootstrap=False).fit(X, y)
    assert average.predict_proba([[0.0]]).tolist() == [[0.6, 0.4]]
    vote = RandomForestClassifier(1, bootstrap=False, combine="vote").fit(X, y)
    assert vote.predict_proba([[0.0]]).tolist() == [[1.0, 0.0]]


def test_categories_are_split_natively_and_unknown_ones_go_with_the_majority():
    color = pd.Categorical(["red", "blue", "green"] * 40)
    X = pd.DataFrame({"color": color, "noise": np.zeros(120)})
    y = np.where(color == "green", "yes", "no")
    model = RandomForestClassifier(1, bootstrap=False).fit(X, y)
    assert model.score(X, y) == 1.0
    assert len(model.trees_.nodes) == 3
    new = pd.DataFrame({"color": ["violet", None], "noise": [0.0, 0.0]})
    assert model.predict(new).tolist() == ["no", "no"]


def test_missing_values_go_where_they_serve_best():
    X = np.array([[1.0], [2.0], [np.nan], [np.nan], [3.0], [4.0]] * 10)
    y = np.array([0, 0, 1, 1, 0, 0] * 10)
    model = RandomForestClassifier(1, bootstrap=False).fit(X, y)
    assert model.score(X, y) == 1.0


def test_a_column_of_missing_values_is_not_used(wine):
    X, y = wine
    wider = np.column_stack([np.full(len(y), np.nan), X])
    model = RandomForestClassifier(20).fit(wider, y)
    assert model.feature_importances_[0] == 0
    assert model.score(wider, y) > 0.98


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sparse_rows_give_the_forest_of_dense_ones(dtype):
    random = np.random.default_rng(0)
    X = np.where(random.random((150, 8)) < 0.3, random.normal(size=(150, 8)), 0.0).astype(dtype)
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    dense = RandomForestClassifier(20).fit(X, y).predict_proba(X)
    assert np.array_equal(
        RandomForestClassifier(20).fit(scipy.sparse.csr_array(X), y).predict_proba(scipy.sparse.csr_array(X)),
        dense,
    )


@pytest.mark.parametrize("labels", [["no", "yes"], [False, True]])
def test_any_two_labels_are_taken(labels):
    X, y = [[0.0], [1.0], [8.0], [9.0]] * 5, labels[:1] * 2 + labels[1:] * 2
    assert RandomForestClassifier(20).fit(X, y * 5).predict([[0.0], [9.0]]).tolist() == labels


def test_a_thousand_classes_are_learned():
    X = np.arange(3000.0)[:, None] // 3
    y = X[:, 0].astype(int)
    model = RandomForestClassifier(3, bootstrap=False).fit(X, y)
    assert model.score(X, y) == 1.0


def test_one_row_and_one_class_can_be_fitted():
    model = RandomForestClassifier(5).fit([[1.0]], ["only"])
    assert model.predict_proba([[7.0]]).tolist() == [[1.0]]
    assert RandomForestRegressor(5).fit([[1.0]], [2.5]).predict([[7.0]]).tolist() == [2.5]


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_targets_of_any_size_are_taken_without_a_warning(scale):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), random.normal(size=60)
    model = RandomForestRegressor(10, bootstrap=False, max_features=1, max_depth=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = clone(model).fit(X, y * scale).predict(X)
    assert np.allclose(result / scale, model.fit(X, y).predict(X), rtol=1e-9)


def test_a_far_offset_of_the_target_loses_no_digit():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), np.round(8 * random.normal(size=60)) / 8
    model = RandomForestRegressor(10, bootstrap=False, max_features=1, max_depth=3)
    near = clone(model).fit(X, y).predict(X)
    assert np.allclose(model.fit(X, y + 2.0**30).predict(X) - 2.0**30, near, rtol=0, atol=1e-6)


def test_balanced_classes_weigh_the_same():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(200, 1)), (np.arange(200) < 20).astype(int)
    model = RandomForestClassifier(10, class_weight="balanced", max_depth=0, bootstrap=False).fit(X, y)
    assert np.allclose(model.predict_proba(X[:1]), 0.5)


def test_limits_of_growth_are_respected(wine):
    X, y = wine
    for limit in ({"max_leaf_nodes": 4}, {"max_depth": 2}):
        model = RandomForestClassifier(10, **limit).fit(X, y)
        assert np.diff(model.trees_.begin).max() <= 7
    leaf = RandomForestClassifier(10, min_samples_leaf=0.1).fit(X, y)
    assert leaf.trees_.weight[leaf.trees_.is_leaf].min() >= 0.1 * len(y)
    idle = RandomForestClassifier(10, min_impurity_decrease=0.9).fit(X, y)
    assert len(idle.trees_.nodes) == 10


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"max_features": "all"}, "max_features"),
        ({"max_features": 0}, "max_features"),
        ({"max_samples": 1.5}, "max_samples"),
        ({"class_weight": "heavy"}, "class_weight"),
        ({"class_weight": {0: 0.0}}, "class_weight"),
        ({"n_estimators": 0}, "n_estimators"),
        ({"min_samples_leaf": 0}, "min_samples_leaf"),
    ],
)
def test_a_parameter_out_of_range_is_named(wine, parameters, name):
    with pytest.raises(ParameterError, match=name):
        RandomForestClassifier(**parameters).fit(*wine)


def test_infinity_and_wide_sparse_tables_are_refused():
    with pytest.raises(ValueError, match="infinity"):
        RandomForestClassifier().fit([[np.inf], [1.0]], [0, 1])
    wide = scipy.sparse.csr_array((10_000, 100_000))
    with pytest.raises(DataError, match="dense"):
        RandomForestClassifier().fit(wide, np.arange(10_000) % 2)


def test_a_forest_of_one_tree_on_all_rows_and_columns_is_the_exact_tree_where_bins_lose_nothing():
    random = np.random.default_rng(0)
    X = np.round(random.normal(size=(5000, 3)), 1)
    y = np.digitize(X[:, 0] + X[:, 1] ** 2 + random.normal(size=5000), [0, 2])
    parameters = {"max_depth": 4, "min_samples_leaf": 20}
    binned = RandomForestClassifier(1, bootstrap=False, max_features=None, **parameters).fit(X, y)
    assert binned.bins_.is_exact
    exact = DecisionTreeClassifier(**parameters).fit(X, y)
    assert np.allclose(binned.predict_proba(X), exact.predict_proba(X))
