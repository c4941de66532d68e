import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from gnomon.errors import DataError
from gnomon.probability.association import chi_squared_statistic, chi_squared_test, g_test

tables = st.lists(st.lists(st.integers(1, 40), min_size=3, max_size=3), min_size=2, max_size=4)


@given(tables)
def test_statistics_agree_with_scipy(table):
    for ours, kind in ((chi_squared_test, "pearson"), (g_test, "log-likelihood")):
        result, oracle = ours(table), chi2_contingency(table, correction=False, lambda_=kind)
        assert result.statistic == pytest.approx(oracle.statistic, rel=1e-9, abs=1e-9)
        assert result.p_value == pytest.approx(oracle.pvalue, rel=1e-6, abs=1e-12)
        assert result.degrees_of_freedom == oracle.dof


def test_values_that_never_occur_change_nothing():
    table = np.array([[5, 0, 3], [0, 0, 0], [2, 0, 6]])
    assert chi_squared_test(table) == chi_squared_test([[5, 3], [2, 6]])


def test_one_row_alone_has_nothing_to_depend_on():
    assert chi_squared_test([[3, 4]]).p_value == 1
    assert g_test([[3], [4]]).statistic == 0


def test_a_small_expected_count_is_reported():
    assert "permutation test" in str(chi_squared_test([[1, 2], [3, 1]]))
    assert "shuffle" not in str(chi_squared_test([[50, 20], [30, 40]]))


@pytest.mark.parametrize("table", [[1, 2], [[0, 0]], [[-1, 2], [1, 1]], [[np.nan, 1]]])
def test_what_is_no_table_is_refused(table):
    with pytest.raises(DataError):
        chi_squared_test(table)


def test_a_stack_of_tables_is_answered_at_once():
    stack = np.random.default_rng(0).integers(0, 9, (2, 4, 3, 3))
    stack[0, 0, 1] = 0
    each = [[chi_squared_test(table).statistic for table in part] for part in stack]
    np.testing.assert_allclose(chi_squared_statistic(stack), each)
    assert isinstance(chi_squared_statistic(stack[0, 1]), float)
