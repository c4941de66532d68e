"""Quantiles by the rule that p percent of the rows lie below, and by those of NumPy."""

import numpy as np
import pytest

from gnomon.data.column import column_of
from gnomon.errors import DataError, ParameterError
from gnomon.features.quantiles import (
    ORDINAL_RULES,
    RULES,
    as_column,
    deciles,
    interquantile_range,
    percentile,
    quartiles,
)

SIZES = column_of("size", ["S", "M", "L", "M"], "ordinal", ["S", "M", "L"])


@pytest.mark.parametrize(
    ("p", "expected"), [(0, 10), (24.9, 10), (25, 20), (49.99, 20), (50, 30), (75, 40), (99.9, 40), (100, 40)]
)
def test_p_percent_of_four_values_lie_below(p, expected):
    assert percentile([30, 10, 40, 20], p) == expected


def test_shares_are_exact():
    assert percentile(range(100), 29) == 29.0
    assert percentile(range(1000), 28.9) == 289.0


@pytest.mark.parametrize("rule", RULES[1:])
def test_other_rules_are_those_of_numpy(rule):
    values = [3.0, 1.0, 7.0, 4.0, 9.0, 2.5]
    for p in (0, 10, 37.5, 50, 90, 100):
        assert percentile(values, p, rule=rule) == np.quantile(values, p / 100, method=rule)


def test_ordinal_quantiles_are_levels():
    assert quartiles(SIZES) == ["M", "M", "L"]
    assert [percentile(SIZES, 50, rule=rule) for rule in ORDINAL_RULES] == ["M"] * 6
    with pytest.raises(ParameterError, match=r"rule='linear' interpolates, and column 'size' is ordinal"):
        percentile(SIZES, 50, rule="linear")


def test_ranges_lie_between_two_percentiles():
    assert deciles(range(1, 101)) == [11.0, 21.0, 31.0, 41.0, 51.0, 61.0, 71.0, 81.0, 91.0]
    assert interquantile_range([1.0, 2.0, 4.0, 8.0]) == 6.0
    assert interquantile_range([1.0, 2.0, 4.0, 8.0], 0, 100) == 7.0
    assert interquantile_range([1.0, 2.0, 4.0, 8.0], 50, 50) == 0.0
    assert interquantile_range([1.0, 2.0], 10, 90, rule="linear") == pytest.approx(0.8)
    with pytest.raises(ParameterError, match="low=75, high=25"):
        interquantile_range([1.0, 2.0], 75, 25)


@pytest.mark.parametrize(
    ("values", "p", "rule", "error", "words"),
    [
        ([1.0], 101, "floor", ParameterError, "p=101: it must be between 0 and 100"),
        ([1.0], -1, "floor", ParameterError, "p=-1"),
        ([1.0], 50, "median", ParameterError, "rule='median': use one of floor, linear"),
        ([None, None], 50, "floor", DataError, "column 'x' has only missing values"),
        ([1.0, np.inf], 50, "floor", DataError, "column 'x' holds an infinite value"),
    ],
)
def test_what_has_no_quantile_is_refused(values, p, rule, error, words):
    with pytest.raises(error, match=words):
        percentile(as_column(values, "quantitative"), p, rule=rule)


def test_values_become_a_column_of_the_kind():
    assert as_column(SIZES) is SIZES
    assert as_column(SIZES, "ordinal") is SIZES
    assert as_column(SIZES, "categorical").kind == "categorical"
    assert as_column((3, 1)).name == "x"
    assert as_column([3, 1], name="y").name == "y"
