import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multinomial
from sklearn.utils.estimator_checks import parametrize_with_checks

from gnomon.errors import DataError
from gnomon.learners.mixtures.multinomial import MultinomialMixture
from gnomon.learners.mixtures.multinomials import Multinomials


def draw(n=200, seed=0):
    random = np.random.default_rng(seed)
    hidden = random.integers(2, size=n)
    chances = np.array([[0.6, 0.2, 0.1, 0.1], [0.1, 0.1, 0.3, 0.5]])
    return np.stack([random.multinomial(30, chances[h]) for h in hidden]).astype(float), hidden


@parametrize_with_checks([MultinomialMixture()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_latent_classes_are_recovered():
    X, hidden = draw()
    model = MultinomialMixture(2).fit(X)
    labels = model.predict(X)
    assert np.array_equal(np.equal.outer(labels, labels), np.equal.outer(hidden, hidden))
    first = np.exp(model.feature_log_prob_[labels[hidden == 0][0]])
    np.testing.assert_allclose(first, [0.6, 0.2, 0.1, 0.1], atol=0.03)


def test_scores_are_multinomial_but_for_the_orders():
    model = Multinomials(np.array([0.3, 0.7]), np.array([[0.2, 0.8], [0.5, 0.5]]))
    counts = np.array([[2.0, 3.0]])
    peer = [
        np.log(w) + multinomial(5, p).logpmf(counts[0]) for w, p in zip(model.weights, model.probabilities)
    ]
    np.testing.assert_allclose(model.scores(counts)[0] + np.log(10), peer)


@settings(max_examples=15)
@given(seed=st.integers(0, 200), alpha=st.sampled_from([0.0, 1.0]), k=st.integers(1, 4))
def test_the_likelihood_never_falls_and_sparse_rows_fit_the_same(seed, alpha, k):
    X, _ = draw(40, seed)
    setting = MultinomialMixture(k, alpha=alpha, tol=0, max_iter=20, random_state=seed)
    dense, sparse = setting.fit(X).history_, setting.fit(scipy.sparse.csr_matrix(X)).history_
    assert (np.diff(dense) > -1e-10).all()
    np.testing.assert_allclose(dense, sparse, rtol=1e-9)


def test_rows_of_nothing_and_negative_counts():
    X, _ = draw(20)
    X[0] = 0
    model = MultinomialMixture(2).fit(X)
    np.testing.assert_allclose(model.predict_proba(X[:1])[0], model.weights_)
    with pytest.raises(DataError, match="Negative values in data"):
        MultinomialMixture().fit([[1.0, -1.0]])
