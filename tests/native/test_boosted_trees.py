"""Boosted trees against their twin, whichever way the kernel sums rows and screens columns."""

import numpy as np
import pytest

from gnomon import native
from tests.native import twins_forest

MISSING = 255
RANDOM_ROWS = 400
NO_CATEGORIES = native.CategorySplits(0.0, 0.0, 255, 0.0)


def sparse_codes(n_rows=RANDOM_ROWS, n_columns=20, seed=0, common_share=0.7, missing_share=0.0):
    """Codes below 6 of which most are the same in a column."""
    random = np.random.default_rng(seed)
    codes = random.integers(6, size=(n_rows, n_columns))
    codes = np.where(random.random(codes.shape) < common_share, np.arange(n_columns) % 6, codes)
    return np.where(random.random(codes.shape) < missing_share, MISSING, codes).astype(np.uint8)


def boosted(codes, gradient, hessian, *, rows=None, leaves=8, min_leaf=1.0, l2=0.0, threads=1):
    """The trees of one round, and their predictions."""
    d = codes.shape[1]
    bins, flags = np.full(d, 6, np.int32), np.zeros(d, np.uint8)
    boosting = native.Boosting(native.BinnedTable(codes, bins, flags), len(gradient))
    rows = np.arange(len(codes)) if rows is None else rows
    limits = native.BoostLimits(leaves, 2**31, min_leaf, 0.0, l2, 0.0, 0.5)
    rows = rows.astype(np.int32)
    step = boosting.round(gradient, hessian, None, rows, flags + 1, None, limits, NO_CATEGORIES, threads)
    return [boosting.trees(place) for place in range(len(gradient))], step


def loss(n_trees=1, n_rows=RANDOM_ROWS, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(n_trees, n_rows)), random.random((n_trees, n_rows)) + 0.1


def assert_best_splits(tree, codes, gradient, hessian, *, l2=0.0, min_leaf=1.0, tolerance=1e-5):
    """Every split is as good as the twin's best."""
    flags = np.zeros(codes.shape[1], np.uint8)
    rows_of = {node: rows for node, _, rows in twins_forest.walk(tree, codes, 0, MISSING)}
    for _, left, rows in twins_forest.walk(tree, codes, 0, MISSING):
        if left is None:
            continue
        best = twins_forest.boost_gain(
            codes[rows], flags, gradient[rows], hessian[rows], l2, MISSING, min_leaf
        )
        sides_and_all = (rows_of[left], rows_of[left + 1], rows)
        a, b, whole = (gradient[some].sum() ** 2 / (hessian[some].sum() + l2) for some in sides_and_all)
        assert (a + b - whole) / 2 == pytest.approx(best, rel=tolerance)


@pytest.mark.parametrize("missing_share", [0.0, 0.1])
@pytest.mark.parametrize("common_share", [0.0, 0.8])
def test_every_split_is_the_twins_best(missing_share, common_share):
    codes = sparse_codes(common_share=common_share, missing_share=missing_share)
    gradient, hessian = loss(3)
    rows = np.arange(0, RANDOM_ROWS, 2)
    trees, step = boosted(codes, gradient, hessian, rows=rows)
    for k in range(3):
        assert len(trees[k][0]) == 15
        assert_best_splits(trees[k], codes[rows], gradient[k, rows], hessian[k, rows])
        leaf = twins_forest.leaves(trees[k], codes, 0, MISSING)
        assert np.array_equal(step[k], trees[k][2][trees[k][1][leaf], 0])


@pytest.mark.parametrize("missing_share", [0.0, 0.1])
def test_trees_grown_together_are_those_grown_alone(missing_share):
    codes = sparse_codes(n_rows=900, missing_share=missing_share)
    gradient, hessian = loss(11, 900)
    gradient[3], hessian[3] = 0.0, 0.0
    rows = np.flatnonzero(np.random.default_rng(1).random(900) < 0.7)
    together, step = boosted(codes, gradient, hessian, rows=rows)
    for k in range(11):
        [alone], [predictions] = boosted(codes, gradient[[k]], hessian[[k]], rows=rows)
        assert np.array_equal(predictions, step[k])
        assert all(np.array_equal(a, b) for a, b in zip(together[k], alone, strict=True))


def levels_and_loss(seed, n_rows=500, n_levels=30):
    """Levels of unlike frequency, some missing, with gradients that hang on them."""
    random = np.random.default_rng(seed)
    share = random.dirichlet(np.full(n_levels, 0.7))
    codes = random.choice(n_levels, size=n_rows, p=share)
    gradient = random.normal(size=n_levels)[codes] + random.normal(size=n_rows)
    codes = np.where(random.random(n_rows) < 0.05, MISSING, codes).astype(np.uint8)
    return codes, gradient, random.random(n_rows) + 0.1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("smooth", "l2", "max_levels", "min_group"),
    [(10.0, 10.0, 32, 20.0), (0.5, 0.0, 255, 0.0), (5.0, 3.0, 4, 60.0), (30.0, 0.0, 1, 1.0)],
)
def test_a_set_of_levels_is_the_twins_best(seed, smooth, l2, max_levels, min_group):
    codes, gradient, hessian = levels_and_loss(seed)
    table = native.BinnedTable(codes[:, None], np.array([30], np.int32), np.ones(1, np.uint8))
    boosting, rows = native.Boosting(table, 1), np.arange(500, dtype=np.int32)
    [step] = boosting.round(
        gradient[None], hessian[None], None, rows, np.ones(1, np.uint8), None,
        native.BoostLimits(2, 9, 1.0, 0.0, 0.0, 0.0, 1.0),
        native.CategorySplits(smooth, l2, max_levels, min_group), 1
    )  # fmt: skip

    def part(some):
        return gradient[some].sum() ** 2 / (hessian[some].sum() + l2)

    whole = gradient.sum() ** 2 / hessian.sum()
    sets = list(twins_forest.level_sets(codes, gradient, hessian, smooth, max_levels, min_group))
    gains = [(part(left) + part(~left) - whole) / 2 for left in sets]
    assert boosting.trees(0)[6].sum() == pytest.approx(max([0.0, *gains]), rel=1e-6, abs=1e-9)
    if max(gains, default=0.0) > 0:
        left = sets[int(np.argmax(gains))]
        for side in (left, ~left):
            expected = -gradient[side].sum() / (hessian[side].sum() + l2)
            np.testing.assert_allclose(step[side], expected, rtol=1e-12)


