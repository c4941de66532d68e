import pytest

import gnomon as gn
from gnomon.cli.main import code_of
from gnomon.cli.source import open_task, reading_options
from gnomon.errors import DataError, DataWarning, ParameterError

NOTHING = {"group": None, "drop": None, "missing": None, "kind": None}


@pytest.fixture
def path(tmp_path):
    rows = [
        f"{n},{n // 2},{'none' if n == 3 else n * 0.5},{n % 3},{'yes' if n % 2 else 'no'}" for n in range(24)
    ]
    file = tmp_path / "people.csv"
    file.write_text("\n".join(["id,household,dose,zip,ill", *rows]) + "\n")
    return file


def test_what_is_said_of_columns_reaches_the_task_and_the_code_that_makes_it_again(path):
    reading = reading_options(group="household", drop=["id"], missing=["none"], kind=["zip=categorical"])
    task, code = open_task(str(path), "ill", None, reading)
    assert task.table.names == ("dose", "zip")
    assert task.table.kinds["zip"] == "categorical"
    assert task.table.has_missing
    assert task.group is not None
    again = eval(code, {"gn": gn})
    assert again.fingerprint == task.fingerprint


def test_a_mark_among_numbers_is_missing_and_told_of_unless_it_is_declared(path, tmp_path, capsys):
    command = ["compare", str(path), "--target", "ill", "--folds", "3", "--repeats", "1", "--quiet"]
    command += ["--learners", "Baseline", "--out", str(tmp_path / "out")]
    assert code_of(command) == 0
    assert "'none' (1 in 'dose')" in capsys.readouterr().err
    assert code_of([*command, "--missing", "none", "--drop", "ID"]) == 0
    assert "none" not in capsys.readouterr().err


def test_a_kind_without_a_column_is_refused():
    with pytest.raises(ParameterError, match="write COLUMN=KIND"):
        reading_options(**{**NOTHING, "kind": ["categorical"]})


def test_a_bundled_set_is_taken_as_it_is():
    with pytest.raises(ParameterError, match="--drop applies to files"):
        open_task("iris", None, None, {"drop": ["x"]})


def test_groups_by_numbers_too_long_for_a_float_are_refused_until_they_are_words(tmp_path):
    file = tmp_path / "ids.csv"
    lines = [f"{n},{2**60 + n // 4},{'yes' if n % 2 else 'no'}" for n in range(24)]
    file.write_text("\n".join(["dose,who,ill", *lines]) + "\n")
    with pytest.raises(DataError, match="'who' is the group"):
        open_task(str(file), "ill", None, {"group": "who"})
    reading = reading_options(group="who", drop=None, missing=None, kind=["who=categorical"])
    assert len(set(open_task(str(file), "ill", None, reading)[0].group)) == 6


def test_rows_without_a_target_are_left_out_and_counted(tmp_path, capfd):
    file = tmp_path / "gaps.csv"
    file.write_text("x,y\n" + "".join(f"{n},{'' if n % 5 == 0 else n % 2}\n" for n in range(30)))
    with pytest.warns(DataWarning, match="dropped 6 of 30 rows, whose target 'y' is missing"):
        task, code = open_task(str(file), "y", None, {})
    assert task.n_rows == 24
    assert code.endswith("target='y', lenient=True)")


def test_a_target_without_any_value_is_refused(tmp_path, capfd):
    file = tmp_path / "none.csv"
    file.write_text("x,y\n1,\n2,\n3,\n")
    assert code_of(["compare", str(file), "--target", "y"]) == 2
    said, refused = capfd.readouterr().err.splitlines()
    assert "whose values are all missing: 'y'" in said
    assert "column 'y' is empty" in refused


def test_columns_without_any_value_are_left_out_and_named(tmp_path, capfd):
    file = tmp_path / "empty.csv"
    file.write_text("x,nothing,y\n" + "".join(f"{n % 7},,{n % 2}\n" for n in range(20)))
    model = str(tmp_path / "m.skops")
    asked = ["fit", str(file), "--target", "y", "--learner", "GaussianNB", "--folds", "2", "--out", model]
    assert code_of(asked) == 0
    assert "whose values are all missing: 'nothing'" in capfd.readouterr().err
    assert code_of(["predict", model, str(file)]) == 0


def test_a_header_of_numbers_is_taken_for_one_when_said_so(tmp_path, capfd):
    file = tmp_path / "years.csv"
    file.write_text("town,2019,2020\n" + "".join(f"{'ab'[n % 2]},{n},{n * 1.5}\n" for n in range(20)))
    asked = ["fit", str(file), "--target", "2020", "--learner", "Ridge", "--folds", "2"]
    model = str(tmp_path / "m.skops")
    assert code_of([*asked, "--out", model]) == 2
    assert "--header reads it as the header" in capfd.readouterr().err
    assert code_of([*asked, "--header", "--out", model]) == 0
    for command in ("predict", "explain"):
        assert code_of([command, model, str(file), "--header"]) == 0


def test_a_file_without_a_header_line_is_noticed_and_said(tmp_path, capfd):
    (tmp_path / "bare.csv").write_text("".join(f"{n},{n % 3},{n % 2}\n" for n in range(12)))
    assert code_of(["data", "show", str(tmp_path / "bare.csv")]) == 0
    assert "bare.csv: the first line contains numbers, so it is read as a row" in capfd.readouterr().err


def test_columns_that_a_header_calls_x0_and_x1_are_no_reason_for_a_note(tmp_path, capfd):
    (tmp_path / "named.csv").write_text("x0,x1\n" + "".join(f"{n},{n % 3}\n" for n in range(12)))
    assert code_of(["data", "show", str(tmp_path / "named.csv")]) == 0
    assert capfd.readouterr().err == ""


def test_words_in_the_first_line_are_a_row_if_that_is_said(tmp_path, capfd):
    path = str(tmp_path / "votes.csv")
    with open(path, "w") as file:
        file.write("y,y,left\n" + "y,n,left\nn,n,right\n" * 10)
    assert code_of(["data", "show", path]) == 2
    assert "pass --no-header if the file has no header" in capfd.readouterr().err
    assert code_of(["data", "show", path, "--no-header"]) == 0
    assert "21 rows" in capfd.readouterr().out
    model = str(tmp_path / "votes.skops")
    asked = ["fit", path, "--no-header", "--target", "x2", "--learner", "GaussianNB", "--folds", "2"]
    assert code_of([*asked, "--out", model]) == 0
    capfd.readouterr()
    assert code_of(["predict", model, path, "--no-header"]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 22
