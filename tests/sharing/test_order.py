import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gnomon.sharing.order import Order


@given(st.integers(0, 9999), st.integers(1, 40), st.integers(1, 4))
def test_narrowing_by_skipping_is_sorting_the_narrow_rows(seed, n_rows, n_columns):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n_rows, n_columns)), 1)
    index = np.sort(random.permutation(n_rows)[: random.integers(1, n_rows + 1)])
    narrow, alone = Order.of(X, np.arange(n_rows)).rows(index), Order.of(X[index], index)
    for number in range(n_columns):
        values, places = narrow.column(number)
        expected, own = alone.column(number)
        assert np.array_equal(values, expected)
        assert np.array_equal(places, index[own])


def test_rows_taken_twice_count_twice():
    order = Order.of(np.array([[3.0], [1.0]]), np.array([0, 1])).rows(np.array([0, 0, 1]))
    assert order.column(0)[0].tolist() == [1.0, 3.0, 3.0]


def test_rows_without_weight_are_excluded_and_stay_so():
    order = Order.of(np.array([[3.0], [1.0], [2.0]]), np.arange(3), np.array([1.0, 0.0, 2.0]))
    assert order.column(0)[0].tolist() == [2.0, 3.0]
    assert order.rows(np.array([1, 2])).column(0)[0].tolist() == [2.0]


def test_subsetting_twice_is_relative_to_included_rows():
    order = Order.of(np.arange(10.0)[:, None], np.arange(10)).rows(np.arange(3, 8)).rows(np.arange(4))
    assert order.column(0)[0].tolist() == [3, 4, 5, 6]
    assert order.examples(np.array([1])).tolist() == [[4.0]]
