"""Lenient reading: empty columns and rows without a target are dropped, with a warning."""

import numpy as np
import pytest

from gnomon import Table, Task
from gnomon.datasets import read_table
from gnomon.errors import DataError, DataWarning

TEXT = "age,nothing,town,ill\n31,,Ulm,no\n,,Bonn,yes\n52,,,\n40,,Ulm,no\n"


@pytest.fixture
def raw_file(tmp_path):
    path = tmp_path / "raw.csv"
    path.write_text(TEXT)
    return path


def test_a_raw_file_becomes_a_task_without_empty_columns_and_targets(raw_file):
    with pytest.warns(DataWarning) as caught:
        task = Task.read(raw_file, "ill", lenient=True)
    assert task.table.names == ("age", "town")
    assert task.n_rows == 3
    messages = [str(each.message) for each in caught]
    assert any("'nothing'" in each for each in messages)
    assert any("dropped 1 of 4 rows, whose target 'ill'" in each for each in messages)


def test_without_it_they_are_refused(raw_file):
    with pytest.raises(DataError, match="'nothing' is empty"):
        read_table(raw_file)
    with pytest.raises(DataError, match="missing in 1 of 4 rows"):
        Task.read(raw_file, "ill", drop=["nothing"])


def test_roles_keep_to_the_rows_that_stay():
    table = {"age": [31.0, 45.0, 52.0], "who": ["a", "b", "c"], "ill": ["no", None, "yes"]}
    with pytest.warns(DataWarning, match="1 of 3 rows"):
        task = Task.of(table, "ill", group="who", weight=[1.0, 2.0, 3.0], lenient=True)
    assert task.group.tolist() == ["a", "c"]
    assert np.array_equal(task.weight, [1.0, 3.0])


@pytest.mark.filterwarnings("ignore::gnomon.errors.DataWarning")
def test_a_table_or_a_target_without_any_value_is_refused():
    with pytest.raises(DataError, match="every column of the table is empty"):
        Table.of({"a": [None, None]}, lenient=True)
    with pytest.raises(DataError, match="column 'ill' is empty"):
        Task.of({"a": [1.0, 2.0], "ill": [None, None]}, "ill", lenient=True)
