import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse

import gnomon as gn
from gnomon.data.table import Header
from gnomon.errors import DataError
from gnomon.models.matching import match

HEADERS = (
    Header("age", "quantitative"),
    Header("town", "categorical", ("Bonn", "Ulm")),
    Header("smoker", "boolean", ("no", "yes")),
    Header("size", "ordinal", ("S", "M", "L")),
)
ROWS = {"age": [31.0, 45.0], "town": ["Ulm", "Bonn"], "smoker": ["yes", "no"], "size": ["L", "S"]}
NUMBERS = [[31.0], [45.0]]
CODES = [[1, 1, 2], [0, 0, 0]]


def check(matched):
    assert matched.table.headers == HEADERS
    assert matched.table.numbers.tolist() == NUMBERS
    assert matched.table.codes.tolist() == CODES
    assert not matched.unseen


@pytest.mark.parametrize(
    "make", [dict, pd.DataFrame, pl.DataFrame, gn.Table.of], ids=lambda make: make.__name__
)
def test_columns_are_found_by_name_in_any_order(make):
    check(match(HEADERS, make(dict(reversed(ROWS.items())))))


def test_columns_are_found_in_a_file(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("size,town,note,age,smoker\nL,Ulm,x,31,yes\nS,Bonn,y,45,no\n")
    matched = match(HEADERS, str(path))
    check(matched)
    assert matched.ignored == ("note",)


def test_words_that_look_like_numbers_stay_words(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("zip\n01\n02\n")
    header = Header("zip", "categorical", ("01", "02", "1"))
    assert match([header], path).table.codes.ravel().tolist() == [0, 1]


def test_levels_that_are_numbers_match_however_they_are_written():
    header = Header("grade", "categorical", (1, 2))
    assert match([header], {"grade": [2.0, 1.0]}).table.codes.ravel().tolist() == [1, 0]
    assert match([header], {"grade": ["2", "1"]}).table.codes.ravel().tolist() == [1, 0]


def test_truth_is_read_in_each_of_its_words():
    header = Header("ill", "boolean", (False, True))
    for values in ([True, False], ["true", "FALSE"], [1, 0]):
        assert match([header], {"ill": values}).table.codes.ravel().tolist() == [1, 0]


def test_one_row_with_nothing_known_can_be_matched(tmp_path):
    matched = match(HEADERS, {"age": [None], "town": [None], "smoker": [None], "size": [None]})
    assert np.isnan(matched.table.numbers).all()
    assert matched.table.codes.tolist() == [[-1, -1, -1]]
    path = tmp_path / "one.csv"
    path.write_text("age,town,smoker,size\n,Ulm,,\n")
    assert match(HEADERS, path).table.codes.tolist() == [[1, -1, -1]]


def test_new_levels_come_after_the_known_with_their_counts():
    matched = match(HEADERS[1:2], {"town": ["Oslo", "Ulm", "Rome", "Oslo"]})
    assert matched.unseen == {"town": {"Oslo": 2, "Rome": 1}}
    assert matched.table.levels("town") == ("Bonn", "Ulm", "Oslo", "Rome")
    assert matched.table.column("town").labels.tolist() == ["Oslo", "Ulm", "Rome", "Oslo"]


def test_missing_columns_are_named_with_those_that_are_near():
    with pytest.raises(
        DataError, match=r"2 columns 'age', 'town'.*did you mean 'age' by 'Age'\?.*add or rename"
    ):
        match(HEADERS, {"Age": [1], "smoker": ["no"], "size": ["S"]})


def test_missing_columns_of_a_file_are_named(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("age,smoker\n31,yes\n")
    with pytest.raises(DataError, match=r"lack 2 columns 'town', 'size'"):
        match(HEADERS, path)


def test_words_where_a_number_should_be_are_named_by_row():
    with pytest.raises(DataError, match=r"column 'age'.*'old' at row 1 is not a number"):
        match(HEADERS[:1], {"age": [3, "old"]})


@pytest.mark.parametrize("data", [{"age": []}, np.empty((0, 1)), pd.DataFrame({"age": []})])
def test_no_rows_are_refused(data):
    with pytest.raises(DataError, match="no rows"):
        match(HEADERS[:1], data)


def test_an_array_is_taken_by_position():
    two = [Header("a", "quantitative"), Header("b", "quantitative")]
    assert match(two, np.array([[1, 2]])).table.column("b").values.tolist() == [2.0]
    assert match(two, [[1.5, None]]).table.numbers[0, 0] == 1.5
    assert match(two, scipy.sparse.coo_array(np.eye(2))).table.is_sparse
    with pytest.raises(DataError, match=r"has 2 columns \('a', 'b'\), but the array has shape \(3, 3\)"):
        match(two, np.eye(3))


def test_a_sparse_matrix_holds_no_categories():
    with pytest.raises(DataError, match="sparse"):
        match(HEADERS, scipy.sparse.csr_array(np.ones((2, 4))))


def test_a_file_that_is_not_there_is_an_error():
    with pytest.raises(DataError, match="there is no file"):
        match(HEADERS, "nothing.csv")
