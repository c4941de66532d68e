import numpy as np
import pytest

from gnomon import native
from tests.native import twins


def problem(n_rows=5000, n_classes=4, seed=0):
    random = np.random.default_rng(seed)
    scores = random.normal(size=(n_rows, n_classes)) * 3
    return scores, random.integers(n_classes, size=n_rows), random.integers(0, 3, size=n_rows).astype(float)


@pytest.mark.parametrize(("n_rows", "n_classes"), [(5000, 4), (1, 3), (2, 1), (0, 3), (2048, 2), (10, 1000)])
def test_loss_and_slope_are_those_of_the_twin(n_rows, n_classes):
    scores, codes, weight = problem(n_rows, n_classes)
    loss, slope = native.softmax_loss(scores, codes, weight, 2)
    expected_loss, expected_slope = twins.softmax_loss(scores, codes, weight)
    assert loss == pytest.approx(expected_loss, rel=1e-12, abs=1e-12)
    np.testing.assert_allclose(slope, expected_slope, rtol=1e-12, atol=1e-14)


def test_the_number_of_threads_changes_no_bit():
    one, two = (native.softmax_loss(*problem(), threads) for threads in (1, 2))
    assert one[0] == two[0]
    np.testing.assert_array_equal(one[1], two[1])


def test_huge_scores_do_not_overflow():
    loss, slope = native.softmax_loss(
        np.array([[1e300, -1e300], [0.0, 800.0]]), np.array([0, 0]), np.ones(2), 1
    )
    assert loss == 800.0
    np.testing.assert_array_equal(slope, [[0, 0], [-1, 1]])


def test_what_does_not_fit_is_refused():
    scores, codes, weight = problem(10)
    with pytest.raises(ValueError, match="codes"):
        native.softmax_loss(scores, codes[:9], weight, 1)
    with pytest.raises(ValueError, match="weight"):
        native.softmax_loss(scores, codes, weight[:9], 1)
    with pytest.raises(ValueError, match="codes"):
        native.softmax_loss(scores, codes + 1, weight, 1)
