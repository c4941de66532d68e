"""Sufficient statistics of naive Bayes with merged classes, as for binary problems."""

import numpy as np
import pandas as pd
import pytest

from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.bayes.mixed import MixedNB
from gnomon.learners.bayes.multinomial import MultinomialNB

SIDES = [np.array([0, 1, 0, 0]), np.array([-1, 1, -1, 0]), np.array([1, 0, 1, 0])]


@pytest.mark.parametrize("side", SIDES, ids=str)
@pytest.mark.parametrize("learner", [BernoulliNB, CategoricalNB, GaussianNB, MixedNB, MultinomialNB])
def test_merged_classes_are_those_of_the_rows(learner, side):
    random = np.random.default_rng(0)
    X, y = random.poisson(2.0, size=(80, 3)).astype(float), random.integers(4, size=80)
    if learner is not MultinomialNB:
        X[random.random(X.shape) < 0.1] = np.nan
    if learner is MixedNB:
        X = pd.DataFrame(X)
        X["word"] = np.array(["u", "v", "w"])[random.integers(3, size=80)]
        X.columns = X.columns.astype(str)
    inside = side[y] >= 0
    model = learner()
    whole = model.prepare(*model.check_rows(X, y)).grouped(side)
    result = model.fit_prepared(whole).predict_proba(X)
    alone = learner().fit(X[inside], side[y][inside]).predict_proba(X)
    np.testing.assert_allclose(result, alone, rtol=1e-9)


@pytest.mark.parametrize("learner", [BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB])
def test_columns_of_a_summary_are_a_summary_of_columns(learner):
    random = np.random.default_rng(0)
    X, y = random.poisson(2.0, size=(80, 4)).astype(float), random.integers(3, size=80)
    for rows in [X] if learner is MultinomialNB else [X, np.where(random.random(X.shape) < 0.1, np.nan, X)]:
        model, index = learner(), np.array([2, 0])
        narrow = model.prepare(*model.check_rows(rows, y)).columns(index)
        alone = learner().fit(rows[:, index], y)
        model.n_features_in_ = 2
        np.testing.assert_allclose(
            model.fit_prepared(narrow).predict_proba(rows[:, index]), alone.predict_proba(rows[:, index])
        )
