"""Naive Bayes of categories, counts and bits against scikit-learn's, single fits and ten folds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse
import sklearn.naive_bayes
from sklearn.model_selection import cross_val_predict

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal
from benchmarks.grids import FOLDS, classes
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.complement import ComplementNB
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.bayes.multinomial import MultinomialNB


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    X, y = categories(1_000_000 // scale, 50, 10)
    name = f"{len(X):,} x 50, 10 levels"
    yield fit(CategoricalNB, X, y, name, wanted=15)
    yield fit(CategoricalNB, X.astype(np.uint8), y, f"{name}, bytes", wanted=15)
    yield predict(CategoricalNB, X, y, name)
    X, y = categories(200_000 // scale, 50, 10)
    for learner in (CategoricalNB, MultinomialNB, BernoulliNB):
        yield folds(learner, X, y, f"{len(X):,} x 50", wanted=10)
    X, y = classes(200_000 // scale, 50)
    yield folds(GaussianNB, X, y, f"{len(X):,} x 50", wanted=10)
    X, y = texts(20_000 // scale, 50_000 // scale, 20)
    name = f"sparse {X.shape[0]:,} x {X.shape[1]:,}, 20 classes"
    for learner in (MultinomialNB, BernoulliNB, ComplementNB):
        yield fit(learner, X, y, name, wanted=1)
        yield predict(learner, X, y, name, wanted=1)


def categories(n_rows: int, n_columns: int, n_levels: int) -> tuple[Any, Any]:
    """Codes that lean toward their class."""
    random = np.random.default_rng(0)
    y = random.integers(2, size=n_rows)
    X = random.integers(n_levels, size=(n_rows, n_columns))
    low = random.random((n_rows, n_columns)) < 0.1 * y[:, None]
    return np.where(low, X // 2, X), y


def texts(n_rows: int, n_columns: int, n_classes: int) -> tuple[Any, Any]:
    """Rows like documents: a hundred words each, some of them telling of their class."""
    random = np.random.default_rng(0)
    y = random.integers(n_classes, size=n_rows)
    words = random.zipf(1.3, size=(n_rows, 100)) % n_columns
    telling = random.random((n_rows, 100)) < 0.05
    words[telling] = (y[:, None] * 50 + random.integers(50, size=(n_rows, 100)))[telling] % n_columns
    places = (np.repeat(np.arange(n_rows), 100), words.ravel())
    counts = scipy.sparse.csr_matrix((np.ones(words.size), places), (n_rows, n_columns))
    counts.sum_duplicates()
    return counts, y


def fit(learner: Any, X: Any, y: Any, name: str, wanted: float) -> Case:
    peer, some = _peer(learner), X[:1000]
    return Case(
        "bayes",
        f"{learner.__name__} fit, {name}",
        "scikit-learn",
        lambda: learner().fit(X, y),
        lambda: peer().fit(X, y),
        lambda model: float(np.mean(model.predict(some) == y[:1000])),
        "accuracy of 1,000",
        lambda ours, theirs: largest_difference(ours.predict_proba(some), theirs.predict_proba(some)),
        wanted,
    )


def predict(learner: Any, X: Any, y: Any, name: str, wanted: float | None = None) -> Case:
    ours, theirs = learner().fit(X, y), _peer(learner)().fit(X, y)
    return Case(
        "bayes",
        f"{learner.__name__} predict, {name}",
        "scikit-learn",
        lambda: ours.predict(X),
        lambda: theirs.predict(X),
        lambda predicted: float(np.mean(predicted == y)),
        "accuracy",
        share_equal,
        wanted,
    )


def folds(learner: Any, X: Any, y: Any, name: str, wanted: float) -> Case:
    def ours() -> Any:
        task, predicted = gn.Task(X, y, kind="classification"), np.empty(len(y), dtype=y.dtype)
        for trained in gn.selection.train_each(learner(), task, list(FOLDS.split(X, y))):
            predicted[trained.held_out] = trained.learner.predict(trained.examples)
        return predicted

    return Case(
        "bayes",
        f"{learner.__name__}, 10-fold, {name}",
        "scikit-learn",
        ours,
        lambda: cross_val_predict(_peer(learner)(), X, y, cv=FOLDS),
        lambda predicted: float(np.mean(predicted == y)),
        "accuracy",
        share_equal,
        wanted,
    )


def _peer(learner: Any) -> Any:
    return getattr(sklearn.naive_bayes, learner.__name__)
