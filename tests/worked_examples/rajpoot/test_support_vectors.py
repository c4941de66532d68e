"""Support vector machines of the lecture slides."""

from math import inf

import numpy as np
import pytest

from gnomon.learners.kernel.svc import SVC


def two_clouds_and_a_stray(seed):
    random = np.random.default_rng(seed)
    X = np.vstack([random.normal(size=(20, 2)), random.normal(size=(20, 2)) + 4, [[2.0, 1.0]]])
    return X, np.repeat([-1, 1], [20, 21])


def test_a_lower_C_caps_the_coefficient_of_the_outlier_and_adds_support_vectors():
    """Rajpoot, lecture 8, slide "Soft margin"."""
    X, y = two_clouds_and_a_stray(3)
    machines = [SVC(C=C, kernel="linear").fit(X, y) for C in (1.0, 0.1, 0.01)]
    for C, model in zip((1.0, 0.1, 0.01), machines):
        assert dict(zip(model.support_.tolist(), model.dual_coef_[0]))[40] == C
    widths = [1 / np.linalg.norm(model.coef_) for model in machines]
    counts = [len(model.support_) for model in machines]
    assert widths == sorted(widths)
    assert counts == sorted(counts)


def test_rows_that_are_no_support_vectors_can_go():
    """Rajpoot, lecture 8, slide "Support vectors"."""
    X, y = two_clouds_and_a_stray(5)
    whole = SVC(C=inf, kernel="linear").fit(X, y)
    some = SVC(C=inf, kernel="linear").fit(X[whole.support_], y[whole.support_])
    assert len(whole.support_) < 10
    assert some.coef_ == pytest.approx(whole.coef_, rel=1e-8)
    assert some.intercept_ == pytest.approx(whole.intercept_, rel=1e-8)


def test_every_unbounded_support_vector_gives_the_same_bias():
    """Rajpoot, lecture 8, slide "Making predictions"."""
    X, y = two_clouds_and_a_stray(5)
    model = SVC(C=1.0, gamma=0.5).fit(X, y)
    is_free = np.abs(model.dual_coef_[0]) < 1.0
    K = np.exp(-0.5 * np.square(X[:, None] - model.support_vectors_[is_free]).sum(-1))
    said = y[model.support_[is_free]] - model.dual_coef_[0] @ K[model.support_]
    assert said == pytest.approx(np.full(is_free.sum(), model.intercept_[0]), abs=1e-9)


def test_a_large_gamma_makes_nearly_all_rows_support_vectors():
    """Rajpoot, lecture 8, slide "Non-linear decision boundary"."""
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2))
    y = (np.square(X).sum(axis=1) > 1.2).astype(int)
    counts = {gamma: len(SVC(C=10, gamma=gamma).fit(X, y).support_) for gamma in (0.01, 1.0, 50.0)}
    assert counts[1.0] < counts[0.01] < counts[50.0]
    assert counts[50.0] >= 55


@pytest.mark.parametrize(("n_classes", "n_machines"), [(3, 3), (20, 190)])
def test_one_against_one_has_a_machine_for_each_pair(n_classes, n_machines):
    """Rajpoot, lecture 8, slide "SVM multi-class classification"."""
    X = np.arange(2.0 * n_classes)[:, None]
    y = np.repeat(np.arange(n_classes), 2)
    model = SVC(gamma=1.0, decision_function_shape="ovo").fit(X, y)
    assert model.decision_function(X).shape == (len(X), n_machines)
    assert len(SVC(gamma=1.0, multi_class="ovr").fit(X, y).intercept_) == n_classes
