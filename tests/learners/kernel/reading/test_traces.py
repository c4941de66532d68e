"""Training in the open: gradient ascent on the dual, steps of two multipliers, chunks of rows."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernels import RBFKernel
from gnomon.learners.kernel.reading.chunking import chunking
from gnomon.learners.kernel.reading.decision import kernel_decision
from gnomon.learners.kernel.reading.dual_trace import dual_ascent, smo_steps

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(40, 2))
Y = np.where(X[:, 0] + 0.5 * RANDOM.normal(size=40) > 0, "b", "a")


@pytest.mark.parametrize("kernel", ["linear", RBFKernel(0.5)])
def test_steps_of_two_end_where_the_machine_does(kernel):
    trace = smo_steps(X, Y, kernel=kernel, C=1.0, tol=1e-8)
    model = gn.SVC(kernel=kernel, C=1.0, tol=1e-8).fit(X, Y)
    assert trace.converged
    assert trace.b == pytest.approx(model.intercept_[0], abs=1e-5)
    outputs = (RBFKernel(0.5)(X) if kernel != "linear" else X @ X.T) @ (trace.alpha * trace.side) + trace.b
    np.testing.assert_allclose(outputs, model.decision_function(X), atol=1e-5)
    steps = trace.frame()
    assert (np.diff(steps["J"]) > -1e-12).all()
    assert (steps.filter(like="alpha_").to_numpy() <= 1.0).all()


def test_each_step_moves_two_multipliers_and_keeps_their_balance():
    trace = smo_steps(X, Y, C=1.0, tol=1e-3)
    alphas = trace.frame().filter(like="alpha_").to_numpy()
    assert ((np.diff(alphas, axis=0) != 0).sum(axis=1) <= 2).all()
    np.testing.assert_allclose(alphas @ trace.side, 0, atol=1e-10)


@pytest.mark.parametrize("bias", [0.0, 0.5])
def test_ascent_at_a_given_bias_ends_where_the_machine_does(bias):
    trace = dual_ascent(X, Y, kernel=RBFKernel(0.5), C=1.0, bias=bias, max_iter=20_000, tol=1e-7)
    model = gn.SVC(kernel=RBFKernel(0.5), C=1.0, bias=bias, tol=1e-8).fit(X, Y)
    assert trace.converged
    assert trace.b == bias
    outputs = RBFKernel(0.5)(X) @ (trace.alpha * trace.side) + bias
    np.testing.assert_allclose(outputs, model.decision_function(X), atol=1e-5)


def test_ascent_with_a_free_bias_keeps_the_balance_and_climbs():
    trace = dual_ascent(X, Y, kernel=RBFKernel(0.5), C=1.0, max_iter=300)
    frame = trace.frame()
    assert (np.diff(frame["J"]) > -1e-9).all()
    np.testing.assert_allclose(frame.filter(like="alpha_").to_numpy() @ trace.side, 0, atol=1e-8)
    best = gn.SVC(kernel=RBFKernel(0.5), C=1.0, tol=1e-6).fit(X, Y).certificate_.dual
    assert frame["J"].iloc[-1] == pytest.approx(best, rel=0.02)


def test_a_trace_that_stops_early_says_so():
    assert not smo_steps(X, Y, C=1.0, max_iter=3).converged
    with pytest.raises(DataError, match="2 classes"):
        smo_steps(X, np.arange(40))
    with pytest.raises(ParameterError, match="C=0"):
        dual_ascent(X, Y, C=0)


def test_chunks_of_soft_machines_come_to_the_machine_of_all_rows_too():
    learner = gn.SVC(kernel=RBFKernel(0.5), C=1.0, tol=1e-8)
    result, whole = chunking(learner, X, Y, chunk=10, eps=1e-6), learner.fit(X, Y)
    np.testing.assert_allclose(kernel_decision(result.model)(X), kernel_decision(whole)(X), atol=1e-4)
    assert result.frame()["chunks"].is_monotonic_increasing
    assert len(result.rows) <= 40


def test_chunks_begin_once_both_classes_are_there():
    rows, y = np.arange(12.0)[:, None], np.repeat([0, 1], 6)
    result = chunking(gn.SVC(kernel="linear", C=10.0, tol=1e-8), rows, y, chunk=2)
    assert result.frame()["chunks"].iloc[0] == 4
    with pytest.raises(DataError, match=r"2 classes, and all rows have 0(\.0)?;"):
        chunking(gn.SVC(), rows, np.zeros(12), chunk=2)
    with pytest.raises(ParameterError, match="chunk"):
        chunking(gn.SVC(), rows, y, chunk=0)
