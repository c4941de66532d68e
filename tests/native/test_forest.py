import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_forest

ALL_FEATURES = (False, 0, False, 2**31, 2.0, 1.0, 0.0, 0.0, 0.0, 0)


def table(n_rows=60, n_columns=4, seed=0, levels=6, missing_share=0.0, dtype=np.uint8):
    random = np.random.default_rng(seed)
    codes = random.integers(levels, size=(n_rows, n_columns)).astype(dtype)
    codes[random.random(codes.shape) < missing_share] = 255 if dtype == np.uint8 else 4095
    tops = np.tile(np.arange(levels, dtype=float), n_columns), np.arange(n_columns + 1) * levels
    return codes, tops


def classes(
    codes,
    tops,
    label,
    *,
    is_category=None,
    weight=None,
    bootstrap=None,
    growth=None,
    criterion="gini",
    **options,
):
    d = codes.shape[1]
    is_category = np.zeros(d, np.uint8) if is_category is None else is_category
    growth = native.ForestGrowth(*((d, *ALL_FEATURES) if growth is None else growth))
    seed, first, end, threads = (options.get(name, value) for name, value in DEFAULTS.items())
    class_weight = np.full(int(label.max()) + 1, options.get("each_class", 1.0))
    return native.forest_classes(
        codes, is_category, tops, label.astype(np.int32), class_weight, criterion, weight, bootstrap, growth,
        seed, first, end, threads
    )  # fmt: skip


DEFAULTS = {"seed": 3, "first": 0, "end": 1, "threads": 1}


def numbers(codes, tops, y, *, weight=None, is_category=None, growth=None):
    d = codes.shape[1]
    is_category = np.zeros(d, np.uint8) if is_category is None else is_category
    value = np.rint(y * 2**20).astype(np.int64)
    return native.forest_numbers(
        codes, is_category, tops, value, (2.0**-20, 0.0, 2.0**-20), weight, None,
        native.ForestGrowth(*((d, *ALL_FEATURES) if growth is None else growth)), 0, 0, 1, 1
    )  # fmt: skip


@given(
    values=st.lists(st.sampled_from([-2.5, 0.0, 1.0, 1.5, 7.0, np.nan]), min_size=1, max_size=30),
    max_bins=st.integers(2, 8),
    weighted=st.booleans(),
)
@settings(max_examples=60)
def test_cuts_are_those_of_the_twin(values, max_bins, weighted):
    column = np.array(values)
    weight = np.arange(len(values)) % 3.0 if weighted else None
    found, begin, tops = native.forest_cuts(column[:, None], weight, max_bins, 2)
    assert begin.tolist() == [0, len(found)]
    assert len(tops) == len(found) + 1
    assert (tops[:-1] < found).all()
    assert np.allclose(found, twins_forest.cuts(column, weight, max_bins))


def test_a_column_of_many_values_is_cut_into_bins_of_equal_weight():
    column = np.random.default_rng(0).normal(size=(100_000, 1))
    cuts, begin, tops = native.forest_cuts(column, None, 255, 2)
    sizes = np.bincount(native.forest_codes(column, (cuts, begin), 2).ravel(), minlength=255)
    assert len(cuts) == 254
    assert tops[-1] == column.max()
    assert sizes.min() > 0.97 * 100_000 / 255


def test_codes_count_the_cuts_below_and_mark_missing():
    X = np.array([[0.5], [1.0], [1.5], [np.nan], [9.0]])
    cuts = np.array([1.0, 2.0]), np.array([0, 2])
    assert native.forest_codes(X, cuts, 1).ravel().tolist() == [0, 0, 1, 255, 2]
    assert native.forest_wide_codes(X, cuts, 1).ravel().tolist() == [0, 0, 1, 4095, 2]


@pytest.mark.parametrize("weighted", [False, True])
def test_draws_are_those_of_the_twin(weighted):
    random = np.random.default_rng(1)
    order = random.permutation(20).astype(np.int32)
    up_to = np.cumsum(random.integers(1, 4, size=20) if weighted else np.ones(20)).astype(float)
    found = native.forest_draws((order, up_to, 30), 7, 2, 4)
    for place, tree in enumerate((2, 3)):
        assert np.array_equal(found[place], twins_forest.draws(order, up_to, 30, 7, tree))


