"""Growing and pruning against their twins; what the door refuses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_trees as twins


def grown(X, y, weight=None, criterion="gini", threads=1, times=None, **changes):
    n, d = X.shape
    categorical = changes.pop("categorical", np.zeros(d, np.uint8))
    is_class = criterion not in ("squared", "absolute")
    given = {
        "table": native.TreeTable(X, categorical, 1),
        "times": np.ones(n, np.int32) if times is None else times,
        "weight": weight,
        "codes": y.astype(np.int32) if is_class else None,
        "numbers": None if is_class else y.astype(np.float64),
        "n_classes": int(y.max()) + 1 if is_class else 0,
        "criterion": criterion,
        "by_ratio": False,
        "multiway": False,
        "max_depth": 100,
        "min_split": 2,
        "min_leaf": 1,
        "min_weight": 0.0,
        "min_gain": 0.0,
        "max_features": d,
        "thresholds": 0,
        "seed": 0,
        "monotone": None,
        "threads": threads,
    }
    return native.grow_tree(**{**given, **changes})


def nested(tree, node=0):
    if tree["n_children"][node] == 0:
        return None
    first = tree["first_child"][node]
    column, threshold = int(tree["feature"][node]), float(tree["threshold"][node])
    return column, threshold, nested(tree, first), nested(tree, first + 1)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 9999),
    st.integers(1, 25),
    st.integers(1, 3),
    st.sampled_from(["gini", "entropy", "error", "squared"]),
    st.sampled_from(["none", "whole", "real"]),
    st.booleans(),
    st.integers(1, 3),
)
def test_a_tree_is_its_twin(seed, n, d, criterion, weights, coarse, min_leaf):
    random = np.random.default_rng(seed)
    X = random.integers(0, 5, (n, d)).astype(float) if coarse else random.normal(size=(n, d))
    y = random.normal(size=n) if criterion == "squared" else random.integers(0, 3, n)
    weight = {
        "none": None,
        "whole": random.integers(1, 4, n).astype(float),
        "real": random.uniform(0.2, 2, n),
    }[weights]
    tree = grown(X, y, weight, criterion, max_depth=4, min_leaf=min_leaf)
    each = np.ones(n) if weight is None else weight
    n_classes = 0 if criterion == "squared" else 3
    assert nested(tree) == twins.grow(X, y, each, criterion, n_classes, 4, min_leaf)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 9999), st.integers(3, 5), st.integers(1, 9))
def test_columns_of_few_values_have_the_tree_of_the_twin(seed, n_classes, min_leaf):
    random = np.random.default_rng(seed)
    X, y = random.integers(0, 4, (60, 3)).astype(float), random.integers(0, n_classes, 60)
    y[:n_classes] = np.arange(n_classes)
    tree = grown(X, y, max_depth=4, min_leaf=min_leaf)
    assert nested(tree) == twins.grow(X, y, np.ones(60), "gini", n_classes, 4, min_leaf)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 9999), st.sampled_from([3, 10, 32, 33]), st.integers(1, 6), st.sampled_from([0.0, 7.5]))
def test_values_that_are_counted_give_the_tree_of_rows_in_order(seed, n_classes, min_leaf, min_weight):
    random = np.random.default_rng(seed)
    n, times = 500, random.integers(0, 4, 500).astype(np.int32)
    X = random.integers(0, [2, 5, 16, 40, 90, 7, 300, 6], (n, 8)).astype(float)
    X[:, 6] /= 7
    X[random.random(n) < 0.1, 5] = np.inf
    y = (X[:, 2] + random.integers(0, n_classes, n)).astype(int) % n_classes
    categorical = np.array([0, 0, 0, 0, 0, 0, 0, 1], np.uint8)
    given = {"categorical": categorical, "min_leaf": min_leaf, "times": times}
    counted = grown(X, y, min_weight=min_weight, **given)
    # Rows of weight 2 are kept in order; their sums are twice as large, and gains as shares the same.
    ordered = grown(X, y, np.full(n, 2.0), min_weight=2 * min_weight, **given)
    assert len(counted["feature"]) > 3
    for name in counted.keys() - {"value", "weight"}:
        assert np.array_equal(counted[name], ordered[name]), name


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 9999), st.sampled_from(["gini", "squared", "absolute"]))
def test_rows_in_view_twice_are_rows_repeated(seed, criterion):
    random = np.random.default_rng(seed)
    X, times = random.normal(size=(30, 2)), random.integers(0, 3, 30).astype(np.int32)
    times[0] = 1
    y = random.integers(0, 2, 30) if criterion == "gini" else random.normal(size=30)
    y[:2] = 0, 1
    seen = grown(X, y, criterion=criterion, times=times, min_leaf=2)
    repeated = grown(np.repeat(X, times, axis=0), np.repeat(y, times), criterion=criterion, min_leaf=2)
    assert nested(seen) == nested(repeated)
    assert np.array_equal(seen["n_rows"], repeated["n_rows"])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 9999))
def test_prices_of_leaves_are_their_twins(seed):
    random = np.random.default_rng(seed)
    tree = grown(random.normal(size=(25, 2)), random.integers(0, 3, 25), max_depth=4)
    risk = tree["impurity"] * tree["weight"] / 25
    shape = tree["parent"], tree["first_child"], tree["n_children"]
    ours, theirs = native.collapse_alphas(*shape, risk)[0], twins.collapse_alphas(*shape, risk)
    # Of equally weak links either may go first, and takes the other with it.
    for price in np.unique(theirs[np.isfinite(theirs)]) + 1e-9:
        assert _leaves(tree, ours <= price) == _leaves(tree, theirs <= price)


def _leaves(tree, closed, node=0):
    if tree["n_children"][node] == 0 or closed[node]:
        return [node]
    first = tree["first_child"][node]
    return [leaf for child in (first, first + 1) for leaf in _leaves(tree, closed, child)]


def test_large_nodes_are_shared_among_threads_without_a_trace():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(30_000, 12)), random.integers(0, 2, 30_000)
    one, many = (grown(X, y, max_depth=7, threads=threads) for threads in (1, 3))
    for name, array in one.items():
        assert np.array_equal(array, many[name]), name


@settings(max_examples=30)
@given(st.integers(0, 9999), st.floats(0, 1))
def test_rows_stop_where_the_twin_says(seed, share):
    random = np.random.default_rng(seed)
    parent = np.array([-1, *(random.integers(0, i) for i in range(1, 40))], np.int32)
    closed = random.random(40) < share
    assert native.tree_stops(parent, closed).tolist() == twins.stops(parent, closed)


@pytest.mark.parametrize("parent", [[-1, 2, 0], [0, 0, 0], [-2, 0, 0]])
def test_no_rows_stop_in_a_broken_tree(parent):
    with pytest.raises(ValueError, match="before its parent"):
        native.tree_stops(np.array(parent, np.int32), np.zeros(3, bool))
    with pytest.raises(ValueError, match="closed has 2 items"):
        native.tree_stops(np.array([-1, 0, 0], np.int32), np.zeros(2, bool))


X, Y = np.arange(6.0)[:, None], np.array([0, 0, 0, 1, 1, 1])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"X": np.full((6, 1), np.nan)}, "X has NaN"),
        ({"X": np.empty((6, 0))}, "no column"),
        ({"X": np.arange(6.0)[:, None] + 0.5, "categorical": np.ones(1, np.uint8)}, "category code"),
        ({"categorical": np.zeros(2, np.uint8)}, "categorical has 2 items"),
        ({"times": np.zeros(6, np.int32)}, "no row is in view"),
        ({"times": -np.ones(6, np.int32)}, "below 0"),
        ({"weight": np.full(6, np.nan)}, "weight"),
        ({"codes": np.full(6, 9, np.int32)}, "outside"),
        ({"codes": None}, "either codes or numbers"),
        ({"criterion": "gain"}, "criterion"),
        ({"n_classes": 0}, "n_classes"),
        ({"max_features": 0}, "no column"),
        ({"monotone": np.zeros(3, np.int8)}, "monotone"),
        ({"threads": 0}, "threads"),
    ],
)
def test_the_door_refuses(wrong, message):
    with pytest.raises(ValueError, match=message):
        grown(**{"X": X, "y": Y, **wrong})


def test_broken_trees_are_not_pruned():
    parent, first, count = (np.array(each, np.int32) for each in ([-1, 0, 0], [1, 0, 0], [2, 0, 0]))
    risk = np.array([1.0, 0.2, 0.2])
    assert native.collapse_alphas(parent, first, count, risk)[0][0] == pytest.approx(0.6)
    for broken in (
        (np.array([-1, 2, 0], np.int32), first, count, risk),
        (parent, np.array([5, 0, 0], np.int32), count, risk),
        (parent, first, np.array([1, 0, 0], np.int32), risk),
        (parent, first, count, np.full(3, np.nan)),
        (parent, first, count, risk[:2]),
    ):
        with pytest.raises(ValueError):
            native.collapse_alphas(*broken)