def test_a_few_levels_are_split_without_regularization_or_a_limit():
    codes = np.repeat(np.arange(4, dtype=np.uint8), [50, 5, 40, 3])[:, None]
    gradient = np.array([1.0, -2.0, 0.5, -3.0])[codes[:, 0]]
    table = native.BinnedTable(codes, np.array([4], np.int32), np.ones(1, np.uint8))
    found = []
    for categories in (NO_CATEGORIES, native.CategorySplits(10.0, 10.0, 1, 40.0)):
        boosting = native.Boosting(table, 1)
        rows, allowed = np.arange(98, dtype=np.int32), np.ones(1, np.uint8)
        limits = native.BoostLimits(3, 9, 1.0, 0.0, 0.0, 0.0, 1.0)
        step = boosting.round(
            gradient[None], np.ones((1, 98)), None, rows, allowed, None, limits, categories, 1
        )
        found.append(step)
    assert np.array_equal(*found)
    assert len(np.unique(found[0])) == 3


def test_threads_do_not_change_the_trees():
    codes = sparse_codes(n_rows=9000, n_columns=600)
    gradient, hessian = loss(2, 9000)
    one, four = (boosted(codes, gradient, hessian, threads=threads) for threads in (1, 4))
    assert np.array_equal(one[1], four[1])
    for a, b in zip(one[0], four[0], strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("min_leaf", [2.0, 15.0])
def test_a_leaf_stays_only_if_no_two_large_enough_can_be_made_of_it(min_leaf):
    codes = sparse_codes(common_share=0.3)
    gradient, hessian = loss()
    [tree], _ = boosted(codes, gradient, hessian, leaves=2**20, min_leaf=min_leaf)
    flags = np.zeros(codes.shape[1], np.uint8)
    assert_best_splits(tree, codes, gradient[0], hessian[0], min_leaf=min_leaf)
    for _, left, rows in twins_forest.walk(tree, codes, 0, MISSING):
        best = twins_forest.boost_gain(
            codes[rows], flags, gradient[0, rows], hessian[0, rows], 0.0, MISSING, min_leaf
        )
        assert left is not None or best < 1e-6


# The second case has scores a million times as large as what columns differ by; the last l2 is beyond what
# columns are screened with.
@pytest.mark.parametrize(("l2", "mean"), [(0.0, 1.0), (0.0, 4096.0), (3.0, 1.0), (80.0, -1.0), (1e25, 0.5)])
def test_the_best_column_is_found_for_any_l2_and_mean(l2, mean):
    # Such gradients and hessians are whole numbers of steps, so that the twin sees the same.
    codes = sparse_codes(n_columns=40)
    gradient = mean + np.random.default_rng(3).integers(-8, 9, size=(1, RANDOM_ROWS))
    [tree], _ = boosted(codes, gradient, np.ones((1, RANDOM_ROWS)), l2=l2)
    assert len(tree[0]) > 1
    assert_best_splits(tree, codes, gradient[0], np.ones(RANDOM_ROWS), l2=l2, tolerance=1e-7)


def test_of_equal_columns_the_first_is_asked():
    codes = np.tile(sparse_codes(n_columns=5), 8)
    gradient, hessian = loss()
    [tree], _ = boosted(codes, gradient, hessian, leaves=30)
    is_inner = tree[0][:, 0] != np.arange(len(tree[0]))
    assert (tree[0][is_inner, 1] >> 14 < 5).all()


def test_rows_not_learned_from_may_have_any_slope():
    codes = sparse_codes()
    gradient, hessian = loss()
    rows = np.arange(100, RANDOM_ROWS)
    [tree], _ = boosted(codes, gradient, hessian, rows=rows)
    gradient[0, :100], hessian[0, :100] = 1e300, 1e300
    [same], _ = boosted(codes, gradient, hessian, rows=rows)
    assert all(np.array_equal(a, b) for a, b in zip(tree, same, strict=True))


def test_what_does_not_fit_is_refused():
    codes, (gradient, hessian) = sparse_codes(), loss()
    with pytest.raises(ValueError, match="at or above the number of bins"):
        boosted(codes + np.uint8(3), gradient, hessian)
    with pytest.raises(ValueError, match="hessian has 2 items"):
        boosted(codes, gradient, np.tile(hessian, (2, 1)))
    with pytest.raises(ValueError, match="gradient has 399 items"):
        boosted(codes, np.ascontiguousarray(gradient[:, 1:]), hessian)
    with pytest.raises(ValueError, match="NaN or infinite"):
        boosted(codes, gradient * np.inf, hessian)
    with pytest.raises(ValueError, match="hessian has a value below 0"):
        boosted(codes, gradient, -hessian)
    with pytest.raises(ValueError, match="rows has a value"):
        boosted(codes, gradient, hessian, rows=np.array([RANDOM_ROWS]))
    with pytest.raises(ValueError, match="a tree needs rows"):
        boosted(codes, gradient, hessian, rows=np.arange(0))
