import warnings

import numpy as np
import pandas as pd
import pytest

from gnomon.data.read import read_table
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, DataWarning

USUAL = ["?", "NA", "N/A", "n/a", "-", "--", "null", "None", "#N/A", "NaN", "missing", "*", "", "  ", "."]


def written(folder, columns):
    path = folder / "table.csv"
    pd.DataFrame(columns).to_csv(path, index=False)
    return path


@pytest.mark.parametrize("mark", USUAL)
def test_the_usual_marks_are_missing_in_a_column_of_numbers(tmp_path, mark):
    values = [str(n) for n in range(20)] + [mark] * 30
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        table = read_table(written(tmp_path, {"a": values, "b": range(50)}))
        frame = Table.of(pd.DataFrame({"a": values, "b": range(50)}))
    for column in (table.column("a"), frame.column("a")):
        assert column.kind == "quantitative"
        assert column.missing.sum() == 30
        np.testing.assert_array_equal(column.values[:20], np.arange(20.0))


@pytest.mark.parametrize("mark", ["?", "NA", "n/a", "#N/A"])
def test_marks_that_can_mean_nothing_else_are_missing_among_words_too(tmp_path, mark):
    table = read_table(written(tmp_path, {"a": ["red", "blue", mark] * 5}))
    assert table.levels("a") == ("blue", "red")


@pytest.mark.parametrize("level", ["-", "None", "*", "."])
def test_a_mark_that_may_be_a_level_stays_one_among_words(tmp_path, level):
    table = read_table(written(tmp_path, {"garage": ["attached", "detached", level] * 5}))
    assert level in table.levels("garage")


def columns():
    few = [str(n) for n in range(40)] + ["oops", "oops", "1,5x"]
    many = [f"{n}" for n in range(25)] + [f"A/{n}" for n in range(18)]
    return {"few": few, "many": many, "fine": range(43), "words": ["a", "b", "7"] * 14 + ["a"]}


@pytest.mark.parametrize("source", ["file", "frame", "dict"])
def test_all_mixed_columns_are_reported_at_once_with_their_odd_values(tmp_path, source):
    made = {"file": lambda: read_table(written(tmp_path, columns())),
            "frame": lambda: Table.of(pd.DataFrame(columns())),
            "dict": lambda: Table.of(columns())}[source]  # fmt: skip
    with pytest.warns(DataWarning) as caught:
        table = made()
    (message,) = [str(each.message) for each in caught if "column 'few'" in str(each.message)]
    place = "line 42" if source == "file" else "row 40"
    assert f"'oops' (2, first at {place})" in message
    assert "3 other values, treated as missing" in message
    assert "column 'many' has 25 numbers and 18 other values, treated as categories" in message
    assert "'words'" not in message
    assert table.kinds["few"] == "quantitative"
    assert table.column("few").missing.sum() == 3
    assert table.kinds["many"] == table.kinds["words"] == "categorical"


def test_strict_refuses_and_names_every_mixed_column(tmp_path):
    path = written(tmp_path, columns())
    for refused in (
        lambda: read_table(path, strict=True),
        lambda: Task.read(path, "fine", strict=True),
        lambda: Table.of(columns(), strict=True),
        lambda: Task.of(columns(), "fine", strict=True),
    ):
        with pytest.raises(DataError, match=r"(?s)'few'.*'many'.*kinds="):
            refused()


def test_missing_value_markers_alone_are_accepted_by_strict(tmp_path):
    path = written(tmp_path, {"a": ["1", "2", "."] * 9})
    with pytest.warns(DataWarning, match=r"'\.' \(9 in 'a'\)"):
        assert read_table(path, strict=True).column("a").missing.sum() == 9


def test_text_that_is_all_numbers_stays_text_in_a_frame_and_so_do_codes():
    frame = pd.DataFrame({"zip": ["10001", "94110", "60601"], "code": ["007", "12", "x"]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert set(Table.of(frame).kinds.values()) == {"categorical"}


def test_mixed_objects_are_coerced_like_a_file():
    with pytest.warns(DataWarning) as caught:
        table = Table.of({"price": [1, 2.5, "-", None, 4] * 2, "many": [1, 2, 3, 4, 5, 6, *"abcd"]})
    np.testing.assert_array_equal(table.column("price").values[:5], [1, 2.5, np.nan, np.nan, 4])
    assert table.levels("many") == ("1", "2", "3", "4", "5", "6", "a", "b", "c", "d")
    messages = " ".join(str(each.message) for each in caught)
    assert "'many' has 6 numbers and 4 other values, treated as categories" in messages
    assert "'-' (2 in 'price')" in messages


def test_a_declared_quantitative_column_treats_every_other_value_as_missing_with_a_warning(tmp_path):
    path = written(tmp_path, {"a": ["1", "x", "y", "z", "w", "2"]})
    with pytest.warns(DataWarning, match="4 other values, treated as missing"):
        table = read_table(path, kinds={"a": "quantitative"})
    assert table.column("a").missing.sum() == 4


def test_a_sentinel_value_is_warned_of_and_not_replaced(tmp_path):
    values = [*range(1, 30), -999, -999]
    with pytest.warns(DataWarning, match=r"-999 occurs 2 times in column 'a'.*missing=\('-999',\)"):
        table = read_table(
            written(tmp_path, {"a": values, "b": [*range(900, 930), 999], "c": -np.arange(31)})
        )
    assert (table.column("a").values == -999).sum() == 2
    assert np.isnan(read_table(tmp_path / "table.csv", missing=["-999"]).column("a").values[-1])


def test_columns_are_named_without_regard_to_case(tmp_path):
    path = written(tmp_path, {"Age": range(9), "Town": list("abcabcabc"), "ID": range(9)})
    task = Task.read(path, "TOWN", drop=["id"], kinds={"age": "ordinal"})
    assert task.table.names == ("Age",)
    assert task.table.kinds == {"Age": "ordinal"}
    with pytest.raises(DataError, match="did you mean 'Town'"):
        Task.read(path, "towm")
    with pytest.raises(DataError, match="did you mean 'a' or 'A'"):
        Table.of({"a": [1], "A": [2]}).column(" a ")
