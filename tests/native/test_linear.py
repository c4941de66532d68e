import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_linear as twins


@pytest.mark.parametrize("n", [0, 1, 7, 64, 5000, 70_001])
def test_logistic_terms_are_those_of_the_twin_for_any_number_of_threads(n):
    random = np.random.default_rng(n)
    scores, y, weight = random.normal(size=n) * 20, random.integers(2, size=n) * 1.0, random.random(n)
    loss, slope, bend = native.logistic_terms(scores, y, weight, 1)
    expected = twins.logistic_terms(scores, y, weight)
    assert loss == pytest.approx(expected[0], rel=1e-13)
    np.testing.assert_allclose(slope, expected[1], rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(bend, expected[2], rtol=1e-12, atol=0)
    again = native.logistic_terms(scores, y, weight, 3)
    assert loss == again[0]
    np.testing.assert_array_equal(slope, again[1])
    np.testing.assert_array_equal(bend, again[2])


@given(st.lists(st.floats(-700, 700), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_every_score_has_its_loss_to_the_last_digits(scores):
    for y in (0.0, 1.0):
        for score in scores:
            loss = native.logistic_terms(np.array([score]), np.array([y]), np.ones(1), 1)[0]
            assert loss == pytest.approx(
                np.logaddexp(0, -score if y else score), rel=4e-15, abs=2e-16 * abs(score)
            )


def test_scores_beyond_all_exponentials_have_a_finite_loss():
    scores = np.array([1e6, -1e6, 1e300, -1e300])
    loss, slope, bend = native.logistic_terms(scores, np.zeros(4), np.ones(4), 1)
    assert loss == 1e300
    np.testing.assert_allclose(slope, [1, 0, 1, 0], atol=1e-300)
    np.testing.assert_allclose(bend, 0, atol=1e-300)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 7, 8, 9, 15, 20, 33, 65])
def test_a_sparse_product_is_that_of_the_twin(width):
    random = np.random.default_rng(width)
    S = scipy.sparse.random(300, 40, density=0.1, format="csr", random_state=1)
    B = random.normal(size=(40, width))
    arguments = S.data, S.indices, S.indptr, B
    found = native.sparse_product(*arguments, 1)
    np.testing.assert_allclose(found, twins.sparse_product(*arguments), rtol=1e-13, atol=1e-14)
    np.testing.assert_array_equal(found, native.sparse_product(*arguments, 3))


def test_sparse_rows_that_point_outside_are_refused():
    values, begin, B = np.ones(2), np.array([0, 1, 2], dtype=np.int32), np.ones((3, 2))
    with pytest.raises(ValueError, match="columns has a value outside"):
        native.sparse_product(values, np.array([0, 3], dtype=np.int32), begin, B, 1)
    with pytest.raises(ValueError, match="begin does not span the values"):
        native.sparse_product(values, np.array([0, 1], dtype=np.int32), begin[:2], B, 1)
    with pytest.raises(ValueError, match="begin falls at row 1"):
        native.sparse_product(
            values, np.array([0, 1], dtype=np.int32), np.array([0, 3, 2], dtype=np.int32), B, 1
        )
