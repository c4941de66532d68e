"""Statistics, quantiles and the cumulative distribution of a column."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon.data.column import column_of
from gnomon.errors import DataError, ParameterError
from gnomon.features.cumulative import cumulative_distribution
from gnomon.features.quantiles import (
    RULES,
    deciles,
    interquantile_range,
    percentile,
    quartiles,
)
from gnomon.features.statistics import (
    central_moment,
    describe,
    kurtosis,
    mean,
    median,
    midrange,
    mode,
    skewness,
    standard_deviation,
    variance,
)

NUMBERS = st.lists(st.integers(-50, 50), min_size=1, max_size=40)


@settings(max_examples=60)
@given(NUMBERS)
def test_moments_agree_with_scipy(values):
    assert mean(values) == pytest.approx(np.mean(values))
    assert variance(values) == pytest.approx(central_moment(values, 2), abs=1e-9)
    if len(set(values)) > 1:
        assert skewness(values) == pytest.approx(stats.skew(values), abs=1e-9)
        assert kurtosis(values) == pytest.approx(stats.kurtosis(values, fisher=False))


@settings(max_examples=100)
@given(NUMBERS, st.integers(0, 99))
def test_the_floor_rule_leaves_at_most_p_per_cent_below(values, p):
    found = percentile(values, p)
    assert found == sorted(values)[len(values) * p // 100]
    assert np.mean(np.array(values) < found) <= p / 100


@settings(max_examples=40)
@given(NUMBERS, st.integers(0, 100), st.sampled_from(RULES[1:]))
def test_other_rules_are_those_of_numpy(values, p, rule):
    assert percentile(values, p, rule=rule) == pytest.approx(np.quantile(values, p / 100, method=rule))


def test_a_share_that_floats_cannot_hold_is_counted_exactly():
    assert percentile(range(100), 29) == 29
    assert percentile(range(1000), 0.7) == 7


def test_quartiles_and_deciles_are_percentiles_of_an_ordinal_column_too():
    sizes = column_of("size", ["S", "M", "L", "M"], levels=["S", "M", "L"])
    assert quartiles(sizes) == ["M", "M", "L"]
    assert deciles(sizes)[0] == "S"
    assert median(sizes) == "M"
    with pytest.raises(ParameterError, match="distances between levels"):
        percentile(sizes, 50, rule="linear")
    with pytest.raises(DataError, match="interquartile range of column 'size' is not permissible"):
        interquantile_range(sizes)


def test_interquantile_ranges_take_any_pair():
    assert interquantile_range(range(1, 101), 10, 90) == 80
    with pytest.raises(ParameterError, match="low must be <= high"):
        interquantile_range([1, 2], 80, 20)


def test_several_modes_are_all_given():
    assert mode([1, 1, 2, 2, 3]) == (1, 2)
    assert mode(["a", "b", "b"]) == ("b",)
    assert mode([True, True, False]) == (True,)


def test_missing_values_are_left_out_and_a_column_of_them_is_refused():
    assert mean([1.0, np.nan, 3.0]) == 2
    with pytest.raises(DataError, match="only missing values"):
        mean([np.nan, np.nan])
    assert describe([np.nan, np.nan]).n == 0
    with pytest.raises(DataError, match="infinite"):
        mean([1.0, np.inf])


def test_a_constant_column_has_no_spread_and_no_shape():
    found = describe([4.0, 4.0])
    assert (found.variance, found.skewness, found.kurtosis, found.range) == (0, 0, 0, 0)


def test_a_log_scale_has_its_own_midrange():
    assert midrange([10, 1000], scale="log") == pytest.approx(100)
    with pytest.raises(DataError, match="requires positive values"):
        midrange([0, 10], scale="log")


def test_bad_orders_rules_and_percentages_are_refused():
    with pytest.raises(ParameterError, match=r"k=1\.5"):
        central_moment([1, 2], 1.5)
    with pytest.raises(ParameterError, match="rule='middle'"):
        percentile([1, 2], 50, rule="middle")
    with pytest.raises(ParameterError, match="p=120"):
        percentile([1, 2], 120)
    with pytest.raises(DataError, match="not defined with ddof=1"):
        standard_deviation([3.0], ddof=1)


def test_describe_says_what_the_kind_allows():
    frame = pd.DataFrame({"age": [31, 45], "town": ["Rome", "Oslo"]})
    assert describe(frame["age"]).name == "age"
    assert describe(frame["town"]).median is None
    assert describe(["S", "L", None], "ordinal").quartiles == ("L", "S", "S")
    assert "2 values, 1 missing, 2 distinct" in str(describe(["S", "L", None], "ordinal"))


@settings(max_examples=50)
@given(NUMBERS)
def test_the_cumulative_share_is_the_share_at_or_below(values):
    found = cumulative_distribution(values)
    expected = [(np.array(values) <= value).mean() for value in sorted(set(values))]
    np.testing.assert_allclose(found.frame().share, expected)
    assert found(max(values)) == 1
    assert found(min(values) - 1) == 0


def test_the_cumulative_plot_of_names_is_refused():
    with pytest.raises(DataError, match="is not permissible"):
        cumulative_distribution(["a", "b"])


def test_numbers_whose_squares_are_too_large_have_a_deviation_all_the_same():
    values = np.array([1e200, -1e200, 2e200])
    assert standard_deviation(values) == pytest.approx(1e200 * np.std([1, -1, 2]))
    assert variance(values) == np.inf
    assert central_moment(values, 4) == np.inf
    assert describe(values).skewness == pytest.approx(skewness([1, -1, 2]))


def test_the_median_of_an_ordinal_column_is_the_middle_row_of_an_odd_number():
    assert median([0] * 51 + [1] * 50, "ordinal") == 0
    assert median([0] * 50 + [1] * 51, "ordinal") == 1
