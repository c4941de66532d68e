"""Scores of subsets are the same by every method, computed once, and counted."""

import numpy as np
import pytest
import scipy.sparse
import sklearn.linear_model
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import get_scorer
from sklearn.model_selection import KFold, ShuffleSplit, StratifiedKFold, cross_val_score

from gnomon.errors import DesignError
from gnomon.features.select.logistic_subsets import Products
from gnomon.features.select.scores_by_moments import MomentScores, moment_scores
from gnomon.features.select.scores_by_newton import NewtonScores
from gnomon.features.select.scores_by_refitting import RefittedScores, SharedScores
from gnomon.features.select.subset_score import SubsetScores, scoring_method
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.linear.least_squares import LinearRegression
from gnomon.learners.linear.logistic import LogisticRegression
from gnomon.learners.linear.ridge import Ridge
from gnomon.learners.neighbors.nearest import KNeighborsClassifier


def rows(n=90, d=6, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * np.geomspace(0.1, 10, d) + 20
    return X, X[:, 0] * 10 - X[:, 2] + random.normal(size=n)


def both(learner, X, y, cuts, name):
    scorer = get_scorer(name)
    plain = RefittedScores(learner, X, y, cuts, scorer)
    return scoring_method(learner, X, y, cuts, scorer, name, None), plain


SUBSETS = [np.array([[0], [1], [5]]), np.array([[0, 2], [1, 4], [3, 5]]), np.array([[0, 1, 2, 3, 4, 5]])]


@pytest.mark.parametrize("name", ["r2", "neg_mean_squared_error", "neg_root_mean_squared_error"])
@pytest.mark.parametrize(
    "learner",
    [
        sklearn.linear_model.LinearRegression(),
        sklearn.linear_model.LinearRegression(fit_intercept=False),
        sklearn.linear_model.Ridge(alpha=5.0),
        LinearRegression(),
        Ridge(alpha=2.0, fit_intercept=False),
    ],
    ids=repr,
)
@pytest.mark.parametrize("splitter", [KFold(4), ShuffleSplit(3, random_state=0)], ids=["folds", "draws"])
def test_moments_give_the_scores_of_training_afresh(learner, name, splitter):
    X, y = rows()
    quick, plain = both(learner, X, y, list(splitter.split(X)), name)
    assert isinstance(quick, MomentScores)
    for subsets in SUBSETS:
        assert np.allclose(quick.of(subsets), plain.of(subsets), rtol=1e-8, atol=1e-10)


def test_moments_of_sparse_rows_give_the_same_scores():
    X, y = rows()
    X = scipy.sparse.csr_matrix(np.where(np.abs(X - 20) > 1, X, 0.0))
    quick, plain = both(sklearn.linear_model.Ridge(tol=1e-12), X, y, list(KFold(3).split(X)), "r2")
    assert isinstance(quick, MomentScores)
    assert np.allclose(quick.of(SUBSETS[1]), plain.of(SUBSETS[1]), rtol=1e-6)


@settings(max_examples=10, deadline=None, report_multiple_bugs=False)
@given(seed=st.integers(0, 10**6), copies=st.integers(0, 2), scale=st.sampled_from([1e-6, 1.0, 1e6]))
def test_collinear_and_constant_columns_score_as_training_afresh_does(seed, copies, scale):
    random = np.random.default_rng(seed)
    X = random.normal(size=(30, 4)) * scale
    X[:, 1] = X[:, 0] * copies
    X[:10, 3] = 7.0
    y = random.normal(size=30)
    learner = sklearn.linear_model.LinearRegression()
    quick, plain = both(learner, X, y, list(KFold(3).split(X)), "r2")
    for subsets in (np.array([[0, 1], [0, 2], [1, 3]]), np.array([[0, 1, 3], [0, 2, 3]])):
        assert np.allclose(quick.of(subsets), plain.of(subsets), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    "learner",
    [
        sklearn.linear_model.LinearRegression(positive=True),
        Ridge(per_row=True),
        sklearn.linear_model.Lasso(),
        sklearn.linear_model.Ridge(alpha=[1.0]),
    ],
    ids=repr,
)
def test_other_problems_are_not_taken_for_least_squares(learner):
    X, y = rows()
    plain = RefittedScores(learner, X, y, list(KFold(3).split(X)), get_scorer("r2"))
    assert moment_scores(learner, plain, "r2") is None


def test_a_held_out_part_of_one_target_goes_the_plain_way():
    X, y = rows(12)
    y[:4] = 1.0
    assert isinstance(both(LinearRegression(), X, y, list(KFold(3).split(X)), "r2")[0], SharedScores)


@pytest.mark.parametrize("name", ["accuracy", "neg_log_loss", "roc_auc"])
@pytest.mark.parametrize(
    "learner",
    [LogisticRegression(), LogisticRegression(C=30.0, fit_intercept=False), LogisticRegression(C=0.01)],
    ids=repr,
)
def test_logistic_scores_side_by_side_are_those_of_training_afresh(learner, name):
    X, y = rows()
    labels = np.where(y > np.median(y), "yes", "no")
    quick, plain = both(learner, X, labels, list(StratifiedKFold(3).split(X, labels)), name)
    assert isinstance(quick, NewtonScores)
    for subsets in (*SUBSETS, SUBSETS[1][:, ::-1].copy()):
        assert np.allclose(quick.of(np.sort(subsets)), plain.of(np.sort(subsets)), rtol=1e-6, atol=1e-8)


def test_separable_classes_score_as_training_afresh_does():
    X = np.arange(40.0)[:, None] * [1.0, 1e-3, 0.0] + [0, 5, 1]
    y = (X[:, 0] > 19.5).astype(int)
    learner = LogisticRegression(C=1e6)
    quick, plain = both(
        learner, X, y, list(StratifiedKFold(4, shuffle=True, random_state=0).split(X, y)), "accuracy"
    )
    subsets = np.array([[0, 1], [0, 2]])
    assert np.array_equal(quick.of(subsets), plain.of(subsets))


@pytest.mark.parametrize(
    "learner",
    [
        sklearn.linear_model.LogisticRegression(solver="liblinear"),
        sklearn.linear_model.LogisticRegression(class_weight="balanced"),
        LogisticRegression(l1_ratio=1.0),
        LogisticRegression(C=np.inf),
    ],
    ids=repr,
)
def test_other_prices_are_not_taken_for_logistic_regression(learner):
    X, y = rows()
    quick, _ = both(learner, X, y > np.median(y), [(np.arange(60), np.arange(60, 90))], "accuracy")
    assert isinstance(quick, RefittedScores)


def test_three_classes_go_the_plain_way():
    X = rows()[0]
    quick, _ = both(LogisticRegression(), X, np.arange(90) % 3, list(KFold(3).split(X)), "accuracy")
    assert isinstance(quick, RefittedScores)


@pytest.mark.parametrize("wide", [False, True])
def test_products_of_subsets_are_those_of_their_columns(wide, monkeypatch):
    monkeypatch.setattr("gnomon.features.select.logistic_subsets.NARROW", 0 if wide else 64)
    random = np.random.default_rng(0)
    columns, residual = random.normal(size=(6, 9)), random.normal(size=(3, 9))
    subsets, w = np.array([[0, 1, 4], [0, 2, 4], [0, 4, 5]]), random.normal(size=(3, 3))
    kept = np.array([True, False, True])
    for products, some in (
        (Products(columns, subsets), slice(None)),
        (Products(columns, subsets).only(kept), kept),
    ):
        expected = np.array([columns[subset].T @ each for subset, each in zip(subsets[some], w[some])])
        assert np.allclose(products.values(w[some]), expected)
        sums = np.array([columns[subset] @ each for subset, each in zip(subsets[some], residual[some])])
        assert np.allclose(products.sums(residual[some]), sums)


@pytest.mark.parametrize("learner", [GaussianNB(), LinearDiscriminantAnalysis()], ids=repr)
def test_summaries_give_the_scores_of_training_afresh(learner):
    X, y = rows()
    labels = np.digitize(y, np.quantile(y, [0.3, 0.7]))
    quick, plain = both(learner, X, labels, list(StratifiedKFold(3).split(X, labels)), "accuracy")
    assert isinstance(quick, SharedScores)
    for subsets in SUBSETS:
        assert np.array_equal(quick.of(subsets), plain.of(subsets))


def test_threads_change_no_score():
    X, y = rows()
    labels, cuts = (y > 0).astype(int), list(KFold(3).split(X))
    one, two = (
        RefittedScores(KNeighborsClassifier(3), X, labels, cuts, get_scorer("accuracy"), n_jobs)
        for n_jobs in (1, 2)
    )
    assert np.array_equal(one.of(SUBSETS[1]), two.of(SUBSETS[1]))


def test_no_subset_is_trained_twice():
    X, y = rows()
    scores = SubsetScores(Ridge(), X, y, list(KFold(5).split(X)), get_scorer("r2"), "r2")
    first = scores.of([(0,), (1, 2), (0,)])
    assert scores.n_models == 10
    assert scores.of([(0,)])[0] is first[0]
    assert [trial.subset for trial in scores.trials] == [(0,), (1, 2)]


def test_a_constant_scores_as_scikit_learns_dummies_do():
    X, y = rows()
    cuts = list(KFold(4).split(X))
    for learner, dummy, target, name in (
        (Ridge(), DummyRegressor(), y, "r2"),
        (GaussianNB(), DummyClassifier(), np.digitize(y, np.quantile(y, [0.2, 0.4])), "accuracy"),
    ):
        scores = SubsetScores(learner, X, target, cuts, get_scorer(name), name)
        expected = cross_val_score(dummy, X, target, cv=KFold(4), scoring=name).mean()
        assert scores.of_a_constant() == pytest.approx(expected)
    assert (
        SubsetScores(Ridge(), X, y, cuts, get_scorer("neg_max_error"), "neg_max_error").of_a_constant()
        is None
    )


def test_of_equal_subsets_the_first_is_the_best():
    X, y = rows()
    X[:, 4] = X[:, 0]
    scores = SubsetScores(LinearRegression(), X, y, list(KFold(5).split(X)), get_scorer("r2"), "r2")
    assert scores.best([(1,), (4,), (0,)]).subset == (4,)
    assert scores.best([(0,), (4,)]).subset == (0,)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
def test_a_score_that_is_not_defined_is_refused_with_its_split():
    X = rows()[0]
    labels = (np.arange(90) < 60).astype(int)
    cuts = [(np.arange(90), np.arange(90)), (np.arange(90), np.arange(10))]
    scores = SubsetScores(GaussianNB(), X, labels, cuts, get_scorer("roc_auc"), "roc_auc")
    with pytest.raises(DesignError, match="on split 1 is nan"):
        scores.of([(0,)])
