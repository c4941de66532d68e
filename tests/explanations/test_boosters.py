"""Amounts that other libraries give add up to their scores, and are told in the user's columns."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.sharing.train import fitted_on

CLASSES = {
    "lightgbm": ("LGBMClassifier", "LGBMRegressor", {"n_estimators": 12}),
    "xgboost": ("XGBClassifier", "XGBRegressor", {"n_estimators": 12}),
    "catboost": ("CatBoostClassifier", "CatBoostRegressor", {"iterations": 12}),
}


def fitted(package, y, kind, **more):
    *names, few = CLASSES[package]
    learner = getattr(pytest.importorskip(package), names[kind == "regression"])(**{**few, **more})
    task = gn.Task(frame(), y, kind=kind)
    return fitted_on(gn.preprocessing.prepared_estimator(learner, task, always=True), task), task


def frame():
    random = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "size": random.normal(size=300),
            "town": random.choice(["Ulm", "Bonn", "Rome"], 300),
            "noise": random.normal(size=300),
        }
    )


def signal():
    return frame()["size"] + 3 * (frame()["town"] == "Ulm")


def total(found):
    return found.base + sum(found.frame()["contribution"])


@pytest.mark.parametrize("package", CLASSES)
def test_amounts_add_up_to_the_log_odds(package):
    model, task = fitted(package, np.where(signal() > 1, "yes", "no"), "classification")
    found = gn.explain(model, 7, task=task)
    chance = model.predict_proba(task.X)[7, 1]
    assert found.output == "log-odds of yes"
    assert total(found) == pytest.approx(np.log(chance / (1 - chance)), abs=1e-4)
    assert set(found.frame()["feature"]) == {"size", "town", "noise"}
    assert found.frame()["feature"].tolist()[-1] == "noise"


@pytest.mark.parametrize("package", CLASSES)
def test_of_several_classes_the_first_is_distinguished_from_the_second(package):
    model, task = fitted(package, np.digitize(signal(), [0, 2]), "classification")
    found = gn.explain(model, 3, task=task)
    chances = model.predict_proba(task.X)[3]
    best, other = np.argsort(-chances)[:2]
    assert found.output == f"score of {best} minus score of {other}"
    assert total(found) == pytest.approx(np.log(chances[best] / chances[other]), abs=1e-4)


@pytest.mark.parametrize("package", CLASSES)
def test_amounts_add_up_to_the_number(package):
    model, task = fitted(package, signal().to_numpy(), "regression")
    found = gn.explain(model, 5, task=task)
    assert found.output == "prediction"
    assert total(found) == pytest.approx(model.predict(task.X)[5], abs=1e-4)


def test_what_a_library_cannot_split_up_is_explained_by_comparison():
    model, task = fitted("lightgbm", signal().to_numpy(), "regression", linear_tree=True)
    assert gn.explain(model, 5, task=task).kind == "Shapley values"
