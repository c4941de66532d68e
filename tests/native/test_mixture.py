import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_mixture as twins


def problem(n, d, k, full, seed):
    random = np.random.default_rng(seed)
    X, mean = random.normal(size=(n, d)), random.normal(size=(k, d))
    root = (
        np.triu(random.normal(size=(k, d, d)) + 2 * np.eye(d))
        if full
        else random.uniform(0.5, 2, size=(k, d))
    )
    return X, mean, root, random.normal(size=k)


@settings(max_examples=40)
@given(
    n=st.integers(1, 300),
    d=st.integers(1, 11),
    k=st.integers(1, 5),
    full=st.booleans(),
    weighted=st.booleans(),
    knows=st.booleans(),
    seed=st.integers(0, 99),
)
def test_a_pass_is_that_of_the_twin(n, d, k, full, weighted, knows, seed):
    arguments = problem(n, d, k, full, seed)
    random = np.random.default_rng(seed + 1)
    weight = random.integers(0, 3, size=n).astype(float) if weighted else None
    known = random.integers(-1, k, size=n) if knows else None
    found = native.mixture_pass(*arguments, weight, known, 2)
    expected = twins.mixture_pass(*arguments, weight, known)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9 * n)
    scores = native.mixture_scores(*arguments, 2)
    np.testing.assert_allclose(scores, twins.mixture_scores(*arguments), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("full", [True, False])
def test_threads_change_no_bit(full):
    arguments = problem(20_000, 7, 3, full, 0)
    one, three = (native.mixture_pass(*arguments, None, None, threads) for threads in (1, 3))
    assert one[0] == three[0]
    assert all(np.array_equal(a, b) for a, b in zip(one[1:], three[1:], strict=True))
    assert np.array_equal(native.mixture_scores(*arguments, 1), native.mixture_scores(*arguments, 3))


def test_rows_far_from_every_component_keep_their_likelihood():
    X, mean, root = np.array([[1e5]]), np.array([[0.0], [1.0]]), np.ones((2, 1, 1))
    likelihood, count, _, _ = native.mixture_pass(X, mean, root, np.zeros(2), None, None, 1)
    assert likelihood == pytest.approx(-((1e5 - 1) ** 2) / 2)
    np.testing.assert_allclose(count, [0.0, 1.0])


def test_a_component_of_no_weight_gets_no_row():
    X, mean, root, _ = problem(50, 2, 2, True, 0)
    found = native.mixture_pass(X, mean, root, np.array([0.0, -np.inf]), None, None, 1)
    np.testing.assert_array_equal(found[1], [50.0, 0.0])


def test_wrong_arguments_are_refused():
    X, mean, root, constant = problem(5, 2, 3, True, 0)
    with pytest.raises(ValueError, match="a mean has 1"):
        native.mixture_scores(X, mean[:, :1].copy(), root, constant, 1)
    with pytest.raises(ValueError, match="root has 2"):
        native.mixture_scores(X, mean, root[:2], constant, 1)
    with pytest.raises(ValueError, match="constant has 2"):
        native.mixture_scores(X, mean, root, constant[:2], 1)
    with pytest.raises(ValueError, match=r"\(k, d, d\) or \(k, d\)"):
        native.mixture_scores(X, mean, constant, constant, 1)
    with pytest.raises(ValueError, match="known has a component"):
        native.mixture_pass(X, mean, root, constant, None, np.array([0, 1, 2, 3, -1]), 1)
    with pytest.raises(ValueError, match="X has a value that is NaN"):
        native.mixture_scores(np.full((1, 2), np.nan), mean, root, constant, 1)
