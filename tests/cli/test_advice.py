import shlex

import pytest

from gnomon.cli.advice import by_options
from gnomon.cli.main import code_of

FEET = "5'10''"


@pytest.mark.parametrize("name", ["age", "the age", "it's", "$(touch pwned)", "'; DROP TABLE t;--", "a\nb"])
def test_an_option_can_be_typed_whatever_a_column_is_called(name):
    message = f"column {name!r} is empty; drop it (in read_table and Task.read by drop=({name!r},))"
    typed = by_options(message).partition(" by ")[2]
    assert shlex.split(typed) == ["--drop", name]


def test_a_message_without_parameters_stays_as_it_is():
    assert by_options("there is no column 'y'; the columns are 'a'") == (
        "there is no column 'y'; the columns are 'a'"
    )


def test_words_among_numbers_are_told_by_options(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("size,y\n" + "1.5,a\n2.5,b\n" * 10 + "about 3,a\n")
    assert code_of(["fit", str(tmp_path / "t.csv"), "--target", "y", "--strict"]) == 2
    said = capsys.readouterr().err
    assert "give --missing 'about 3'" in said
    assert "--kind size=categorical" in said
    assert "kinds=" not in said


def test_a_header_taken_for_a_row_is_told_by_its_option(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("size,2020\n" + "1.5,3.5\n2.5,7.0\n" * 10)
    assert code_of(["fit", str(tmp_path / "t.csv"), "--target", "2020"]) == 2
    assert "if line 1 names the columns, give --header" in capsys.readouterr().err


def test_a_filter_is_named_as_the_option_names_it(capsys):
    assert code_of(["select", "iris", "--by", "nope"]) == 2
    assert "--by nope: filter must be one of 'correlation'" in capsys.readouterr().err


def test_a_height_in_feet_and_inches_is_quoted_legibly():
    message = f"pass missing=({FEET!r},) if it means a missing value"
    assert by_options(message) == f'give --missing "{FEET}" if it means a missing value'


def test_parameters_without_an_option_are_not_named(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4,5\n")
    assert code_of(["data", "show", str(tmp_path / "t.csv")]) == 2
    error = capsys.readouterr().err
    assert "line 3 has 3 fields" in error
    assert "=" not in error
