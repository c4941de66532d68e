"""The slides' flu and tennis tables, and their Gaussian classes."""

from fractions import Fraction
from io import StringIO

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.multinomial import MultinomialNB
from gnomon.learners.bayes.parameter_counts import ParameterCounts

FLU = """chills,runny nose,headache,fever,flu
Y,N,Mild,Y,N
Y,Y,No,N,Y
Y,N,Strong,Y,Y
N,Y,Mild,Y,Y
N,N,No,N,N
N,Y,Strong,Y,Y
N,Y,Strong,N,N
Y,Y,Mild,Y,Y
"""
TENNIS = """outlook,temperature,humidity,wind,play
sunny,hot,high,weak,N
sunny,hot,high,strong,N
overcast,hot,high,weak,Y
rain,mild,high,weak,Y
rain,cool,normal,weak,Y
rain,cool,normal,strong,N
overcast,cool,normal,strong,Y
sunny,mild,high,weak,N
sunny,cool,normal,weak,Y
rain,mild,normal,weak,Y
sunny,mild,normal,strong,Y
overcast,mild,high,strong,Y
overcast,hot,normal,weak,Y
rain,mild,high,strong,N
"""


def table(text):
    frame = pd.read_csv(StringIO(text))
    return frame.iloc[:, :-1], frame.iloc[:, -1]


def ask(X, *values):
    return pd.DataFrame([values], columns=X.columns)


def test_flu():
    """Rajpoot, lecture 4, slide "Bayesian classification"."""
    X, y = table(FLU)
    query = ask(X, "Y", "N", "Mild", "N")
    model = CategoricalNB(alpha=0).fit(X, y)
    np.testing.assert_allclose(model.joint(query), [[1 / 54, 3 / 500]])
    posterior = [Fraction(p).limit_denominator(1000) for p in model.predict_proba(query)[0]]
    assert posterior == [Fraction(250, 331), Fraction(81, 331)]
    assert model.predict(query) == ["N"]
    smoothed = CategoricalNB(alpha=1).fit(X, y).predict_proba(query)
    np.testing.assert_allclose(smoothed, [[0.62213, 0.37787]], atol=5e-6)


def test_tennis():
    """Rajpoot, lecture 4, slide "Bayesian classification"."""
    X, y = table(TENNIS)
    query = ask(X, "sunny", "cool", "high", "strong")
    model = CategoricalNB(alpha=0).fit(X, y)
    np.testing.assert_allclose(model.joint(query), [[18 / 875, 1 / 189]])
    np.testing.assert_allclose(model.predict_proba(query), [[0.79542, 0.20458]], atol=5e-6)
    smoothed = CategoricalNB(alpha=1).fit(X, y).predict_proba(query)
    np.testing.assert_allclose(smoothed, [[0.72007, 0.27993]], atol=5e-6)


def test_a_level_never_seen_with_a_class_rules_it_out_unless_smoothed():
    """Rajpoot, lecture 4, slide "Bayesian classification"."""
    X, y = table(TENNIS)
    query = ask(X, "overcast", "hot", "high", "strong")
    assert CategoricalNB(alpha=0).fit(X, y).predict_proba(query)[0].tolist() == [0, 1]
    assert CategoricalNB(alpha=1).fit(X, y).predict_proba(query)[0, 0] > 0.1


def test_priors_and_the_evidence():
    """Rajpoot, lecture 4, slide "Bayesian classification"."""
    X, y = table(TENNIS)
    query = ask(X, "sunny", "cool", "high", "strong")
    model = CategoricalNB(alpha=0).fit(X, y)
    evidence = model.joint(query).sum()
    assert np.exp(model.score_samples(query)) == pytest.approx(evidence)
    np.testing.assert_allclose(model.predict_proba(query), model.joint(query) / evidence)
    by_likelihood = model.classes_[model.log_likelihood(query).argmax(axis=1)]
    assert model.with_prior("uniform").predict(query) == by_likelihood
    rare = model.with_prior([0.008, 0.992])
    assert rare.predict(query) == ["Y"]
    np.testing.assert_allclose(np.exp(rare.class_log_prior_), [0.008, 0.992])


