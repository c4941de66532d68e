"""Support vector machines of the notes and of the 1992 paper: fits of the worked rows."""

from math import inf

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.kernel.svc import SVC


def hard(name, **settings):
    task = gn.load(name)
    return SVC(C=inf, kernel="linear", **settings).fit(task.X, task.y)


def test_support_vectors_and_plane_of_the_ten_rows():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard("neighbors")
    assert model.coef_[0] == pytest.approx(2 * np.array([22, 2.1]) / 488.41, rel=1e-9)
    assert model.intercept_ == pytest.approx([-8.05145267], rel=1e-8)
    assert model.support_.tolist() == [4, 5]
    assert np.abs(model.dual_coef_[0]) == pytest.approx([0.00409492] * 2, rel=1e-5)
    assert model.decision_function([[70.0, 160.0]]) == pytest.approx([-0.36938], abs=5e-6)


def test_margin_and_multipliers_agree_at_the_optimum():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard("neighbors")
    width = 1 / np.linalg.norm(model.coef_)
    assert width == pytest.approx(11.05)
    for figure in (np.abs(model.dual_coef_).sum() / 2, np.sum(model.coef_**2) / 2, 0.5 / width**2):
        assert figure == pytest.approx(model.certificate_.dual, rel=1e-9)
    assert model.certificate_.primal == pytest.approx(0.00409492, rel=1e-5)


def test_support_vectors_and_plane_of_the_seven_rows():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard("rugby-ballet")
    assert model.coef_[0] == pytest.approx([0.0346148, -0.0158220], abs=5e-8)
    assert model.intercept_ == pytest.approx([0.235015], abs=5e-7)
    assert np.sort(model.support_).tolist() == [2, 5, 6]
    alpha = np.abs(model.dual_coef_[0])[np.argsort(model.support_)]
    assert alpha == pytest.approx([0.00041306, 0.00031120, 0.00072426], abs=5e-9)
    assert model.decision_function([[85.2, 160.3]]) == pytest.approx([0.64793], abs=5e-6)


@pytest.mark.parametrize(
    ("name", "w", "margin"),
    [
        ("neighbors", [0.09507926, -0.04368746], 9.55695),
        ("rugby-ballet", [0.03529864, -0.01471126], 26.14958),
    ],
)
def test_with_the_bias_fixed_at_0_the_margin_is_smaller(name, w, margin):
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard(name, bias=0.0)
    assert model.intercept_.tolist() == [0.0]
    assert model.coef_[0] == pytest.approx(w, abs=5e-9)
    assert 1 / np.linalg.norm(model.coef_) == pytest.approx(margin, rel=1e-6)
    assert np.linalg.norm(hard(name).coef_) < np.linalg.norm(model.coef_)


def test_the_bias_is_minus_the_mean_of_a_pair_of_opposite_support_vectors():
    """Boser, Guyon and Vapnik 1992, section 2.2 Maximizing the margin in the dual space."""
    model = hard("neighbors")
    below, above = gn.load("neighbors").X[[4, 5]] @ model.coef_[0]
    assert model.intercept_[0] == pytest.approx(-(below + above) / 2, rel=1e-9)


def test_the_maximum_margin_has_no_error_where_least_squares_has():
    """Boser, Guyon and Vapnik 1992, section 1 Introduction."""
    X = np.array([[0.0], [1.0], [2.0], [3.0], [40.0]])
    y = np.array([0, 0, 0, 1, 1])
    assert (SVC(C=inf, kernel="linear").fit(X, y).predict(X) == y).all()
    w = np.linalg.lstsq(np.hstack([X, np.ones((5, 1))]), 2.0 * y - 1, rcond=None)[0]
    assert ((X[:, 0] * w[0] + w[1] > 0) != y).sum() == 1
