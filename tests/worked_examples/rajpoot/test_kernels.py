"""Worked examples of the slides on kernels: kernelized neighbors, sparsity, the Gram matrix in view."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.kernel.kernels import LinearKernel, RBFKernel
from gnomon.learners.kernel.lifts.gram_frame import gram_frame
from gnomon.learners.kernel.reading.decision import kernel_decision
from gnomon.learners.kernel.reading.support_table import support_table, warn_if_many_support
from gnomon.learners.neighbors.kernel_distance import KernelDistance


def test_neighbors_under_the_linear_kernel_are_the_euclidean_ones():
    """Rajpoot, lecture 8, slide "Kernelizing other algorithms"."""
    random = np.random.default_rng(0)
    X, y, queries = random.normal(size=(40, 3)), random.integers(2, size=40), random.normal(size=(15, 3))
    plain = gn.KNeighborsClassifier(n_neighbors=3).fit(X, y)
    kernel = gn.KNeighborsClassifier(n_neighbors=3, metric=KernelDistance(LinearKernel())).fit(X, y)
    assert np.array_equal(plain.predict(queries), kernel.predict(queries))
    squares = KernelDistance(RBFKernel(0.5)).table(X, queries) ** 2
    np.testing.assert_allclose(squares, 2 - 2 * RBFKernel(0.5)(X, queries), atol=1e-12)


def test_the_multiplier_of_the_outlier_is_capped_at_C_and_the_margin_widens():
    """Rajpoot, lecture 8, slide "Soft margin"."""
    random = np.random.default_rng(3)
    X = np.concatenate([random.normal(0, 1, (20, 2)), random.normal(4, 1, (20, 2)), [[2.0, 1.0]]])
    y = np.repeat([-1, 1], [20, 21])
    widths, counts = [], []
    for C in (10.0, 1.0, 0.1, 0.01):
        model = gn.SVC(kernel="linear", C=C, tol=1e-8).fit(X, y)
        table = support_table(model, X, y)
        assert table.alpha[40] <= C * (1 + 1e-9)
        widths.append(kernel_decision(model).margin)
        counts.append(int(table.is_support.sum()))
    assert widths == sorted(widths)
    assert counts == sorted(counts)


def test_the_model_is_the_same_without_the_other_rows():
    """Rajpoot, lecture 8, slide "Support vectors"."""
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(-2, 1, (40, 2)), random.normal(2, 1, (40, 2))])
    y = np.repeat([0, 1], 40)
    whole = gn.SVC(kernel=RBFKernel(0.3), C=2.0, tol=1e-9).fit(X, y)
    assert len(whole.support_) < 40
    part = gn.SVC(kernel=RBFKernel(0.3), C=2.0, tol=1e-9).fit(X[whole.support_], y[whole.support_])
    np.testing.assert_allclose(part.decision_function(X), whole.decision_function(X), atol=1e-6)


def test_the_gram_matrix_shows_its_classes_as_blocks():
    """Rajpoot, lecture 8, slide "Exercise (ungraded)"."""
    X, y = np.array([[0.0], [9.0], [0.1], [9.1]]), ["a", "b", "a", "b"]
    frame = gram_frame(X, y, RBFKernel(1.0))
    assert frame.index.get_level_values("class").tolist() == ["a", "a", "b", "b"]
    assert frame.to_numpy()[:2, :2].min() > 0.98
    assert frame.to_numpy()[:2, 2:].max() < 1e-20


def test_many_support_vectors_are_warned_of():
    """Rajpoot, lecture 8, slide "Support vectors"."""
    X, y = gn.load("checkerboard").X, gn.load("checkerboard").y
    model = gn.SVC(kernel=RBFKernel(sigma=0.1), C=10.0).fit(np.asarray(X, dtype=float), y)
    with pytest.warns(gn.errors.DataWarning, match="8 of 8 rows"):
        assert warn_if_many_support(model, 8) == 1.0
