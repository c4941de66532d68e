import numpy as np
import pytest
import scipy.sparse
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier as Peer
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.errors import DataError, ParameterError

OneVsRestClassifier = gn.OneVsRestClassifier


def sample(n_classes=4, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=150)
    X = random.normal(size=(150, 3)) + 1.5 * random.normal(size=(n_classes, 3))[y]
    return X, np.array(list("abcdefgh"))[y]


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("base", [LogisticRegression(), GaussianNB(), LinearSVC()])
def test_it_agrees_with_scikit_learn(base, n_classes):
    X, y = sample(n_classes)
    ours, theirs = OneVsRestClassifier(base).fit(X, y), Peer(base).fit(X, y)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    if hasattr(base, "predict_proba"):
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-12)
    else:
        np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X))
        assert not hasattr(ours, "predict_proba")


@pytest.mark.parametrize(
    "base",
    [
        gn.LinearDiscriminantAnalysis(),
        gn.QuadraticDiscriminantAnalysis(),
        gn.GaussianNB(),
        gn.NearestMean(),
        gn.Baseline(),
        gn.DecisionStump(),
        gn.KNeighborsClassifier(),
    ],
    ids=lambda base: type(base).__name__,
)
def test_what_is_shared_gives_the_models_that_rows_give(base):
    X, y = sample()
    weight = None if type(base).__name__ == "KNeighborsClassifier" else np.arange(150) % 3
    model = OneVsRestClassifier(base).fit(X, y, **({} if weight is None else {"sample_weight": weight}))
    for label, one in zip("abcd", model.estimators_, strict=True):
        alone = type(base)(**base.get_params()).fit(
            X, (y == label).astype(int), **({} if weight is None else {"sample_weight": weight})
        )
        assert np.array_equal(one.predict(X), alone.predict(X))
        if hasattr(alone, "decision_function"):
            np.testing.assert_allclose(one.decision_function(X), alone.decision_function(X), rtol=1e-8)


def test_rows_are_looked_at_once_for_all_classes(monkeypatch):
    X, y = sample()
    calls = []
    prepare = gn.NearestMean.prepare
    monkeypatch.setattr(
        gn.NearestMean, "prepare", lambda self, *given: calls.append(1) or prepare(self, *given)
    )
    OneVsRestClassifier(gn.NearestMean()).fit(X, y)
    assert len(calls) == 1


def test_columns_are_sorted_once_for_all_classes_and_folds(monkeypatch):
    from gnomon.sharing.order import Order

    X, y = sample()
    calls = []
    sort = Order.of.__func__
    monkeypatch.setattr(Order, "of", classmethod(lambda cls, *given: calls.append(1) or sort(cls, *given)))
    gn.resample(gn.Task(X, y), OneVsRestClassifier(gn.DecisionStump()), gn.k_fold(5))
    assert len(calls) == 1


def test_threads_do_not_change_the_result():
    X, y = sample()
    one, two = (OneVsRestClassifier(gn.Perceptron(max_iter=9), n_jobs=n) for n in (1, 2))
    with pytest.warns(gn.errors.NumericsWarning):
        one.fit(X, y)
    with pytest.warns(gn.errors.NumericsWarning):
        two.fit(X, y)
    np.testing.assert_array_equal(one.decision_function(X), two.decision_function(X))


def test_sparse_rows_go_where_the_learner_takes_them():
    X, y = sample()
    dense = OneVsRestClassifier(LogisticRegression(tol=1e-8)).fit(X, y)
    sparse = OneVsRestClassifier(LogisticRegression(tol=1e-8)).fit(scipy.sparse.csr_matrix(X), y)
    np.testing.assert_allclose(dense.predict_proba(X), sparse.predict_proba(X), atol=1e-5)
    with pytest.raises(TypeError, match="parse"):
        OneVsRestClassifier(gn.NearestMean()).fit(scipy.sparse.csr_matrix(X), y)


def test_a_thousand_classes_have_a_thousand_models():
    X = np.arange(2000.0)[:, None]
    model = OneVsRestClassifier(gn.GaussianNB()).fit(X, np.arange(2000) // 2)
    assert len(model.estimators_) == 1000
    assert model.predict_proba(X[:3]).sum(axis=1) == pytest.approx(1)


def test_bad_requests_are_refused():
    X, y = sample()
    with pytest.raises(DataError, match="2 classes or more"):
        OneVsRestClassifier().fit(X, np.zeros(150))
    with pytest.raises(DataError, match="Perceptron does not support sample_weight"):
        OneVsRestClassifier(gn.Perceptron()).fit(X, y, sample_weight=np.ones(150))
    with pytest.raises(ParameterError, match="estimator"):
        OneVsRestClassifier("svm").fit(X, y)
