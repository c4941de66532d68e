from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from gnomon.assessment.significance.friedman import friedman_test, iman_davenport_test, ranks
from gnomon.errors import DataError, DesignError

tables = st.tuples(st.integers(2, 12), st.integers(3, 6)).flatmap(
    lambda shape: arrays(float, shape, elements=st.sampled_from([0.1, 0.2, 0.3, 0.4, 0.5]))
)


@given(tables)
def test_friedman_agrees_with_scipy_ties_too(table):
    if (np.ptp(table, axis=1) > 0).any():
        expected = stats.friedmanchisquare(*table.T)
        assert friedman_test(table).statistic == pytest.approx(expected.statistic)
        assert friedman_test(table).p == pytest.approx(expected.pvalue)
    else:
        assert friedman_test(table).p == iman_davenport_test(table).p == 1


@given(tables, st.randoms())
def test_the_order_of_learners_and_of_data_sets_does_not_matter(table, shuffler):
    columns, rows = list(range(table.shape[1])), list(range(table.shape[0]))
    shuffler.shuffle(columns)
    shuffler.shuffle(rows)
    assert np.allclose(ranks(table[rows][:, columns]), ranks(table)[rows][:, columns])
    assert friedman_test(table[rows][:, columns]).statistic == pytest.approx(friedman_test(table).statistic)


@given(tables)
def test_lower_is_better_turns_the_ranks_round(table):
    assert np.allclose(ranks(table, "lower"), table.shape[1] + 1 - ranks(table))


def test_iman_davenport_keeps_its_level_better_than_friedman():
    random = np.random.default_rng(0)
    tables = random.normal(size=(1500, 8, 4))
    f = np.mean([iman_davenport_test(each).p < 0.05 for each in tables])
    chi = np.mean([friedman_test(each).p < 0.05 for each in tables])
    assert chi < f
    assert f == pytest.approx(0.05, abs=0.02)


def test_data_sets_that_all_rank_alike_have_the_chance_of_that():
    table = np.tile([0.1, 0.2, 0.3], (4, 1))
    assert iman_davenport_test(table).p == pytest.approx(factorial(3) ** -3)
    assert friedman_test(table).statistic == pytest.approx(4 * 2)


def test_small_or_broken_tables_are_refused():
    for table in ([[0.1, 0.2]], [[0.1], [0.2]], [0.1, 0.2]):
        with pytest.raises(DesignError, match="2 data sets"):
            ranks(table)
    with pytest.raises(DataError, match="data set 1, learner 0 has score nan"):
        ranks([[0.1, 0.2], [np.nan, 0.1]])
