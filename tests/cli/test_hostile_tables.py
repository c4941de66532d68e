"""Well-formed tables with values at the ends of what there is: an answer, or one clear line."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

from gnomon.cli.main import code_of
from gnomon.explanations.odds_factors import factors_explanation

LARGEST = 1.7e308


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(**columns):
    pd.DataFrame(columns).to_csv("t.csv", index=False)
    return "t.csv"


def test_the_largest_numbers_are_shown_clustered_and_prepared(capsys):
    sizes = [LARGEST, -LARGEST, LARGEST, 1.5, None, LARGEST] * 4
    table = written(size=sizes, other=[1.0, 2.0, 3.5] * 8, y=["a", "b"] * 12)
    assert code_of(["data", "show", table]) == 0
    assert code_of(["cluster", table, "--k", "2"]) == 0
    learner = ["--learner", "LogisticRegression", "--folds", "2"]
    assert code_of(["fit", table, "--target", "y", *learner]) == 0
    assert code_of(["predict", "model.skops", table, "--json"]) == 0
    said = capsys.readouterr()
    assert "Warning" not in said.err
    assert "inf" not in said.out


def test_the_largest_targets_are_refused_in_one_line(capsys):
    table = written(x=[1.0, 2.0] * 10, y=[LARGEST, LARGEST / 2] * 10)
    assert code_of(["fit", table, "--target", "y", "--learner", "BaselineRegressor", "--folds", "0"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "the target (up to 2e+308) is too large for a float" in said[0]


def test_the_mean_of_large_targets_is_finite(capsys):
    table = written(x=[1.0, 2.0] * 10, y=[1e300, 5e299] * 10)
    assert code_of(["fit", table, "--target", "y", "--learner", "BaselineRegressor", "--folds", "0"]) == 0
    capsys.readouterr()
    assert code_of(["predict", "model.skops", table, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["predictions"]
    assert [each["prediction"] for each in found] == pytest.approx([7.5e299] * 20)


@pytest.mark.parametrize("learner", ["RandomForestRegressor(n_estimators=3)", "GradientBoostingRegressor"])
@pytest.mark.parametrize("size", [5e-324, 1e300])
def test_targets_at_either_end_of_floats_are_learned_or_refused_in_a_line(learner, size, capsys):
    table = written(x=np.arange(30) * 7 % 11, y=[size * (1 + n % 5) for n in range(30)])
    code = code_of(["fit", table, "--target", "y", "--learner", learner, "--folds", "0"])
    said = capsys.readouterr()
    assert "Warning" not in said.err
    assert code == 0 or "too large for a float" in said.err


def test_one_row_of_a_class_is_compared_without_ranks(capsys):
    table = written(x=np.arange(30) * 7 % 11, y=["a"] * 29 + ["b"])
    asked = ["compare", table, "--target", "y", "--learners", "GaussianNB,Baseline", "--folds", "3"]
    assert code_of([*asked, "--repeats", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"][0]["measure"] == "balanced_accuracy"


def test_truth_values_with_gaps_become_arff(capsys):
    frame = pd.DataFrame({"ill": pd.array([True, False, None], dtype="boolean"), "age": [1.0, 2.0, 3.0]})
    frame.to_parquet("t.parquet")
    assert code_of(["data", "convert", "t.parquet", "--out", "t.arff"]) == 0
    assert code_of(["data", "convert", "t.arff"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == ",3.0"


def test_factors_beyond_a_float_are_told_by_their_logarithm():
    told = str(factors_explanation(["x", "z"], [5.0, 1.0], [2e9, -2e9], 0.0, "log odds", "b"))
    assert "x exp(2e+09)" in told
    assert "x exp(-2e+09)" in told


def test_stepwise_filters_rank_without_p_values(capsys):
    assert code_of(["select", "iris", "--by", "mrmr", "--k", "2", "--resamples", "3"]) == 0
    assert "there are no p values" in capsys.readouterr().err


def test_what_has_no_form_in_onnx_is_refused_before_a_file_is_written(folder, capsys):
    asked = ["fit", "iris", "--learner", "OneRule", "--folds", "0", "--onnx", "m.onnx"]
    assert code_of(asked) == 2
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    "command",
    [
        ["tune", "t.csv", "--learner", "Ridge", "--folds", "3", "--inner", "2"],
        ["curve", "residuals", "t.csv", "--learner", "Ridge", "--folds", "3"],
    ],
)
def test_time_is_an_option_of_every_assessment(command, capsys):
    table = pd.DataFrame({"day": pd.date_range("2026-01-01", periods=40).astype(str)})
    table["x"] = np.arange(40.0) % 7
    table["y"] = table["x"] * 2 + np.arange(40) % 3 / 8 + np.arange(40) * 0.01
    table.to_csv("t.csv", index=False)
    assert code_of([*command, "--target", "y", "--time", "day"]) == 0


def test_no_warning_of_a_command_is_shown_raw(capsys):
    written(name=[f"n{n}" for n in range(30)], x=np.arange(30.0) % 7, y=["a", "b"] * 15)
    design = 'plan = "k_fold(2)"\n[tasks.t]\nfile = "t.csv"\ntarget = "y"\n[learners]\nb = "Baseline()"\n'
    with open("design.toml", "w") as file:
        file.write(design)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert code_of(["run", "design.toml"]) == 0
    assert all(line.startswith("gnomon: ") for line in capsys.readouterr().err.splitlines())
