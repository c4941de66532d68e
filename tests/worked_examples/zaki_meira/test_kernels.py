"""The machines that the chapter on assessment uses, on the Iris components."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.kernel.kernels import PolynomialKernel


@pytest.mark.parametrize(
    ("kernel", "n_wrong"), [("linear", 46), (PolynomialKernel(2, coef0=0.0), 4)], ids=["linear", "quadratic"]
)
def test_the_homogeneous_quadratic_kernel_draws_the_curve_that_a_line_cannot(kernel, n_wrong):
    """Zaki and Meira 2014, section 22.3, example 22.12."""
    task = gn.load("iris-components")
    X, y = np.asarray(task.X, dtype=float), np.where(np.asarray(task.y) == "versicolor", 1, -1)
    assert (gn.SVC(kernel=kernel, C=1.0).fit(X, y).predict(X) != y).sum() == n_wrong
