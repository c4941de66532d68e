import numpy as np
import pytest
import scipy.sparse
import sklearn.svm

from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernels import RBFKernel
from gnomon.learners.kernel.svr import SVR

KERNELS = [
    {"kernel": "rbf"},
    {"kernel": "linear"},
    {"kernel": "poly", "degree": 2, "coef0": 1.0, "gamma": 0.3},
]


def curve(n=150, seed=0):
    random = np.random.default_rng(seed)
    X = random.uniform(-2, 2, size=(n, 3))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] + 0.2 * random.normal(size=n)


@pytest.mark.parametrize("parameters", KERNELS, ids=str)
@pytest.mark.parametrize("C", [0.1, 10.0])
@pytest.mark.parametrize("epsilon", [0.0, 0.2])
def test_predictions_are_scikit_learns(parameters, C, epsilon):
    X, y = curve()
    ours = SVR(C=C, epsilon=epsilon, **parameters).fit(X, y)
    theirs = sklearn.svm.SVR(C=C, epsilon=epsilon, tol=1e-8, **parameters).fit(X, y)
    # Its kernel values have single precision, which a steep polynomial shows.
    digits = 3e-4 if parameters["kernel"] == "poly" else 1e-4
    assert ours.predict(X) == pytest.approx(theirs.predict(X), abs=digits)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4)
    assert ours.converged_


@pytest.mark.parametrize("epsilon", [0.0, 0.1])
def test_the_duality_gap_is_closed(epsilon):
    X, y = curve()
    certificate = SVR(C=5.0, epsilon=epsilon).fit(X, y).certificate_
    assert certificate.gap == pytest.approx(0, abs=1e-8 * certificate.primal)


def test_rows_within_the_tube_are_no_support_vectors():
    X, y = curve()
    model = SVR(C=10.0, epsilon=0.3).fit(X, y)
    off = np.abs(y - model.predict(X))
    assert (off[np.setdiff1d(np.arange(len(y)), model.support_)] <= 0.3 + 1e-9).all()
    at_bound = model.support_[np.abs(model.dual_coef_[0]) == 10.0]
    assert (off[at_bound] >= 0.3 - 1e-9).all()


def test_a_weight_is_a_repetition_of_its_row():
    X, y = curve(60)
    times = np.random.default_rng(0).integers(0, 3, size=60)
    weighted = SVR().fit(X, y, sample_weight=times)
    repeated = SVR().fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    assert weighted.predict(X) == pytest.approx(repeated.predict(X), abs=1e-9)


def test_a_path_over_prices_and_tubes_changes_no_model():
    X, y = curve(120)
    path = [SVR(C=C, epsilon=epsilon) for epsilon in (0.1, 0.3) for C in (10.0, 1.0)]
    data = path[0].prepare(*SVR().check_rows(X, y))
    for model in SVR.fit_each(path, data):
        alone = SVR(C=model.C, epsilon=model.epsilon).fit(X, y)
        assert model.predict(X) == pytest.approx(alone.predict(X), abs=1e-8)


def test_sparse_rows_and_kernel_values_are_taken():
    X, y = curve(80)
    X[X < 0] = 0
    dense = SVR(kernel=RBFKernel(0.5)).fit(X, y)
    rows = scipy.sparse.csr_array(X)
    assert SVR(kernel=RBFKernel(0.5)).fit(rows, y).predict(rows) == pytest.approx(dense.predict(X), abs=1e-8)
    given = SVR(kernel="precomputed").fit(RBFKernel(0.5)(X), y)
    assert given.predict(RBFKernel(0.5)(X)) == pytest.approx(dense.predict(X), abs=1e-8)


def test_a_constant_target_is_predicted_by_the_bias_alone():
    model = SVR().fit(np.arange(6.0)[:, None], np.full(6, 3.0))
    assert len(model.support_) == 0
    assert model.predict([[10.0]]) == pytest.approx([3.0])


def test_large_targets_are_met():
    X, y = curve(80)
    model = SVR(C=1e6, epsilon=1e3).fit(X, 1e5 * y)
    expected = 1e5 * SVR(C=10.0, epsilon=0.01).fit(X, y).predict(X)
    assert model.predict(X) == pytest.approx(expected, rel=1e-6, abs=1e-2)


@pytest.mark.parametrize("parameters", [{"C": 0.0}, {"C": np.inf}, {"epsilon": -0.1}, {"tol": 0.0}], ids=str)
def test_wrong_parameters_are_named(parameters):
    with pytest.raises(ParameterError, match=next(iter(parameters))):
        SVR(**parameters).fit([[0.0], [1.0]], [0.0, 1.0])


def test_targets_that_are_not_numbers_are_refused():
    with pytest.raises((DataError, ValueError), match="NaN"):
        SVR().fit([[0.0], [1.0]], [0.0, np.nan])
