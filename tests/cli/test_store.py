import json

import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.cli.main import code_of


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    moons = gn.datasets.make_moons(200, random_state=0)
    plan = gn.repeated(gn.k_fold(3), times=4)
    gn.run(gn.Design(moons, [GaussianNB(), GaussianNB(var_smoothing=0.1)], plan), "a.gnomon")
    gn.run(gn.Design(moons, GaussianNB(), plan), "a.gnomon")
    return tmp_path / "a.gnomon"


def said(capfd, *arguments, code=0):
    assert code_of(arguments) == code
    out, err = capfd.readouterr()
    assert (err == "") == (code != 2)
    return out or err


def test_check_says_that_a_file_is_sound(capfd, store):
    assert said(capfd, "store", "check", "a.gnomon") == "a.gnomon is sound: 8 units with matching checksums\n"


def test_check_names_what_is_lost_and_mend_keeps_the_rest(capfd, store):
    store.write_bytes(store.read_bytes()[:-9000])
    found = said(capfd, "store", "check", "a.gnomon", code=1)
    assert "bytes are missing" in found
    assert "--mend" in found
    assert "a.gnomon.damaged" in said(capfd, "store", "check", "a.gnomon", "--mend")
    assert "is sound" in said(capfd, "store", "check", "a.gnomon")


def test_compact_tells_first_and_drops_nothing_unless_told_to(capfd, store, monkeypatch):
    assert "to be dropped: 0 units" in said(capfd, "store", "compact", "a.gnomon")
    monkeypatch.setattr("typer.confirm", lambda question: False)
    out = said(capfd, "store", "compact", "a.gnomon", "--latest")
    assert "1 earlier design and 4 units" in out
    assert "nothing was dropped" in out
    assert "8 units" in said(capfd, "store", "check", "a.gnomon")


def test_compact_as_json_asks_for_yes_where_anything_would_be_dropped(capfd, store):
    arguments = ("store", "compact", "a.gnomon", "--json")
    assert json.loads(said(capfd, *arguments))["dropped"] == []
    refused = said(capfd, *arguments, "--latest", code=2)
    assert "1 earlier design and 4 units" in refused
    assert "would be dropped; give --yes with --json" in refused
    document = json.loads(said(capfd, *arguments, "--latest", "--yes"))
    assert len(document["dropped"]) == 4
    assert document["bytes"] == store.stat().st_size < document["bytes_before"]


def test_compact_drops_what_it_told(capfd, store):
    size = store.stat().st_size
    out = said(capfd, "store", "compact", "a.gnomon", "--latest", "--yes")
    assert f"{size:,} bytes before" in out
    assert store.stat().st_size < size
    assert "4 units" in said(capfd, "store", "check", "a.gnomon")


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_export_writes_the_tables_and_prints_their_paths(capfd, store, format):
    out = said(capfd, "store", "export", "a.gnomon", "--out", "tables", "--format", format)
    assert out.splitlines() == [f"tables/leaderboard.{format}", f"tables/predictions-moons.{format}"]
    assert len(getattr(pd, f"read_{format}")(f"tables/predictions-moons.{format}")) == 800


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["check", "none.gnomon"], "none.gnomon"),
        (["check", "other.csv"], "not a Gnomon results file"),
        (["compact", "none.gnomon"], "no results file"),
        (["export", "a.gnomon", "--format", "xls"], "xls"),
        (["export", "none.gnomon"], "no results file"),
    ],
)
def test_what_is_wrong_is_one_line_with_code_2(capfd, store, arguments, word):
    (store.parent / "other.csv").write_text("a,b\n" * 500)
    found = said(capfd, "store", *arguments, code=2)
    assert word in found
    assert found.count("\n") == 1
