"""A table is the same whatever it was made from, and cheap where it can be."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError

WORDS = st.sampled_from(["red", "green", "blue", "New York", 'say "hi"', "a,b"])
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=64)


@st.composite
def columns(draw):
    """A dict of columns of every kind, with gaps, none of them empty."""
    n = draw(st.integers(2, 12))
    gap = st.none()

    def filled(values):
        found = draw(st.lists(values | gap, min_size=n - 1, max_size=n - 1))
        return [draw(values), *found]

    return {
        "number": filled(NUMBERS),
        "whole": filled(st.integers(-1000, 1000)),
        "word": ["red", *filled(WORDS)[1:]],
        "flag": filled(st.booleans()),
        "answer": [
            "yes",
            "no",
            *draw(st.lists(st.sampled_from(["yes", "no"]) | gap, min_size=n - 2, max_size=n - 2)),
        ],
    }


@given(columns())
def test_dict_pandas_polars_and_arrow_agree(data):
    table = Table.of(data)
    assert Table.of(pd.DataFrame(data)) == table
    assert Table.of(pl.DataFrame(data, strict=False)) == table
    assert Table.of(pa.table(data)) == table
    assert Table.of(pl.LazyFrame(data, strict=False)) == table


@given(columns(), st.randoms(use_true_random=False))
def test_rows_commute_with_encoding(data, random):
    table = Table.of(data)
    index = [random.randrange(table.n_rows) for _ in range(5)]
    whole, names = table.encoded()
    part, part_names = table.rows(index).encoded()
    assert names == part_names
    np.testing.assert_array_equal(part, whole[index])


@given(st.integers(1, 6), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_array_dict_and_sparse_agree(n_rows, n_columns, seed):
    X = np.random.default_rng(seed).integers(0, 3, (n_rows, n_columns)).astype(float)
    table = Table.of(X)
    assert Table.of({f"x{j}": X[:, j] for j in range(n_columns)}) == table
    thin = Table.of(sparse.csc_matrix(X))
    assert thin == table
    encoded, names = thin.encoded()
    assert names == table.encoded()[1]
    np.testing.assert_array_equal(encoded.toarray(), table.encoded()[0])


def test_a_float_array_is_not_copied():
    X = np.random.default_rng(0).random((5, 3))
    table = Table.of(X)
    assert table.encoded()[0] is X
    assert table.select(["x0", "x1", "x2"]).encoded()[0] is X
    assert table.to_pandas().to_numpy().base is not None


def test_encoding_follows_the_levels_and_keeps_gaps():
    data = {
        "n": [1, None],
        "two": ["a", "b"],
        "three": ["x", None],
        "rank": ["hi", "lo"],
        "flag": [True, None],
    }
    table = Table.of(
        data, kinds={"three": "categorical"}, levels={"three": ["x", "y", "z"], "rank": ["lo", "hi"]}
    )
    X, names = table.encoded()
    assert names == ["n", "two=b", "three=x", "three=y", "three=z", "rank", "flag"]
    nan = np.nan
    np.testing.assert_array_equal(X, [[1, 0, 1, 0, 0, 1, 1], [nan, 1, nan, nan, nan, 0, nan]])
    assert X.flags.c_contiguous


def test_a_huge_encoding_is_refused_before_memory_is_taken():
    n = 70_000
    with pytest.raises(DataError, match=f"'id' has {n} levels"):
        Table.of({"id": [f"i{i}" for i in range(n)]}).encoded()


def test_levels_stay_when_rows_leave():
    table = Table.of({"c": ["a", "b", "c"]}).rows([0])
    assert table.column("c").levels == ("a", "b", "c")
    assert table.encoded()[0].tolist() == [[1, 0, 0]]
    assert table.rows([]).n_rows == 0
    assert table.rows(np.array([False])).n_rows == 0


def test_pandas_dtypes_carry_the_kinds_there_and_back():
    table = Table.of(
        {"n": [1.0, 2.0], "c": ["b", "a"], "o": ["lo", "hi"], "f": [True, False]}, levels={"o": ["lo", "hi"]}
    )
    frame = table.to_pandas()
    assert frame["c"].dtype == "category"
    assert frame["o"].cat.ordered
    assert frame["f"].dtype == bool
    assert Table.of(frame) == table
    gaps = Table.of({"f": [True, None]})
    assert Table.of(gaps.to_pandas()) == gaps


def test_declared_categories_keep_order_and_unseen_levels():
    frame = pd.DataFrame({"c": pd.Categorical(["b"], ["b", "a", "z"])})
    assert Table.of(frame).column("c").levels == ("b", "a", "z")
    size = pl.Series("s", ["M"], dtype=pl.Enum(["S", "M", "L"]))
    assert (Table.of(pl.DataFrame([size])).kinds["s"], Table.of(pl.DataFrame([size])).levels("s")) == (
        "ordinal",
        ("S", "M", "L"),
    )


def test_select_drop_and_facts():
    table = Table.of({"a": [1.0, np.nan], "b": ["x", "y"]})
    assert table.has_missing
    assert table.has_categories
    assert not table.is_sparse
    assert table.drop(["b"]).names == ("a",)
    assert table.drop("b").select(["a"]) == table.select(["a"])
    assert not table.select(["b"]).has_missing
    assert table.select(["b", "a"]).column("a").values[0] == 1
    assert Table.of(table) is table
    assert Table.of(table, kinds={"a": "categorical"}).kinds == {"a": "categorical", "b": "categorical"}


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        ({}, {}, ["no columns"]),
        (np.empty((0, 2)), {}, ["no rows"]),
        ({"a": [1], "b": [1, 2]}, {}, ["'b' has 2 rows", "'a' has 1"]),
        ({"a": [1, 2], "e": [None, None]}, {}, ["'e' is empty", "drop"]),
        (np.array([[np.nan], [np.nan]]), {}, ["'x0' is empty"]),
        (np.zeros(3), {}, ["1 dimensions", "reshape"]),
        ([[1, 2], [3]], {}, ["different lengths"]),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), {}, ["'a'"]),
        ({"a": [1]}, {"kinds": {"z": "ordinal"}}, ["no column 'z'", "'a'"]),
        (sparse.eye(2), {"kinds": {"x0": "categorical"}}, ["'x0'", "sparse"]),
    ],
)
def test_tables_that_cannot_be_are_refused(data, options, words):
    with pytest.raises(DataError) as error:
        Table.of(data, **options)
    assert all(word in str(error.value) for word in words), str(error.value)


def test_wrong_names_are_parameter_errors():
    with pytest.raises(ParameterError, match="3 entries for 2 columns"):
        Table.of(np.eye(2), names=["a", "b", "c"])


def test_words_beside_numbers_in_a_list_of_rows():
    table = Table.of([[1, "a"], [2, "b"]], names=["n", "w"])
    assert table.kinds == {"n": "quantitative", "w": "categorical"}


def test_a_table_knows_whether_its_columns_were_named():
    rows = np.eye(2)
    for data in (rows, rows.tolist(), sparse.csr_array(rows), [["a", 1], ["b", 2]]):
        unnamed, named = Table.of(data), Table.of(data, names=["u", "v"])
        assert (unnamed.names, unnamed.has_names) == (("x0", "x1"), False)
        assert (named.names, named.has_names) == (("u", "v"), True)
    assert not Table.of(Table.of(rows), kinds={"x0": "categorical"}).has_names
    for kinds in ({"x0": "categorical"}, {"x1": "ordinal"}):
        with pytest.raises(DataError, match="of a sparse matrix can only be quantitative"):
            Table.of(sparse.csr_array(rows), kinds=kinds)
    assert Table.of(sparse.csr_array(rows), kinds={"x0": "quantitative"}).kinds["x0"] == "quantitative"
