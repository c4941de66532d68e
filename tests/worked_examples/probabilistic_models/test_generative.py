"""Generative models: what they can do that others cannot, and how their priors and features act."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.complement import ComplementNB
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.bayes.mixed import MixedNB
from gnomon.learners.bayes.multinomial import MultinomialNB
from gnomon.learners.linear.logistic import LogisticRegression
from gnomon.learners.networks.classifier import BayesianNetworkClassifier

GENERATIVE = [
    GaussianNB(),
    BernoulliNB(),
    MultinomialNB(),
    CategoricalNB(),
    MixedNB(),
    BayesianNetworkClassifier(structure="naive", n_bins=3),
]


def bits(n_rows=400, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(2, size=n_rows)
    return (random.random((n_rows, 3)) < np.where(y[:, None] == 1, 0.8, 0.3)).astype(float), y


@pytest.mark.parametrize("learner", GENERATIVE, ids=lambda each: type(each).__name__)
def test_a_generative_model_has_the_joint_and_all_that_follows(learner):
    """Probabilistic Models notes, section 1 Introduction."""
    X, y = bits()
    model = learner.fit(X, y)
    joint = model.joint(X[:5])
    np.testing.assert_allclose(joint / joint.sum(axis=1, keepdims=True), model.predict_proba(X[:5]))
    np.testing.assert_allclose(np.log(joint.sum(axis=1)), model.score_samples(X[:5]))


@pytest.mark.parametrize("learner", [ComplementNB(), LogisticRegression()], ids=lambda e: type(e).__name__)
def test_a_discriminative_model_offers_neither_rows_nor_densities(learner):
    """Probabilistic Models notes, section 1 Introduction."""
    X, y = bits(50)
    model = learner.fit(X, y)
    for name in ("sample", "score_samples", "joint"):
        assert not hasattr(model, name)
    assert gn.bayes.model_kind(model) == "discriminative"


@pytest.mark.parametrize("learner", GENERATIVE, ids=lambda each: type(each).__name__)
def test_what_is_drawn_teaches_a_like_model(learner):
    """Probabilistic Models notes, section 1 Introduction."""
    X, y = bits()
    model = learner.fit(X, y)
    drawn, labels = model.sample(4000, random_state=1)
    again = type(model)(**model.get_params()).fit(drawn, labels)
    assert np.mean(again.predict(X) == model.predict(X)) > 0.9
    assert abs(np.mean(labels == 1) - np.mean(y == 1)) < 0.04


def test_beliefs_about_parameters_and_about_models():
    """Probabilistic Models notes, section 1 Introduction."""
    belief = gn.probability.DirichletPrior((1, 1)).posterior([9, 3])
    assert belief.mean == [Fraction(10, 14), Fraction(4, 14)]
    fair = 12 * np.log(0.5)
    unknown = float(np.log(float(gn.probability.DirichletPrior((1, 1)).predictive([9, 3])) / 220))
    posterior = gn.probability.model_posterior({"fair": fair, "unknown": unknown})
    assert posterior["unknown"] == pytest.approx(1 / (1 + 220 * 13 / 2**12))


def test_of_a_classifier_the_shortest_code_is_the_class_of_highest_posterior():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    X, y = bits()
    model = BernoulliNB(class_prior=[0.2, 0.8]).fit(X, y)
    codes = model.class_table(X[:40]).code_lengths()
    shortest = codes.loc[codes.groupby("row")["total"].idxmin(), "class"]
    assert shortest.tolist() == model.predict(X[:40]).tolist()
    assert codes["class_bits"][:2].tolist() == pytest.approx([-np.log2(0.2), -np.log2(0.8)])


def test_more_pseudo_counts_need_more_rows_to_leave_the_prior():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    X, y = np.ones((1000, 1), dtype=int), np.zeros(1000, dtype=int)

    def share(m, n):
        model = BernoulliNB(equivalent_sample_size=m).fit(X[:n], y[:n])
        return float(np.exp(model.feature_log_prob_[0, 0]))

    assert [share(m, 10) for m in (0, 2, 20, 200)] == pytest.approx([1, 11 / 12, 20 / 30, 110 / 210])
    assert share(200, 1000) == pytest.approx(1100 / 1200)


def test_a_duplicated_feature_counts_twice_in_naive_bayes_but_not_in_logistic_regression():
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    random = np.random.default_rng(0)
    y = random.integers(2, size=500)
    x = random.normal(1.5 * y, 1.0)
    once, twice = x[:, None], np.column_stack([x, x])
    naive = [GaussianNB(priors="uniform").fit(X, y).predict_proba(X).max(axis=1) for X in (once, twice)]
    assert np.all(naive[1] >= naive[0] - 1e-9)
    assert np.mean(naive[1]) > np.mean(naive[0]) + 0.03
    logistic = [LogisticRegression(C=1e6).fit(X, y).predict_proba(X) for X in (once, twice)]
    np.testing.assert_allclose(logistic[0], logistic[1], atol=1e-4)


def test_a_column_of_each_kind_is_a_factor_of_its_own():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    X = pd.DataFrame({"size": [1.0, 2.0, 5.0, 6.0], "town": ["n", "s", "s", "s"]})
    y = ["a", "a", "b", "b"]
    both = MixedNB(priors="uniform").fit(X, y).predict_proba(X)
    sizes = GaussianNB(priors="uniform").fit(X[["size"]], y).predict_proba(X[["size"]])
    towns = CategoricalNB(class_prior="uniform").fit(X[["town"]], y).predict_proba(X[["town"]])
    product = sizes * towns
    np.testing.assert_allclose(both, product / product.sum(axis=1, keepdims=True))


def test_the_check_finds_features_that_are_not_independent_given_the_class():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    random = np.random.default_rng(0)
    y = random.integers(2, size=600)
    a, b = random.integers(3, size=(2, 600))
    frame = gn.bayes.naive_bayes_independence(
        {"a": a, "b": b, "copy": a}, y, categorical_features=["a", "b", "copy"]
    ).frame()
    assert frame.loc[0, ["one", "other"]].tolist() == ["a", "copy"]
    assert frame["adjusted"][0] < 1e-12 < 0.05 < frame["adjusted"][1]
