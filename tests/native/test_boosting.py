"""The search for stumps and Holte's intervals against their twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.sharing.labels import Labels
from tests.native import twins_boosting as twins


def table(seed, n, d, n_classes, missing=True):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n, d)) * 2, random.integers(0, 3))
    if missing:
        X[random.random((n, d)) < 0.2] = np.nan
    categorical = random.random(d) < 0.4
    codes = random.integers(n_classes, size=n)
    weight = random.random(n) * (random.random(n) < 0.8)
    return X, categorical, codes, weight


@settings(max_examples=150)
@given(
    st.integers(0, 99999),
    st.integers(1, 40),
    st.integers(1, 9),
    st.integers(1, 4),
    st.sampled_from(["error", "gini"]),
)
def test_the_best_stump_has_the_score_of_the_twin(seed, n, d, n_classes, criterion):
    X, categorical, codes, weight = table(seed, n, d, n_classes)
    columns = StumpColumns.of(X, Labels(codes, np.arange(n_classes)), weight, categorical)
    column, score, _, found, sides = columns._search.best(
        weight, codes.astype(np.int32), n_classes, criterion, 2
    )
    expected = twins.best_stump(X, categorical, codes, weight, n_classes, criterion)
    if np.isinf(expected):
        assert column == -1
        return
    assert score == pytest.approx(expected, rel=1e-9)
    assert sum(twins.group_score(group, criterion) for group in found) == pytest.approx(score)
    assert ((sides >= 0) == (weight > 0)).all()
    for group in range(len(found)):
        rows = sides == group
        expected_row = np.bincount(codes[rows], weight[rows], minlength=n_classes)
        np.testing.assert_allclose(found[group], expected_row, atol=1e-12)


@settings(max_examples=40)
@given(st.integers(0, 99999), st.integers(3, 5), st.sampled_from(["error", "gini"]))
def test_columns_of_few_values_are_cut_as_if_rows_were_read_one_by_one(seed, n_classes, criterion):
    X, _, codes, weight = table(seed, 300, 4, n_classes)
    few = np.clip(np.round(X), -2, 2)
    few[:, 3] = np.where(np.isnan(few[:, 3]), 1.0, few[:, 3])
    # Rows whose weight falls to nothing after the columns were sorted stay in view.
    later = np.where((few[:, 0] == -1) & (codes > 0), 0.0, weight)
    columns = StumpColumns.of(few, Labels(codes, np.arange(n_classes)), weight)
    found = columns._search.best(later, codes.astype(np.int32), n_classes, criterion, 1)
    expected = twins.best_stump(
        few[weight > 0], np.zeros(4, dtype=bool), codes[weight > 0], later[weight > 0], n_classes, criterion
    )
    assert found[1] == pytest.approx(expected, rel=1e-9)
    assert ((found[4] >= 0) == (weight > 0)).all()


@settings(max_examples=20)
@given(st.integers(0, 99999), st.sampled_from([1, 7, 64, 70]))
def test_many_columns_of_few_values_have_the_score_of_the_twin(seed, d):
    random = np.random.default_rng(seed)
    X = random.integers(0, 5, size=(120, d)).astype(float)
    X[random.random((120, d)) < 0.05] = np.nan
    X[:, d // 2] = random.normal(size=120)
    codes, weight = random.integers(3, size=120), random.random(120) * (random.random(120) < 0.9)
    columns = StumpColumns.of(X, Labels(codes, np.arange(3)), weight)
    one, two = (columns._search.best(weight, codes.astype(np.int32), 3, "error", t) for t in (1, 2))
    expected = twins.best_stump(X, np.zeros(d, dtype=bool), codes, weight, 3, "error")
    assert one[1] == pytest.approx(expected, rel=1e-9)
    assert one[:2] == two[:2]


@settings(max_examples=40)
@given(st.integers(0, 99999), st.integers(0, 30), st.integers(0, 20), st.integers(1, 4))
def test_votes_are_those_of_the_twin(seed, n, n_stumps, n_classes):
    random = np.random.default_rng(seed)
    X = random.integers(0, 4, size=(n, 3)).astype(float)
    X[random.random((n, 3)) < 0.2] = np.nan
    feature = random.integers(3, size=n_stumps)
    threshold = random.choice([0.5, 2.0, np.inf, np.nan], n_stumps)
    ways = random.integers(n_classes, size=(3, n_stumps)).astype(np.int32)
    alpha = random.normal(size=n_stumps)
    found = native.stump_votes(X, feature, threshold, ways, alpha, n_classes)
    assert np.array_equal(found, twins.votes(X, feature, threshold, ways, alpha, n_classes))


def test_votes_that_do_not_fit_are_refused():
    X, feature, ways = np.zeros((2, 1)), np.zeros(2, np.int64), np.zeros((3, 2), np.int32)
    for wrong in ((feature + 1, ways), (feature - 1, ways), (feature, ways + 2), (feature, ways[:2])):
        with pytest.raises(ValueError):
            native.stump_votes(X, wrong[0], np.zeros(2), wrong[1], np.ones(2), 2)
    with pytest.raises(ValueError, match="alpha has 3 items"):
        native.stump_votes(X, feature, np.zeros(2), ways, np.ones(3), 2)


@pytest.mark.parametrize("criterion", ["error", "gini"])
def test_threads_do_not_change_the_stump(criterion):
    X, categorical, codes, weight = table(0, 2000, 13, 2)
    columns = StumpColumns.of(X, Labels(codes, np.arange(2)), weight, categorical)
    one, four = (columns._search.best(weight, codes.astype(np.int32), 2, criterion, t) for t in (1, 4))
    assert one[:2] == four[:2]
    assert all(np.array_equal(a, b) for a, b in zip(one[2:], four[2:], strict=True))


@settings(max_examples=100)
@given(st.integers(0, 99999), st.integers(1, 60), st.integers(1, 4), st.integers(0, 6))
def test_intervals_are_those_of_the_twin(seed, n, n_classes, min_weight):
    random = np.random.default_rng(seed)
    column = np.round(random.normal(size=n) * 3)
    codes, weight = random.integers(n_classes, size=n), random.integers(0, 3, size=n).astype(float)
    values, order = native.sort_columns(column[:, None], 1)
    rises = np.concatenate([[0], values[0, 1:] > values[0, :-1]]).astype(np.uint8)
    below, above, found = native.one_rule(
        order[0], rises, codes.astype(np.int32), weight, n_classes, min_weight
    )
    np.testing.assert_allclose(found, twins.one_rule(column, codes, weight, n_classes, min_weight))
    assert (column[below] < column[above]).all()
    assert (weight[below] > 0).all()


def test_arrays_that_do_not_fit_are_refused():
    order, rises = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.uint8)
    present, flags = np.array([3]), np.zeros(1, np.uint8)
    with pytest.raises(ValueError, match="does not name every row once"):
        native.StumpSearch(order, rises, present, flags, None, 1)
    order = np.arange(3, dtype=np.int32)[None]
    with pytest.raises(ValueError, match="present has a count out of range"):
        native.StumpSearch(order, rises, np.array([4]), flags, None, 1)
    search = native.StumpSearch(order, rises, present, flags, None, 1)
    codes, weight = np.zeros(3, np.int32), np.ones(3)
    with pytest.raises(ValueError, match=r"outside 0\.\.0"):
        search.best(weight, codes + 1, 1, "error", 1)
    with pytest.raises(ValueError, match="weight"):
        search.best(np.array([1.0, np.nan, 1.0]), codes, 1, "error", 1)
    with pytest.raises(ValueError, match="below 0"):
        search.best(np.array([1.0, -1.0, 1.0]), codes, 1, "error", 1)
    with pytest.raises(ValueError, match="sum above 1e150"):
        search.best(np.full(3, 1e300), codes, 1, "error", 1)
    with pytest.raises(ValueError, match="order has a value"):
        native.one_rule(np.array([0, 9], np.int32), rises[0, :2], codes, weight, 1, 1.0)
