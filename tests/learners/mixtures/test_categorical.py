import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.mixtures.categorical import CategoricalMixture


def draw(n=400, seed=0):
    """Two hidden classes of three columns with two, three and two levels."""
    random = np.random.default_rng(seed)
    hidden = random.integers(2, size=n)
    chances = [[[0.9, 0.1], [0.2, 0.8]], [[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]], [[0.8, 0.2], [0.1, 0.9]]]
    columns = [[random.choice(len(c[h]), p=c[h]) for h in hidden] for c in chances]
    return np.array(columns, dtype=float).T, hidden


def test_latent_classes_are_recovered_with_their_probabilities():
    X, hidden = draw(3000)
    model = CategoricalMixture(2, n_init=3, alpha=0, tol=1e-7, max_iter=3000).fit(X)
    labels = model.predict(X)
    agreement = max(np.mean(labels == hidden), np.mean(labels != hidden))
    assert agreement > 0.9
    order = np.argsort(np.exp(model.category_log_prob_[0])[:, 1])
    np.testing.assert_allclose(
        np.exp(model.category_log_prob_[0])[order], [[0.9, 0.1], [0.2, 0.8]], atol=0.06
    )


def test_the_likelihood_is_that_of_the_definition():
    X, _ = draw(30)
    model = CategoricalMixture(3, max_iter=2000).fit(X)
    for x, log in zip(X, model.score_samples(X), strict=True):
        total = sum(
            w
            * np.prod([np.exp(logs[k, int(v)]) for logs, v in zip(model.category_log_prob_, x, strict=True)])
            for k, w in enumerate(model.weights_)
        )
        assert log == pytest.approx(np.log(total))
    every = list(itertools.product([0.0, 1.0], [0.0, 1.0, 2.0], [0.0, 1.0]))
    assert np.exp(model.score_samples(every)).sum() == pytest.approx(1.0)


@settings(max_examples=15)
@given(seed=st.integers(0, 200), alpha=st.sampled_from([0.0, 0.5, 1.0]), k=st.integers(1, 4))
def test_the_likelihood_never_falls(seed, alpha, k):
    X, _ = draw(60, seed)
    X[np.random.default_rng(seed).random(X.shape) < 0.2] = np.nan
    model = CategoricalMixture(k, alpha=alpha, tol=0, max_iter=25, random_state=seed).fit(X)
    assert (np.diff(model.history_) > -1e-10).all()


def test_a_missing_value_is_marginalized_and_a_new_level_too():
    X, _ = draw()
    model = CategoricalMixture(2, max_iter=2000).fit(X)
    both = np.exp(model.score_samples([[0.0, 1.0, 0.0], [0.0, 1.0, 1.0]])).sum()
    missing, new = model.score_samples([[0.0, 1.0, np.nan], [0.0, 1.0, 7.0]])
    assert np.exp(missing) == pytest.approx(both)
    assert new == missing


def test_strings_booleans_and_frames_are_categories():
    X, _ = draw(50)
    names = np.array(["no", "yes", "maybe"], dtype=object)[X.astype(int)]
    frame = pd.DataFrame(names, columns=["p", "q", "r"]).astype("category")
    plain = CategoricalMixture(2, max_iter=2000).fit(X).score(X)
    assert CategoricalMixture(2, max_iter=2000).fit(names).score(names) == pytest.approx(plain, abs=0.05)
    model = CategoricalMixture(2, max_iter=2000).fit(frame)
    assert model.feature_names_in_.tolist() == ["p", "q", "r"]
    assert model.categories_[1].tolist() == ["maybe", "no", "yes"]
    flags = X[:, [0, 2]] > 0
    one = CategoricalMixture(1, alpha=0).fit(flags)
    # With two levels a column, and one component: the Bernoulli shares.
    np.testing.assert_allclose(
        np.exp(one.category_log_prob_[0])[0], [1 - flags[:, 0].mean(), flags[:, 0].mean()]
    )


def test_a_weight_is_a_repetition_of_its_row():
    X, _ = draw(40)
    times = np.random.default_rng(0).integers(1, 4, size=40)
    a = CategoricalMixture(1).fit(X, sample_weight=times)
    b = CategoricalMixture(1).fit(np.repeat(X, times, axis=0))
    np.testing.assert_allclose(a.score_samples(X), b.score_samples(X))


def test_a_fit_that_does_not_converge_warns_and_bad_input_is_refused():
    X, _ = draw()
    with pytest.warns(NumericsWarning, match="CategoricalMixture did not converge in max_iter=2"):
        CategoricalMixture(2, max_iter=2, tol=1e-12).fit(X)
    with pytest.raises(DataError, match="infinity"):
        CategoricalMixture().fit([[np.inf], [1.0]])
    with pytest.raises(DataError, match="column 0 has missing values only"):
        CategoricalMixture().fit([[np.nan], [np.nan]])
    with pytest.raises(DataError, match="n_samples=1 is less than n_components=2"):
        CategoricalMixture(2).fit([["a"]])
    with pytest.raises(DataError, match="mixes types"):
        CategoricalMixture().fit(np.array([["a"], [1]], dtype=object))
