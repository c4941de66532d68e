import json

import numpy as np
import pandas as pd
import pytest

from gnomon.cli.terminal import clear, note, plain, print_document, print_frame, print_table


@pytest.mark.parametrize("hidden", ["\x1b[31m", "\u202e", "\x9b", "\u2066", "\r", "\x00", "\ufeff"])
def test_hidden_characters_are_shown_as_escapes_everywhere(hidden, capsys):
    text = f"a{hidden}b"
    note(text)
    print_table(["name"], [[text]], text)
    print_frame(pd.DataFrame({text: [text]}), text)
    print_document({text: text})
    out, err = capsys.readouterr()
    assert hidden not in out + err or (hidden == "\r" and "\r" not in out)
    assert hidden not in clear(text)


def test_documents_hold_plain_values():
    found = plain({"a": np.float64("nan"), "b": np.arange(2), "c": pd.DataFrame({"x": [1.5]}), 3: {"set"}})
    assert found == {"a": None, "b": [0, 1], "c": [{"x": 1.5}], "3": ["set"]}
    assert json.dumps(found, allow_nan=False)


def test_an_index_that_says_something_is_a_column(capsys):
    frame = pd.DataFrame({"x": [1]}, index=pd.Index(["first"], name="which"))
    assert plain(frame) == [{"which": "first", "x": 1}]
    print_frame(frame)
    assert "first" in capsys.readouterr().out


def test_of_a_long_frame_some_lines_are_shown_the_first_and_last_among_them(capsys):
    print_frame(pd.DataFrame({"n": range(1000)}), max_lines=5)
    out = capsys.readouterr().out
    assert out.split()[:6] == ["n", "0", "250", "500", "749", "999"]
    assert "5 of 1,000 lines" in out


def test_a_table_that_is_a_little_too_wide_narrows_its_gaps_before_it_breaks_numbers(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    headings = [f"heading {n}" for n in range(8)]
    print_table(headings, [["0.0007209"] * 8])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[1].split() == ["0.0007209"] * 8
