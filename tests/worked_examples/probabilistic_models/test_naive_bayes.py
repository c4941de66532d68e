"""The e-mail example and the smoothing formulas: naive Bayes by bits and by counts."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.features.text import TextFeatures
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.multinomial import MultinomialNB
from gnomon.learners.trees.leaf_distribution import distribution

MAILS = {
    "e1": ("b d e b b d e", "+"),
    "e2": ("b c e b b d d e c c", "+"),
    "e3": ("a d a d e a e e", "+"),
    "e4": ("b a d b e d a b", "+"),
    "e5": ("a b a b a b a e d", "-"),
    "e6": ("a c a c a c a e d", "-"),
    "e7": ("e a e d a e a", "-"),
    "e8": ("d e d e d", "-"),
}
COUNTS = np.array([[text.split().count(word) for word in "abc"] for text, _ in MAILS.values()])
LABELS = [label for _, label in MAILS.values()]


@pytest.fixture(scope="module")
def bits():
    return BernoulliNB(class_prior="uniform").fit(COUNTS, LABELS)


@pytest.fixture(scope="module")
def counts():
    return MultinomialNB(class_prior="uniform").fit(COUNTS, LABELS)


def test_tokens_become_counts_and_bits():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    mails = pd.DataFrame({"mail": [text for text, _ in MAILS.values()]})
    model = TextFeatures(stop_words=["d", "e"]).fit(mails)
    counts = [[0, 3, 0], [0, 3, 3], [3, 0, 0], [2, 3, 0], [4, 3, 0], [4, 0, 3], [3, 0, 0], [0, 0, 0]]
    assert model.transform(mails).tolist() == counts == COUNTS.tolist()
    bits = TextFeatures(output="bits", vocabulary=["a", "b", "c"]).fit_transform(mails)
    assert bits.tolist() == [[int(count > 0) for count in row] for row in counts]


def test_class_sums_of_counts_and_bits():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    for name, learner, sums in (
        ("mail-counts", MultinomialNB(), [[5, 9, 3], [11, 3, 3]]),
        ("mail-bits", BernoulliNB(), [[2, 3, 1], [3, 1, 1]]),
    ):
        task = gn.load(name)
        model = learner.fit(task.X, task.y)
        assert model.classes_.tolist() == ["+", "-"]
        assert model.feature_count_.tolist() == sums


def test_multinomial_parameters_with_one_pseudo_count_a_word(counts):
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    assert counts.classes_.tolist() == ["+", "-"]
    np.testing.assert_allclose(np.exp(counts.feature_log_prob_), [[0.3, 0.5, 0.2], [0.6, 0.2, 0.2]])
    plain = MultinomialNB(alpha=0).fit(COUNTS, LABELS)
    np.testing.assert_allclose(
        np.exp(plain.feature_log_prob_), np.array([[5, 9, 3], [11, 3, 3]]) / 17, rtol=1e-15
    )


def test_bernoulli_parameters_with_two_pseudo_mails(bits):
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    np.testing.assert_allclose(np.exp(bits.feature_log_prob_), [[1 / 2, 2 / 3, 1 / 3], [2 / 3, 1 / 3, 1 / 3]])


def test_likelihoods_of_a_bit_vector(bits):
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    likelihood = np.exp(bits.log_likelihood([[1, 1, 0]]))[0]
    np.testing.assert_allclose(likelihood, [2 / 9, 4 / 27])
    assert bits.predict([[1, 1, 0]]) == ["+"]


def test_the_prior_turns_the_decision(bits):
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    rare = bits.with_prior([1 / 3, 2 / 3])
    assert rare.predict([[1, 1, 0]]) == ["-"]
    np.testing.assert_allclose(rare.predict_proba([[1, 1, 0]]), [[3 / 7, 4 / 7]])
    np.testing.assert_allclose(rare.factors([[1, 1, 0]]).odds("+", "-"), 3 / 4)
    np.testing.assert_allclose(bits.factors([[1, 1, 0]]).odds("+", "-"), 3 / 2)
    # Spam iff its prior is above 0.4, where the odds are 1 / LR = 2/3.
    np.testing.assert_allclose(rare.factors([[1, 1, 0]]).break_even_prior("+", "-"), 0.4)
    assert bits.with_prior([0.401, 0.599]).predict([[1, 1, 0]]) == ["+"]
    assert bits.with_prior([0.399, 0.601]).predict([[1, 1, 0]]) == ["-"]


def test_an_absent_word_is_a_factor_too(bits):
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    present = bits.factors([[1, 1, 0]]).frame(one="+", other="-")
    absent = bits.factors([[1, 0, 0]]).frame(one="+", other="-")
    assert present["factor"].tolist() == pytest.approx([1, 3 / 4, 2, 1])
    assert absent["factor"].tolist() == pytest.approx([1, 3 / 4, 1 / 2, 1])
    assert present["odds"].iloc[-1] == pytest.approx(3 / 2)


def test_likelihoods_of_a_vector_of_counts(counts):
    """Probabilistic Models notes, section 3 Probabilistic models for categorical data."""
    np.testing.assert_allclose(np.exp(counts.log_likelihood([[3, 1, 0]])), [[0.054, 0.1728]])
    np.testing.assert_allclose(counts.factors([[3, 1, 0]]).odds("+", "-"), 5 / 16)
    np.testing.assert_allclose(counts.predict_proba([[3, 1, 0]])[0, 0], 5 / 21)
    factors = counts.factors([[3, 1, 0]]).frame(one="+", other="-")["factor"]
    assert factors.tolist() == pytest.approx([1, (1 / 2) ** 3, 5 / 2, 1])


def test_posteriors_of_all_mails(bits, counts):
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    spam_by_counts = [0.939850, 0.939850, 0.111111, 0.796178, 0.494071, 0.058824, 0.111111, 0.5]
    spam_by_bits = [0.75, 0.75, 0.272727, 0.6, 0.6, 0.272727, 0.272727, 0.428571]
    np.testing.assert_allclose(counts.predict_proba(COUNTS)[:, 0], spam_by_counts, atol=5e-7)
    np.testing.assert_allclose(bits.predict_proba(COUNTS)[:, 0], spam_by_bits, atol=5e-7)


def test_ratios_of_all_bit_vectors(bits):
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    vectors = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    ratios = [Fraction(r).limit_denominator(100) for r in bits.factors(vectors).odds("+", "-")]
    assert ratios == [Fraction(r) for r in ("3/4", "3/4", "3", "3", "3/8", "3/8", "3/2", "3/2")]


def test_of_an_exact_tie_the_first_class_wins(counts):
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    empty = [[0, 0, 0]]
    assert counts.predict_proba(empty).tolist() == [[0.5, 0.5]]
    assert counts.predict(empty) == [counts.classes_[0]]
    turned = MultinomialNB(class_prior="uniform").fit(COUNTS, [{"+": "y", "-": "x"}[y] for y in LABELS])
    assert turned.predict(empty) == ["x"]


def test_the_m_estimate_holds_all_others():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    assert distribution(np.array([[9.0, 8.0]]), 3, np.array([1 / 3, 2 / 3]))[0, 0] == pytest.approx(1 / 2)
    assert distribution(np.array([[3.0, 1.0]]), "laplace")[0, 0] == pytest.approx(2 / 3)
    shares = MultinomialNB(equivalent_sample_size=3).fit(COUNTS, LABELS).feature_log_prob_
    np.testing.assert_allclose(np.exp(shares[0]), [0.3, 0.5, 0.2])
    np.testing.assert_allclose(
        BernoulliNB(equivalent_sample_size=2).fit(COUNTS, LABELS).feature_log_prob_,
        BernoulliNB(alpha=1).fit(COUNTS, LABELS).feature_log_prob_,
    )


def test_averaging_over_the_parameters_weighs_repeated_words_less():
    """Probabilistic Models notes, section 4 Training a naive Bayes model."""
    model = MultinomialNB(class_prior="uniform", bayesian=True).fit(COUNTS, LABELS)
    np.testing.assert_allclose(np.exp(model.log_likelihood([[3, 1, 0]])), [[0.063241, 0.164427]], atol=5e-7)
    odds = model.predict_proba([[3, 1, 0]])[0]
    assert odds[0] / odds[1] == pytest.approx(0.3846, abs=5e-5)


def test_product_features_free_naive_bayes_of_independence():
    """Probabilistic Models notes, section 9 Feature construction and selection."""
    from gnomon.learners.bayes.categorical import CategoricalNB

    random = np.random.default_rng(0)
    X = random.integers(0, 3, size=(3000, 2))
    y = X.sum(axis=1) % 2
    pairs = (X[:, 0] * 3 + X[:, 1])[:, None]
    assert CategoricalNB().fit(X, y).score(X, y) < 0.9
    assert CategoricalNB().fit(pairs, y).score(pairs, y) == 1
    assert len(CategoricalNB().fit(pairs, y).categories_[0]) == 9


def test_learning_a_feature_removes_its_mutual_information_from_the_class():
    """Probabilistic Models notes, section 1 Introduction."""
    from gnomon.learners.bayes.categorical import CategoricalNB
    from gnomon.probability.entropies import entropy_reduction
    from gnomon.probability.shared_information import mutual_information

    has_b = (COUNTS[:, [1]] > 0).astype(int)
    model = CategoricalNB(alpha=0).fit(has_b, LABELS)
    posterior = model.predict_proba(has_b)
    prior = np.exp(model.class_log_prior_)
    each = [entropy_reduction(prior, row) for row in posterior]
    joint = model.category_count_[0]
    assert np.mean(each) == pytest.approx(mutual_information(joint))
