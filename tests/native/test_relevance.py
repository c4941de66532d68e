import numpy as np
import pytest

from gnomon import native
from tests.native import twins_relevance


def coded(n_rows, n_columns, n_levels, n_labels, seed=0):
    random = np.random.default_rng(seed)
    codes = random.integers(n_levels, size=(n_rows, n_columns)).astype(np.uint8)
    return codes, random.integers(n_labels, size=n_rows).astype(np.uint16)


SHAPES = [
    (700, 5, 3, 2),
    (700, 64, 8, 3),
    (700, 100, 9, 2),
    (700, 17, 33, 2),
    (50, 130, 256, 4),
    (300, 3, 32, 4),
    (1, 1, 1, 1),
    (40, 7, 5, 30),
    (256, 70, 16, 1),
]


@pytest.mark.parametrize(("n_rows", "n_columns", "n_levels", "n_labels"), SHAPES)
@pytest.mark.parametrize("weighted", [False, True])
def test_tables_are_those_of_the_twin(n_rows, n_columns, n_levels, n_labels, weighted):
    codes, labels = coded(n_rows, n_columns, n_levels, n_labels)
    weight = np.random.default_rng(1).random(n_rows) if weighted else None
    found = native.label_tables(codes, labels, n_levels, n_labels, weight, 2)
    expected = twins_relevance.label_tables(codes, labels, n_levels, n_labels, weight)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_many_chunks_of_rows_add_up_and_threads_change_nothing(weighted):
    codes, labels = coded(70_000, 70, 6, 3)
    weight = np.random.default_rng(1).random(len(codes)) if weighted else None
    one, four = (native.label_tables(codes, labels, 6, 3, weight, threads) for threads in (1, 4))
    assert np.array_equal(one, four)
    for column in (0, 69):
        cell = codes[:, column].astype(int) * 3 + labels
        expected = np.bincount(cell, weight, minlength=18).reshape(6, 3)
        np.testing.assert_allclose(one[column], expected, rtol=1e-12)


@pytest.mark.parametrize("n_labels", [2, 40])
def test_a_code_that_is_no_level_is_refused_wherever_it_lies(n_labels):
    for column in (0, 69):
        codes, labels = coded(300, 70, 6, n_labels)
        codes[299, column] = 6
        with pytest.raises(ValueError, match=r"codes has a value outside 0\.\.5"):
            native.label_tables(codes, labels, 6, n_labels, None, 2)


def test_wrong_labels_sizes_and_weights_are_refused():
    codes, labels = coded(30, 2, 3, 2)
    with pytest.raises(ValueError, match="labels has a value"):
        native.label_tables(codes, labels, 3, 1, None, 1)
    with pytest.raises(ValueError, match="labels has 29 items"):
        native.label_tables(codes, labels[1:], 3, 2, None, 1)
    with pytest.raises(ValueError, match="levels"):
        native.label_tables(codes, labels, 257, 2, None, 1)
    with pytest.raises(ValueError, match="weight has a value"):
        native.label_tables(codes, labels, 3, 2, np.full(30, np.nan), 1)
    with pytest.raises(TypeError):
        native.label_tables(codes.astype(int), labels, 3, 2, None, 1)


def test_no_rows_give_empty_tables():
    found = native.label_tables(np.zeros((0, 3), np.uint8), np.zeros(0, np.uint16), 2, 2, None, 2)
    assert not found.any()
    assert found.shape == (3, 2, 2)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int32])
def test_small_whole_numbers_are_their_own_codes(dtype):
    X = np.random.default_rng(0).integers(-1, 11, size=(400, 7)).astype(dtype)
    X[:, 2] = np.clip(X[:, 2], 0, 9)
    if np.issubdtype(dtype, np.floating):
        X[3, 0], X[4, 1], X[5, 3], X[6, 4] = 0.5, np.nan, np.inf, -np.inf
        X[7, 2] = -0.0
    codes, fits = native.small_codes(X, 10, 2)
    expected, expected_fits = twins_relevance.small_codes(X, 10)
    assert np.array_equal(codes, expected)
    assert np.array_equal(fits, expected_fits)
    assert fits.tolist() == [0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("steps", [0, 1, 3, 8])
def test_codes_by_cuts_are_those_of_the_twin(dtype, steps):
    random = np.random.default_rng(0)
    X = random.normal(size=(300, 4)).round(1).astype(dtype)
    X[::7, 1] = np.nan
    cuts = np.sort(random.normal(size=(4, 2**steps - 1)).round(1), axis=1)
    cuts[0, 2:] = np.inf
    missing = np.array([9, 250, 3, 0], dtype=np.uint8)
    assert np.array_equal(native.cut_codes(X, cuts, missing, 2), twins_relevance.cut_codes(X, cuts, missing))


def test_cuts_of_another_number_are_refused():
    with pytest.raises(ValueError, match="cuts"):
        native.cut_codes(np.zeros((2, 1)), np.zeros((1, 2)), np.zeros(1, np.uint8), 1)


@pytest.mark.parametrize(
    ("n_rows", "n_columns", "n_donors"), [(5, 4, 3000), (40, 1, 17), (3, 7, 1), (0, 2, 5)]
)
def test_distances_of_rows_with_holes_are_those_of_the_twin(n_rows, n_columns, n_donors):
    random = np.random.default_rng(0)
    X, donors = (
        np.where(random.random(shape) < 0.3, np.nan, random.integers(4, size=shape).astype(float))
        for shape in [(n_rows, n_columns), (n_columns, n_donors)]
    )
    scale, is_category = random.random(n_columns), np.arange(n_columns) % 2 == 1
    found = [native.gower(X, donors, scale, is_category.astype(np.uint8), threads) for threads in (1, 2)]
    np.testing.assert_allclose(found[0], twins_relevance.gower(X, donors, scale, is_category), rtol=1e-14)
    np.testing.assert_array_equal(found[0], found[1])


def test_distances_of_tables_that_do_not_fit_are_refused():
    one, flags = np.ones(1), np.zeros(1, dtype=np.uint8)
    with pytest.raises(ValueError, match="donors has 2 items where 1"):
        native.gower(np.ones((1, 1)), np.ones((2, 1)), one, flags, 1)
    with pytest.raises(ValueError, match="scale has 2 items where 1"):
        native.gower(np.ones((1, 1)), np.ones((1, 1)), np.ones(2), flags, 1)
