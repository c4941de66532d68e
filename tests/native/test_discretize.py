"""Recursive partitioning and agglomerative merging against their twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from gnomon import native
from tests.native import twins_discretize as twins


def column(seed, n, n_classes, weighted, digits):
    random = np.random.default_rng(seed)
    x = np.round(random.normal(size=n) * 3, digits)
    codes = np.clip(np.round(x / 3 + random.normal(size=n)), 0, n_classes - 1).astype(np.int32)
    # Sums of 0.3 are not exact: a class that is not there must still count as none.
    weight = random.integers(0, 4, size=n) * random.choice([0.3, 1.0]) if weighted else np.ones(n)
    return x, codes, weight


def kernel(name, x, codes, n_classes, weight, *options, threads=1):
    values, order = native.sort_columns(np.ascontiguousarray(x[:, None]), 1)
    return getattr(native, name)(values, order, None, codes, n_classes, weight, *options, threads)


@settings(max_examples=150)
@given(
    st.integers(0, 99999),
    st.integers(1, 60),
    st.integers(1, 4),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from(["entropy", "gini", "chi2"]),
    st.sampled_from(["mdl", "chi2", "pure"]),
    st.sampled_from([1, 2, 99]),
    st.sampled_from([0.0, 1.0, 5.0]),
)
def test_partition_cuts_where_the_twin_does(
    seed, n, n_classes, weighted, digits, criterion, stop, depth, min_weight
):
    x, codes, weight = column(seed, n, n_classes, weighted, digits)
    freedom = np.arange(n_classes)
    critical = (
        np.where(freedom > 0, chi2.isf(0.1, np.maximum(freedom, 1)), np.inf) if stop == "chi2" else None
    )
    begin, table = kernel(
        "partition_columns", x, codes, n_classes, weight if weighted else None, criterion, stop == "mdl",
        critical, depth, min_weight, 0.0,
    )  # fmt: skip
    expected = twins.partition(
        x, codes, weight, n_classes, criterion=criterion, by_mdl=stop == "mdl", critical=critical,
        max_depth=depth, min_weight=min_weight, min_gain=0.0,
    )  # fmt: skip
    assert begin.tolist() == [0, len(expected)]
    np.testing.assert_allclose(table[:, :2], np.array(expected).reshape(-1, 2), atol=1e-9)


@settings(max_examples=100)
@given(
    st.integers(0, 99999),
    st.integers(1, 50),
    st.integers(1, 4),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([(1, 999), (3, 3), (2, 5)]),
    st.sampled_from([0.5, 2.7, np.inf]),
)
def test_merging_leaves_the_cuts_of_the_twin(
    seed, n, n_classes, weighted, by_distance, join_pure, all_ties, bounds, stop
):
    x, codes, weight = column(seed, n, n_classes, weighted, 1)
    begin, cuts, _merge_begin, merged = kernel(
        "merge_columns", x, codes, n_classes, weight if weighted else None, by_distance, join_pure,
        all_ties, stop, *bounds,
    )  # fmt: skip
    expected, made = twins.merge(
        x, codes, weight, n_classes, by_distance=by_distance, join_pure=join_pure, all_ties=all_ties,
        stop=stop, min_bins=bounds[0], max_bins=bounds[1],
    )  # fmt: skip
    assert begin.tolist() == [0, len(expected)]
    np.testing.assert_allclose(cuts, expected, atol=1e-12)
    np.testing.assert_allclose(merged, np.array(made).reshape(-1, 2), atol=1e-8)


def test_rows_out_of_view_and_missing_values_have_no_say():
    random = np.random.default_rng(3)
    X, codes = random.normal(size=(200, 3)), random.integers(3, size=200).astype(np.int32)
    X[:20, 1] = np.inf
    member = (random.random(200) < 0.6).astype(np.uint8)
    seen = member > 0
    options = (None, "entropy", False, None, 99, 1.0, 0.0, 2)
    whole = native.partition_columns(*native.sort_columns(X, 1), member, codes, 3, *options)
    alone = native.partition_columns(*native.sort_columns(X[seen], 1), None, codes[seen], 3, *options)
    assert all(np.array_equal(a, b) for a, b in zip(whole, alone))
    assert np.isfinite(whole[1][:, 0]).all()


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_change_a_cut(threads):
    random = np.random.default_rng(0)
    X, codes = random.normal(size=(3000, 7)), random.integers(2, size=3000).astype(np.int32)
    columns = native.sort_columns(X, 1)
    for name, options in (
        ("partition_columns", (None, "gini", False, None, 6, 1.0, 0.0)),
        ("merge_columns", (None, False, True, False, 2.7, 1, 9999)),
    ):
        one, many = (getattr(native, name)(*columns, None, codes, 2, *options, t) for t in (1, threads))
        assert all(np.array_equal(a, b) for a, b in zip(one, many))


def test_a_cut_between_two_neighboring_numbers_parts_them():
    low = 1.0
    high = np.nextafter(low, 2)
    codes = np.array([0, 1], dtype=np.int32)
    _, table = kernel(
        "partition_columns", np.array([low, high]), codes, 2, None, "gini", False, None, 9, 1.0, 0.0
    )
    assert low < table[0, 0] <= high


def test_wrong_arrays_are_refused_at_the_door():
    values, order = native.sort_columns(np.array([[1.0], [2.0], [3.0]]), 1)
    codes = np.zeros(3, dtype=np.int32)
    rest = (None, "entropy", True, None, 9, 1.0, 0.0, 1)
    with pytest.raises(ValueError, match="codes has 2 items"):
        native.partition_columns(values, order, None, codes[:2], 1, *rest)
    with pytest.raises(ValueError, match="outside 0"):
        native.partition_columns(values, order, None, codes + 5, 1, *rest)
    with pytest.raises(ValueError, match="do not ascend"):
        native.partition_columns(values[:, ::-1].copy(), order, None, codes, 1, *rest)
    with pytest.raises(ValueError, match="every row once"):
        native.partition_columns(values, order * 0, None, codes, 1, *rest)
    with pytest.raises(ValueError, match="below 0"):
        native.partition_columns(values, order, None, codes, 1, np.array([1.0, -1.0, 1.0]), *rest[1:])
    with pytest.raises(ValueError, match="criterion"):
        native.partition_columns(values, order, None, codes, 1, None, "error", *rest[2:])
    with pytest.raises(ValueError, match="limit of merging"):
        native.merge_columns(values, order, None, codes, 1, None, False, True, False, 1.0, 3, 2, 1)
