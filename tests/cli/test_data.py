import io
import json
import sys

import pandas as pd
import pytest

import gnomon as gn
from gnomon.cli.main import code_of


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def type_in(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_table_on_standard_input_is_shown(monkeypatch, capsys):
    type_in(monkeypatch, "price;kind\n1,5;tea\n2,0;?\n")
    assert code_of(["data", "show", "-"]) == 0
    out = capsys.readouterr().out
    assert "price" in out
    assert "2 rows" in out


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.arff", "out.parquet"])
def test_a_converted_table_is_the_same_table(name):
    assert code_of(["data", "convert", "play-tennis", "--out", name]) == 0
    again = gn.datasets.read_table(name).to_pandas()
    task = gn.load("play-tennis")
    # Yes and No are read as Booleans.
    assert again["target"].tolist() == (task.y == "Yes").tolist()
    assert again["Outlook"].tolist() == task.X["Outlook"].tolist()


def test_numbers_keep_every_digit(capsys):
    assert code_of(["data", "convert", "iris"]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert (table.iloc[:, :4].to_numpy() == gn.load("iris").X).all()


def test_odd_names_and_levels_survive_arff(folder):
    (folder / "odd.csv").write_text("it's,b %\n\"x, 'y'\",1\nz\\w,2\n")
    assert code_of(["data", "convert", "odd.csv", "--out", "odd.arff"]) == 0
    again = gn.datasets.read_table("odd.arff")
    assert again.names == gn.datasets.read_table("odd.csv").names
    assert again.to_pandas().iloc[:, 0].tolist() == ["x, 'y'", "z\\w"]


def test_hostile_columns_are_shown_harmlessly(folder, capsys):
    names = ["\x1b[2Jx", "a\u202eb", "<script>", "=1+1", "n" * 10_000]
    (folder / "odd.csv").write_text(",".join(names) + "\n1,2,3,4,5\n6,7,8,9,10\n", encoding="utf-8")
    assert code_of(["data", "show", "odd.csv"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "<script>" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["data", "convert", "iris", "--out", "x.xlsx"], "csv, tsv, parquet or arff"),
        (["data", "convert", "iris", "--format", "parquet"], "--out"),
        (["data", "convert", "iris", "--out", "no/such.csv"], "cannot be written"),
        (["data", "show", "junk.csv"], "junk.csv"),
        (["compare", "junk.csv", "--target", "y"], "junk.csv"),
    ],
)
def test_wrong_requests_are_one_line(arguments, said, capfd, folder):
    (folder / "junk.csv").write_bytes(bytes(range(256)) * 20)
    assert code_of(arguments) == 2
    err = capfd.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_dates_are_shown_as_dates_from_the_first_to_the_last(folder, capsys):
    days = ["1/12/2024", "30/1/2023", "", *(f"{day}/3/2024" for day in range(13, 25))]
    (folder / "days.csv").write_text("day,sold\n" + "".join(f"{day},{n}\n" for n, day in enumerate(days)))
    assert code_of(["data", "show", "days.csv"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("day "))
    assert line.split() == ["day", "date", "1", "30/1/2023", "to", "1/12/2024", "–"]
    assert code_of(["data", "show", "days.csv", "--target", "sold"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("day "))
    assert line.split()[-3:] == ["–", "–", "–"]


def test_a_spread_of_hundreds_has_no_power_of_ten(folder, capsys):
    (folder / "wide.csv").write_text("a\n" + "".join(f"{100 * n}\n" for n in range(11)))
    assert code_of(["data", "show", "wide.csv"]) == 0
    assert "500 ± 316" in capsys.readouterr().out


def test_a_profile_shows_quartiles_bars_and_remarks(capsys):
    assert code_of(["data", "show", "cleveland", "--profile"]) == 0
    out = capsys.readouterr().out
    assert "303 rows" in out
    assert "│" in out
    assert "█" in out
    assert "with the target: correlation ratio" in out


def test_a_profile_as_json_has_every_number(capsys):
    assert code_of(["data", "show", "iris", "--profile", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["duplicates"] == 1
    assert document["columns"][0]["median"] == 5.8
    assert sum(document["columns"][0]["counts"]) == 150


def test_centers_of_millions_name_the_unit_once(folder, capsys):
    (folder / "people.csv").write_text("a\n" + "".join(f"{100123456 * n}\n" for n in range(11)))
    assert code_of(["data", "show", "people.csv"]) == 0
    shown = capsys.readouterr().out
    assert "500.6 ± 317 million" in shown
    assert "0 to 1,001,234,560" in shown


def test_numbers_of_thousands_have_separators_and_no_exponent(folder, capsys):
    (folder / "homes.csv").write_text("price,built\n95000,1923\n1520000,2020\n560000,1967\n")
    assert code_of(["data", "show", "homes.csv"]) == 0
    shown = capsys.readouterr().out
    assert "95,000 to 1,520,000" in shown
    assert "725,000 ± 593," in shown
    assert "1923 to 2020" in shown
    assert "e+0" not in shown


def test_free_text_and_dates_are_shown_as_such_not_as_categories(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    lines = [f"the {n} houses of the street were sold,2024-01-{n:02d} 10:30" for n in range(1, 29)]
    (folder / "notes.csv").write_text("remark,sold\n" + "\n".join(lines) + "\n")
    assert code_of(["data", "show", "notes.csv"]) == 0
    heading, _, remark, sold, *_ = capsys.readouterr().out.splitlines()
    assert heading == "28 rows and 2 columns"
    assert "free text, 28 distinct" in remark
    assert "date" in sold
    assert "categor" not in remark + sold
    assert code_of(["data", "show", "notes.csv", "--profile"]) == 0
    assert "free text" in capsys.readouterr().out


def test_a_narrow_terminal_shows_what_columns_hold_rather_than_their_centers(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = [f"{n},{['red', 'green', 'blue'][n % 3]} paint of the second coat,{n % 2}" for n in range(40)]
    (folder / "paint.csv").write_text(
        "quantity_delivered,color_of_the_paint,missing\n,,0\n" + "\n".join(lines)
    )
    assert code_of(["data", "show", "paint.csv", "--target", "missing"]) == 0
    shown = capsys.readouterr().out
    assert "center" not in shown
    assert "blue paint of the s" in shown


def test_a_constant_is_shown_by_its_one_value(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    (folder / "t.csv").write_text("a,retweet,site\n" + "3,False,Ulm\n" * 12)
    assert code_of(["data", "show", "t.csv"]) == 0
    shown = capsys.readouterr().out
    assert "constant (3)" in shown
    assert "constant (False)" in shown
    assert "constant (Ulm)" in shown
