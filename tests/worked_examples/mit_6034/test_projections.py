"""Worked examples of principal components: successive lines, blindness to classes, and curves."""

import numpy as np
import pytest

import gnomon as gn


def test_successive_lines_are_the_eigenvectors():
    """6.034 notes, slide 8.4.37."""
    # The 683 rows of the text are not at hand; any standardized table has the property.
    X = gn.load("wine").X
    lines = gn.PCA(3, svd_solver="deflation", standardize=True).fit(X)
    eigenvectors = gn.PCA(standardize=True).fit(X)
    np.testing.assert_allclose(lines.components_, eigenvectors.components_[:3], atol=1e-4)
    np.testing.assert_allclose(lines.explained_variance_, eigenvectors.explained_variance_[:3])
    # Of standardized columns they are eigenvectors of the correlations, which add up to their number.
    assert eigenvectors.explained_variance_.sum() == pytest.approx(X.shape[1])
    np.testing.assert_allclose(
        np.linalg.eigvalsh(np.corrcoef(X.T))[::-1], eigenvectors.explained_variance_, atol=1e-12
    )


def strips():
    """Two parallel diagonal strips of 100 points, a class each."""
    random = np.random.default_rng(0)
    y = np.arange(200) % 2
    along, across = random.uniform(-2, 2, 200), random.normal(0, 0.05, 200) + np.where(y == 1, 0.25, -0.25)
    return np.column_stack([along - across, along + across]) / np.sqrt(2), y


def test_the_first_component_is_blind_to_classes_and_a_discriminant_is_not():
    """6.034 notes, slide 8.4.37."""
    X, y = strips()
    scores = gn.PCA(2).fit_transform(X)
    task = [gn.Task(scores[:, [c]], y, kind="classification") for c in (0, 1)]
    plan = gn.k_fold(10, random_state=0)
    first, second = (gn.resample(each, gn.KNeighborsClassifier(11), plan).score("accuracy") for each in task)
    assert first < 0.65
    assert second == 1.0
    told = gn.LinearDiscriminantAnalysis().fit(X, y).transform(X)
    assert gn.DecisionStump().fit(told, y).score(told, y) == 1.0


def test_a_curve_needs_one_kernel_component_and_two_plain_ones():
    """6.034 notes, slide 8.4.45."""
    t = np.linspace(-1, 1, 200)
    curve = np.column_stack([t, t**2])
    assert gn.PCA(0.95).fit(curve).n_components_ == 2
    lifted = gn.KernelPCA(1, kernel="rbf", gamma=0.1).fit_transform(curve)[:, 0]
    assert (np.diff(lifted) > 0).all() or (np.diff(lifted) < 0).all()
