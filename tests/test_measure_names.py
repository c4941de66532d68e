"""Usual names of a measure, abbreviations and scikit-learn's scorers, work wherever a measure is named."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.cli.main import code_of

NAMES = ["roc_auc", "AUC", "auroc", "c_statistic"]


@pytest.fixture(scope="module")
def results():
    design = gn.Design(gn.load("heart"), gn.GaussianNB(), gn.k_fold(3), measures="roc_auc")
    return gn.run(design)


@pytest.mark.parametrize("name", NAMES)
def test_estimates_and_comparisons(results, name):
    predictions = results.predictions()
    assert predictions.estimate(name).value == predictions.estimate("auc").value
    baseline = gn.resample(gn.load("heart"), gn.Baseline(), gn.k_fold(3))
    assert gn.compare(predictions, baseline, name).difference == pytest.approx(predictions.score("auc") - 0.5)


@pytest.mark.parametrize("name", NAMES)
def test_designs_and_tuning(name):
    grid = {"n_neighbors": [1, 15]}
    by_name = gn.tune(gn.load("heart"), gn.KNeighborsClassifier(), grid, inner=gn.k_fold(3), measure=name)
    by_auc = gn.tune(gn.load("heart"), gn.KNeighborsClassifier(), grid, inner=gn.k_fold(3), measure="auc")
    assert by_name.setting == {"n_neighbors": 15}
    assert str(by_name) == str(by_auc)


def test_commands(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    rows = [f"{n % 7},{n * n % 11},{n % 7 + n % 3 / 10}" for n in range(90)]
    (tmp_path / "costs.csv").write_text("a,b,cost\n" + "\n".join(rows) + "\n")
    ask = ["--learners", "Ridge", "--folds", "3", "--repeats", "1", "--out", "out"]
    assert code_of(["compare", "costs.csv", "--target", "cost", *ask, "--measure", "MAE"]) == 0
    assert "mean absolute error" in capfd.readouterr().out.lower()
    assert code_of(["report", "out/results.gnomon", "--measure", "neg_root_mean_squared_error"]) == 0
    capfd.readouterr()
    assert (
        code_of(
            [
                "curve",
                "validation",
                "costs.csv",
                "--target",
                "cost",
                "--learner",
                "Ridge",
                "--measure",
                "rmse",
            ]
        )
        == 0
    )
    assert code_of(["fit", "costs.csv", "--target", "cost", "--learner", "Ridge", "--measure", "rsme"]) == 2
    assert "did you mean 'rmse'" in capfd.readouterr().err


def test_a_model_of_many_support_vectors_is_told_when_it_is_fitted(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    draws = np.random.default_rng(0).normal(size=(80, 2)).round(3).tolist()
    lines = [f"{a},{b},{'no' if n % 2 else 'yes'}" for n, (a, b) in enumerate(draws)]
    (tmp_path / "noise.csv").write_text("a,b,label\n" + "\n".join(lines) + "\n")
    assert code_of(["fit", "noise.csv", "--target", "label", "--learner", "SVC", "--folds", "3"]) == 0
    assert "support vectors" in capfd.readouterr().err
