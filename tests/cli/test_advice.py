import pickle
import shlex

import pytest

from gnomon.cli.advice import by_options
from gnomon.cli.main import code_of
from gnomon.errors import DataError

FEET = "5'10''"


@pytest.mark.parametrize("name", ["age", "the age", "it's", "$(touch pwned)", "'; DROP TABLE t;--", "a\nb"])
def test_an_option_can_be_typed_whatever_a_column_is_called(name):
    error = DataError(f"column {name!r} is empty; drop it by {{drop}}", settings={"drop": (name,)})
    typed = by_options(error).partition(" by ")[2]
    assert shlex.split(typed) == ["--drop", name]


def test_a_message_without_parameters_stays_as_it_is():
    assert by_options("there is no column 'y'; the columns are 'a'") == (
        "there is no column 'y'; the columns are 'a'"
    )


def test_words_among_numbers_are_told_by_options(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("size,y\n" + "1.5,a\n2.5,b\n" * 10 + "about 3,a\n")
    assert code_of(["fit", str(tmp_path / "t.csv"), "--target", "y", "--strict"]) == 2
    said = capsys.readouterr().err
    assert "pass --missing 'about 3'" in said
    assert "--kind size=categorical" in said
    assert "kinds=" not in said


def test_a_header_taken_for_a_row_is_told_by_its_option(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("size,2020\n" + "1.5,3.5\n2.5,7.0\n" * 10)
    assert code_of(["fit", str(tmp_path / "t.csv"), "--target", "2020"]) == 2
    assert "if line 1 names the columns, pass --header" in capsys.readouterr().err


def test_a_filter_is_named_as_the_option_names_it(capsys):
    assert code_of(["select", "iris", "--by", "nope"]) == 2
    assert "--by nope: filter must be one of 'correlation'" in capsys.readouterr().err


def test_a_height_in_feet_and_inches_is_quoted_legibly():
    error = DataError("pass {missing} if it means a missing value", settings={"missing": ("NA", FEET)})
    assert by_options(error) == f'pass --missing "{FEET}" if it means a missing value'


def test_a_parameter_without_an_option_is_named_as_one_of_python(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4,5\n")
    assert code_of(["data", "show", str(tmp_path / "t.csv")]) == 2
    error = capsys.readouterr().err
    assert "line 3 has 3 fields" in error
    assert "or pass delimiter= (in Python) or quote= (in Python)" in error


@pytest.mark.parametrize("name", ["data", "max_work", "max_memory"])
def test_limits_and_data_of_a_claim_are_told_by_options(name):
    error = DataError(f"pass {{{name}}}", settings={name: ...})
    assert (str(error), by_options(error)) == (f"pass {name}=", f"pass --{name.replace('_', '-')}")


def test_text_of_the_data_is_no_setting():
    error = DataError("column '{drop}' is empty; pass {missing}", settings={"missing": ("{drop}",)})
    assert by_options(error) == "column '{drop}' is empty; pass --missing '{drop}'"


def test_a_message_survives_a_process_boundary_with_its_fields():
    error = DataError("row {row}: pass {drop}", row=3, column="age", settings={"drop": ("age",)})
    other = pickle.loads(pickle.dumps(error.within("t.csv")))
    assert str(other) == "t.csv: row 3: pass drop=('age',)"
    assert (other.row, other.column, by_options(other)) == (3, "age", "t.csv: row 3: pass --drop age")
