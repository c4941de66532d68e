"""Worked examples and claims of the slides on projections and neighbors."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.kernel.kernels import RBFKernel
from gnomon.learners.neighbors.choose_k import choose_neighbors
from gnomon.learners.neighbors.kernel_distance import KernelDistance
from gnomon.learners.neighbors.suitability import largest_useful_k
from gnomon.learners.projections.directions import project_onto
from gnomon.learners.projections.noise_dimensions import LINE, SQUARE, noise_dimensions


@pytest.mark.parametrize(
    ("centers", "variances", "percent"),
    [
        (LINE, [34.3, 1.49, 1.21, 1.00, 0.82, 0.68, 0.53], 89),
        (SQUARE, [7.83, 6.72, 1.35, 1.10, 0.92, 0.77, 0.62], 75),
    ],
)
def test_clusters_stand_out_from_five_noise_columns(centers, variances, percent):
    """Rajpoot, lecture 9, slide "PCA: example"."""
    found = noise_dimensions(centers, draws=200, random_state=0)
    # The figures are means over 50 other draws; three standard errors of the difference either way.
    spread = found.variances.std(axis=0, ddof=1) * np.sqrt(1 / 50 + 1 / 200)
    assert (np.abs(found.variances.mean(axis=0) - variances) < 3 * spread + 0.01).all()
    assert 100 * found.share[1] == pytest.approx(percent, abs=1)


def test_five_against_a_hundred_can_win_up_to_nine_and_tie_at_ten():
    """Rajpoot, lecture 6, slide "Difficulties with kNN"."""
    limits = largest_useful_k(["rare"] * 5 + ["common"] * 100)
    assert limits.loc["rare", ["wins_up_to", "ties_up_to"]].tolist() == [9, 10]


def test_variance_along_a_direction_has_divisor_n():
    """Rajpoot, lecture 9, slide "Projection"."""
    X = np.array([[2.0, 0.0], [0.0, 2.0], [4.0, 4.0]])
    w = np.array([1.0, 1.0]) / np.sqrt(2)
    along = X @ w
    assert project_onto(X, w).variance == pytest.approx([np.mean((along - along.mean()) ** 2)])


def test_eigenvectors_have_the_variances_of_the_projections():
    """Rajpoot, lecture 9, slide "PCA: process"."""
    X = gn.load("iris").X
    model = gn.PCA(ddof=0).fit(X)
    centered = X - X.mean(axis=0)
    covariance = centered.T @ centered / len(X)
    np.testing.assert_allclose(
        covariance @ model.components_.T, model.components_.T * model.explained_variance_, atol=1e-12
    )
    np.testing.assert_allclose(model.transform(X).var(axis=0), model.explained_variance_)
    np.testing.assert_allclose(model.components_ @ model.components_.T, np.eye(4), atol=1e-12)


def test_explained_percentage_is_the_share_of_the_eigenvalues():
    """Rajpoot, lecture 9, slide "How to choose D ?"."""
    scree = gn.PCA().fit(gn.load("iris").X).scree()
    assert scree["percent"].round(2).tolist() == [92.46, 5.31, 1.71, 0.52]
    assert scree["cumulative_percent"].iloc[-1] == pytest.approx(100)


def test_components_are_judged_by_the_step_that_follows():
    """Rajpoot, lecture 9, slide "Summary"."""
    random = np.random.default_rng(0)
    y = np.arange(150) % 3
    X = np.column_stack([np.array(LINE)[y] + random.normal(size=(150, 2)), random.normal(size=(150, 40))])
    from sklearn.pipeline import make_pipeline

    task = gn.Task(X, y, kind="classification")
    plan = gn.k_fold(10, random_state=0)
    plain = gn.resample(task, gn.KNeighborsClassifier(1), plan).score("accuracy")
    projected = gn.resample(task, make_pipeline(gn.PCA(2), gn.KNeighborsClassifier(1)), plan).score(
        "accuracy"
    )
    assert projected > 0.97
    assert projected >= plain


def test_the_angle_over_pi_is_one_half_at_a_right_angle():
    """Rajpoot, lecture 6, slide "Cosine angle"."""
    model = gn.KNeighborsClassifier(2, metric="angular").fit([[1.0, 0.0], [0.0, 3.0]], [0, 1])
    np.testing.assert_allclose(model.kneighbors([[5.0, 0.0]])[0], [[0.0, 0.5]], atol=1e-12)


def test_a_hundred_repeats_of_ten_folds_give_a_smooth_curve():
    """Rajpoot, lecture 6, slide "How to choose k ?"."""
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(100, 2)), random.normal(2, 1, size=(20, 2))])
    y = np.repeat([0, 1], [100, 20])
    curve = choose_neighbors(gn.KNeighborsClassifier(), X, y, repeats=100, random_state=0)
    assert curve.errors.shape == (1000, 15)
    # k = 1 fits the noise; a medium k is best.
    assert curve.error[0] > curve.error.min() + 0.01
    assert 3 <= curve.best <= 29


def test_squared_distance_after_the_lift():
    """Rajpoot, lecture 8, slide "Kernelizing other algorithms"."""
    a, b, kernel = np.array([[1.0, 2.0]]), np.array([[0.0, 1.0]]), RBFKernel(0.5)
    expected = kernel(a, a) - 2 * kernel(a, b) + kernel(b, b)
    assert KernelDistance(kernel)(a[0], b[0]) ** 2 == pytest.approx(expected[0, 0])
