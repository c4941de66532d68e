"""From a table to a model file, to predictions and explanations."""

import io
import json
import re
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.cli import compare
from gnomon.cli.main import code_of
from gnomon.models import load_model


@pytest.fixture
def raw(tmp_path, monkeypatch):
    """A raw file: a name, gaps, a category, dates, a constant."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    n = 120
    age = random.normal(50, 10, n)
    frame = pd.DataFrame(
        {
            "name": [f"person {place}" for place in range(n)],
            "age": np.where(np.arange(n) % 7 == 0, np.nan, age.round(1)),
            "town": random.choice(["Ulm", "Bonn", "Kiel"], n),
            "seen": pd.date_range("2024-01-01", periods=n).strftime("%Y-%m-%d"),
            "same": 1,
            "ill": np.where(age + random.normal(0, 3, n) > 50, "yes", "no"),
        }
    )
    frame.to_csv("raw.csv", index=False)
    return frame


def test_a_raw_table_is_compared_fitted_and_predicted_with_no_more_said(raw, capfd):
    assert code_of(["compare", "raw.csv", "--target", "ill", "--folds", "3", "--repeats", "1"]) == 0
    out, err = capfd.readouterr()
    assert "Left out: name" in err
    assert code_of(["fit", "raw.csv", "--target", "ill", "--results", "results/raw/results.gnomon"]) == 0
    out = capfd.readouterr().out
    assert "selected as the best of 7 learners" in " ".join(out.split())
    assert code_of(["predict", "model.skops", "raw.csv"]) == 0
    table = pd.read_csv(io.StringIO(capfd.readouterr().out))
    assert table.columns.tolist() == ["row", "prediction", "probability of no", "probability of yes"]
    assert (table["prediction"] == raw["ill"]).mean() > 0.7
    assert code_of(["explain", "model.skops", "raw.csv", "--row", "3"]) == 0
    assert "age" in capfd.readouterr().out


def test_the_card_holds_the_estimate_and_the_preparation(raw, capfd):
    assert code_of(["fit", "raw.csv", "--target", "ill", "--learner", "SVC", "--folds", "3"]) == 0
    card = load_model("model.skops").card
    task = gn.Task.read("raw.csv", "ill", drop=["name", "seen"])
    assert (card.n_rows, card.target) == (120, "ill")
    assert card.estimates["accuracy"].value > 0.5
    assert {row["column"] for row in card.preparation} >= set(task.table.names)


def test_rows_come_from_standard_input_and_go_to_a_file(raw, monkeypatch, capfd):
    assert code_of(["fit", "raw.csv", "--target", "ill", "--learner", "GaussianNB", "--folds", "0"]) == 0
    assert "not estimated" in capfd.readouterr().out
    text = raw.drop(columns="ill").head(4).iloc[:, ::-1].to_csv(index=False)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert code_of(["predict", "model.skops", "-", "--out", "said.csv"]) == 0
    assert len(pd.read_csv("said.csv")) == 4


def test_the_same_command_gives_the_same_file(raw):
    contents = []
    for name in ("a.skops", "b.skops"):
        arguments = [
            "fit",
            "raw.csv",
            "--target",
            "ill",
            "--learner",
            "RandomForestClassifier",
            "--folds",
            "2",
        ]
        assert code_of([*arguments, "--out", name]) == 0
        with open(name, "rb") as file:
            contents.append(file.read())
    assert contents[0] == contents[1]


def test_the_best_learner_of_a_nested_run_is_tuned_on_all_rows(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    learners = ["--learners", "KNeighborsClassifier,Baseline", "--inner", "2", "--grid", "n_neighbors=15,5"]
    assert code_of(["compare", "iris", "--folds", "3", "--repeats", "1", *learners]) == 0
    assert "Optimism of hyperparameter selection" in capfd.readouterr().out
    assert code_of(["fit", "iris", "--results", "results/iris/results.gnomon", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["learner"] == "KNeighborsClassifier"
    assert any("selected on all rows" in note for note in document["notes"])


def test_a_tuned_model_is_kept_with_its_nested_estimate(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    arguments = ["tune", "iris", "--learner", "KNeighborsClassifier", "--grid", "n_neighbors=15,5,1"]
    assert code_of([*arguments, "--folds", "3", "--inner", "2", "--out", "tuned.skops"]) == 0
    out = capfd.readouterr().out
    assert "selected  n_neighbors = " in out
    assert out.index("training") < out.index("nested")
    card = load_model("tuned.skops").card
    assert card.estimates["accuracy"].value > 0.8


def test_regression_goes_the_same_way(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert code_of(["fit", "diabetes", "--learner", "Ridge", "--folds", "3"]) == 0
    assert re.search(
        r"^root mean squared error \d\d \(95 % interval \d\d to \d\d, corrected t\)$",
        capfd.readouterr().out,
        re.M,
    )
    assert code_of(["predict", "model.skops", "diabetes"]) == 0
    assert capfd.readouterr().out.startswith("row,prediction\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fit", "raw.csv"], "--target"),
        (["fit", "iris", "--learner", "Ridge"], "regression"),
        (["fit", "iris", "--learner", "GaussianNB,Baseline"], "names 2 learners"),
        (["fit", "iris", "--learner", "GaussianNB", "--results", "x.gnomon"], "--results"),
        (["fit", "iris", "--results", "x.gnomon"], "x.gnomon"),
        (["fit", "iris", "--learner", "GaussianNB", "--out", "no/such/m.skops"], "cannot be written"),
        (["fit", "iris", "--learner", "GaussianNB", "--out", "m.pickle"], ".skops"),
        (["predict", "no.skops", "iris"], "no.skops"),
        (["predict", "raw.csv", "iris"], "raw.csv"),
        (["tune", "iris", "--learner", "SVC", "--rule", "luck"], "--rule"),
        (["tune", "iris", "--learner", "SVC", "--grid", "depth=1"], "--grid"),
    ],
)
def test_wrong_requests_are_one_line(raw, capfd, arguments, said):
    assert code_of(arguments) == 2
    out, err = capfd.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""


def test_a_column_that_is_missing_is_named(raw, capfd):
    assert code_of(["fit", "raw.csv", "--target", "ill", "--learner", "GaussianNB", "--folds", "0"]) == 0
    raw.drop(columns=["age", "ill"]).to_csv("less.csv", index=False)
    assert code_of(["predict", "model.skops", "less.csv"]) == 2
    assert "age" in capfd.readouterr().err


@pytest.mark.parametrize("command", [["fit", "--folds", "2"], ["tune", "--folds", "2", "--inner", "2"]])
def test_columns_that_are_left_out_are_not_in_the_file(command, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"name": [f"Jane_{n}" for n in range(40)], "age": random.normal(size=40)})
    frame["ill"] = np.where(frame["age"] > 0, "yes", "no")
    frame.to_csv("t.csv", index=False)
    learner = ["--learner", "KNeighborsClassifier", "--out", "m.skops"]
    assert code_of([command[0], "t.csv", "--target", "ill", *command[1:], *learner]) == 0
    with zipfile.ZipFile("m.skops") as file:
        assert not any(b"Jane" in file.read(name) for name in file.namelist())
    assert "name: left out" in str(load_model("m.skops").card)
    frame[["age"]].to_csv("new.csv", index=False)
    capfd.readouterr()
    assert code_of(["predict", "m.skops", "new.csv"]) == 0
    assert code_of(["predict", "m.skops", "t.csv"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert len(lines) == 82
    assert lines[:41] == lines[41:]


def test_a_comparison_that_is_at_hand_is_not_made_again(raw, capfd, monkeypatch):
    raw[["age", "ill"]].to_csv("raw.csv", index=False)
    few = {"Baseline": gn.Baseline(), "GaussianNB": gn.GaussianNB()}
    monkeypatch.setattr(compare, "chosen", lambda text, task: dict(few))
    monkeypatch.setattr(compare, "write_report", lambda *given, **options: "report.html")
    asked = ["raw.csv", "--target", "ill"]
    assert code_of(["compare", *asked, "--no-refits", "--quiet"]) == 0
    capfd.readouterr()
    assert code_of(["fit", *asked]) == 0
    assert "using the best learner of results/raw/results.gnomon" in capfd.readouterr().err
    # Another seed is another comparison.
    assert code_of(["fit", *asked, "--seed", "1"]) == 0
    assert "comparing the default learners first" in capfd.readouterr().err