def test_a_row_of_weight_two_is_drawn_as_two_equal_rows_are():
    order = np.arange(3, dtype=np.int32)
    weighted = native.forest_draws((order, np.array([1.0, 3.0, 4.0]), 40), 5, 0, 50)
    repeated = native.forest_draws((np.arange(4, dtype=np.int32), np.arange(1.0, 5.0), 40), 5, 0, 50)
    assert np.array_equal(weighted[:, 1], repeated[:, 1] + repeated[:, 2])
    assert np.array_equal(weighted[:, 0], repeated[:, 0])


@pytest.mark.parametrize(
    ("criterion", "n_classes"), [("gini", 2), ("gini", 3), ("entropy", 2), ("entropy", 3), ("squared", 2)]
)
@pytest.mark.parametrize("missing_share", [0.0, 0.3])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_every_split_is_the_best_there_is(criterion, n_classes, missing_share, dtype):
    codes, tops = table(n_rows=50, missing_share=missing_share, dtype=dtype, seed=n_classes)
    random = np.random.default_rng(0)
    weight = random.integers(1, 4, size=50).astype(float)
    is_category = np.array([0, 0, 1, 0], dtype=np.uint8) if n_classes == 2 else np.zeros(4, dtype=np.uint8)
    missing = 255 if dtype == np.uint8 else 4095
    if criterion == "squared":
        target = random.normal(size=50)
        found = numbers(codes, tops, target, weight=weight, is_category=is_category)
    else:
        target = random.integers(n_classes, size=50)
        found = classes(codes, tops, target, weight=weight, criterion=criterion, is_category=is_category)
    splits = 0
    for _, left, rows in twins_forest.walk(found, codes, 0, missing):
        args = codes[rows], is_category, target[rows], weight[rows], criterion, missing
        if left is None:
            continue
        subset = {node: some for node, _, some in twins_forest.walk(found, codes, 0, missing)}
        sides = [subset[left], subset[left + 1]]
        gain = sum(twins_forest.purity(target[s], weight[s], criterion) for s in sides)
        gain -= twins_forest.purity(target[rows], weight[rows], criterion)
        assert gain == pytest.approx(
            twins_forest.best_gain(*args), abs=1e-4 if criterion == "squared" else 1e-9
        )
        splits += 1
    assert splits > 5


@pytest.mark.parametrize("n_classes", [3, 9, 17, 40])
def test_counts_of_classes_give_the_trees_of_rows_moved_one_by_one(n_classes):
    codes, tops = table(n_rows=400, n_columns=12, seed=n_classes)
    is_category = np.array([0, 1] * 6, dtype=np.uint8)
    label = np.random.default_rng(1).integers(n_classes, size=400)
    label[:n_classes] = np.arange(n_classes)
    growth = (3, False, 0, False, 2**31, 2.0, 3.0, 0.01, 0.0, 0.0, 0)
    given = {"is_category": is_category, "growth": growth, "end": 4}
    counted = classes(codes, tops, label, **given)
    # Classes that weigh 2 each are not counted: all scores are twice as large, and splits the same.
    moved = classes(codes, tops, label, each_class=2.0, **given)
    for place in (0, 1, 2, 3, 4, 6):
        assert np.array_equal(counted[place], moved[place])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_node_too_small_for_two_leaves_draws_as_one_that_was_tried(n_classes):
    codes, tops = table(n_rows=200, n_columns=9, seed=3)
    label = np.random.default_rng(3).integers(n_classes, size=200)
    by_rows = classes(codes, tops, label, growth=(2, False, 0, False, 2**31, 2.0, 5.0, 0.0, 0.0, 0.0, 0))
    by_share = classes(codes, tops, label, growth=(2, False, 0, False, 2**31, 2.0, 1.0, 5 / 200, 0.0, 0.0, 0))
    assert len(by_rows[0]) > 20
    assert np.array_equal(by_rows[0], by_share[0])


