"""Dual coordinate descent and Newton's method against their slow twins, and their argument checks."""

import signal

import numpy as np
import pytest
import scipy.sparse

from gnomon import native
from tests.native import twins_linear_svm as twins


def problem(n=40, d=6, seed=0, share=1.0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * (random.random((n, d)) < share)
    side = np.where(X.sum(axis=1) + random.normal(size=n) > 0, 1.0, -1.0)
    return X, side, random.uniform(0.5, 1.5, n), random.uniform(0.2, 2.0, n)


def compressed(X, dtype=np.float64):
    X = scipy.sparse.csr_matrix(X)
    return X.data.astype(dtype), X.indices.astype(np.int32), X.indptr.astype(np.int32), X.shape[1]


@pytest.mark.parametrize("squared", [True, False])
@pytest.mark.parametrize("bias", [0.0, 2.0])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_dense_rows_come_to_the_twins_plane(squared, bias, dtype):
    X, side, margin, C = problem()
    X = X.astype(dtype)
    _, w = twins.svm_dual(X.astype(float), side, margin, C, squared, bias, 1e-11, 20_000)
    alpha, w_found, constant, history, converged = native.svm_dual(
        X, side, margin, C, squared, bias, 1e-9, -1.0, 20_000, 1
    )
    assert converged
    assert history[-1] <= 1e-9
    np.testing.assert_allclose(np.append(w_found, constant), w, atol=1e-6)
    again = np.append(X.T.astype(float) @ (alpha * side), bias * (alpha @ side))
    np.testing.assert_allclose(again, w, atol=1e-6)


@pytest.mark.parametrize("squared", [True, False])
def test_sparse_rows_give_what_dense_ones_do(squared):
    X, side, margin, C = problem(60, 9, share=0.4)
    rule = (side, margin, C, squared, 1.0, 1e-9, -1.0, 20_000, 3)
    dense, sparse = native.svm_dual(X, *rule), native.sparse_svm_dual(*compressed(X), *rule)
    np.testing.assert_allclose(sparse[1], dense[1], atol=1e-7)
    short = native.sparse_svm_dual(*compressed(X, np.float32), *rule)
    np.testing.assert_allclose(short[1], dense[1], atol=1e-4)


def test_the_same_seed_gives_the_same_bits():
    X, side, margin, C = problem(200, 5)
    rule = (side, margin, C, False, 1.0, 1e-4, 0.0, 30)
    one, two = (native.svm_dual(X, *rule, 7) for _ in range(2))
    assert np.array_equal(one[0], two[0])
    assert np.array_equal(one[3], two[3])


def test_a_row_of_zeros_without_constant_has_its_multiplier_at_C():
    X, side = np.zeros((2, 3)), np.array([1.0, -1.0])
    result = native.svm_dual(X, side, np.ones(2), np.full(2, 0.5), False, 0.0, 1e-6, 0.0, 10, 0)
    assert result[0].tolist() == [0.5, 0.5]
    assert not result[1].any()


def test_the_duality_gap_stops_before_the_projected_gradients_do():
    X, side, margin, C = problem(300, 4)
    by_gap = native.svm_dual(X, side, margin, C, True, 1.0, 1e-12, 1e-3, 5000, 0)
    by_violation = native.svm_dual(X, side, margin, C, True, 1.0, 1e-12, -1.0, 5000, 0)
    assert by_gap[4]
    assert len(by_gap[3]) < len(by_violation[3])


def test_an_interrupt_stops_a_descent_without_end():
    X, side, margin, C = problem(500, 5)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            native.svm_dual(X, side, margin, C, True, 1.0, -1.0, -1.0, 10**15, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": np.ones(3)}, "side has 3 items"),
        ({"margin": np.ones(3)}, "margin has 3 items"),
        ({"C": np.zeros(4)}, "C is not above 0"),
        ({"X": np.full((4, 2), np.nan)}, "NaN or infinite"),
    ],
)
def test_wrong_arguments_are_refused(change, message):
    arguments = {"X": np.ones((4, 2)), "side": np.ones(4), "margin": np.ones(4), "C": np.ones(4)} | change
    with pytest.raises(ValueError, match=message):
        native.svm_dual(*arguments.values(), True, 1.0, 1e-4, 0.0, 10, 0)


@pytest.mark.parametrize(
    ("columns", "begin", "message"),
    [
        ([0, 5], [0, 1, 2], "columns has a value outside"),
        ([0, 1], [0, 2, 1], "begin does not span"),
        ([0, 1], [0, 3, 2], "begin decreases"),
        ([0], [0, 1, 2], "columns has 1 items"),
    ],
)
def test_wrong_sparse_rows_are_refused(columns, begin, message):
    rule = (np.ones(2), np.ones(2), np.ones(2), True, 1.0, 1e-4, 0.0, 10, 0)
    indices = (np.array(columns, dtype=np.int32), np.array(begin, dtype=np.int32))
    with pytest.raises(ValueError, match=message):
        native.sparse_svm_dual(np.ones(2), *indices, 3, *rule)


