import numpy as np
import pytest
import sklearn.svm

from gnomon.errors import ParameterError
from gnomon.learners.kernel.one_class import OneClassSVM

KERNELS = [
    {"kernel": "rbf"},
    {"kernel": "linear"},
    {"kernel": "poly", "degree": 2, "coef0": 1.0, "gamma": 0.3},
]


def cloud(n=120, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 3)) + 2


@pytest.mark.parametrize("parameters", KERNELS, ids=str)
@pytest.mark.parametrize("nu", [0.05, 0.5])
def test_decisions_are_scikit_learns(parameters, nu):
    X = cloud()
    ours = OneClassSVM(nu=nu, **parameters).fit(X)
    theirs = sklearn.svm.OneClassSVM(nu=nu, tol=1e-9, **parameters).fit(X)
    assert ours.decision_function(X) == pytest.approx(theirs.decision_function(X), abs=1e-4, rel=1e-5)
    assert ours.score_samples(X) == pytest.approx(theirs.score_samples(X), abs=1e-4, rel=1e-5)
    assert ours.offset_ == pytest.approx(theirs.offset_, abs=1e-4, rel=1e-5)


@pytest.mark.parametrize("nu", [0.1, 0.3, 0.7])
def test_nu_bounds_the_share_outside_and_that_of_support_vectors(nu):
    X = cloud(200)
    model = OneClassSVM(nu=nu).fit(X)
    assert (model.predict(X) == -1).mean() <= nu <= len(model.support_) / 200 + 1e-9


def test_the_coefficients_sum_to_nu_times_the_rows_and_the_gap_is_closed():
    model = OneClassSVM(nu=0.25).fit(cloud())
    assert model.dual_coef_.sum() == pytest.approx(0.25 * 120)
    assert model.certificate_.gap == pytest.approx(0, abs=1e-8)


def test_a_weight_is_a_repetition_of_its_row():
    X = cloud(50)
    times = np.random.default_rng(0).integers(0, 3, size=50)
    weighted = OneClassSVM(nu=0.3).fit(X, sample_weight=times)
    repeated = OneClassSVM(nu=0.3).fit(np.repeat(X, times, axis=0))
    assert weighted.decision_function(X) == pytest.approx(repeated.decision_function(X), abs=1e-9)


def test_rows_that_are_all_the_same_are_inside():
    assert OneClassSVM(nu=0.5).fit(np.ones((4, 2))).predict([[1.0, 1.0], [9.0, 9.0]]).tolist() == [1, -1]


@pytest.mark.parametrize("nu", [0.0, -0.1, 1.5])
def test_a_share_out_of_its_range_is_named(nu):
    with pytest.raises(ParameterError, match="nu"):
        OneClassSVM(nu=nu).fit(cloud())


@pytest.mark.parametrize("scale", [1e-3, 1e4, 1e9])
def test_the_scale_of_columns_does_not_matter_to_a_linear_machine(scale):
    X = cloud() + 3.0
    model = OneClassSVM(kernel="linear", nu=0.2, tol=1e-6).fit(scale * X)
    expected = OneClassSVM(kernel="linear", nu=0.2, tol=1e-6).fit(X)
    assert model.converged_
    result = model.decision_function(scale * X) / scale**2
    assert result == pytest.approx(expected.decision_function(X), abs=1e-4)


# Where many solutions are nearly as good, libsvm stops at one of them: its decisions may differ from ours.
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("degree", "coef0"), [(2, 1.0), (4, 0.0)])
def test_the_dual_value_is_never_above_libsvms(seed, degree, coef0):
    X = np.random.default_rng(seed).normal(size=(80, 1)) + seed % 3
    parameters = {"kernel": "poly", "degree": degree, "coef0": coef0, "gamma": 1.0, "nu": 0.07}
    gram = (X @ X.T + coef0) ** degree
    ours, theirs = (
        dual_value(kind(**parameters).fit(X), gram) for kind in (OneClassSVM, sklearn.svm.OneClassSVM)
    )
    assert ours <= theirs * (1 + 1e-9)


def dual_value(model, gram):
    alpha = np.zeros(len(gram))
    alpha[model.support_] = model.dual_coef_[0]
    return alpha @ gram @ alpha / 2
