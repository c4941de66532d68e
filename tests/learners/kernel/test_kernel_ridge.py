import numpy as np
import pytest
import scipy.sparse
import sklearn.kernel_ridge

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.kernel.kernels import LinearKernel, RBFKernel
from gnomon.sharing.train import train_each

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(60, 4))
y = np.sin(X[:, 0]) + 0.1 * RANDOM.normal(size=60)


@pytest.mark.parametrize(
    "options",
    [
        {"kernel": "linear"},
        {"kernel": "rbf", "gamma": 0.3},
        {"kernel": "rbf"},
        {"kernel": "poly", "degree": 2, "coef0": 1.0},
        {"kernel": "sigmoid", "gamma": 0.01},
    ],
    ids=str,
)
@pytest.mark.parametrize("weighted", [False, True])
def test_it_predicts_what_scikit_learns_does(options, weighted):
    weight = RANDOM.uniform(0.5, 2, 60) if weighted else None
    ours = gn.KernelRidge(alpha=0.5, **options).fit(X, y, sample_weight=weight)
    theirs = sklearn.kernel_ridge.KernelRidge(alpha=0.5, **options).fit(X, y, sample_weight=weight)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-7, atol=1e-9)


def test_a_function_of_rows_a_value_and_a_matrix_are_kernels_too():
    named = gn.KernelRidge(kernel="linear").fit(X, y).predict(X)
    for kernel in (np.dot, LinearKernel()):
        np.testing.assert_allclose(gn.KernelRidge(kernel=kernel).fit(X, y).predict(X), named, rtol=1e-9)
    matrix = gn.KernelRidge(kernel="precomputed").fit(X @ X.T, y)
    np.testing.assert_allclose(matrix.predict(X @ X.T), named, rtol=1e-9)


def test_sparse_rows_and_several_targets():
    both = np.column_stack([y, -2 * y])
    model = gn.KernelRidge(kernel="rbf").fit(scipy.sparse.csr_matrix(X), both)
    one = gn.KernelRidge(kernel="rbf").fit(X, y)
    np.testing.assert_allclose(model.predict(X)[:, 1], -2 * one.predict(X), rtol=1e-9)


def test_many_alphas_share_one_eigendecomposition_and_give_the_same_models():
    path = [gn.KernelRidge(alpha=a, kernel=RBFKernel(0.2)) for a in np.logspace(-3, 3, 14)]
    task = gn.Task(X, y, kind="regression")
    for trained in train_each(path, task, gn.k_fold(3).split(task)):
        train = np.setdiff1d(np.arange(60), trained.held_out)
        alone = gn.KernelRidge(alpha=trained.learner.alpha, kernel=RBFKernel(0.2)).fit(X[train], y[train])
        result = trained.learner.predict(trained.examples)
        np.testing.assert_allclose(result, alone.predict(X[trained.held_out]), rtol=1e-7)


@pytest.mark.parametrize("weighted", [False, True])
def test_leaving_each_row_out_costs_one_fit(weighted):
    weight = RANDOM.integers(0, 3, 60).astype(float) if weighted else np.ones(60)
    learner = gn.KernelRidge(alpha=0.3, kernel="rbf", gamma=0.2)
    result = learner.predict_left_out(X, y, weight if weighted else None)
    for row in (0, 7, 31):
        others = np.delete(np.arange(60), row)
        refit = gn.KernelRidge(alpha=0.3, kernel="rbf", gamma=0.2).fit(X[others], y[others], weight[others])
        assert result[row] == pytest.approx(refit.predict(X[row : row + 1])[0], rel=1e-8)


def test_a_weight_is_a_repetition_also_for_gamma_by_name():
    times = RANDOM.integers(0, 4, 60)
    weighted = gn.KernelRidge(kernel="rbf", gamma="scale").fit(X, y, sample_weight=times)
    repeated = gn.KernelRidge(kernel="rbf", gamma="scale").fit(np.repeat(X, times, 0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-8)


def test_without_a_penalty_it_interpolates_or_takes_the_minimum_norm_solution():
    rows = np.array([[0.0], [1.0], [1.0]])
    model = gn.KernelRidge(alpha=0.0, kernel="rbf", gamma=1.0).fit(rows, [1.0, 2.0, 4.0])
    np.testing.assert_allclose(model.predict(rows), [1.0, 3.0, 3.0], atol=1e-8)


def test_a_table_too_large_for_its_gram_matrix_is_refused_with_a_fix():
    with pytest.raises(DataError, match=r"Nystroem or RBFSampler"):
        gn.KernelRidge().fit(np.zeros((40_000, 1)), np.zeros(40_000))


@pytest.mark.parametrize("learner", [gn.KernelRidge(), gn.SVR()])
def test_targets_too_large_to_be_added_up_are_refused(learner):
    X = np.arange(10.0)[:, None]
    with pytest.raises(DataError, match="the target"):
        learner.fit(X, np.where(X[:, 0] > 4, 1.7e308, -1.7e308))
