import numpy as np
import pytest

from gnomon import native
from tests.native import twins


def problem(n_rows=40, n_columns=8, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    y = X[:, :3] @ [2.0, -1.0, 0.5] + random.normal(size=n_rows)
    return X.T @ X / n_rows, X.T @ y / n_rows, float(y @ y / n_rows)


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("share", [0.3, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_path_is_that_of_the_twin(positive, share, seed):
    gram, cross, total = problem(seed=seed)
    alphas = np.geomspace(1.0, 1e-3, 6)
    penalties = np.column_stack([share * alphas, (1 - share) * alphas])
    start = np.zeros(8)
    coefficients, gaps, passes = native.elastic_path(
        gram, cross, total, penalties, start, positive, 1e-13, 10_000
    )
    expected, expected_gaps = twins.elastic_path(gram, cross, total, penalties, start, positive, 0, 0)
    np.testing.assert_allclose(coefficients, expected, atol=1e-6)
    assert (gaps <= 1e-13).all()
    np.testing.assert_allclose(gaps, expected_gaps, atol=2e-13)
    assert (passes > 0).all()


def test_the_gap_of_a_descent_cut_short_is_the_true_one():
    gram, cross, total = problem()
    penalties = np.array([[0.01, 0.02]])
    coefficients, gaps, _ = native.elastic_path(gram, cross, total, penalties, np.zeros(8), False, 1e-15, 1)
    assert gaps[0] == pytest.approx(twins.elastic_gap(gram, cross, total, 0.01, 0.02, False, coefficients[0]))


def test_a_start_at_the_answer_stays_there():
    gram, cross, total = problem()
    penalties = np.array([[0.1, 0.0]])
    coefficients, _, _ = native.elastic_path(gram, cross, total, penalties, np.zeros(8), False, 1e-14, 10_000)
    again, _, passes = native.elastic_path(
        gram, cross, total, penalties, coefficients[0], False, 1e-10, 10_000
    )
    assert np.array_equal(again, coefficients)
    assert passes[0] == 0


def test_columns_without_spread_stay_at_zero():
    gram, cross, total = problem()
    gram[2], gram[:, 2], cross[2] = 0.0, 0.0, 0.0
    coefficients, _, _ = native.elastic_path(
        gram, cross, total, np.array([[0.1, 0.0]]), np.zeros(8), False, 1e-9, 99
    )
    assert coefficients[0, 2] == 0


def test_wrong_shapes_and_numbers_are_refused():
    gram, cross, total = problem()
    penalties, start = np.array([[0.1, 0.0]]), np.zeros(8)
    with pytest.raises(ValueError, match="gram has 7"):
        native.elastic_path(gram[:7], cross, total, penalties, start, False, 1e-9, 99)
    with pytest.raises(ValueError, match="start has 3"):
        native.elastic_path(gram, cross, total, penalties, np.zeros(3), False, 1e-9, 99)
    with pytest.raises(ValueError, match="row of penalties has 1"):
        native.elastic_path(gram, cross, total, np.array([[0.1]]), start, False, 1e-9, 99)
    gram[1, 1] = np.nan
    with pytest.raises(ValueError, match="row 1, column 1"):
        native.elastic_path(gram, cross, total, penalties, start, False, 1e-9, 99)
