"""Learners of other packages on the command line, from a raw table to a model and its explanation."""

import io

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.cli.main import code_of
from gnomon.experiments.expression import evaluate
from gnomon.experiments.results import Results
from gnomon.models import load_model

BOOSTERS = {
    "lightgbm": ("lightgbm.LGBMClassifier(n_estimators=8)", "LGBMClassifier(n_estimators=8)"),
    "xgboost": ("xgboost.XGBClassifier(n_estimators=8)", "XGBClassifier(n_estimators=8)"),
    "catboost": ("catboost.CatBoostClassifier(iterations=8)", "CatBoostClassifier(iterations=8)"),
}


@pytest.fixture
def raw(tmp_path, monkeypatch):
    """A raw file: odd names, gaps, a category, words as labels."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    n = 150
    age = random.normal(50, 10, n).round(1)
    frame = pd.DataFrame(
        {
            "age [years]": np.where(np.arange(n) % 7 == 0, np.nan, age),
            'town{"a":1}': random.choice(["Ulm", "Bonn", "Kiel, north"], n),
            "a<b": random.integers(0, 5, n),
            "ill": np.where(age + random.normal(0, 3, n) > 50, "yes", "no sign"),
        }
    )
    frame.to_csv("raw.csv", index=False)
    return frame


def compared(learners, *more):
    return code_of(
        [
            "compare",
            "raw.csv",
            "--target",
            "ill",
            "--learners",
            learners,
            "--folds",
            "3",
            "--repeats",
            "1",
            *more,
        ]
    )


def test_estimators_of_scikit_learn_are_compared_with_ours(raw, capfd):
    assert compared("sklearn.svm.SVC, SVC, sklearn.ensemble.ExtraTreesClassifier(n_estimators=5)") == 0
    results = Results.read("results/raw/results.gnomon")
    assert results.learners == ["sklearn.SVC", "SVC", "ExtraTreesClassifier(n_estimators=5)"]
    assert [each.modules.get("SVC") for each in results.record.learners][:2] == [
        "sklearn.svm",
        "gnomon.learners.kernel.svc",
    ]


@pytest.mark.parametrize("package", BOOSTERS)
def test_a_raw_table_is_compared_fitted_predicted_and_explained(package, raw, capfd):
    pytest.importorskip(package)
    said, name = BOOSTERS[package]
    assert compared(f"{said}, GaussianNB") == 0
    out, err = capfd.readouterr()
    assert name in out
    assert "Warning" not in err
    assert Results.read("results/raw/results.gnomon").learners == [name, "GaussianNB"]
    assert code_of(["fit", "raw.csv", "--target", "ill", "--learner", said, "--folds", "3"]) == 0
    assert name in capfd.readouterr().out
    assert load_model("model.skops").card.versions[package]
    assert code_of(["predict", "model.skops", "raw.csv"]) == 0
    out, err = capfd.readouterr()
    assert (pd.read_csv(io.StringIO(out))["prediction"] == raw["ill"]).mean() > 0.7
    assert "Warning" not in err
    assert code_of(["explain", "model.skops", "raw.csv", "--row", "3"]) == 0
    assert "age [years]" in capfd.readouterr().out


@pytest.mark.parametrize("package", BOOSTERS)
def test_the_best_of_a_run_is_made_again_from_its_results(package, raw, capfd):
    pytest.importorskip(package)
    said, name = BOOSTERS[package]
    assert compared(said) == 0
    assert code_of(["fit", "raw.csv", "--target", "ill", "--results", "results/raw/results.gnomon"]) == 0
    assert f"{name}, fitted on 150 rows" in capfd.readouterr().out


@pytest.mark.parametrize("package", BOOSTERS)
def test_python_and_the_command_line_give_the_same_numbers(package, raw, capfd):
    pytest.importorskip(package)
    said, name = BOOSTERS[package]
    assert compared(said) == 0
    results = Results.read("results/raw/results.gnomon")
    task = gn.Task.read("raw.csv", "ill")
    learner = gn.preprocessing.prepared_estimator(evaluate(said), task)
    alone = gn.resample(task, learner, evaluate(results.record.plan))
    assert np.array_equal(alone.probability, results.predictions("raw", name).probability)


@pytest.mark.parametrize("package", ["lightgbm", "catboost"])
def test_settings_of_a_booster_are_tuned(package, raw, capfd):
    pytest.importorskip(package)
    said, grid = BOOSTERS[package][0], {"lightgbm": "num_leaves=3,7", "catboost": "depth=2,4"}[package]
    options = ["--learner", said, "--grid", grid, "--folds", "3", "--inner", "2", "--out", "best.skops"]
    assert code_of(["tune", "raw.csv", "--target", "ill", *options]) == 0
    assert f"selected  {grid.partition('=')[0]} = " in capfd.readouterr().out
    assert load_model("best.skops").card.kind == "classification"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LGBMClassifier", "did you mean 'lightgbm.LGBMClassifier'"),
        ("lightgbm.LGBMClasifier", "did you mean 'lightgbm.LGBMClassifier'"),
        ("HistGradientBoostingClassifier", "did you mean 'sklearn.ensemble.HistGradientBoostingClassifier'"),
        ("os.system", "not in os"),
        ("sklearn.svm.SVR", "learner 'SVR' is for regression"),
        ("sklearn.preprocessing.StandardScaler", "not a learner"),
        ("sklearn.naive_bayes.MultinomialNB(alpha=-1)", "MultinomialNB(alpha=-1) failed"),
    ],
)
def test_names_that_lead_nowhere_are_refused_in_one_line(text, said, raw, capfd):
    compared(text)
    out, err = capfd.readouterr()
    assert said in " ".join((out + err).split())
    assert "Traceback" not in err


def test_what_a_learner_from_elsewhere_raises_is_told_by_its_name(raw, capfd):
    learner = "sklearn.linear_model.LogisticRegression(C=-1)"
    assert code_of(["fit", "raw.csv", "--target", "ill", "--learner", learner, "--folds", "3"]) != 0
    err = " ".join(capfd.readouterr().err.split())
    assert "LogisticRegression(C=-1) failed on raw: " in err
    assert "Traceback" not in err
