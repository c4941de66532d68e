"""Common methods of naive Bayes: samples, joint probabilities, factors, priors."""

import numpy as np
import pytest
from scipy.stats import chisquare

from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.bayes.mixed import MixedNB
from gnomon.learners.bayes.multinomial import MultinomialNB

GENERATIVE = [BernoulliNB, CategoricalNB, GaussianNB, MixedNB, MultinomialNB]


def rows(seed=0, n_rows=90):
    random = np.random.default_rng(seed)
    y = np.array(["a", "b", "c"])[random.integers(3, size=n_rows)]
    return random.poisson(1 + (y[:, None] == ["a", "b", "c", "a"])).astype(float), y


@pytest.mark.parametrize("learner", GENERATIVE)
def test_factors_multiply_to_the_posterior_odds(learner):
    X, y = rows()
    model = learner().fit(X, y)
    factors = model.factors(X)
    posterior = model.predict_proba(X)
    np.testing.assert_allclose(factors.odds("a", "c"), posterior[:, 0] / posterior[:, 2])
    for row in (0, 7):
        frame = factors.frame(row, one="a", other="c")
        assert frame["factor"].prod() == pytest.approx(frame["odds"].iloc[-1])
        assert frame["bits"].sum() == pytest.approx(np.log2(frame["odds"].iloc[-1]))
        assert frame["feature"].tolist() == ["prior", 0, 1, 2, 3]
    best, second = np.sort(posterior[3])[::-1][:2]
    assert factors.frame(3)["odds"].iloc[-1] == pytest.approx(best / second)
    assert "posterior odds" in str(factors)


@pytest.mark.parametrize("learner", GENERATIVE)
def test_joint_posterior_and_density_belong_together(learner):
    X, y = rows()
    model = learner().fit(X, y)
    joint = model.joint(X)
    np.testing.assert_allclose(joint.sum(axis=1), np.exp(model.score_samples(X)))
    np.testing.assert_allclose(joint / joint.sum(axis=1, keepdims=True), model.predict_proba(X))
    np.testing.assert_allclose(model.log_likelihood(X) + model.class_log_prior_, np.log(joint))
    table = model.class_table(X[:2])
    np.testing.assert_allclose(table.posterior, model.predict_proba(X[:2]))
    assert len(table.frame()) == 6


@pytest.mark.parametrize("learner", GENERATIVE)
def test_a_model_is_recovered_from_its_samples(learner):
    X, y = rows()
    model = learner(alpha=1e-3).fit(X, y) if learner is not GaussianNB else learner().fit(X, y)
    drawn, labels = model.sample(20_000, random_state=1)
    again, same = model.sample(20_000, random_state=1)
    assert np.array_equal(drawn, again)
    assert np.array_equal(labels, same)
    assert drawn.shape == (20_000, 4)
    expected = 20_000 * np.exp(model.class_log_prior_)
    assert chisquare([(labels == label).sum() for label in "abc"], expected).pvalue > 1e-4
    relearned = learner().fit(drawn, labels)
    difference = np.abs(relearned.predict_proba(X) - model.predict_proba(X))
    assert difference.mean() < 0.02


@pytest.mark.parametrize("learner", GENERATIVE)
def test_another_prior_needs_no_refit(learner):
    X, y = rows()
    model = learner().fit(X, y)
    even = model.with_prior("uniform")
    np.testing.assert_allclose(even.log_likelihood(X), model.log_likelihood(X))
    by_likelihood = model.classes_[model.log_likelihood(X).argmax(axis=1)]
    assert np.array_equal(even.predict(X), by_likelihood)
    weights = np.array([0.1, 0.2, 0.7])
    recalibrated = model.with_prior(weights)
    expected = np.exp(model.log_likelihood(X)) * weights
    np.testing.assert_allclose(recalibrated.predict_proba(X), expected / expected.sum(axis=1, keepdims=True))
    for wrong in ([0.5, 0.5], [1, 1, 1], "even", [np.nan, 0.5, 0.5]):
        with pytest.raises(ParameterError, match="must be 3 numbers of at least 0 that sum to 1"):
            model.with_prior(wrong)


def test_a_prior_of_zero_is_never_chosen():
    X, y = rows()
    assert "a" not in MultinomialNB(class_prior=[0, 0.5, 0.5]).fit(X, y).predict(X)


def test_invalid_classes_and_rows_of_factors_are_refused():
    X, y = rows()
    factors = GaussianNB().fit(X, y).factors(X[:1])
    with pytest.raises(NameUnknown, match="there is no class 'd'"):
        factors.frame(one="d")
    with pytest.raises(DataError, match="against itself"):
        factors.frame(one="a", other="a")
    with pytest.raises(DataError, match="row=1"):
        factors.frame(1)
    with pytest.raises(DataError, match="only 'a'"):
        GaussianNB().fit(X[y == "a"], y[y == "a"]).factors(X[:1]).frame()


def test_a_word_that_only_one_class_has_makes_the_odds_infinite():
    model = BernoulliNB(alpha=0).fit([[1, 1], [1, 0], [0, 1], [0, 0]], ["x", "x", "y", "y"])
    frame = model.factors([[1, 0]]).frame(one="x", other="y")
    assert frame["factor"].tolist() == [1, np.inf, 1]
    assert model.factors([[1, 0]]).odds("y", "x").tolist() == [0]


@pytest.mark.parametrize("n_samples", [0, -1, 1.5, "3", True])
def test_n_samples_must_be_an_integer(n_samples):
    with pytest.raises(ParameterError, match="n_samples="):
        GaussianNB().fit([[0.0], [1.0]], [0, 1]).sample(n_samples)