def sparse_rows(n=40, d=7, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * (random.random((n, d)) < 0.4)
    return X, native.SparseRows(*compressed(X), 2.0), random.normal(size=n), random.normal(size=d + 1)


def test_sparse_rows_multiply_as_their_twins():
    X, rows, weight, v = sparse_rows()
    weight[::3] = 0
    wide = np.column_stack([X, np.full(len(X), 2.0)])
    np.testing.assert_allclose(rows.scores(v, 2), wide @ v, atol=1e-13)
    np.testing.assert_allclose(rows.transposed(weight, 2), weight @ wide, atol=1e-13)
    np.testing.assert_allclose(rows.squares(weight, 2), weight @ wide**2, atol=1e-13)
    np.testing.assert_allclose(rows.curvature(weight, v, 2), twins.curvature(X, 2.0, weight, v), atol=1e-12)


def test_sums_over_sparse_rows_are_the_same_bits_on_any_number_of_threads():
    X = scipy.sparse.random_array((30_000, 50), density=0.3, format="csr", rng=np.random.default_rng(0))
    rows = native.SparseRows(X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32), 50, 1.0)
    weight, v = np.random.default_rng(1).random(30_000), np.random.default_rng(2).random(51)
    one, three = (rows.curvature(weight, v, threads) for threads in (1, 3))
    assert np.array_equal(one, three)
    wide = scipy.sparse.hstack([X, np.ones((30_000, 1))], format="csr")
    np.testing.assert_allclose(one, wide.T @ (weight * (wide @ v)), rtol=1e-10)


def test_sparse_rows_keep_their_arrays_alive():
    rows = native.SparseRows(
        np.full(1000, 3.0), np.zeros(1000, np.int32), np.arange(1001, dtype=np.int32), 1, 0.0
    )
    _ = [np.ones(1000) for _ in range(50)]
    assert rows.scores(np.ones(2), 1).tolist() == [3.0] * 1000


def test_sparse_rows_without_rows_or_columns_give_zeros():
    none = native.SparseRows(np.ones(0), np.zeros(0, np.int32), np.zeros(1, np.int32), 0, 1.0)
    assert none.scores(np.ones(1), 1).shape == (0,)
    assert none.transposed(np.ones(0), 1).tolist() == [0.0]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda rows: rows.scores(np.ones(7), 1), "v has 7 items where 8"),
        (lambda rows: rows.transposed(np.ones(3), 1), "weight has 3 items where 40"),
        (lambda rows: rows.squares(np.ones(3), 1), "weight has 3 items where 40"),
        (lambda rows: rows.curvature(np.ones(40), np.ones(3), 1), "v has 3 items where 8"),
        (lambda rows: rows.curvature(np.ones(3), np.ones(8), 1), "weight has 3 items where 40"),
        (lambda rows: rows.scores(np.ones(8), 0), "threads is 0"),
    ],
)
def test_sparse_rows_refuse_what_does_not_fit(ask, message):
    with pytest.raises(ValueError, match=message):
        ask(sparse_rows()[1])


@pytest.mark.parametrize("bias", [np.nan, np.inf])
def test_sparse_rows_refuse_a_constant_that_is_no_number(bias):
    with pytest.raises(ValueError, match="bias"):
        native.SparseRows(*compressed(np.ones((2, 2))), bias)


def planes(X, target, C, width=None, bias=1.0, max_iter=100):
    start = np.zeros((len(target), X.shape[1] + 1))
    return native.squared_planes(X, target, C, width, bias, start, max_iter)


@pytest.mark.parametrize("width", [None, 0.0, 0.4])
@pytest.mark.parametrize("bias", [0.0, 2.0])
@pytest.mark.parametrize(("n", "d"), [(1, 1), (30, 7), (200, 8), (90, 33)])
def test_planes_of_a_squared_loss_are_their_twins(width, bias, n, d):
    X, side, number, C = problem(n, d)
    targets = np.array([side, -side] if width is None else [number, -3 * number])
    for target, fit in zip(targets, planes(X, targets, C, width, bias), strict=True):
        w, history, primal, dual, converged = fit
        np.testing.assert_allclose(w, twins.squared_plane(X, target, C, width, bias), atol=1e-9)
        assert converged
        assert (np.diff(history) <= 1e-12).all()
        assert dual <= primal + 1e-12
        assert dual == pytest.approx(primal, rel=1e-9)


def test_a_plane_is_the_same_alone_and_after_others():
    X, side, _, C = problem(80, 5)
    other = np.where(np.arange(80) < 70, 1.0, -1.0)
    (alone,) = planes(X, side[None], C)
    after = planes(X, np.array([other, side]), C)[1]
    np.testing.assert_array_equal(alone[0], after[0])


def test_rows_that_leave_take_no_digits_with_them():
    X, side, _, C = problem(300, 4)
    # At first these rows are all that the system has; then they are far beyond the margin.
    X[:3] *= 1e8 * side[:3, None] * np.sign(X[:3].sum(axis=1))[:, None]
    fit = planes(X, side[None], C)[0]
    rows = np.column_stack([X, np.ones(300)])
    rho = np.where(side * (rows @ fit[0]) < 1, side - rows @ fit[0], 0.0)
    assert np.abs(fit[0] - 2 * rows.T @ (C * rho)).max() < 1e-6


def test_planes_of_numbers_too_large_end_without_a_number():
    X, side, _, C = problem(20, 2)
    assert not np.isfinite(planes(1e200 * X, side[None], C)[0][1][-1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"target": np.ones((1, 3))}, "a row of target has 3 items"),
        ({"C": np.zeros(4)}, "C is not above 0"),
        ({"start": np.zeros((1, 2))}, "a row of start has 2 items"),
        ({"start": np.zeros((2, 3))}, "start has 2 items"),
        ({"X": np.full((4, 2), np.inf)}, "NaN or infinite"),
        ({"width": -1.0}, "width"),
        ({"bias": np.nan}, "bias"),
    ],
)
def test_wrong_arguments_of_squared_planes_are_refused(change, message):
    arguments = {
        "X": np.ones((4, 2)),
        "target": np.ones((1, 4)),
        "C": np.ones(4),
        "width": None,
        "bias": 1.0,
        "start": np.zeros((1, 3)),
        "max_iter": 10,
    }
    with pytest.raises(ValueError, match=message):
        native.squared_planes(**arguments | change)
