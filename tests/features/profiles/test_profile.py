"""Profiles agree with pandas, say what is odd, and bear any numbers."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse, stats

import gnomon as gn
from gnomon.data.column import column_of
from gnomon.errors import DataError
from gnomon.features.profiles.bars import MAX_BINS, MAX_LEVELS, histogram, top_levels
from gnomon.features.profiles.column import profile_column
from gnomon.features.profiles.duplicates import duplicate_rows
from gnomon.features.profiles.pairs import ColumnPair, column_pairs, linked
from gnomon.features.profiles.words import number_in_words


def mixed(seed, n=200):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "number": random.normal(size=n).round(2),
            "count": random.poisson(2, n).astype(float),
            "town": random.choice(["Rome", "Oslo", "Ulm"], n),
            "flag": random.choice([True, False], n),
        }
    )
    frame.loc[random.random(n) < 0.1, "number"] = np.nan
    frame.loc[random.random(n) < 0.1, "town"] = None
    return frame


def remarks(values):
    return gn.profile({"x": values, "other": range(len(values))}).columns[0].remarks


@pytest.mark.parametrize("seed", range(5))
def test_numbers_are_those_of_pandas(seed):
    frame = mixed(seed)
    found = {each.name: each for each in gn.profile(frame).columns}
    for name in ("number", "count"):
        said, theirs = found[name], frame[name].describe()
        ours = [said.minimum, said.lower_quartile, said.median, said.upper_quartile, said.maximum]
        assert np.allclose(ours, theirs[["min", "25%", "50%", "75%", "max"]], rtol=1e-12)
        assert np.allclose([said.mean, said.standard_deviation], theirs[["mean", "std"]], rtol=1e-12)
        assert np.isclose(said.skewness, stats.skew(frame[name].dropna()), rtol=1e-9)
        assert sum(said.counts) == said.n_present
    assert all(each.distinct == frame[name].nunique() for name, each in found.items())
    assert all(each.missing == frame[name].isna().sum() for name, each in found.items())
    counted = frame["town"].value_counts()
    assert dict(found["town"].levels) == counted.to_dict()


@pytest.mark.parametrize("seed", range(5))
def test_duplicate_rows_are_those_of_pandas(seed):
    frame = mixed(seed, 60).assign(number=lambda each: each["number"].round(0))
    frame = pd.concat([frame, frame.iloc[:7]], ignore_index=True)
    assert gn.profile(frame).duplicates == frame.duplicated().sum()
    # A negative zero is a zero.
    assert gn.profile({"x": [0.0, -0.0, 1.0]}).duplicates == 1


def test_rows_that_differ_in_the_target_alone_are_no_duplicates():
    assert gn.profile(gn.Task([[1.0], [1.0], [1.0]], ["a", "b", "a"])).duplicates == 1


def test_a_sparse_table_has_the_duplicates_of_the_same_dense_one():
    dense = np.random.default_rng(0).integers(0, 2, size=(80, 4)).astype(float)
    columns = sparse.csr_array(dense)
    assert duplicate_rows(gn.Table.of(columns)) == duplicate_rows(gn.Table.of(dense))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([1.0] * 30, "constant"),
        ([*range(100, 160)], "row numbers, like an identifier"),
        ([0.0] * 40 + [1.0, 2.0, 3.0] * 5, "73% zeros"),
        ([0.0, 1.0, 2.0] * 20 + [900.0], "skewed"),
        ([1.0, 2.0, None] * 10, "33% missing"),
        ([f"n{number}" for number in range(30)], "almost only unique values, like an identifier"),
        ([f"n{number % 60}" for number in range(180)], "many levels (60)"),
        ([f"the long story of row {number}" for number in range(30)], "free text"),
        (["a"] * 97 + ["b"] * 3, "'a' in 97.0% of rows"),
        ([1.0, np.inf] * 10, "10 infinite"),
    ],
)
def test_what_is_odd_is_remarked_on(values, said):
    assert any(said in each for each in remarks(values))


def test_an_ordinary_column_has_no_remark():
    assert remarks(np.random.default_rng(0).normal(size=200)) == ()


def test_a_copied_column_is_named_as_one():
    x = np.random.default_rng(0).normal(size=50)
    found = gn.profile({"x": x, "copy": x, "turned": x[::-1]})
    assert [each.remarks for each in found.columns] == [(), ("the same as 'x'",), ()]


def test_the_largest_numbers_can_be_described():
    found = gn.profile({"x": [-1.7e308, 0.0, 1.7e308, 1.0, 2.0], "y": [1e-320, 0.0, 1.0, 2.0, 3.0]})
    assert [sum(each.counts) for each in found.columns] == [5, 5]
    assert found.columns[0].maximum == 1.7e308


def test_a_table_without_rows_or_values_can_be_described():
    none = gn.Table.of({"x": [1.0, 2.0], "t": ["a", "b"]}).rows([])
    assert gn.profile(none).frame()["distinct"].tolist() == [0, 0]
    empty = gn.Table.of({"x": [1.0, None, 2.0], "t": ["a", None, "b"]}).rows([1])
    assert [each.remarks for each in gn.profile(empty).columns] == [("all missing",)] * 2


def test_of_many_columns_some_are_described_and_the_rest_is_counted():
    found = gn.profile(gn.Table.of(np.zeros((5, 30))), max_columns=10)
    assert (len(found.columns), found.left_out, found.n_columns) == (10, 20, 30)


def test_a_target_that_is_not_there_or_given_twice_is_refused():
    with pytest.raises(DataError, match="no column"):
        gn.profile({"x": [1.0, 2.0]}, "y")
    with pytest.raises(DataError, match="own target"):
        gn.profile(gn.load("iris"), "sepal length")


@pytest.mark.parametrize("seed", range(20))
def test_every_histogram_counts_every_value_once(seed):
    random = np.random.default_rng(seed)
    values = random.choice([random.normal(size=50), random.integers(0, 9, 50), random.pareto(1, 50)])
    edges, counts = histogram(values.astype(float))
    assert sum(counts) == 50
    assert len(edges) == len(counts) + 1 <= MAX_BINS + 1
    assert edges[0] <= values.min() <= values.max() <= edges[-1]


def test_columns_of_all_kinds_that_go_together_are_found_and_others_not():
    random = np.random.default_rng(0)
    x = random.normal(size=300)
    table = gn.Table.of(
        {
            "x": x,
            "monotone": np.exp(x),
            "half": np.where(x > 0, "high", "low"),
            "same half": np.where(x > 0, "up", "down"),
            "noise": random.normal(size=300),
        }
    )
    found = {(each.first, each.second) for each in column_pairs([table.column(name) for name in table.names])}
    assert ("x", "monotone") in found
    assert ("half", "same half") in found
    assert not any("noise" in pair for pair in found)


def test_chains_of_pairs_make_one_group():
    pairs = [ColumnPair("a", "b", "r", 0.9), ColumnPair("c", "d", "r", 0.9), ColumnPair("d", "a", "r", 0.9)]
    assert linked([*pairs, ColumnPair("x", "y", "r", 0.9)]) == [("a", "b", "c", "d"), ("x", "y")]


def test_whole_numbers_are_shown_whole_and_years_as_years():
    assert [number_in_words(each) for each in (19537.0, 1994.0, 1993.25)] == ["19,537", "1994", "1993"]


@pytest.mark.parametrize(
    ("n_levels", "shown"), [(MAX_LEVELS + 1, MAX_LEVELS + 1), (MAX_LEVELS + 2, MAX_LEVELS)]
)
def test_one_level_alone_is_named_rather_than_called_the_others(n_levels, shown):
    codes = np.arange(n_levels)
    assert len(top_levels(codes, codes.astype(str).tolist(), in_order=False)) == shown


def test_a_level_beside_others_is_never_in_all_rows():
    assert remarks(["a"] * 9999 + ["b"]) == ("'a' in 99.9% of rows",)


def test_the_mean_of_a_centered_column_is_zero_and_a_small_one_is_not():
    values = np.random.default_rng(0).normal(size=442)
    centered = profile_column(column_of("bmi", values - values.mean()))
    assert centered.mean == 0
    assert profile_column(column_of("bmi", [1e-9, -1e-9, 1e-12])).mean == pytest.approx(1e-12 / 3)
    assert profile_column(column_of("none", [0.0, 0.0, 0.0])).mean == 0
