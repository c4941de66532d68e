import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import mutual_info_score

from gnomon.errors import DataError
from gnomon.probability.entropies import entropy
from gnomon.probability.shared_information import (
    MutualInformationForms,
    conditional_mutual_information,
    gain_ratio,
    mutual_information,
    symmetric_uncertainty,
    uncertainty_coefficient,
)

tables = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=5).filter(
    lambda table: any(map(any, table))
)
boxes = st.lists(st.integers(0, 6), min_size=12, max_size=12).filter(any)


@given(tables)
def test_the_four_forms_agree_with_each_other_and_with_scikit_learn(table):
    forms = MutualInformationForms.of(table, np.e)
    oracle = mutual_info_score(None, None, contingency=np.array(table))
    assert mutual_information(table, np.e) == pytest.approx(oracle, abs=1e-9)
    for value in forms.values():
        assert value == pytest.approx(oracle, abs=1e-9)


@given(tables)
def test_information_is_symmetric_and_at_most_the_smaller_entropy(table):
    table = np.array(table)
    result = mutual_information(table)
    assert result == pytest.approx(mutual_information(table.T), abs=1e-12)
    assert 0 <= result <= min(entropy(table.sum(axis=0)), entropy(table.sum(axis=1))) + 1e-12


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5), st.lists(st.integers(1, 9), min_size=1, max_size=5)
)
def test_independent_variables_tell_nothing_of_each_other(a, b):
    assert mutual_information(np.outer(a, b)) == pytest.approx(0, abs=1e-12)
    assert mutual_information(np.diag(a)) == pytest.approx(entropy(a), abs=1e-12)


@given(boxes)
def test_the_chain_rule_of_information(cells):
    box = np.array(cells, dtype=float).reshape(2, 3, 2)
    both = mutual_information(box.reshape(2, 6))
    one = mutual_information(box.sum(axis=1))
    assert both == pytest.approx(one + conditional_mutual_information(box), abs=1e-12)


@pytest.mark.parametrize(
    "measure", [mutual_information, uncertainty_coefficient, gain_ratio, symmetric_uncertainty]
)
def test_a_stack_of_tables_is_answered_at_once(measure):
    stack = np.random.default_rng(0).integers(0, 20, (2, 5, 3, 4))
    # A table of one row with values tells nothing, beside others that do.
    stack[0, 0, 1:] = 0
    each = [[measure(table) for table in part] for part in stack]
    np.testing.assert_allclose(measure(stack), each, atol=1e-15)
    assert isinstance(measure(stack[0, 1]), float)


def test_gains_as_shares():
    settles = np.array([[3, 0], [0, 5], [0, 1]])
    assert uncertainty_coefficient(settles) == pytest.approx(1)
    assert gain_ratio(settles) == pytest.approx(mutual_information(settles) / entropy([3, 5, 1]))
    assert 0 < symmetric_uncertainty(settles) < 1
    assert symmetric_uncertainty(np.diag([2, 3])) == pytest.approx(1)


@pytest.mark.parametrize("share", [uncertainty_coefficient, gain_ratio, symmetric_uncertainty])
def test_one_value_alone_tells_nothing(share):
    assert share([[4]]) == 0


def test_forms_are_printed_as_a_table():
    table = MutualInformationForms.of([[3, 3], [6, 2]]).frame()
    assert table["information"].tolist() == pytest.approx([0.048127] * 4, abs=1e-6)
    assert "nats" in str(MutualInformationForms.of([[3, 3], [6, 2]], np.e))


@pytest.mark.parametrize(
    "call",
    [
        lambda: mutual_information([1, 2]),
        lambda: mutual_information([[0, 0], [0, 0]]),
        lambda: mutual_information([[[1, 1]], [[0, 0]]]),
        lambda: mutual_information([[1, -1]]),
        lambda: conditional_mutual_information([[1, 1]]),
    ],
)
def test_what_is_no_joint_table_is_refused(call):
    with pytest.raises(DataError):
        call()
