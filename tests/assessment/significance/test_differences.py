import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.significance.differences import corrected_t_test, paired_t_test
from gnomon.errors import DataError, DesignError, ParameterError

differences = st.lists(st.floats(-1, 1), min_size=3, max_size=20).filter(lambda each: np.std(each) > 1e-6)


@given(differences)
def test_the_paired_t_agrees_with_scipy(values):
    expected = stats.ttest_rel(values, np.zeros(len(values)))
    result = paired_t_test(values)
    assert result.statistic == pytest.approx(expected.statistic)
    assert result.p == pytest.approx(expected.pvalue)
    assert result.freedom == (len(values) - 1,)


@given(differences, st.floats(0, 1))
def test_the_correction_divides_the_statistic_by_the_root_of_one_and_the_overlap(values, ratio):
    plain, corrected = paired_t_test(values), corrected_t_test(values, ratio)
    assert corrected.statistic == pytest.approx(plain.statistic / np.sqrt(1 + len(values) * ratio))
    assert corrected.p >= plain.p


@given(differences)
def test_turning_the_learners_round_turns_the_statistic_and_keeps_p(values):
    there, back = paired_t_test(values), paired_t_test(-np.array(values))
    assert there.statistic == pytest.approx(-back.statistic)
    assert there.p == pytest.approx(back.p)


def test_the_divisor_is_a_parameter():
    values = np.array([1, 2, -2, 2, 2])
    assert paired_t_test(values, ddof=0).statistic == pytest.approx(
        paired_t_test(values).statistic * np.sqrt(5 / 4)
    )


def test_only_the_root_of_the_corrected_variance_keeps_the_level():
    # Differences of 100 splits under no difference, correlated as n_test/(n_test + n_train) = 1/10. Two
    # formulas in use are wrong: s (1/n + n_test/n_train) without the root, and a one-sided p.
    random = np.random.default_rng(0)
    shared = np.sqrt(0.1) * random.normal(size=(4000, 1))
    values = shared + np.sqrt(0.9) * random.normal(size=(4000, 100))
    t = values.mean(axis=1) / values.std(axis=1, ddof=1)
    variance = 1 / 100 + 1 / 9
    ours = np.array([corrected_t_test(each, 1 / 9).p for each in values[:500]])
    assert np.allclose(ours, 2 * stats.t.sf(np.abs(t[:500]) / np.sqrt(variance), 99))
    assert 0.035 <= np.mean(2 * stats.t.sf(np.abs(t) / np.sqrt(variance), 99) < 0.05) <= 0.065
    assert np.mean(2 * stats.t.sf(np.abs(t) / variance, 99) < 0.05) > 0.4
    assert np.mean(stats.t.sf(np.abs(t) / np.sqrt(variance), 99) < 0.05) > 0.08
    assert np.mean(2 * stats.t.sf(np.abs(t) / np.sqrt(1 / 100), 99) < 0.05) > 0.4


def test_differences_that_are_all_alike_are_no_certainty_and_zeros_no_difference():
    result = paired_t_test([0.1, 0.1, 0.1, 0.1])
    assert result.statistic == pytest.approx(2)
    assert 0.1 < result.p < 0.2
    assert paired_t_test([0.0, 0.0]).p == 1


def test_what_is_no_list_of_differences_is_refused():
    with pytest.raises(DesignError, match="2 or more"):
        paired_t_test([0.1])
    with pytest.raises(DesignError, match="shape"):
        paired_t_test(np.zeros((2, 2)))
    with pytest.raises(DataError, match="difference 1 is nan"):
        paired_t_test([0.1, np.nan])
    with pytest.raises(ParameterError, match="ddof"):
        paired_t_test([0.1, 0.2], ddof=2)
    with pytest.raises(ParameterError, match="test_to_train"):
        corrected_t_test([0.1, 0.2], -1)
