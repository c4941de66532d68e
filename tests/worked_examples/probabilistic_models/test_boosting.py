"""Worked examples of the chapter on ensembles: boosting, weighted learning and boosted rules."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.ensembles.boosting import boosting_vote_weight, boosting_weight_factors
from gnomon.learners.ensembles.duplicated_errors import duplicate_errors
from gnomon.learners.linear.nearest_mean import NearestMean
from gnomon.learners.rules.boosted import RuleVote

V = np.arange(1.0, 13)[:, None]
Y = np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])


def test_three_rounds_of_stumps():
    """Probabilistic Models notes, section 11 Boosting, on data made for the test."""
    model = gn.AdaBoostClassifier(n_estimators=3, vote="half_log_odds").fit(V, Y)
    assert [stump.threshold for stump in model.estimators_] == [5.5, 2.5, 8.5]
    np.testing.assert_allclose(model.estimator_errors_, [1 / 6, 0.35, 0.269231], atol=5e-7)
    np.testing.assert_allclose(model.estimator_weights_, [0.804719, 0.309520, 0.499264], atol=5e-7)


def test_the_two_mistakes_of_the_first_round_have_a_quarter_of_the_weight_each():
    """Probabilistic Models notes, section 11 Boosting, on data made for the test."""
    trace = gn.AdaBoostClassifier(n_estimators=3).trace(V, Y)
    second = trace[trace["round"] == 1]["weight"].to_numpy()
    np.testing.assert_allclose(second[[2, 7]], 0.25)
    np.testing.assert_allclose(np.delete(second, [2, 7]), 0.05)
    assert trace[(trace["round"] == 0) & trace["wrong"]]["row"].tolist() == [2, 7]


@pytest.mark.parametrize("error", [0.05, 0.2, 0.45])
def test_the_update_equals_the_exponential_form(error):
    """Probabilistic Models notes, section 11 Boosting."""
    alpha = boosting_vote_weight(error, 2) / 2
    assert alpha == pytest.approx(0.5 * np.log((1 - error) / error))
    right, wrong = boosting_weight_factors(error)
    normalizer = 2 * np.sqrt(error * (1 - error))
    assert (right, wrong) == (
        pytest.approx(np.exp(-alpha) / normalizer),
        pytest.approx(np.exp(alpha) / normalizer),
    )


def test_the_vote_of_a_rule_is_the_least_of_its_normalizer():
    """Probabilistic Models notes, section 12 Boosted rule learning."""
    vote = RuleVote.of(0.4, 0.1)
    assert vote.alpha == pytest.approx(0.693147, abs=1e-6)
    assert vote.normalizer == pytest.approx(0.9)
    for alpha in np.linspace(-2, 3, 41):
        assert 0.5 + 0.1 * np.exp(alpha) + 0.4 * np.exp(-alpha) >= vote.normalizer - 1e-12


@pytest.mark.parametrize(("positive", "negative"), [(0.4, 0.1), (0.3, 0.7), (0.05, 0.2)])
def test_the_normalizer_has_two_closed_forms(positive, negative):
    """Probabilistic Models notes, section 12 Boosted rule learning."""
    found = RuleVote.of(positive, negative).normalizer
    assert found == pytest.approx(1 - positive - negative + 2 * np.sqrt(positive * negative))
    assert found == pytest.approx(1 - (np.sqrt(positive) - np.sqrt(negative)) ** 2)


def test_weights_after_a_rule_that_abstains():
    """Probabilistic Models notes, section 12 Boosted rule learning."""
    weight = np.array([0.4, 0.1, 0.5])
    new = RuleVote.of(0.4, 0.1).updated(weight, np.array([True, True, False]), np.array([True, False, True]))
    np.testing.assert_allclose(new, [0.2222, 0.2222, 0.5556], atol=5e-5)
    assert new.sum() == pytest.approx(1)


def test_copies_of_the_mistakes_move_the_class_means_as_weights_do():
    """Probabilistic Models notes, section 11 Boosting."""
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2)) + np.repeat([[0, 0], [1, 1]], 30, axis=0)
    y = np.repeat([0, 1], 30)
    first = NearestMean().fit(X, y)
    again = duplicate_errors(first, X, y, times=2)
    copied = NearestMean().fit(*again)
    weighted = NearestMean().fit(X, y, sample_weight=1.0 + 2 * (first.predict(X) != y))
    assert len(again[1]) > len(y)
    np.testing.assert_allclose(copied.decision_function(X), weighted.decision_function(X), rtol=1e-9)


def test_boosted_rules_learn_what_one_rule_cannot():
    """Probabilistic Models notes, section 12 Boosted rule learning."""
    random = np.random.default_rng(1)
    X = random.uniform(size=(400, 3))
    y = ((X[:, 0] > 0.5) & (X[:, 1] > 0.5)) | (X[:, 2] > 0.8)
    one = gn.BoostedRules(n_estimators=1).fit(X, y)
    many = gn.BoostedRules(n_estimators=20).fit(X, y)
    assert many.score(X, y) > one.score(X, y) + 0.05
    assert many.score(X, y) > 0.97
