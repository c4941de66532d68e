import numpy as np
import pandas as pd
import pytest
import sklearn.tree
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from gnomon.errors import DataError, ParameterError
from gnomon.learners.trees.classifier import DecisionTreeClassifier


def sample(n_rows=400, n_columns=6, n_classes=2, seed=0):
    """Rows without ties: every value once, and values that float32 holds, as scikit-learn's trees take."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns)).astype(np.float32).astype(np.float64)
    y = np.digitize(
        X[:, 2] + X[:, 0] * X[:, 1] + random.normal(size=n_rows), np.linspace(-1, 1, n_classes - 1)
    )
    return X, y


def same_node(ours, theirs, a=0, b=0):
    """Whether two trees are the same node for node."""
    # With weights, rounding makes scikit-learn split some nodes of a single class.
    if ours.is_leaf[a] or theirs.children_left[b] < 0:
        return bool(ours.is_leaf[a]) and (theirs.children_left[b] < 0 or theirs.impurity[b] < 1e-12)
    if ours.feature[a] != theirs.feature[b] or not np.isclose(
        ours.threshold[a], theirs.threshold[b], rtol=1e-9
    ):
        return False
    left, right = ours.children(a)
    return same_node(ours, theirs, left, theirs.children_left[b]) and same_node(
        ours, theirs, right, theirs.children_right[b]
    )


def weights(n_rows):
    """Weights that leave no two splits equally good, as scikit-learn breaks ties at random."""
    return np.random.default_rng(1).uniform(0.1, 2, n_rows)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limits", [{"max_depth": 4}, {"min_samples_leaf": 10}, {"min_samples_split": 60}])
def test_it_is_scikit_learns_tree_node_for_node(criterion, n_classes, weighted, limits):
    X, y = sample(n_classes=n_classes)
    weight = weights(len(y)) if weighted else None
    limits = {**limits, "min_samples_leaf": 10 if weighted else 25}
    ours = DecisionTreeClassifier(criterion=criterion, **limits).fit(X, y, weight)
    theirs = sklearn.tree.DecisionTreeClassifier(criterion=criterion, random_state=0, **limits).fit(
        X, y, weight
    )
    assert same_node(ours.tree_, theirs.tree_)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-10)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-8)


@pytest.mark.parametrize("max_leaf_nodes", [2, 5, 17])
def test_the_greatest_gains_come_first_as_in_scikit_learn(max_leaf_nodes):
    X, y = sample()
    ours = DecisionTreeClassifier(max_leaf_nodes=max_leaf_nodes, min_samples_leaf=5).fit(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(
        max_leaf_nodes=max_leaf_nodes, min_samples_leaf=5, random_state=0
    ).fit(X, y)
    assert same_node(ours.tree_, theirs.tree_)
    assert ours.get_n_leaves() == max_leaf_nodes


@pytest.mark.parametrize("least", [0.002, 0.01])
def test_a_minimum_gain_stops_where_scikit_learn_stops(least):
    X, y = sample()
    weight = weights(len(y))
    ours = DecisionTreeClassifier(min_impurity_decrease=least, min_samples_leaf=5).fit(X, y, weight)
    theirs = sklearn.tree.DecisionTreeClassifier(
        min_impurity_decrease=least, min_samples_leaf=5, random_state=0
    ).fit(X, y, weight)
    assert same_node(ours.tree_, theirs.tree_)


def test_missing_numbers_go_where_they_gain_most_as_in_scikit_learn():
    X, y = sample(n_columns=4)
    random = np.random.default_rng(3)
    X[random.random(X.shape) < 0.15] = np.nan
    y = np.where(np.isnan(X[:, 1]), 1, y)
    limits = {"max_depth": 4, "min_samples_leaf": 10}
    ours = DecisionTreeClassifier(**limits).fit(X, y, weights(len(y)))
    theirs = sklearn.tree.DecisionTreeClassifier(random_state=0, **limits).fit(X, y, weights(len(y)))
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-10, atol=1e-14)


def test_a_column_without_missing_values_sends_missing_ones_to_the_larger_child():
    model = DecisionTreeClassifier().fit([[0.0], [1.0], [2.0], [9.0]], [0, 0, 0, 1])
    assert model.predict([[np.nan]]) == [0]


@pytest.mark.parametrize("class_weight", ["balanced", {0: 5.0, 1: 1.0}])
def test_classes_can_weigh_more(class_weight):
    X, y = sample(seed=2)
    y = (y & (X[:, 3] > 0)).astype(int)
    limits = {"max_depth": 3, "min_samples_leaf": 8, "class_weight": class_weight}
    ours = DecisionTreeClassifier(**limits).fit(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(random_state=0, **limits).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-9)


def test_the_pruning_path_is_scikit_learns():
    X, y = sample(200)
    y[:3] = 1 - y[:3]
    ours = DecisionTreeClassifier(min_samples_leaf=3).cost_complexity_pruning_path(X, y, weights(200))
    theirs = sklearn.tree.DecisionTreeClassifier(min_samples_leaf=3, random_state=0)
    theirs = theirs.cost_complexity_pruning_path(X, y, weights(200))
    result = ours.ccp_alphas[ours.ccp_alphas > 1e-12]
    np.testing.assert_allclose(result, theirs.ccp_alphas[theirs.ccp_alphas > 1e-12], rtol=1e-9)
    last = len(result)
    np.testing.assert_allclose(ours.impurities[-last:], theirs.impurities[-last:], rtol=1e-9)
    assert ours.n_leaves[-1] == 1
    assert ours.frame().shape == (len(ours.ccp_alphas), 3)


@pytest.mark.parametrize("alpha", [0.001, 0.005, 0.02])
def test_ccp_alpha_prunes_as_scikit_learn_does(alpha):
    X, y = sample(300, seed=4)
    limits = {"min_samples_leaf": 3, "ccp_alpha": alpha}
    ours = DecisionTreeClassifier(**limits).fit(X, y, weights(300))
    theirs = sklearn.tree.DecisionTreeClassifier(random_state=0, **limits).fit(X, y, weights(300))
    assert same_node(ours.tree_, theirs.tree_)


def test_an_increasing_column_never_lowers_the_probability():
    X, y = sample(600, 3, seed=5)
    limits = {"monotonic_cst": [1, 0, -1], "min_samples_leaf": 5}
    model = DecisionTreeClassifier(**limits).fit(X, y, weights(600))
    theirs = sklearn.tree.DecisionTreeClassifier(random_state=0, **limits).fit(X, y, weights(600))
    np.testing.assert_allclose(model.predict_proba(X), theirs.predict_proba(X), rtol=1e-9, atol=1e-12)
    grid = np.linspace(-3, 3, 60)
    for row in X[:20]:
        rows = np.tile(row, (60, 1))
        rows[:, 0] = grid
        assert (np.diff(model.predict_proba(rows)[:, 1]) >= -1e-12).all()


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(2, 40), st.integers(1, 3), st.integers(2, 4), st.booleans())
def test_weights_are_repetitions(seed, n_rows, n_columns, n_classes, coarse):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    X = np.round(X) if coarse else X
    y, weight = random.integers(n_classes, size=n_rows), random.integers(0, 4, size=n_rows)
    weight[0] = 1
    criterion = ["gini", "entropy", "error"][seed % 3]
    weighted = DecisionTreeClassifier(criterion=criterion).fit(X, y, weight)
    repeated = DecisionTreeClassifier(criterion=criterion).fit(
        np.repeat(X, weight, axis=0), np.repeat(y, weight)
    )
    assert np.array_equal(weighted.predict_proba(X), repeated.predict_proba(X))
    assert np.array_equal(weighted.tree_.threshold, repeated.tree_.threshold)


@settings(max_examples=30)
@given(st.integers(0, 9999), st.sampled_from(["gini", "entropy", "error"]))
def test_real_weights_that_are_all_one_change_nothing(seed, criterion):
    X, y = sample(60, 3, 3, seed)
    plain = DecisionTreeClassifier(criterion=criterion).fit(X, y)
    # A weight that is no whole number takes the other way through the kernel.
    weighed = DecisionTreeClassifier(criterion=criterion).fit(X, y, np.full(len(y), 0.37))
    assert np.array_equal(plain.tree_.threshold, weighed.tree_.threshold)
    np.testing.assert_allclose(plain.predict_proba(X), weighed.predict_proba(X))


def test_a_tree_without_limits_recalls_distinct_rows():
    X, y = sample(300, 3, 5)
    assert (DecisionTreeClassifier().fit(X, y).predict(X) == y).all()


def test_it_splits_on_although_no_single_split_gains():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = np.array([0, 1, 1, 0])
    assert (DecisionTreeClassifier().fit(X, y).predict(X) == y).all()


@pytest.mark.parametrize("category_splits", ["subset", "multiway"])
def test_a_category_that_a_node_never_saw_gets_its_majority(category_splits):
    frame = pd.DataFrame({"color": pd.Categorical(["red"] * 3 + ["blue"] * 2)})
    model = DecisionTreeClassifier(category_splits=category_splits).fit(frame, [1, 1, 1, 0, 0])
    new = pd.DataFrame({"color": pd.Categorical(["red", "blue", "green"])})
    assert model.predict(new).tolist() == [1, 0, 1]
    assert model.predict_proba(new)[2].tolist() == [0.4, 0.6]


@settings(max_examples=40)
@given(st.integers(0, 9999), st.integers(2, 6), st.integers(2, 3), st.sampled_from(["gini", "entropy"]))
def test_no_two_groups_of_categories_gain_more(seed, n_levels, n_classes, criterion):
    random = np.random.default_rng(seed)
    level, y = random.integers(n_levels, size=30), random.integers(n_classes, size=30)
    model = DecisionTreeClassifier(criterion=criterion, max_depth=1, categorical_features=[0]).fit(
        level[:, None], y
    )
    proportions = [np.bincount(y[level == each], minlength=n_classes) for each in range(n_levels)]
    best = max(
        _gain(
            [
                sum(s for b, s in enumerate(proportions) if mask >> b & 1),
                sum(s for b, s in enumerate(proportions) if not mask >> b & 1),
            ],
            criterion,
        )
        for mask in range(1, 2**n_levels - 1)
    )
    assert model.tree_.gain[0] == pytest.approx(max(best, 0.0), abs=1e-12)


def _gain(sides, criterion):
    def impurity(counts):
        p = counts / counts.sum()
        return 1 - (p**2).sum() if criterion == "gini" else -(p[p > 0] * np.log2(p[p > 0])).sum()

    whole = sum(sides)
    if any(np.sum(side) == 0 for side in sides):
        return -1.0
    return impurity(whole) - sum(side.sum() / whole.sum() * impurity(side) for side in sides)


def test_missing_categories_are_one_more_category():
    frame = pd.DataFrame({"z": ["a", "a", None, None, "b", "b"]})
    model = DecisionTreeClassifier(category_splits="multiway").fit(frame, [0, 0, 1, 1, 2, 2])
    assert model.predict(frame).tolist() == [0, 0, 1, 1, 2, 2]


def test_a_hundred_thousand_categories_and_a_thousand_classes_can_be_fitted():
    level = np.arange(100_000)
    y = level % 2
    for category_splits in ("subset", "multiway"):
        model = DecisionTreeClassifier(categorical_features=[0], category_splits=category_splits, max_depth=1)
        assert (model.fit(level[:, None], y).predict(level[:100, None]) == y[:100]).all()
    x = np.repeat(np.arange(1000.0), 2)
    model = DecisionTreeClassifier().fit(x[:, None], np.repeat(np.arange(1000), 2))
    assert (model.predict(x[:, None]) == np.repeat(np.arange(1000), 2)).all()


def test_one_row_and_constant_columns_can_be_fitted():
    assert DecisionTreeClassifier().fit([[3.0]], ["a"]).predict([[7.0]]) == ["a"]
    X = np.column_stack([np.full(4, np.nan), [0.0, 1.0, 2.0, 3.0]])
    model = DecisionTreeClassifier().fit(X, [0, 0, 1, 1])
    assert model.tree_.feature[0] == 1
    assert DecisionTreeClassifier().fit(X[:, :1], [0, 0, 1, 1]).predict(X[:, :1]).tolist() == [0, 0, 0, 0]


@settings(max_examples=25)
@given(st.integers(0, 9999), st.integers(1, 6), st.integers(2, 40), st.integers(2, 12), st.floats(0, 0.02))
def test_one_grown_tree_serves_every_limit_that_only_cuts(seed, depth, split, leaves, gain):
    X, y = sample(120, 4, 3, seed)
    path = [
        DecisionTreeClassifier(max_depth=depth),
        DecisionTreeClassifier(min_samples_split=split),
        DecisionTreeClassifier(max_leaf_nodes=leaves, max_depth=depth),
        DecisionTreeClassifier(min_impurity_decrease=gain, ccp_alpha=gain),
        DecisionTreeClassifier(max_features=2, random_state=seed, max_depth=depth),
        DecisionTreeClassifier(max_features=2, random_state=seed),
    ]
    alone = [type(each)(**each.get_params()).fit(X, y) for each in path]
    data = path[0].prepare(*path[0].check_rows(X, y))
    for one, other in zip(DecisionTreeClassifier.fit_each(path, data), alone, strict=True):
        assert np.array_equal(one.predict_proba(X), other.predict_proba(X))
        assert len(one.tree_) == len(other.tree_)


def test_the_same_seed_draws_the_same_tree_and_another_seed_another():
    X, y = sample()
    trees = [
        DecisionTreeClassifier(splitter="random", max_features="sqrt", random_state=seed).fit(X, y).tree_
        for seed in (1, 1, 2)
    ]
    assert np.array_equal(trees[0].threshold, trees[1].threshold)
    assert not np.array_equal(trees[0].threshold[:20], trees[2].threshold[:20])


def test_random_thresholds_lie_between_the_values_they_divide():
    X, y = sample()
    tree = DecisionTreeClassifier(splitter="random", threshold_tests=3, random_state=0).fit(X, y).tree_
    inner = ~tree.is_leaf
    assert ((tree.low <= tree.threshold) & (tree.threshold < tree.high))[inner].all()
    middle = tree.low / 2 + tree.high / 2
    assert not np.allclose(tree.threshold[inner], middle[inner])


def test_sparse_rows_give_the_tree_of_dense_ones():
    X, y = sample()
    X[np.abs(X) < 0.5] = 0
    dense, sparse = DecisionTreeClassifier().fit(X, y), DecisionTreeClassifier().fit(csr_matrix(X), y)
    assert np.array_equal(dense.predict_proba(X), sparse.predict_proba(csr_matrix(X)))


def test_smoothing_adds_pseudo_counts_to_a_leaf():
    X, y = [[0.0], [0.0], [0.0], [1.0]], [0, 0, 1, 1]
    proportions = {
        smoothing: DecisionTreeClassifier(smoothing=smoothing).fit(X, y).predict_proba([[0.0]])[0]
        for smoothing in (0, "laplace", 6)
    }
    assert proportions[0].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert proportions["laplace"].tolist() == pytest.approx([3 / 5, 2 / 5])
    assert proportions[6].tolist() == pytest.approx([5 / 9, 4 / 9])


def test_costs_move_what_a_leaf_predicts_and_where_it_splits():
    X, y = sample(500, 3, seed=7)
    costs = [[0.0, 1.0], [10.0, 0.0]]
    limits = {"max_depth": 3, "min_samples_leaf": 10}
    plain = DecisionTreeClassifier(**limits).fit(X, y)
    leaf = DecisionTreeClassifier(costs=costs, **limits).fit(X, y)
    assert np.array_equal(plain.predict_proba(X), leaf.predict_proba(X))
    assert np.array_equal(
        leaf.predict(X), (10 * plain.predict_proba(X)[:, 1] > plain.predict_proba(X)[:, 0]).astype(int)
    )
    split = DecisionTreeClassifier(costs=costs, costs_at="split", **limits).fit(X, y)
    weighed = DecisionTreeClassifier(class_weight={0: 0.1, 1: 1.0}, **limits).fit(X, y)
    assert np.array_equal(split.tree_.threshold, weighed.tree_.threshold)
    ends = split.apply(X)
    for node in np.unique(ends):
        assert split.predict_proba(X)[ends == node][0, 1] == pytest.approx(y[ends == node].mean())


def test_even_costs_change_nothing():
    X, y = sample(200, 3, 3)
    costs = 1 - np.eye(3)
    plain, priced = (
        DecisionTreeClassifier(max_depth=3),
        DecisionTreeClassifier(max_depth=3, costs=costs, costs_at="both"),
    )
    assert np.array_equal(plain.fit(X, y).predict(X), priced.fit(X, y).predict(X))


@pytest.mark.parametrize("method", ["pessimistic", "reduced_error"])
def test_pruning_shrinks_a_tree_of_noise(method):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(300, 4)), random.integers(2, size=300)
    grown = DecisionTreeClassifier().fit(X, y)
    pruned = DecisionTreeClassifier(pruning=method, random_state=0).fit(X, y)
    assert pruned.get_n_leaves() < 0.9 * grown.get_n_leaves()


def test_pruning_keeps_a_split_that_is_true():
    x = np.arange(100.0)[:, None]
    y = (x[:, 0] > 50).astype(int)
    for method in ("pessimistic", "reduced_error"):
        assert (
            DecisionTreeClassifier(pruning=method, random_state=0).fit(x, y).predict(x) == y
        ).mean() > 0.97


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"max_features": 0}, "max_features=0"),
        ({"min_samples_split": 1}, "at least 2"),
        ({"min_samples_leaf": 1.5}, "at most 1.0"),
        ({"monotonic_cst": [1]}, "each of the 6 columns"),
        ({"class_weight": {7: 1.0}}, "7 is not a class"),
        ({"class_weight": "even"}, "class_weight='even'"),
        ({"class_weight": {0: -1.0}}, "finite weights of at least 0"),
        ({"smoothing": -1}, "smoothing=-1"),
        ({"costs": [[0.0, 1.0]]}, "each of the 2 classes"),
        ({"costs": [[0.0, 0.0], [1.0, 0.0]], "costs_at": "split"}, "misclassification cost 0"),
        ({"categorical_features": ["no such"]}, "not a column"),
    ],
)
def test_a_wrong_parameter_is_named(wrong, message):
    X, y = sample()
    with pytest.raises(ParameterError, match=message):
        DecisionTreeClassifier(**wrong).fit(X, y)


def test_monotonic_constraints_need_two_classes():
    X, y = sample(n_classes=3)
    with pytest.raises(ParameterError, match="two classes"):
        DecisionTreeClassifier(monotonic_cst=[1] * 6).fit(X, y)


def test_categories_of_another_type_need_to_be_named():
    frame = np.array([["a"], ["b"]], dtype=object)
    with pytest.raises(DataError, match=r"pass categorical_features=\[0\]"):
        DecisionTreeClassifier().fit(frame, [0, 1])
    assert DecisionTreeClassifier(categorical_features=[0]).fit(frame, [0, 1]).predict(frame).tolist() == [
        0,
        1,
    ]


def test_infinite_values_are_refused():
    with pytest.raises(ValueError, match="infinity"):
        DecisionTreeClassifier().fit([[np.inf], [1.0]], [0, 1])


def test_nodes_passed_are_those_above_the_end():
    X, y = sample(100, 3)
    model = DecisionTreeClassifier(max_depth=3).fit(X, y)
    passed = model.decision_path(X).toarray()
    assert (passed.sum(axis=1) == model.tree_.depth[model.apply(X)] + 1).all()
    assert (passed[np.arange(100), model.apply(X)] == 1).all()
