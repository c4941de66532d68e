import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import threads
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.tree import MISSING, Tree


def grown(seed=0, n_rows=200, **parameters):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 4))
    X[:, 3] = random.integers(5, size=n_rows)
    X[random.random(X.shape) < 0.1] = np.nan
    y = random.integers(3, size=n_rows)
    model = DecisionTreeClassifier(categorical_features=[3], category_splits="multiway", **parameters).fit(
        X, y
    )
    return model.tree_, model.check_examples(X, reset=False)


def walked(tree, x):
    """The slow way down."""
    node = 0
    while tree.n_children[node]:
        value = x[tree.feature[node]]
        if tree.is_categorical(node):
            code = MISSING if np.isnan(value) else int(value)
            codes, branches = tree.levels_of(node)
            if code not in codes:
                return node
            branch = branches[list(codes).index(code)]
        else:
            branch = tree.missing[node] if np.isnan(value) else int(value > tree.threshold[node])
        node = tree.first_child[node] + branch
    return node


@settings(max_examples=20)
@given(st.integers(0, 9999))
def test_apply_agrees_with_the_slow_implementation(seed):
    tree, X = grown(seed, 60)
    X = np.vstack([X, X * [1, 1, 1, 3]])
    assert tree.apply(X).tolist() == [walked(tree, x) for x in X]


def test_numbers_alone_take_the_same_path_for_any_number_of_rows_and_threads():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(3000, 3)), random.integers(2, size=3000)
    X[::7, 1] = np.nan
    tree = DecisionTreeClassifier().fit(X, y).tree_
    ends = tree.apply(X)
    assert ends.tolist() == [walked(tree, x) for x in X]
    assert np.array_equal(ends, np.concatenate([tree.apply(X[:5]), tree.apply(X[5:])]))
    with threads.limited(1):
        assert np.array_equal(ends, tree.apply(X))


@pytest.mark.parametrize("n_rows", [500, 20_000])
def test_the_tree_is_the_same_for_any_number_of_threads(n_rows):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(n_rows, 20)), random.integers(2, size=n_rows)
    many = DecisionTreeClassifier(max_depth=6).fit(X, y).tree_
    with threads.limited(1):
        one = DecisionTreeClassifier(max_depth=6).fit(X, y).tree_
    for name in ("feature", "threshold", "first_child", "parent", "value"):
        assert np.array_equal(getattr(many, name), getattr(one, name))


@settings(max_examples=20)
@given(st.integers(0, 9999), st.floats(0.05, 0.9))
def test_a_pruned_tree_predicts_where_its_rows_stop(seed, share):
    tree, X = grown(seed, 80)
    closed = np.random.default_rng(seed).random(len(tree)) < share
    cut, new = tree.numbered(closed)
    stop = tree.stops(closed)
    ends = tree.apply(X)
    assert np.array_equal(cut.apply(X), new[ends])
    assert np.array_equal(cut.value[new[ends]], tree.value[stop[ends]])
    assert (cut.parent[1:] < np.arange(1, len(cut))).all()
    assert np.array_equal(cut.sums(np.where(cut.is_leaf, cut.weight, 0.0)), cut.weight)


def test_an_oblique_split_is_a_weighted_sum():
    tree = Tree.grown(
        np.array([[2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]),
        feature=np.array([2, -1, -1], np.int32),
        n_children=np.array([2, 0, 0], np.int32),
        first_child=np.array([1, 0, 0], np.int32),
        missing=np.array([0, -1, -1], np.int32),
        directions=np.array([[1.0, -1.0]]),
    )
    assert tree.apply(np.array([[3.0, 1.0], [1.0, 3.0], [np.nan, 1.0]])).tolist() == [2, 1, 1]


@pytest.mark.parametrize(
    ("field", "value"),
    [("first_child", 9), ("feature", 5), ("missing", -1), ("n_children", -2), ("first_child", 0)],
)
def test_a_broken_tree_is_refused(field, value):
    arrays = {
        "feature": np.array([0, -1, -1], np.int32),
        "n_children": np.array([2, 0, 0], np.int32),
        "first_child": np.array([1, 0, 0], np.int32),
        "missing": np.array([0, -1, -1], np.int32),
    }
    arrays[field][0] = value
    with pytest.raises(ValueError):
        Tree.grown(np.ones((3, 1)), **arrays).apply(np.zeros((1, 1)))