def test_shares_of_words_are_add_one_with_a_uniform_prior():
    """Rajpoot, lecture 4, slide "Gaussian classification: Learning to classify text"."""
    random = np.random.default_rng(0)
    counts, topic = random.poisson(0.3, size=(60, 40)), np.arange(60) % 20
    model = MultinomialNB(fit_prior=False).fit(counts, topic)
    sums = np.array([counts[topic == c].sum(axis=0) for c in range(20)])
    expected = (1 + sums) / (40 + sums.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), expected)
    np.testing.assert_allclose(np.exp(model.class_log_prior_), 1 / 20)
    np.testing.assert_array_equal(model.predict(counts), (counts @ np.log(expected).T).argmax(axis=1))


def test_the_table_of_prior_likelihood_joint_and_posterior_of_flu():
    """Rajpoot, lecture 4, slide "Bayesian classification"."""
    X, y = table(FLU)
    found = CategoricalNB(alpha=0).fit(X, y).class_table(ask(X, "Y", "N", "Mild", "N")).frame()
    assert found.columns.tolist() == ["row", "class", "prior", "likelihood", "joint", "posterior"]
    assert found["prior"].tolist() == pytest.approx([3 / 8, 5 / 8])
    assert found["likelihood"].tolist() == pytest.approx([4 / 81, 6 / 625])
    assert found["joint"].tolist() == pytest.approx([1 / 54, 3 / 500])
    assert found["posterior"].tolist() == pytest.approx([250 / 331, 81 / 331])


@pytest.mark.parametrize(("d", "full", "naive"), [(2, 5, 4), (10, 65, 20)])
def test_parameter_counts_of_naive_and_full_models(d, full, naive):
    """Rajpoot, lecture 4, slide "Gaussian classification"."""
    counts = ParameterCounts(d)
    assert (counts.full, counts.naive) == (full, naive)
    X, y = np.random.default_rng(0).normal(size=(60, d)), np.arange(60) % 2
    model = gn.QuadraticDiscriminantAnalysis().fit(X, y)
    assert counts.full == model.means_[0].size + len(np.unique(model.covariance_[0]))
    assert counts.naive == gn.GaussianNB().fit(X, y).theta_[0].size * 2
    assert "choose the naive model" in str(ParameterCounts(10, n_rows=30))
    assert "gather more rows" in str(ParameterCounts(10, n_rows=15))
    assert ";" not in str(ParameterCounts(10, n_rows=100))


def test_densities_and_posteriors_on_a_grid_with_and_without_independence():
    """Rajpoot, lecture 4, slide "Gaussian classification"."""
    from gnomon.learners.bayes.class_grid import class_grid

    random = np.random.default_rng(0)
    y = np.repeat([1, 2, 3], 30)
    X = random.multivariate_normal([0, 0], [[1.0, 0.9], [0.9, 1.0]], 90) + np.outer(y, [1.0, -1.0])
    naive, full = gn.GaussianNB().fit(X, y), gn.QuadraticDiscriminantAnalysis().fit(X, y)
    x1, x2 = np.arange(-3, 7, 0.5), np.arange(-6, 6, 0.5)
    grid = class_grid(naive, x1, x2)
    assert grid.posterior.shape == (24, 20, 3)
    np.testing.assert_allclose(grid.posterior.sum(axis=-1), 1)
    np.testing.assert_allclose(grid.posterior[3, 5], naive.predict_proba([[x1[5], x2[3]]])[0])
    np.testing.assert_allclose(grid.density.sum(axis=(0, 1)) * 0.25, 1, atol=0.05)
    frame = grid.frame()
    assert len(frame) == 24 * 20 * 3
    row = frame[(frame["x1"] == x1[5]) & (frame["x2"] == x2[3]) & (frame["class"] == 2)]
    assert row["density"].item() == grid.density[3, 5, 1]
    other = class_grid(full, x1, x2)
    assert other.density is None
    assert np.abs(other.posterior - grid.posterior).max() > 0.2
