import numpy as np
import pytest
import scipy.sparse

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.kernel.kernels import LinearKernel, PolynomialKernel, RBFKernel

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(80, 2))
RING = np.where((X**2).sum(axis=1) > 1.2, "out", "in")


@pytest.mark.parametrize("combine", ["last", "averaged", "voted"])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
def test_with_the_linear_kernel_it_is_the_perceptron(combine, fit_intercept):
    y = np.where(X[:, 0] + X[:, 1] > 0.1, 1, 0)
    options = {"combine": combine, "fit_intercept": fit_intercept, "max_iter": 30}
    plain = gn.Perceptron(learning_rate=1.0, **options).fit(X, y)
    kernel = gn.KernelPerceptron(kernel="linear", **options).fit(X, y)
    np.testing.assert_allclose(kernel.decision_function(X), plain.decision_function(X), atol=1e-9)
    assert kernel.history_.tolist() == plain.history_.tolist()


def test_a_lift_separates_a_ring_and_mistakes_end():
    model = gn.KernelPerceptron(kernel=PolynomialKernel(2)).fit(X, RING)
    assert model.converged_
    assert (model.predict(X) == RING).all()
    assert model.n_updates_ == model.history_.sum()
    np.testing.assert_array_equal(model.support_, np.flatnonzero(model.dual_coef_[0]))


def test_more_than_two_classes_have_a_score_each():
    y = np.digitize(X[:, 0], [-0.5, 0.5])
    model = gn.KernelPerceptron(kernel=RBFKernel(1.0)).fit(X, y)
    assert model.decision_function(X).shape == (80, 3)
    assert (model.predict(X) == y).mean() > 0.95


def test_sparse_rows_and_a_matrix_give_the_same():
    model = gn.KernelPerceptron(kernel="rbf", gamma=0.5).fit(X, RING)
    sparse = gn.KernelPerceptron(kernel="rbf", gamma=0.5).fit(scipy.sparse.csr_matrix(X), RING)
    matrix = gn.KernelPerceptron(kernel="precomputed").fit(RBFKernel(0.5)(X), RING)
    np.testing.assert_allclose(sparse.decision_function(X), model.decision_function(X), atol=1e-9)
    np.testing.assert_allclose(
        matrix.decision_function(RBFKernel(0.5)(X)), model.decision_function(X), atol=1e-9
    )


def test_the_trace_is_the_same_run():
    learner = gn.KernelPerceptron(kernel=PolynomialKernel(2))
    steps, model = learner.trace(X, RING), gn.KernelPerceptron(kernel=PolynomialKernel(2)).fit(X, RING)
    assert len(steps) == model.n_updates_
    last = steps.groupby("row")["multiplier"].max()
    np.testing.assert_array_equal(np.abs(model.dual_coef_[0, last.index]), last)
    assert steps["b"].iloc[-1] == model.intercept_[0]
    with pytest.raises(DataError, match="two classes"):
        learner.trace(X, np.arange(80) % 3)


def test_the_same_seed_shuffles_alike():
    one, two = (gn.KernelPerceptron(shuffle=True, random_state=3).fit(X, RING) for _ in range(2))
    assert np.array_equal(one.dual_coef_, two.dual_coef_)


def test_inseparable_classes_warn_with_a_fix():
    with pytest.warns(NumericsWarning, match=r"increase max_iter=5.*or use SVC"):
        gn.KernelPerceptron(kernel=LinearKernel(), max_iter=5).fit([[0.0], [0.0], [1.0]], [0, 1, 1])
    with pytest.raises(DataError, match="1 class"):
        gn.KernelPerceptron().fit(X, np.ones(80))
