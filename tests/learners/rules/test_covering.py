import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import CoveringRules, load


def weather():
    """Quinlan's table (1986)."""
    outlook = "sunny sunny overcast rain rain rain overcast sunny sunny rain sunny overcast overcast rain"
    humidity = "high high high high normal normal normal high normal normal normal high normal high"
    wind = "weak strong weak weak weak strong strong weak weak weak strong strong weak strong"
    play = "no no yes yes yes no yes no yes yes yes yes yes no"
    columns = {"outlook": outlook.split(), "humidity": humidity.split(), "wind": wind.split()}
    return pd.DataFrame({name: pd.Categorical(values) for name, values in columns.items()}), play.split()


def test_a_list_of_rules_tells_the_weather_apart():
    X, y = weather()
    model = CoveringRules().fit(X, y)
    assert model.score(X, y) == 1
    assert model.describe().splitlines() == [
        "if outlook is overcast then yes (4 of 4 right)",
        "else if humidity is high and outlook is sunny then no (3 of 3 right)",
        "else if wind is weak then yes (4 of 4 right)",
        "else if outlook is rain then no (2 of 2 right)",
        "else yes (1 of 1 right)",
    ]


def test_rules_of_each_class_apart_cover_all_rows_without_fault():
    X, y = weather()
    model = CoveringRules(strategy="set", heuristic="precision", max_conditions=4).fit(X, y)
    assert model.score(X, y) == 1
    frame = model.frame()
    assert set(frame["then"]) == {"no", "yes"}
    assert (np.minimum(frame["n no"], frame["n yes"]) == 0).all()
    assert model.describe().splitlines()[-1] == "otherwise yes (9 of 14 right)"


@pytest.mark.parametrize("heuristic", ["laplace", "m_estimate", "foil", "weighted_accuracy", "precision"])
@pytest.mark.parametrize("strategy", ["list", "set"])
def test_every_heuristic_learns_the_irises(heuristic, strategy):
    task = load("iris")
    model = CoveringRules(heuristic=heuristic, strategy=strategy, min_weight=3).fit(task.X, task.y)
    assert model.score(task.X, task.y) > 0.9


@settings(max_examples=20)
@given(st.integers(0, 9999))
def test_the_counts_of_a_list_are_those_of_the_rows_it_answers(seed):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(40, 3)), 1)
    X[random.random(X.shape) < 0.1] = np.nan
    y = random.integers(2, size=40)
    model = CoveringRules().fit(X, y)
    waits = np.ones(40, dtype=bool)
    for rule in model.rules_:
        mine = waits & rule.conjunction.covers(X)
        assert rule.counts.tolist() == np.bincount(y[mine], minlength=2).tolist()
        waits &= ~mine
    if waits.any():
        assert model.default_counts_.tolist() == np.bincount(y[waits], minlength=2).tolist()


def test_no_rule_is_better_than_none_where_nothing_is_to_be_learned():
    model = CoveringRules().fit(np.ones((4, 2)), ["a", "b", "b", "b"])
    assert model.rules_ == []
    assert model.describe() == "always b (3 of 4 right)"
    np.testing.assert_allclose(model.predict_proba([[1.0, 1.0]]), [[2 / 6, 4 / 6]])
