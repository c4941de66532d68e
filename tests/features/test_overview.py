"""One look at a table, in Python and on the command line."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.cli.main import code_of
from gnomon.errors import DataError
from gnomon.features.overview import column_overview


def test_each_column_is_described_by_what_its_kind_allows():
    frame = column_overview(gn.load("cleveland")).frame().set_index("name")
    assert frame.loc["sex", "center"] == "mode male"
    assert frame.loc["age", "measure"] == "correlation_ratio"
    assert frame.loc["sex", "measure"] == "cramer_v"
    assert frame.loc["thal", "missing"] == 2


def test_columns_of_no_use_are_remarked_on():
    n = 31
    full = pd.DataFrame(
        {
            "same": np.ones(n),
            "gone": [*[np.nan] * 30, 1.0],
            "row": np.arange(n) + 100,
            "name": [f"person {i}" for i in range(n)],
            "x": np.random.default_rng(0).normal(size=n),
        }
    )
    remarks = column_overview(gn.Table.of(full).rows(range(30))).frame().set_index("name").remark.to_dict()
    assert remarks == {
        "same": "constant",
        "gone": "all missing",
        "row": "row numbers, like an identifier",
        "name": "almost only unique values, like an identifier",
        "x": "",
    }


def test_a_task_has_its_own_target():
    with pytest.raises(DataError, match="target='x': the task has its own target"):
        column_overview(gn.load("iris"), "x")


def test_the_command_shows_statistics_and_the_association_with_the_target(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    path = tmp_path / "shop.csv"
    path.write_text("price,sold,flag\n1.5,yes,1\n2.5,no,1\n1.75,yes,1\n9.5,no,1\n")
    assert code_of(["data", "show", str(path)]) == 0
    out = capsys.readouterr().out
    assert "3.812 ± 3.3" in out
    assert "mode" in out
    assert "constant" in out
    assert "eta" not in out
    assert code_of(["data", "show", str(path), "--target", "sold"]) == 0
    out = capsys.readouterr().out
    assert "eta 0." in out
    assert code_of(["data", "show", "iris", "--target", "sold"]) == 2
    assert code_of(["data", "show", str(path), "--target", "cost"]) == 2


def test_names_of_rows_are_not_compared_with_the_target():
    people = {
        "name": [f"person {n}" for n in range(40)],
        "town": ["Rome", "Oslo"] * 20,
        "ill": ["y", "n"] * 20,
    }
    assert column_overview(people, "ill").frame()["measure"].fillna("none").tolist() == [
        "none",
        "cramer_v",
        "none",
    ]
