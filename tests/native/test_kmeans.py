import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_kmeans


def problem(n_rows=700, n_columns=5, k=7, spread=2.0, seed=0):
    random = np.random.default_rng(seed)
    middle = spread * random.normal(size=(k, n_columns))
    X = middle[random.integers(k, size=n_rows)] + random.normal(size=(n_rows, n_columns))
    return X, X[random.choice(n_rows, k, replace=False)].copy()


def run(
    X,
    centers,
    weight=None,
    before=None,
    tolerance=0.0,
    max_iter=100,
    bounded=True,
    empty_threshold=-1,
    threads=2,
):
    return native.lloyd(X, centers, weight, before, tolerance, max_iter, bounded, empty_threshold, threads)


def assert_same(found, expected):
    labels, centers, inertia, converged, has_empty, moved, shift = found[:7]
    assert np.array_equal(labels, expected[0])
    np.testing.assert_allclose(centers, expected[1], rtol=1e-12, atol=1e-12)
    assert (converged, has_empty) == expected[3:5]
    assert moved.tolist() == expected[5]
    np.testing.assert_allclose(shift, expected[6], rtol=1e-9, atol=1e-24)
    if not has_empty:
        assert inertia == pytest.approx(expected[2], rel=1e-12, abs=1e-24)


@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize(
    ("n_rows", "n_columns", "k"),
    [(700, 5, 7), (5000, 2, 3), (300, 40, 20), (65, 17, 1), (64, 1, 2), (3, 3, 2), (1, 1, 1), (900, 16, 33)],
)
def test_steps_are_those_of_the_twin(n_rows, n_columns, k, bounded):
    X, start = problem(n_rows, n_columns, k)
    assert_same(run(X, start, bounded=bounded), twins_kmeans.lloyd(X, start, None, None, 0.0, 100, -1))


@pytest.mark.parametrize("max_iter", [0, 1, 3])
def test_a_run_that_is_cut_short_names_the_nearest_of_its_centers(max_iter):
    X, start = problem()
    assert_same(run(X, start, max_iter=max_iter), twins_kmeans.lloyd(X, start, None, None, 0.0, max_iter, -1))


def test_weights_count_as_repetition_and_rows_of_weight_0_only_get_labels():
    X, start = problem()
    weight = np.random.default_rng(1).integers(0, 4, size=len(X)).astype(float)
    found = run(X, start, weight)
    assert_same(found, twins_kmeans.lloyd(X, start, weight, None, 0.0, 100, -1))
    repeated = run(np.repeat(X, weight.astype(int), axis=0), start)
    np.testing.assert_allclose(found[1], repeated[1], rtol=1e-12)
    assert np.array_equal(found[5], [len(X[weight > 0]), *found[5][1:]])


def test_single_precision_rows_are_taken_as_they_are():
    X, start = problem()
    X = X.astype(np.float32)
    assert_same(run(X, start), twins_kmeans.lloyd(X, start, None, None, 0.0, 100, -1))


@pytest.mark.parametrize("scale", [1e-140, 1e-30, 1e30, 1e140])
def test_size_does_not_matter(scale):
    X, start = problem()
    found, expected = run(X * scale, start * scale), run(X, start)
    assert np.array_equal(found[0], expected[0])
    np.testing.assert_allclose(found[1], expected[1] * scale, rtol=1e-10)


def test_rows_far_from_the_origin_keep_their_digits():
    X, start = problem()
    far, far_start = X + 2.0**30, start + 2.0**30
    found, expected = run(far, far_start), run(far - 2.0**30, far_start - 2.0**30)
    assert np.array_equal(found[0], expected[0])
    np.testing.assert_allclose(found[1] - 2.0**30, expected[1], atol=2.0**-22)
    assert found[2] == pytest.approx(expected[2], rel=1e-6)


def test_a_center_for_every_row_leaves_nothing():
    X, _ = problem(6, 3, 3)
    assert run(X, X)[2] == pytest.approx(0, abs=1e-28)


def test_a_wild_row_does_not_spoil_the_others():
    X, start = problem()
    X[17] = 1e30
    start[2] = X[17]
    assert_same(run(X, start), twins_kmeans.lloyd(X, start, None, None, 0.0, 100, -1))


def test_ties_go_to_the_first_center():
    X = np.arange(9.0)[:, None]
    labels = run(X, np.array([[5.0], [3.0], [5.0]]), max_iter=0)[0]
    assert labels.tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0]


