"""Worked examples of principal components: successive lines, blindness to classes, and curves."""

import numpy as np
import pytest

import gnomon as gn


def test_successive_lines_are_the_eigenvectors_of_the_breast_cancer_ratings():
    """6.034 notes, slide 8.4.37."""
    X = gn.load("breast-cancer-marks").X
    whole = gn.PCA(standardize=True).fit(X)
    variances = [5.8995, 0.7759, 0.5393, 0.4596, 0.3803, 0.3019, 0.2944, 0.2607, 0.0884]
    np.testing.assert_allclose(whole.explained_variance_, variances, atol=1e-3)
    assert whole.explained_variance_ratio_[0] == pytest.approx(0.6555, abs=5e-5)
    first = [0.3021, 0.3808, 0.3776, 0.3327, 0.3362, 0.3351, 0.3457, 0.3356, 0.2302]
    np.testing.assert_allclose(np.abs(whole.components_[0]), first, atol=5e-5)
    lines = gn.PCA(3, svd_solver="deflation", standardize=True).fit(X)
    np.testing.assert_allclose(
        np.abs(np.sum(lines.components_ * whole.components_[:3], axis=1)), 1, atol=1e-6
    )
    np.testing.assert_allclose(lines.explained_variance_, whole.explained_variance_[:3], rtol=1e-6)


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
