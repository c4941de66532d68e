import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import Baseline, OneRule, load


def test_play_tennis_is_asked_for_its_outlook():
    outlook = ["sunny"] * 5 + ["overcast"] * 4 + ["rain"] * 5
    humidity = ["high", "high", "high", "normal", "normal", "high", "normal", "high", "normal"]
    humidity += ["high", "normal", "normal", "normal", "high"]
    frame = pd.DataFrame({"outlook": outlook, "humidity": humidity})
    y = ["no"] * 3 + ["yes"] * 6 + ["yes", "yes", "no", "yes", "no"]
    model = OneRule().fit(frame, y)
    assert model.feature_names_in_[model.feature_] == "outlook"
    np.testing.assert_allclose(model.column_errors_, [4 / 14, 4 / 14])
    assert model.describe().splitlines() == [
        "if outlook is overcast then yes (4 of 4 right)",
        "if outlook is rain then yes (3 of 5 right)",
        "if outlook is sunny then no (3 of 5 right)",
    ]


def test_iris_is_told_by_a_petal():
    task = load("iris")
    model = OneRule().fit(task.X, task.y)
    assert "petal" in task.table.names[model.feature_]
    assert model.score(task.X, task.y) >= 0.94


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(1, 40), st.sampled_from([0.0, 1.0, 6.0]))
def test_it_errs_as_often_as_it_says_and_no_more_than_the_majority(seed, n_rows, least):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n_rows, 3)))
    X[random.random(X.shape) < 0.2] = np.nan
    y = random.integers(3, size=n_rows)
    model = OneRule(min_bucket_size=least).fit(X, y)
    assert 1 - model.score(X, y) == pytest.approx(model.column_errors_[model.feature_])
    assert (
        model.score(X, y) >= Baseline().fit(np.zeros((n_rows, 1)), y).score(np.zeros((n_rows, 1)), y) - 1e-12
    )
    assert model.column_errors_.min() == pytest.approx(model.column_errors_[model.feature_])


def test_missing_values_are_a_level_and_new_levels_get_the_majority():
    frame = pd.DataFrame({"color": pd.Categorical(["red", "red", None, None, "blue"])})
    model = OneRule().fit(frame, ["a", "a", "b", "b", "a"])
    assert model.predict(frame).tolist() == ["a", "a", "b", "b", "a"]
    assert model.predict(pd.DataFrame({"color": pd.Categorical(["violet"])})) == ["a"]
    assert "if color is missing then b (2 of 2 right)" in model.describe()


def test_a_column_of_nothing_but_missing_values_has_an_answer():
    model = OneRule().fit(np.full((3, 1), np.nan), [0, 1, 1])
    assert model.predict([[np.nan], [5.0]]).tolist() == [1, 1]
    assert model.describe() == "if x0 is missing then 1 (2 of 3 right)"


def test_a_smaller_bucket_cuts_finer():
    X = np.arange(12.0)[:, None]
    y = [0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 1]
    coarse, fine = OneRule(min_bucket_size=3).fit(X, y), OneRule(min_bucket_size=1).fit(X, y)
    assert len(coarse.cuts_) < len(fine.cuts_)
    assert fine.score(X, y) == 1
