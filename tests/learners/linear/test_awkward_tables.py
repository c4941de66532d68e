"""Tables on which linear learners once lost digits, stopped early or broke."""

import numpy as np
import pytest
import scipy.sparse

import gnomon as gn
from gnomon.assessment.collecting import PredictionBuffer
from gnomon.errors import DataError
from gnomon.sharing.moments import Moments
from gnomon.sharing.train import train_each


def refitted(task, learner):
    """Leave-one-out predictions by a fit for each row."""
    splits = gn.leave_one_out().split(task)
    collected = PredictionBuffer(task, splits)
    for trained in train_each(learner, task, splits):
        collected.add(trained)
    return collected.predictions("", {}).predicted


def table(kind, n_rows=25, n_columns=4):
    random = np.random.default_rng(5)
    X, y = random.normal(size=(n_rows, n_columns)), random.normal(size=n_rows)
    if kind == "far from zero":
        X += 1e6
    elif kind == "badly scaled":
        X *= [1e-12, 1.0, 1e12, 1e3]
    elif kind == "constant column":
        X[:, 0] = 2.0
    elif kind == "collinear":
        X[:, 1] = X[:, 0]
    elif kind == "more columns than rows":
        X, y = random.normal(size=(8, 12)), y[:8]
    return X, y


LEARNERS = [
    gn.LinearRegression(),
    gn.LinearRegression(fit_intercept=False),
    gn.LinearRegression(positive=True),
    gn.Ridge(),
    gn.Ridge(1e-3, fit_intercept=False),
    gn.Ridge(0.1, per_row=True),
    gn.Ridge(penalize_intercept=True),
    gn.PolynomialRegression(2),
    gn.BasisRegression(),
]


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize(
    "kind",
    ["plain", "far from zero", "badly scaled", "constant column", "collinear", "more columns than rows"],
)
def test_leave_one_out_in_closed_form_is_that_of_refitting(kind, learner, weighted):
    X, y = table(kind)
    weight = np.arange(len(y)) % 3.0 if weighted else None
    task = gn.Task(X, y, kind="regression", weight=weight)
    result, expected = gn.resample(task, learner, gn.leave_one_out()).predicted, refitted(task, learner)
    np.testing.assert_allclose(result, expected, rtol=1e-8, atol=1e-8 * np.abs(expected).max())


def test_leave_one_out_of_groups_is_refitted():
    X, y = table("plain")
    task = gn.Task(X, y, kind="regression", group=np.arange(25) // 5)
    np.testing.assert_allclose(
        gn.resample(task, gn.Ridge(), gn.leave_one_out()).predicted, refitted(task, gn.Ridge())
    )


@pytest.mark.parametrize("alpha", [1e-3, 1.0, 1e3])
def test_ridge_without_constant_keeps_its_digits_far_from_zero(alpha):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 5)) + 1e8, random.normal(size=40)
    result = gn.Ridge(alpha, fit_intercept=False).fit(X, y).coef_
    # The same least squares problem on longer rows, which squares no condition number.
    longer = np.vstack([X, np.sqrt(alpha) * np.eye(5)])
    expected = np.linalg.lstsq(longer, np.concatenate([y, np.zeros(5)]))[0]
    np.testing.assert_allclose(result, expected, rtol=1e-6, atol=1e-9)


def test_sparse_columns_far_from_zero_have_the_moments_of_dense_ones():
    random = np.random.default_rng(0)
    X = random.normal(size=(50, 4)) * (random.random((50, 4)) < 0.3)
    X[:, 2], X[:, 3] = 1e8 + random.normal(size=50), 7.0
    weight = random.integers(0, 3, size=50).astype(float)
    dense, sparse = (Moments.of(each, X[:, 0], weight) for each in (X, scipy.sparse.csr_matrix(X)))
    np.testing.assert_allclose(sparse.scatter, dense.scatter, rtol=1e-7, atol=1e-5)
    assert sparse.scatter[3, 3] == pytest.approx(0, abs=1e-10)


def test_a_lasso_of_two_rows_finds_the_one_column_it_needs():
    random = np.random.default_rng(1)
    X, y = random.normal(size=(2, 4)) * 3 + 5, random.normal(size=2) * 10
    model = gn.Lasso(1e-3).fit(X, y)
    assert model.converged_
    assert np.count_nonzero(model.coef_) == 1


@pytest.mark.parametrize("l1_ratio", [0.0, 0.5, 1.0])
def test_an_elastic_net_without_a_penalty_solves_collinear_columns(l1_ratio):
    X, y = table("collinear")
    model = gn.ElasticNet(0.0, l1_ratio=l1_ratio).fit(X, y)
    expected = y - y.mean() - (X - X.mean(axis=0)) @ np.linalg.lstsq(X - X.mean(axis=0), y - y.mean())[0]
    np.testing.assert_allclose(y - model.predict(X), expected, atol=1e-9)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("l1_ratio", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("C", [1e-2, 1.0, 1e8])
def test_logistic_regression_of_little_awkward_data_converges(sparse, n_classes, l1_ratio, C):
    random = np.random.default_rng(n_classes)
    X = random.normal(size=(20, 4)) * [1e-6, 1.0, 1e6, 1.0]
    X[:, 3] = X[:, 1]
    y = np.arange(20) % n_classes
    model = gn.LogisticRegression(C=C, l1_ratio=l1_ratio).fit(scipy.sparse.csr_matrix(X) if sparse else X, y)
    assert model.converged_
    assert model.gradient_ < 1e-7


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("solver", ["auto", "lbfgs", "proximal"])
def test_numbers_whose_squares_overflow_are_refused_by_column(n_classes, solver):
    X = np.random.default_rng(0).normal(size=(12, 3))
    X[4, 1] = 1e200
    with pytest.raises(DataError, match="column 1"):
        gn.LogisticRegression(solver=solver).fit(X, np.arange(12) % n_classes)
    with pytest.raises(DataError, match="column 1"):
        gn.NearestMean().fit(X, np.arange(12) % n_classes)


def test_tiny_columns_have_a_covariance_too():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), np.arange(60) % 2
    X[y == 1] += 2
    model = gn.QuadraticDiscriminantAnalysis().fit(X * 1e-150, y)
    expected = gn.QuadraticDiscriminantAnalysis().fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X * 1e-150), expected.predict_proba(X), rtol=1e-6)
