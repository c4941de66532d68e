import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.linear.separability import is_linearly_separable, separating_hyperplane


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), n_rows=st.integers(4, 12))
def test_there_is_a_certificate_either_way(seed, n_rows):
    random = np.random.default_rng(seed)
    X = random.integers(-3, 4, size=(n_rows, 2)).astype(float)
    y = random.permutation(np.arange(n_rows) % 2)
    certificate = separating_hyperplane(X, y)
    if certificate.is_separable:
        assert ((X @ certificate.coef + certificate.intercept > 0) == (y == 1)).all()
        assert certificate.common is None
    else:
        assert in_hull(certificate.common, X[y == 1])
        assert in_hull(certificate.common, X[y == 0])
        assert "not linearly separable" in str(certificate)


def in_hull(point, rows):
    from scipy.optimize import nnls

    A = np.vstack([rows.T, np.ones(len(rows))])
    return nnls(A, np.append(point, 1.0))[1] < 1e-6


@pytest.mark.parametrize(
    ("name", "separable"),
    [("xor", False), ("bankruptcy", True), ("four-points", True), ("five-points", False), ("iris", False)],
)
def test_separability_of_bundled_sets(name, separable):
    task = gn.load(name)
    assert is_linearly_separable(task.X, task.y) is separable


def test_scale_and_place_do_not_matter():
    random = np.random.default_rng(0)
    X = random.normal(size=(40, 3))
    y = X @ [1.0, 2.0, -1.0] > 0.2
    far = X * [1e12, 1e-9, 1.0] + [1e13, 0.0, 50.0]
    assert is_linearly_separable(far, y)
    y[0] = ~y[0]
    y[np.linalg.norm(X - X.mean(axis=0), axis=1).argmin()] ^= True
    assert is_linearly_separable(far, y) == is_linearly_separable(X, y)


def test_a_narrow_gap_is_found_and_one_repeated_point_is_enough_to_close_it():
    X = np.array([[0.0], [1.0], [1.0 + 1e-7], [2.0]])
    assert is_linearly_separable(X, [0, 0, 1, 1])
    assert not is_linearly_separable([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1])


def test_rows_without_weight_do_not_count():
    X, y = [[0.0], [2.0], [1.0], [3.0]], [0, 0, 1, 1]
    assert not is_linearly_separable(X, y)
    assert is_linearly_separable(X, y, weight=[1, 0, 1, 1])


def test_more_columns_than_rows_can_always_be_separated_and_constant_ones_never():
    random = np.random.default_rng(0)
    assert is_linearly_separable(random.normal(size=(10, 20)), np.arange(10) % 2)
    assert not is_linearly_separable(np.ones((10, 2)), np.arange(10) % 2)


def test_of_three_classes_each_is_taken_against_the_others():
    corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    assert is_linearly_separable(corners, list("abc"))
    assert not is_linearly_separable([[0.0], [1.0], [2.0]], list("abc"))
    with pytest.raises(DataError, match="two classes"):
        separating_hyperplane(corners, list("abc"))


def test_one_class_is_refused():
    with pytest.raises(DataError, match="2 classes or more"):
        is_linearly_separable([[1.0], [2.0]], [1, 1])
    with pytest.raises(DataError, match="2 classes or more"):
        is_linearly_separable([[1.0], [2.0]], [0, 1], weight=[0, 0])
