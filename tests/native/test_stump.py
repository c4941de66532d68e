"""Sorted columns and the scans for one threshold against their twins."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from gnomon import native
from tests.native import twins

TWO_CLASSES = [
    (criterion, polarity, least)
    for criterion, polarity in [
        ("error", "majority"),
        ("error", "above"),
        ("error", "below"),
        ("gini", "majority"),
        ("entropy", "majority"),
    ]
    for least in (1, 2, 7)
]
MANY_CLASSES = list(itertools.product(["error", "gini", "entropy"], ["majority"], [1, 4, 30]))


def draw(n, d, levels, seed, dtype=np.float64):
    generator = np.random.default_rng(seed)
    values = generator.integers(0, levels, (n, d)) if levels else generator.standard_normal((n, d))
    return values.astype(dtype)


@settings(max_examples=50, deadline=None)
@given(
    n=st.integers(0, 300),
    d=st.integers(0, 5),
    levels=st.sampled_from([0, 1, 2, 9]),
    seed=st.integers(0, 99),
    dtype=st.sampled_from([np.float64, np.float32]),
)
def test_columns_are_sorted_and_ties_keep_their_order(n, d, levels, seed, dtype):
    X = draw(n, d, levels, seed, dtype)
    values, order = native.sort_columns(X, 2)
    wanted_values, wanted_order = twins.sort_columns(X)
    assert values.dtype == dtype
    assert np.array_equal(values, wanted_values)
    assert np.array_equal(order, wanted_order)
    assert np.array_equal(native.argsort_columns(X, 1), wanted_order)


def check_scan(X, member, codes, n_classes, weight, options):
    """The impurity is the least there is, and the split told has that impurity and those sides."""
    values, order = native.sort_columns(X, 2)
    answer = native.stump_scan(values, order, member, codes, n_classes, weight, options, 2)
    wanted = twins.stump_scan(X, member, codes, n_classes, weight, options)
    np.testing.assert_allclose(answer[3], wanted, rtol=1e-9, atol=1e-12)
    w = np.ones(len(X)) if weight is None else weight
    inside = np.ones(len(X), dtype=bool) if member is None else member.astype(bool)
    for s, (criterion, polarity, least) in enumerate(options):
        column, low, high, least_impurity, left, right = (part[s] for part in answer)
        if column < 0:
            assert np.isnan([low, high, least_impurity]).all()
            continue
        goes_left, goes_right = inside & (X[:, column] <= low), inside & (X[:, column] >= high)
        assert np.array_equal(goes_left | goes_right, inside)
        assert min(goes_left.sum(), goes_right.sum()) >= least
        for side, found in ((goes_left, left), (goes_right, right)):
            np.testing.assert_allclose(found, np.bincount(codes[side], w[side], n_classes), rtol=1e-12)
        assert least_impurity == pytest.approx(twins.impurity(criterion, polarity, left, right), abs=1e-12)
    return answer


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(0, 60),
    d=st.integers(1, 4),
    levels=st.sampled_from([0, 1, 3]),
    n_classes=st.integers(2, 4),
    seed=st.integers(0, 999),
    masked=st.booleans(),
    weighted=st.booleans(),
    dtype=st.sampled_from([np.float64, np.float32]),
)
def test_the_scan_finds_the_least_impurity(n, d, levels, n_classes, seed, masked, weighted, dtype):
    generator = np.random.default_rng(seed)
    X = draw(n, d, levels, seed, dtype)
    codes = generator.integers(0, n_classes, n).astype(np.int32)
    member = (generator.random(n) < 0.7).astype(np.uint8) if masked else None
    weight = generator.integers(0, 4, n).astype(float) if weighted else None
    if weighted and member is not None and (weight * member).sum() == 0:
        weight = weight + 1
    if weighted and n and weight.sum() == 0:
        weight = weight + 1
    check_scan(X, member, codes, n_classes, weight, TWO_CLASSES if n_classes == 2 else MANY_CLASSES)


def test_of_equal_splits_the_lowest_column_and_threshold_win():
    x = np.array([0.0, 1.0, 2.0, 3.0])
    X = np.column_stack([x * 0, x, x])
    codes = np.array([0, 1, 1, 0], dtype=np.int32)
    for weight in (None, np.ones(4)):
        for criterion in ("gini", "entropy", "error"):
            values, order = native.sort_columns(X, 1)
            column, low, *_ = native.stump_scan(
                values, order, None, codes, 2, weight, [(criterion, "majority", 1)], 1
            )
            assert (column[0], low[0]) == (1, 0.0)


def test_unit_weights_change_nothing():
    X = draw(200, 3, 0, 0)
    codes = (X[:, 1] > 0.3).astype(np.int32)
    values, order = native.sort_columns(X, 1)
    plain = native.stump_scan(values, order, None, codes, 2, None, TWO_CLASSES, 1)
    weighted = native.stump_scan(values, order, None, codes, 2, np.ones(200), TWO_CLASSES, 1)
    for a, b in zip(plain, weighted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("least", [1, 20, 200])
def test_the_threshold_is_that_of_a_tree_of_depth_one(criterion, least):
    X = draw(1000, 5, 0, 4).astype(np.float32).astype(float)  # scikit-learn sees single precision
    codes = (X[:, 2] + 0.5 * draw(1000, 1, 0, 5)[:, 0] > 0.4).astype(np.int32)
    values, order = native.sort_columns(X, 2)
    column, low, high, *_ = native.stump_scan(
        values, order, None, codes, 2, None, [(criterion, "majority", least)], 2
    )
    tree = (
        DecisionTreeClassifier(max_depth=1, criterion=criterion, min_samples_leaf=least).fit(X, codes).tree_
    )
    assert column[0] == tree.feature[0]
    assert low[0] / 2 + high[0] / 2 == tree.threshold[0]


def test_threads_do_not_change_a_bit_of_the_scans():
    X = draw(500, 9, 4, 0)
    codes = np.random.default_rng(0).integers(0, 2, 500).astype(np.int32)
    weight = np.random.default_rng(1).random(500)
    values, order = native.sort_columns(X, 1)
    for call in (
        lambda threads: native.stump_scan(values, order, None, codes, 2, weight, TWO_CLASSES, threads),
        lambda threads: native.stump_scan(values, order, None, codes, 2, None, TWO_CLASSES, threads),
    ):
        for a, b in zip(call(1), call(3), strict=True):
            assert np.array_equal(a, b, equal_nan=True)


def test_bad_arguments_raise():
    X = draw(10, 2, 0, 0)
    values, order = native.sort_columns(X, 1)
    codes = np.zeros(10, dtype=np.int32)
    gini = [("gini", "majority", 1)]
    for call in (
        lambda: native.sort_columns(np.array([[np.nan]]), 1),
        lambda: native.argsort_columns(X, 0),
        lambda: native.stump_scan(values, order[:1].copy(), None, codes, 2, None, gini, 1),
        lambda: native.stump_scan(values, order + 1, None, codes, 2, None, gini, 1),
        lambda: native.stump_scan(values, order, None, codes + 2, 2, None, gini, 1),
        lambda: native.stump_scan(values, order, None, codes[:3], 2, None, gini, 1),
        lambda: native.stump_scan(values, order, np.ones(3, dtype=np.uint8), codes, 2, None, gini, 1),
        lambda: native.stump_scan(values, order, None, codes, 2, np.ones(3), gini, 1),
        lambda: native.stump_scan(values, order, None, codes, 2, None, [("mse", "majority", 1)], 1),
        lambda: native.stump_scan(values, order, None, codes, 2, None, [("error", "up", 1)], 1),
        lambda: native.stump_scan(values, order, None, codes, 3, None, [("error", "above", 1)], 1),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        native.stump_scan(values, order.astype(np.int64), None, codes, 2, None, gini, 1)


def test_an_order_that_does_not_name_every_row_once_is_refused():
    values, order = native.sort_columns(np.arange(8.0)[:, None], 1)
    codes = np.tile([0, 1], 4).astype(np.int32)
    for wrong in (np.full_like(order, 5), order - 1, order + 1):
        with pytest.raises(ValueError, match="does not name every row once"):
            native.stump_scan(values, wrong, None, codes, 2, None, [("gini", "majority", 1)], 1)
