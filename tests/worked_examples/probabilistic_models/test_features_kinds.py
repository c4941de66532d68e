"""Kinds of feature and their statistics: the percentile rule and the figures worked out for the chapter."""

import numpy as np
import pytest

from gnomon.data.column import column_of
from gnomon.errors import DataError
from gnomon.features.cumulative import cumulative_distribution
from gnomon.features.kinds import feature_kinds, feature_transformations
from gnomon.features.quantiles import deciles, percentile, quantile_values, quartiles
from gnomon.features.select.relief import relief_weights
from gnomon.features.statistics import (
    describe,
    kurtosis,
    mean,
    median,
    midrange,
    mode,
    skewness,
    standard_deviation,
    value_range,
    variance,
)

SIX = [2, 3, 3, 5, 7, 12]


def test_the_80th_percentile_of_100_values_is_the_81st_smallest():
    """Probabilistic Models notes, section 7 Features."""
    values = range(1, 101)
    assert percentile(values, 80) == 81
    assert np.mean(np.arange(1, 101) < 81) == 0.80


def test_of_numpy_s_rules_only_higher_agrees_here_and_it_is_another_rule():
    """Probabilistic Models notes, section 7 Features."""
    values = range(1, 101)
    by_rule = {"higher": 81, "linear": 80.2, "inverted_cdf": 80, "hazen": 80.5}
    assert {rule: percentile(values, 80, rule=rule) for rule in by_rule} == pytest.approx(by_rule)
    shares = list(range(100))
    differ = sum(
        (
            quantile_values(np.arange(n), shares, "floor") != quantile_values(np.arange(n), shares, "higher")
        ).sum()
        for n in range(1, 60)
    )
    assert differ == 2679


def test_the_rule_s_50th_percentile_is_not_the_usual_median():
    """Probabilistic Models notes, section 7 Features."""
    values = range(1, 101)
    assert percentile(values, 50) == quartiles(values)[1] == deciles(values)[4] == 51
    assert median(values) == 50.5


def test_shape_statistics_of_six_values():
    """Probabilistic Models notes, section 7 Features, on data made for the test."""
    assert mean(SIX) == pytest.approx(5.333333, abs=5e-7)
    assert (median(SIX), mode(SIX), value_range(SIX), midrange(SIX)) == (4, (3,), 10, 7)
    assert variance(SIX) == pytest.approx(11.555556, abs=5e-7)
    assert standard_deviation(SIX) == pytest.approx(3.399346, abs=5e-7)
    assert skewness(SIX) == pytest.approx(1.011695, abs=5e-7)
    assert kurtosis(SIX) == pytest.approx(2.703217, abs=5e-7)


def test_a_long_right_tail_is_positive_skew():
    """Probabilistic Models notes, section 7 Features."""
    assert skewness(SIX) > 0 > skewness([-value for value in SIX])


def test_age_and_house_number_are_stored_alike_and_differ_in_kind():
    """Probabilistic Models notes, section 7 Features."""
    age, house = column_of("age", [31, 45, 52]), column_of("house", [7, 12, 12], kind="categorical")
    assert mean(age) == pytest.approx(128 / 3)
    assert mode(house) == (12,)
    with pytest.raises(DataError, match="not permissible"):
        mean(house)
    assert describe(house).mean is None


def test_the_percentile_plot_is_the_sorted_sample_against_its_share():
    """Probabilistic Models notes, section 7 Features."""
    found = cumulative_distribution(range(1, 101))
    assert found([25, 50, 80]).tolist() == [0.25, 0.5, 0.8]
    marks = found.marks_frame().set_index("mark").value
    assert (marks["quartile 3"], marks["decile 8"], marks["mean"], marks["median"]) == (76, 81, 50.5, 50.5)


def test_the_table_of_kinds():
    """Probabilistic Models notes, section 7 Features."""
    frame = feature_kinds()
    assert frame.loc["categorical"].tolist() == [False, False, "mode", "", ""]
    assert frame.loc["ordinal", "center"] == "mode, median"
    assert frame.loc["quantitative", "shape"].endswith("skewness, kurtosis")
    assert "variance" in frame.loc["quantitative", "spread"]


def test_the_table_of_transformations():
    """Probabilistic Models notes, section 8 Feature transformations."""
    frame = feature_transformations().set_index(["to", "from"])
    named = frame.transformation
    assert named["quantitative", "quantitative"] == "normalization"
    assert {named["quantitative", kind] for kind in ("ordinal", "categorical", "boolean")} == {"calibration"}
    assert named["ordinal", "quantitative"] == named["categorical", "quantitative"] == "discretization"
    assert {named["ordinal", kind] for kind in ("ordinal", "categorical", "boolean")} == {"ordering"}
    assert named["categorical", "ordinal"] == "unordering"
    assert named["categorical", "categorical"] == "grouping"
    assert named["boolean", "quantitative"] == named["boolean", "ordinal"] == "thresholding"
    assert named["boolean", "categorical"] == "binarization"
    assert named["categorical", "boolean"] == named["boolean", "boolean"] == ""
    assert set(frame[frame.nature == "follows from the data"].transformation) == {
        "unordering",
        "binarization",
    }
    assert set(frame[frame.nature == "adds information"].transformation) > {"thresholding", "discretization"}


def test_relief_over_all_rows_by_squared_distances():
    """Probabilistic Models notes, section 7 Features, on data made for the test."""
    X = np.array([[1, 5], [2, 1], [3, 4], [7, 4.5], [8, 1.5], [9, 5.5]])
    assert relief_weights(X, [0, 0, 0, 1, 1, 1], scaled=False).tolist() == [147, -12.5]
