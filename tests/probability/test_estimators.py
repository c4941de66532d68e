import numpy as np
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.probability.entropies import entropy
from gnomon.probability.estimators import METHODS, estimate_entropy, estimate_mutual_information, shrunk
from gnomon.probability.shared_information import mutual_information


def drawn(p, n_rows, times, seed=0):
    return np.random.default_rng(seed).multinomial(n_rows, np.ravel(p), size=times)


def test_corrections_come_closer_to_the_entropy_than_counting():
    p = np.array([0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05])
    tables = drawn(p, 20, 2000)
    error = {
        method: abs(np.mean([estimate_entropy(table, method) for table in tables]) - entropy(p))
        for method in METHODS
    }
    assert error["plug-in"] > 0.15
    assert error["miller-madow"] < error["plug-in"] / 3
    assert error["shrinkage"] < error["plug-in"]


def test_the_correction_takes_chance_off_the_information_of_independent_columns():
    tables = drawn(np.outer([0.5, 0.3, 0.2], [0.6, 0.4]), 60, 4000).reshape(-1, 3, 2)
    mean = {method: float(np.mean(estimate_mutual_information(tables, method))) for method in METHODS}
    # The mean of the plug-in estimate is (rows - 1)(columns - 1) / 2n nats.
    assert mean["plug-in"] == pytest.approx(2 / (120 * np.log(2)), rel=0.1)
    assert abs(mean["miller-madow"]) < mean["plug-in"] / 10
    assert mean["shrinkage"] < mean["plug-in"] / 2


def test_many_rows_leave_nothing_to_correct():
    p = np.array([[0.3, 0.2], [0.1, 0.4]])
    for method in METHODS:
        assert estimate_mutual_information(p * 1e7, method) == pytest.approx(mutual_information(p), abs=1e-5)
        assert estimate_entropy(p.ravel() * 1e7, method) == pytest.approx(entropy(p), abs=1e-5)


def test_miller_and_madow_add_one_half_for_each_further_value_over_n():
    assert estimate_entropy([2, 1, 1, 0], "miller-madow", np.e) - entropy([2, 1, 1], np.e) == pytest.approx(
        1 / 4
    )


def test_shrinkage_follows_its_formula():
    counts = np.array([4.0, 2.0, 0.0, 2.0])
    share = counts / 8
    intensity = (1 - (share**2).sum()) / (7 * ((0.25 - share) ** 2).sum())
    assert 0 < intensity < 1
    np.testing.assert_allclose(shrunk(counts), intensity / 4 + (1 - intensity) * share)
    np.testing.assert_allclose(shrunk(np.array([1.0, 0.0])), [0.5, 0.5])


def test_a_stack_is_estimated_table_by_table():
    tables = drawn(np.full(6, 1 / 6), 30, 5).reshape(5, 2, 3)
    for method in METHODS:
        each = [estimate_mutual_information(table, method) for table in tables]
        assert estimate_mutual_information(tables, method).tolist() == pytest.approx(each)


def test_wrong_methods_and_tables_are_refused():
    with pytest.raises(ParameterError, match="must be one of"):
        estimate_entropy([1, 2], "jackknife")
    with pytest.raises(DataError):
        estimate_mutual_information([1, 2])
