"""Prepared data seen through some columns are those of the narrowed rows."""

import numpy as np
import pytest

from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.linear.lasso import Lasso
from gnomon.learners.linear.least_squares import LinearRegression
from gnomon.learners.linear.least_squares_classifier import LeastSquaresClassifier
from gnomon.learners.linear.nearest_mean import NearestMean
from gnomon.learners.linear.quadratic import QuadraticDiscriminantAnalysis
from gnomon.learners.linear.ridge import Ridge
from gnomon.learners.neighbors.nearest import KNeighborsClassifier
from gnomon.sharing.class_scatter import ClassScatter
from gnomon.sharing.columns import ColumnSplits, supports_column_subsets
from gnomon.sharing.factored import FactoredMoments
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import ClassMoments, Moments
from gnomon.sharing.prepared import Rows

KEPT = np.array([0, 3, 4])
LEARNERS = [
    LinearRegression(),
    Ridge(alpha=3.0),
    Lasso(alpha=0.1),
    GaussianNB(),
    NearestMean(),
    LinearDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(),
    LeastSquaresClassifier(),
]


@pytest.fixture
def table():
    random = np.random.default_rng(3)
    X = random.normal(size=(60, 5)) + np.array([0, 50, -3, 0, 1000])
    return X, (X[:, 0] + X[:, 3] + random.normal(size=60) > 0).astype(int)


def test_moments_of_some_columns_are_a_part_of_all_moments(table):
    X, y = table
    narrow, alone = Moments.of(X, 1.0 * y).columns(KEPT), Moments.of(X[:, KEPT].copy(), 1.0 * y)
    assert narrow.n_targets == 1
    assert np.allclose(narrow.mean, alone.mean, rtol=1e-14)
    assert np.allclose(narrow.scatter, alone.scatter, rtol=1e-10)


@pytest.mark.parametrize("kind", [ClassMoments, ClassScatter])
def test_class_summaries_of_some_columns_are_a_part_of_all(table, kind):
    X, y = table
    narrow = kind.of(X, Labels.of(y)).columns(KEPT)
    alone = kind.of(X[:, KEPT].copy(), Labels.of(y))
    assert np.allclose(narrow.mean, alone.mean, rtol=1e-14)
    assert np.allclose(narrow.scatter, alone.scatter, rtol=1e-10, atol=1e-9)


def test_factors_keep_their_digits_when_columns_are_left_out(table):
    X, y = table
    X = np.column_stack([X, X[:, 0] + 1e-7 * X[:, 1]])
    kept = np.array([0, 3, 5])
    data = FactoredMoments.of(X, 1.0 * y).columns(kept)
    factor = data.factor()
    assert np.allclose(factor.T @ factor, Moments.of(X[:, kept].copy(), 1.0 * y).scatter, rtol=1e-10)
    model = LinearRegression()
    model.n_features_in_ = 3
    found = model.fit_prepared(data).predict(X[:, kept])
    assert np.allclose(found, LinearRegression().fit(X[:, kept], y).predict(X[:, kept]), atol=1e-6)


def test_rows_narrow_by_indexing(table):
    X, y = table
    assert np.array_equal(Rows(X, y).columns(KEPT).X, X[:, KEPT])


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda each: type(each).__name__)
def test_a_learner_on_narrowed_summaries_is_the_one_trained_on_those_columns(table, learner):
    X, y = table
    cuts = [(np.flatnonzero(np.arange(60) % 3 != fold), np.arange(fold, 60, 3)) for fold in range(3)]
    assert supports_column_subsets(learner, X, y)
    splits = ColumnSplits(learner, X, y, cuts)
    for split, (train, held_out) in enumerate(cuts):
        alone = type(learner)(**learner.get_params()).fit(X[train][:, KEPT], y[train])
        found = splits.fitted(split, KEPT).predict(X[held_out][:, KEPT])
        assert np.allclose(found, alone.predict(X[held_out][:, KEPT]), atol=1e-9)


def test_neighbors_do_not_narrow(table):
    assert not supports_column_subsets(KNeighborsClassifier(), *table)