@pytest.mark.parametrize("missing_share", [0.0, 0.2])
def test_leaves_and_answers_are_those_of_the_twin(missing_share):
    codes, tops = table(n_rows=300, missing_share=missing_share, seed=4)
    label = np.random.default_rng(4).integers(3, size=300)
    growth = (2, False, 0, False, 4, 2.0, 1.0, 0.0, 0.0, 0.0, 0)
    trees = classes(codes, tops, label, growth=growth, end=5)
    leaves = native.forest_leaves(trees[:5], codes, 0, 5, 2)
    total = np.zeros((300, 3))
    for number in range(5):
        assert np.array_equal(leaves[:, number], twins_forest.leaves(trees, codes, number, 255))
        for leaf in np.unique(leaves[:, number]):
            rows = leaves[:, number] == leaf
            total[rows] += np.bincount(label[rows], minlength=3) / rows.sum()
    assert np.allclose(native.forest_predictions(trees[:5], codes, 0, 5, False, 2), total)
    votes = native.forest_predictions(trees[:5], codes, 0, 5, True, 1)
    assert np.array_equal(votes.sum(axis=1), np.full(300, 5.0))


def test_the_threshold_stands_in_the_middle_of_the_empty_gap():
    codes = np.array([[1], [9]], dtype=np.uint8)
    tops = np.arange(10.0), np.array([0, 10])
    nodes = classes(codes, tops, np.array([0, 1]))[0]
    assert nodes[0, 1] >> 2 & 4095 == 5


def test_trees_do_not_depend_on_the_number_of_threads_or_on_the_trees_before():
    codes, tops = table(n_rows=200)
    label = np.random.default_rng(0).integers(2, size=200)
    bootstrap = np.arange(200, dtype=np.int32), np.arange(1.0, 201.0), 200
    growth = (2, *ALL_FEATURES)
    whole = classes(codes, tops, label, bootstrap=bootstrap, growth=growth, end=8, threads=1)
    other = classes(codes, tops, label, bootstrap=bootstrap, growth=growth, end=8, threads=3)
    assert all(np.array_equal(a, b) for a, b in zip(whole, other, strict=True))
    later = classes(codes, tops, label, bootstrap=bootstrap, growth=growth, first=5, end=8)
    begin = int(whole[4][5])
    assert np.array_equal(whole[0][begin:, 1], later[0][:, 1])


def test_at_most_so_many_leaves_are_grown_best_first():
    codes, tops = table(n_rows=300)
    label = np.random.default_rng(0).integers(2, size=300)
    found = classes(codes, tops, label, growth=(4, *ALL_FEATURES[:-1], 7))
    assert len(found[0]) == 2 * 7 - 1


@given(st.integers(0, 2**31), st.booleans())
@settings(max_examples=20)
def test_held_out_answers_come_from_trees_that_have_not_drawn_the_row(seed, votes):
    codes, tops = table(n_rows=30)
    label = np.random.default_rng(0).integers(2, size=30)
    bootstrap = np.arange(30, dtype=np.int32), np.arange(1.0, 31.0), 30
    trees = classes(codes, tops, label, bootstrap=bootstrap, growth=(2, *ALL_FEATURES), end=6, seed=seed)
    sums, times = native.forest_held_out(trees[:5], bootstrap, seed, codes, 0, 6, votes, 2)
    is_out = native.forest_draws(bootstrap, seed, 0, 6) == 0
    expected = sum(
        native.forest_predictions(trees[:5], codes, t, t + 1, votes, 1) * is_out[t][:, None] for t in range(6)
    )
    assert np.array_equal(times, is_out.sum(axis=0))
    assert np.allclose(sums, expected)


def test_arrays_that_are_no_forest_are_refused():
    codes, tops = table()
    trees = list(classes(codes, tops, np.random.default_rng(0).integers(2, size=60))[:5])
    for place, spoil in ((0, lambda a: a * 0 + 2**31), (1, lambda a: a + 1000), (4, lambda a: a + 5)):
        spoiled = list(trees)
        spoiled[place] = spoil(trees[place])
        with pytest.raises(ValueError, match="not those of a forest"):
            native.forest_predictions(tuple(spoiled), codes, 0, 1, False, 1)
    with pytest.raises(ValueError, match="trees 0 to 9"):
        native.forest_predictions(tuple(trees), codes, 0, 9, False, 1)
    with pytest.raises(ValueError, match="codes has a value"):
        classes(codes + np.uint8(100), tops, np.zeros(60, dtype=int))


