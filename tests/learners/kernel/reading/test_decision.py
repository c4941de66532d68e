import numpy as np
import pytest
import sklearn.svm

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.kernel.kernels import PolynomialKernel, RBFKernel
from gnomon.learners.kernel.lifts.feature_map import PolynomialFeatureMap
from gnomon.learners.kernel.reading.decision import kernel_decision

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(90, 2))
TWO = np.where(X[:, 0] + 0.4 * RANDOM.normal(size=90) > 0, "b", "a")
FOUR = np.digitize(X[:, 0], [-0.7, 0.0, 0.7])


@pytest.mark.filterwarnings("ignore:the kernel Sigmoid:gnomon.errors.NumericsWarning")
@pytest.mark.parametrize("svm", [gn.SVC, sklearn.svm.SVC])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "sigmoid"])
def test_the_sum_over_supports_is_the_decision_function(svm, kernel):
    model = svm(kernel=kernel, C=2.0, gamma=0.3).fit(X, TWO)
    np.testing.assert_allclose(kernel_decision(model)(X), model.decision_function(X), atol=1e-6)
    assert kernel_decision(model).classes == ("a", "b")


@pytest.mark.parametrize("svm", [gn.SVC, sklearn.svm.SVC])
def test_pairs_of_classes_have_a_decision_each(svm):
    model = svm(kernel="rbf", C=2.0, gamma=0.3, decision_function_shape="ovo").fit(X, FOUR)
    theirs = model.decision_function(X)
    for index in range(6):
        np.testing.assert_allclose(kernel_decision(model, index)(X), theirs[:, index], atol=1e-6)
    assert kernel_decision(model, 1).classes == (2, 0)


def test_the_decisions_of_a_class_against_the_rest():
    model = gn.SVC(kernel="rbf", gamma=0.3, multi_class="ovr").fit(X, FOUR)
    for index in range(4):
        np.testing.assert_allclose(
            kernel_decision(model, index)(X), model.decision_function(X)[:, index], atol=1e-6
        )


def test_planes_of_a_linear_machine():
    model = gn.SVC(kernel="linear", C=1.0, tol=1e-8).fit(X, TWO)
    decision = kernel_decision(model)
    boundary, below, above = decision.planes()
    np.testing.assert_allclose(boundary.w, model.coef_[0], atol=1e-9)
    point = np.array([[0.3, -0.2]])
    assert boundary.score(point)[0] + 1 == pytest.approx(below.score(point)[0])
    assert above.offset - below.offset == pytest.approx(decision.width)
    assert decision.length == pytest.approx(np.linalg.norm(decision.w))


def test_direct_parameters_of_a_lift_are_the_same_machine():
    model = gn.SVC(kernel=PolynomialKernel(2), C=1.0, tol=1e-8).fit(X, TWO)
    decision, lift = kernel_decision(model), PolynomialFeatureMap(degree=2).fit(X)
    w = decision.direct(lift.transform)
    np.testing.assert_allclose(lift.transform(X) @ w + decision.b, decision(X), atol=1e-8)
    assert decision.length == pytest.approx(np.linalg.norm(w))


def test_b_from_a_pair_of_free_patterns():
    model = gn.SVC(kernel=RBFKernel(0.5), C=float("inf"), tol=1e-9).fit(X, X[:, 0] > 0)
    decision = kernel_decision(model)
    assert decision.b_from_pair() == pytest.approx(decision.b, abs=1e-5)


def test_a_precomputed_kernel_sums_but_has_no_length():
    model = gn.SVC(kernel="precomputed", C=2.0).fit(RBFKernel(0.3)(X), TWO)
    np.testing.assert_allclose(
        kernel_decision(model)(RBFKernel(0.3)(X)), model.decision_function(RBFKernel(0.3)(X)), atol=1e-6
    )
    with pytest.raises(DataError, match="precomputed"):
        _ = kernel_decision(model).length
    with pytest.raises(DataError, match="linear kernel"):
        _ = kernel_decision(gn.SVC(kernel="rbf").fit(X, TWO)).w