def rounding_decides(X, start, steps):
    """Whether a row is as near to two centers, but for rounding, after so many steps."""
    centers = twins_kmeans.lloyd(X, start, None, None, 0.0, steps, 0)[1]
    distances = np.sort(np.sum((X[:, None] - centers) ** 2, axis=2), axis=1)
    return bool(len(start) > 1 and np.any(distances[:, 1] - distances[:, 0] < 1e-9))


@given(st.integers(0, 10_000), st.integers(1, 6), st.integers(1, 4))
def test_on_a_grid_with_ties_and_repeats_it_is_the_twin(seed, k, n_columns):
    random = np.random.default_rng(seed)
    X = random.integers(0, 4, size=(40, n_columns)).astype(float)
    start = random.integers(0, 4, size=(k, n_columns)).astype(float)
    found = run(X, start, empty_threshold=0, max_iter=20)
    expected = twins_kmeans.lloyd(X, start, None, None, 0.0, 20, 0)
    # Means such as 4/3 are rounded, and so may decide which of two centers at the same distance is nearer.
    assume(not any(rounding_decides(X, start, steps) for steps in range(1, len(expected[5]))))
    assert (found[4], found[5].tolist()) == (expected[4], expected[5])
    assert found[4] or found[2] == pytest.approx(expected[2])


def test_an_empty_cluster_stops_the_iterations_before_centers_move():
    X = np.array([[0.0], [1.0], [2.0]])
    start = np.array([[1.0], [50.0]])
    found = run(X, start, empty_threshold=0)
    assert found[4]
    assert np.array_equal(found[1], start)
    assert run(X, np.array([[0.0], [2.0]]), empty_threshold=1)[4]


def test_labels_from_before_are_what_the_first_step_compares_with():
    X, start = problem()
    labels, centers, *_ = run(X, start)
    again = run(X, centers, before=labels)
    assert again[3]
    assert again[5].tolist() == [0]


def test_the_number_of_threads_changes_no_bit():
    X, start = problem(20_000, 8, 12)
    one, four = (run(X, start, threads=threads) for threads in (1, 4))
    for a, b in zip(one, four):
        np.testing.assert_array_equal(a, b)


def test_bounds_pass_over_rows_that_keep_their_center():
    X, start = problem(20_000, 8, 12, spread=4.0)
    scanned = run(X, start)[7]
    assert scanned[0] == len(X)
    assert scanned[-1] < len(X) / 4


def test_what_does_not_fit_is_refused():
    X, start = problem(30)
    with pytest.raises(ValueError, match="centers"):
        run(X, start[:, :3].copy())
    with pytest.raises(ValueError, match="weight"):
        run(X, start, weight=np.ones(29))
    with pytest.raises(ValueError, match="before"):
        run(X, start, before=np.zeros(29, dtype=np.int32))
    with pytest.raises(ValueError, match="centers"):
        run(X, np.full_like(start, np.nan))
    with pytest.raises(ValueError, match="one center"):
        run(X, start[:0].copy())
    assert len(run(X[:0].copy(), start)[0]) == 0


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize(
    ("n_rows", "n_columns", "n_trials"), [(700, 5, 3), (40_000, 3, 8), (3, 17, 1), (1, 1, 2)]
)
def test_trials_leave_what_the_twin_finds(n_rows, n_columns, n_trials, kind):
    X, _ = problem(n_rows, n_columns, 1)
    X, random = X.astype(kind), np.random.default_rng(1)
    trials, closest = random.normal(size=(n_trials, n_columns)), random.exponential(n_columns, size=n_rows)
    for weight in (None, random.integers(0, 3, size=n_rows).astype(float)):
        found = native.try_centers(X, trials, closest, weight, True, 2)
        expected = twins_kmeans.try_centers(X, trials, closest, weight)
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-12)
        np.testing.assert_allclose(found[1], expected[1], rtol=1e-12)
        alone = native.try_centers(X, trials, closest, weight, False, 1)
        assert np.array_equal(alone[0], found[0])
        assert len(alone[1]) == 0


def test_trials_that_do_not_fit_are_refused():
    X, start = problem(30)
    with pytest.raises(ValueError, match="more than 8"):
        native.try_centers(X, X[:9].copy(), np.ones(30), None, False, 1)
    with pytest.raises(ValueError, match="closest"):
        native.try_centers(X, start, np.ones(29), None, False, 1)
    with pytest.raises(ValueError, match="weight"):
        native.try_centers(X, start, np.ones(30), np.ones(3), False, 1)
