import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import BoostedRules, load
from gnomon.learners.rules.boosted import RuleVote


@settings(max_examples=20)
@given(st.integers(0, 9999))
def test_the_training_error_stays_below_the_product_of_the_normalizers(seed):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(50, 3)), 1)
    y = (X[:, 0] * X[:, 1] + random.normal(size=50) > 0).astype(int)
    model = BoostedRules(n_estimators=8).fit(X, y)
    assert 1 - model.score(X, y) <= model.frame()["Z"].prod() + 1e-9
    frame = model.frame()
    np.testing.assert_allclose(frame[["positive", "negative", "abstained"]].sum(axis=1), 1)
    assert (frame["Z"] < 1).all()


@settings(max_examples=30)
@given(st.floats(0.001, 0.6), st.floats(0.001, 0.39))
def test_weights_sum_to_one_after_a_rule_and_smoothing_costs_little(positive, negative):
    vote = RuleVote.of(positive, negative, smoothing=1e-4)
    weight = np.array([positive, negative, 1 - positive - negative])
    new = vote.updated(weight, np.array([True, True, False]), np.array([True, False, False]))
    assert new.sum() == pytest.approx(1)
    assert vote.normalizer >= RuleVote.of(positive, negative).normalizer - 1e-12


def test_a_rule_without_a_mistake_has_a_finite_vote():
    assert np.isfinite(RuleVote.of(0.3, 0.0, smoothing=0.01).alpha)
    assert RuleVote.of(0.3, 0.0).alpha == np.inf
    assert RuleVote.of(0.0, 0.3).alpha == -np.inf


def test_more_classes_have_a_committee_each():
    task = load("iris")
    model = BoostedRules(n_estimators=10).fit(task.X, task.y)
    assert model.score(task.X, task.y) > 0.95
    assert model.decision_function(task.X).shape == (150, 3)
    assert {rule.code for rule in model.rules_} == {0, 1, 2}
    assert " then not " in model.describe()


def test_categories_and_missing_values_make_rules():
    frame = pd.DataFrame({"color": pd.Categorical(["red", "blue", None, "green"] * 10)})
    y = np.array([1, 0, 1, 0] * 10)
    model = BoostedRules(n_estimators=6).fit(frame, y)
    assert model.score(frame, y) == 1
    assert "color is" in model.describe()


def test_nothing_to_learn_leaves_the_default():
    model = BoostedRules().fit(np.ones((4, 1)), ["a", "b", "b", "b"])
    assert model.predict([[1.0]]) == ["b"]
    assert model.converged_
    assert BoostedRules().fit([[1.0], [2.0]], ["a", "a"]).predict([[1.0]]) == ["a"]
