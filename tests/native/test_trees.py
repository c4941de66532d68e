"""Growing and pruning against their twins; what the door refuses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_trees as twins


def grown(X, y, weight=None, criterion="gini", threads=1, times=None, **changes):
    n, d = X.shape
    values, order = native.sort_columns(X, 1)
    is_class = criterion not in ("squared", "absolute")
    given = {
        "values": values,
        "order": order,
        "categorical": np.zeros(d, np.uint8),
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


X, Y = np.arange(6.0)[:, None], np.array([0, 0, 0, 1, 1, 1])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"order": np.zeros((1, 6), np.int32)}, "does not name every row once"),
        ({"order": np.arange(1, 7, dtype=np.int32)[None]}, "does not name every row once"),
        ({"values": np.arange(6.0)[None, ::-1].copy()}, "do not ascend"),
        ({"values": np.full((1, 6), np.nan)}, "do not ascend"),
        ({"values": np.arange(6.0)[None] + 0.5, "categorical": np.ones(1, np.uint8)}, "category code"),
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
        grown(X, Y, **wrong)


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
