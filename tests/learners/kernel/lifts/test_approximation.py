import numpy as np
import pytest
import scipy.sparse
import sklearn.kernel_approximation
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import gnomon as gn
from gnomon.learners.kernel.kernels import PolynomialKernel, RBFKernel
from gnomon.learners.kernel.lifts.approximation import Nystroem, RBFSampler
from gnomon.learners.kernel.lifts.feature_map import FeatureMap, PolynomialFeatureMap
from gnomon.learners.kernel.lifts.images import GaussianImageFilter

X = np.random.default_rng(0).normal(size=(50, 3))


@parametrize_with_checks([Nystroem(), RBFSampler(), PolynomialFeatureMap(), FeatureMap()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_all_rows_drawn_give_the_kernel_itself():
    for kernel in (RBFKernel(0.4), PolynomialKernel(2)):
        features = Nystroem(kernel=kernel, n_components=50, random_state=0).fit_transform(X)
        np.testing.assert_allclose(features @ features.T, kernel(X), atol=1e-7)


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear"])
def test_some_rows_drawn_give_scikit_learns_approximation(kernel):
    model = Nystroem(kernel=kernel, n_components=10, random_state=0).fit(X)
    sample = model.component_indices_
    theirs = sklearn.kernel_approximation.Nystroem(kernel=kernel, n_components=10)
    theirs.fit(X[sample])
    np.testing.assert_allclose(
        model.transform(X) @ model.transform(X).T, theirs.transform(X) @ theirs.transform(X).T, atol=1e-8
    )


def test_sparse_rows_and_a_matrix_give_the_same_features():
    model = Nystroem(kernel="rbf", gamma=0.5, n_components=10, random_state=0)
    dense = model.fit_transform(X)
    np.testing.assert_allclose(model.fit_transform(scipy.sparse.csr_matrix(X)), dense, atol=1e-9)
    matrix = Nystroem(kernel="precomputed", n_components=10, random_state=0).fit_transform(RBFKernel(0.5)(X))
    np.testing.assert_allclose(matrix, dense, atol=1e-9)


def test_waves_come_near_the_kernel_as_they_grow_in_number():
    errors = []
    for count in (100, 10_000):
        features = RBFSampler(gamma=0.5, n_components=count, random_state=0).fit_transform(X)
        errors.append(np.abs(features @ features.T - RBFKernel(0.5)(X)).max())
    assert errors[1] < 0.05
    assert errors[1] < errors[0] / 4


@pytest.mark.parametrize("lift", [Nystroem(gamma=1.0, random_state=0), RBFSampler(random_state=0)])
def test_a_linear_machine_after_them_draws_a_ring(lift):
    y = ((X[:, :2] ** 2).sum(axis=1) > 1.3).astype(int)
    model = make_pipeline(lift, gn.LinearSVC(C=10.0)).fit(X[:, :2], y)
    assert model.score(X[:, :2], y) > 0.95


def test_images_are_smoothed_about_each_pixel():
    image = np.zeros((1, 25))
    image[0, 12] = 1.0
    smooth = GaussianImageFilter(sigma=0.8).fit_transform(image)[0].reshape(5, 5)
    np.testing.assert_allclose(smooth, smooth.T, atol=1e-12)
    assert smooth[2, 2] == smooth.max()
    assert smooth.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(GaussianImageFilter(sigma=0.0).fit_transform(image), image)
