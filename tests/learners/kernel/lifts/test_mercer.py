import warnings

import numpy as np
import pytest

from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.kernel.lifts.mercer import mercer_check

X = np.random.default_rng(0).normal(size=(30, 3))


def test_the_figures_are_those_of_the_eigenvalues():
    check = mercer_check(X, "linear")
    assert check.rank == 3
    assert check.holds
    assert not check.is_unique
    assert mercer_check(X, "rbf", gamma=1.0).is_unique
    assert len(check.frame()) == 30
    assert check.frame()["eigenvalue"].iloc[0] == pytest.approx(np.linalg.eigvalsh(X @ X.T)[-1])


def test_a_negative_eigenvalue_is_warned_of_with_figures():
    with pytest.warns(NumericsWarning, match=r"smallest eigenvalue is -1 \(the largest 1\)"):
        check = mercer_check(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert "not a Mercer kernel" in str(check)


def test_rounding_is_no_negative_eigenvalue():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mercer_check(np.ones((50, 50)) * 1e6).holds


def test_what_is_no_gram_matrix_is_refused():
    with pytest.raises(DataError, match="must be square"):
        mercer_check(X)
    with pytest.raises(DataError, match="not symmetric"):
        mercer_check(np.array([[1.0, 2.0], [0.0, 1.0]]))


def test_many_rows_are_sampled():
    assert mercer_check(np.random.default_rng(0).normal(size=(2100, 2)), "rbf").n_rows == 700
