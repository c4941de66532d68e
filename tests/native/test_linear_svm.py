"""The descent over multipliers against its slow twin, and at its door."""

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
    X, side, margin, price = problem()
    X = X.astype(dtype)
    _, w = twins.svm_dual(X.astype(float), side, margin, price, squared, bias, 1e-11, 20_000)
    alpha, found, constant, history, converged = native.svm_dual(
        X, side, margin, price, squared, bias, 1e-9, -1.0, 20_000, 1
    )
    assert converged
    assert history[-1] <= 1e-9
    np.testing.assert_allclose(np.append(found, constant), w, atol=1e-6)
    again = np.append(X.T.astype(float) @ (alpha * side), bias * (alpha @ side))
    np.testing.assert_allclose(again, w, atol=1e-6)


@pytest.mark.parametrize("squared", [True, False])
def test_sparse_rows_give_what_dense_ones_do(squared):
    X, side, margin, price = problem(60, 9, share=0.4)
    rule = (side, margin, price, squared, 1.0, 1e-9, -1.0, 20_000, 3)
    dense, sparse = native.svm_dual(X, *rule), native.sparse_svm_dual(*compressed(X), *rule)
    np.testing.assert_allclose(sparse[1], dense[1], atol=1e-7)
    short = native.sparse_svm_dual(*compressed(X, np.float32), *rule)
    np.testing.assert_allclose(short[1], dense[1], atol=1e-4)


def test_the_same_seed_gives_the_same_bits():
    X, side, margin, price = problem(200, 5)
    rule = (side, margin, price, False, 1.0, 1e-4, 0.0, 30)
    one, two = (native.svm_dual(X, *rule, 7) for _ in range(2))
    assert np.array_equal(one[0], two[0])
    assert np.array_equal(one[3], two[3])


def test_a_row_of_zeros_without_constant_is_held_at_its_price():
    X, side = np.zeros((2, 3)), np.array([1.0, -1.0])
    found = native.svm_dual(X, side, np.ones(2), np.full(2, 0.5), False, 0.0, 1e-6, 0.0, 10, 0)
    assert found[0].tolist() == [0.5, 0.5]
    assert not found[1].any()


def test_the_gap_ends_a_descent_before_its_pulls_do():
    X, side, margin, price = problem(300, 4)
    by_gap = native.svm_dual(X, side, margin, price, True, 1.0, 1e-12, 1e-3, 5000, 0)
    by_pull = native.svm_dual(X, side, margin, price, True, 1.0, 1e-12, -1.0, 5000, 0)
    assert by_gap[4]
    assert len(by_gap[3]) < len(by_pull[3])


def test_an_interrupt_stops_a_descent_without_end():
    X, side, margin, price = problem(500, 5)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            native.svm_dual(X, side, margin, price, True, 1.0, -1.0, -1.0, 10**15, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": np.ones(3)}, "side has 3 items"),
        ({"margin": np.ones(3)}, "margin has 3 items"),
        ({"price": np.zeros(4)}, "price is not above 0"),
        ({"X": np.full((4, 2), np.nan)}, "NaN or infinite"),
    ],
)
def test_the_door_refuses(change, message):
    given = {"X": np.ones((4, 2)), "side": np.ones(4), "margin": np.ones(4), "price": np.ones(4)} | change
    with pytest.raises(ValueError, match=message):
        native.svm_dual(*given.values(), True, 1.0, 1e-4, 0.0, 10, 0)


@pytest.mark.parametrize(
    ("columns", "begin", "message"),
    [
        ([0, 5], [0, 1, 2], "columns has a value outside"),
        ([0, 1], [0, 2, 1], "begin does not span"),
        ([0, 1], [0, 3, 2], "begin falls"),
        ([0], [0, 1, 2], "columns has 1 items"),
    ],
)
def test_the_door_of_sparse_rows_refuses(columns, begin, message):
    rule = (np.ones(2), np.ones(2), np.ones(2), True, 1.0, 1e-4, 0.0, 10, 0)
    places = (np.array(columns, dtype=np.int32), np.array(begin, dtype=np.int32))
    with pytest.raises(ValueError, match=message):
        native.sparse_svm_dual(np.ones(2), *places, 3, *rule)
