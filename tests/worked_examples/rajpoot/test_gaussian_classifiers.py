"""Worked examples of the slides on Gaussian classifiers, lines and numbers of machines."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.linear.geometry import Hyperplane

QUERY = [[-2.0, 2.0]]


def test_means_covariances_and_densities_of_the_exercise():
    """Rajpoot, lecture 4, slide "Exercise (ungraded)"."""
    task = gn.load("gaussian-exercise")
    model = gn.QuadraticDiscriminantAnalysis(priors=[0.5, 0.5]).fit(task.X, task.y)
    np.testing.assert_allclose(model.means_, [[-3.7, 3.1], [3.6, -0.1]])
    np.testing.assert_allclose(model.covariance_[0], [[0.76, 0.62], [0.62, 2.24]], atol=1e-12)
    np.testing.assert_allclose(model.covariance_[1], [[0.14, -0.14], [-0.14, 0.64]], atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(model.covariance_), [1.318, 0.07], rtol=1e-3)
    assert model.mahalanobis(QUERY)[0, 1] ** 2 == pytest.approx(248.5)
    densities = model.predict_joint_log_proba(QUERY)[0] - np.log(0.5)
    assert densities[1] == pytest.approx(-124.758, abs=1e-3)
    np.testing.assert_allclose(np.exp(densities), [0.00348145, 6.579e-55], rtol=2e-4)
    assert model.predict(QUERY) == [1]
    assert np.exp(model.predict_log_proba(QUERY)[0, 1]) == pytest.approx(1.89e-52, rel=2e-3)


def test_with_the_divisor_less_one():
    """Rajpoot, lecture 4, slide "Exercise (ungraded)"."""
    task = gn.load("gaussian-exercise")
    model = gn.QuadraticDiscriminantAnalysis(priors=[0.5, 0.5], ddof=1).fit(task.X, task.y)
    densities = np.exp(model.predict_joint_log_proba(QUERY)[0] - np.log(0.5))
    np.testing.assert_allclose(densities, [0.00581930, 3.262e-44], rtol=2e-4)


def test_a_diagonal_covariance_is_the_naive_model():
    """Rajpoot, lecture 4, slide "Exercise (ungraded)"."""
    task = gn.load("gaussian-exercise")
    model = gn.QuadraticDiscriminantAnalysis(priors=[0.5, 0.5], covariance="diagonal").fit(task.X, task.y)
    densities = np.exp(model.predict_joint_log_proba(QUERY)[0] - np.log(0.5))
    np.testing.assert_allclose(densities, [0.0139079, 3.876e-51], rtol=2e-4)


def rows_of(mean, covariance, n_rows=30):
    """Rows with exactly this mean and this covariance, of divisor n - 1."""
    X = np.random.default_rng(0).normal(size=(n_rows, len(mean)))
    X -= X.mean(axis=0)
    X = X @ np.linalg.inv(np.linalg.cholesky(np.cov(X.T))).T
    return X @ np.linalg.cholesky(covariance).T + mean


def three_gaussians():
    table = gn.load("three-gaussians").to_pandas()
    means = table[["mean_1", "mean_2"]].to_numpy()
    covariances = [
        [[line.variance_1, line.covariance], [line.covariance, line.variance_2]]
        for line in table.itertuples()
    ]
    X = np.concatenate([rows_of(*each) for each in zip(means, np.array(covariances), strict=True)])
    return X, np.repeat([1, 2, 3], 30)


@pytest.mark.parametrize(
    ("setting", "densities", "posterior"),
    [
        ({"ddof": 1}, [0.013823, 0.006066, 0.000174], [0.6890, 0.3024, 0.0087]),
        # The slides define the divisor N, and print what N - 1 gives; with N it is this.
        ({"ddof": 0}, [0.013249, 0.005671, 0.000139], [0.69518, 0.29754, 0.00728]),
        ({"ddof": 0, "covariance": "diagonal"}, None, [0.35460, 0.14653, 0.49886]),
    ],
)
def test_the_posterior_at_2_0_of_three_classes(setting, densities, posterior):
    """Rajpoot, lecture 4, slide "Gaussian classification: Making predictions"."""
    model = gn.QuadraticDiscriminantAnalysis(**setting).fit(*three_gaussians())
    np.testing.assert_allclose(model.predict_proba([[2.0, 0.0]])[0], posterior, atol=1e-4)
    if densities is not None:
        joint = np.exp(model.predict_joint_log_proba([[2.0, 0.0]])[0])
        np.testing.assert_allclose(joint, np.array(densities) / 3, atol=1e-6)


def test_a_line_as_a_plane():
    """Rajpoot, lecture 8, slide "Line: refresher"."""
    plane = Hyperplane.of_line(-1 / 4, 3.0)
    assert plane.is_same(Hyperplane(np.array([1 / 4, 1.0]), -3.0))
    assert plane.score([[0.0, 4.0]])[0] > 0
    steep = Hyperplane.of_line(2.0, 0.0)
    assert steep.is_same(Hyperplane(np.array([2.0, -1.0]), 0.0))
    assert steep.score([[1.0, 2.0]])[0] == 0


@pytest.mark.parametrize(("n_classes", "n_machines"), [(3, 3), (20, 190)])
def test_one_against_one_fits_a_classifier_for_each_pair(n_classes, n_machines):
    """Rajpoot, lecture 8, slide "SVM multi-class classification"."""
    X = np.random.default_rng(0).normal(size=(10 * n_classes, 2))
    y = np.arange(10 * n_classes) % n_classes
    assert len(gn.OneVsOneClassifier(gn.NearestMean()).fit(X, y).estimators_) == n_machines
    assert len(gn.OneVsRestClassifier(gn.NearestMean()).fit(X, y).estimators_) == n_classes