def test_the_log_loss_is_that_of_the_twin():
    random = np.random.default_rng(0)
    score, y = 5 * random.normal(size=1000), random.integers(2, size=1000)
    weight = random.random(1000)
    for w in (None, weight):
        found = native.boost_log_loss(score, y.astype(np.uint8), w, 2)
        expected = twins_forest.log_loss(score, y, np.ones(1000) if w is None else w)
        for a, b in zip(found, expected, strict=True):
            assert np.allclose(a, b, rtol=1e-12)


def test_a_score_beyond_the_range_of_exponentials_has_a_loss():
    loss, gradient, hessian = native.boost_log_loss(
        np.array([-800.0, 800.0]), np.array([1, 1], np.uint8), None, 1
    )
    assert (loss, gradient.tolist(), hessian.tolist()) == (800.0, [-1.0, 0.0], [0.0, 0.0])


@pytest.mark.parametrize("missing_share", [0.0, 0.3])
@pytest.mark.parametrize("l2", [0.0, 2.0])
def test_boosting_takes_the_best_splits_and_newton_steps(missing_share, l2):
    codes, _ = table(n_rows=80, n_columns=20, missing_share=missing_share)
    random = np.random.default_rng(0)
    gradient, hessian = random.normal(size=80), random.random(80) + 0.1
    rows = np.arange(0, 80, 2, dtype=np.int32)
    limits = native.BoostLimits(6, 2**31, 1.0, 0.0, l2, 0.0, 0.5)
    categories = native.CategorySplits(0.0, 0.0, 255, 0.0)
    bins, flags = np.full(20, 6, np.int32), np.zeros(20, np.uint8)
    boosting = native.Boosting(native.BinnedTable(codes, bins, flags), 1)
    [step] = boosting.round(gradient[None], hessian[None], None, rows, flags + 1, None, limits, categories, 2)
    trees = boosting.trees(0)
    assert len(trees[0]) == 11
    learned = codes[rows]
    subset = {node: some for node, _, some in twins_forest.walk(trees, learned, 0, 255)}
    for _, left, some in twins_forest.walk(trees, learned, 0, 255):
        s, c = gradient[rows][some], hessian[rows][some]
        if left is None:
            assert np.allclose(step[rows][some], -0.5 * s.sum() / (c.sum() + l2))
            continue
        gain = -(s.sum() ** 2) / (c.sum() + l2) / 2
        for side in (subset[left], subset[left + 1]):
            a, b = gradient[rows][side], hessian[rows][side]
            gain += a.sum() ** 2 / (b.sum() + l2) / 2
        assert gain == pytest.approx(twins_forest.boost_gain(learned[some], flags, s, c, l2, 255), rel=1e-5)
    leaf = twins_forest.leaves(trees, codes, 0, 255)
    assert np.array_equal(step, trees[2][trees[1][leaf], 0])


def test_categorical_splits_are_optimal_where_no_regularization_disturbs_the_order_of_levels():
    codes, _ = table(n_rows=60, n_columns=1, levels=5)
    random = np.random.default_rng(2)
    gradient = random.normal(size=60)
    counts = np.bincount(codes[:, 0])
    gradient -= np.array([0, 1, 2, 0.5, -1.0])[codes[:, 0]]
    flags = np.ones(1, np.uint8)
    boosting = native.Boosting(native.BinnedTable(codes, np.array([5], np.int32), flags), 1)
    boosting.round(
        gradient[None], np.ones((1, 60)), None, np.arange(60, dtype=np.int32), flags, None,
        native.BoostLimits(2, 9, 1.0, 0.0, 0.0, 0.0, 1.0), native.CategorySplits(0.0, 0.0, 255, 0.0), 1
    )  # fmt: skip
    trees = boosting.trees(0)
    assert counts.min() > 5
    gain = trees[6].sum()
    assert gain == pytest.approx(
        twins_forest.boost_gain(codes, flags, gradient, np.ones(60), 0.0, 255), rel=1e-5
    )
