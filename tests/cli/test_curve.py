import json

import pandas as pd
import pytest

from gnomon.cli.curves import KINDS
from gnomon.cli.main import code_of


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("residuals", "validation")])
def test_each_curve_is_drawn_and_its_numbers_are_printed(kind, capsys, folder):
    arguments = ["curve", kind, "breast-cancer", "--learner", "GaussianNB", "--folds", "3"]
    assert code_of([*arguments, "--table", "points.csv"]) == 0
    assert f"figure  {kind}.png" in capsys.readouterr().out
    assert (folder / f"{kind}.png").read_bytes().startswith(b"\x89PNG")
    assert len(pd.read_csv("points.csv")) > 1


def test_a_validation_curve_takes_the_learner_s_own_grid_or_typed_values(capsys):
    arguments = ["curve", "validation", "iris", "--learner", "KNeighborsClassifier", "--folds", "3", "--json"]
    assert code_of(arguments) == 0
    own = json.loads(capsys.readouterr().out)["points"]
    assert code_of([*arguments, "--parameter", "n_neighbors", "--values", "9,1"]) == 0
    typed = json.loads(capsys.readouterr().out)["points"]
    assert len(own) > 2
    assert len(typed) == 2


def test_residuals_of_a_regression(capsys, folder):
    assert code_of(["curve", "residuals", "diabetes", "--folds", "3", "--out", "r.svg"]) == 0
    assert "<svg" in (folder / "r.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["curve", "banana", "iris"], "learning, validation, roc"),
        (["curve", "roc", "iris"], "two classes"),
        (["curve", "roc", "breast-cancer", "--out", "x.txt"], "--out x.txt"),
        (["curve", "roc", "breast-cancer", "--out", "no/such/x.png"], "cannot be written"),
        (["curve", "validation", "iris", "--learner", "GaussianNB"], "--parameter"),
        (["curve", "validation", "iris", "--learner", "SVC", "--parameter", "degree"], "--values"),
        (["curve", "residuals", "iris"], "regression"),
        (["curve", "roc", "breast-cancer", "--learner", "Ridge"], "regression"),
    ],
)
def test_wrong_requests_are_one_line(arguments, said, capfd):
    assert code_of(arguments) == 2
    out, err = capfd.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""
