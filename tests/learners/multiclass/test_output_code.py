import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.errors import ParameterError

OutputCodeClassifier = gn.OutputCodeClassifier


def sample(n_classes=5, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=200)
    return random.normal(size=(200, 3)) + 2 * random.normal(size=(n_classes, 3))[y], y


@pytest.mark.parametrize("code_size", [None, 0.7, 1.5, 2.0])
@pytest.mark.parametrize("n_classes", [2, 3, 5, 8])
def test_every_bit_is_useful_and_no_two_words_are_alike(n_classes, code_size):
    X, y = sample(n_classes)
    book = OutputCodeClassifier(gn.NearestMean(), code_size=code_size).fit(X, y).code_book_
    assert ((book.sum(axis=0) > 0) & (book.sum(axis=0) < n_classes)).all()
    assert len(np.unique(book, axis=0)) == n_classes
    assert len(np.unique(np.where(book[0] == 1, 1 - book, book), axis=1).T) == book.shape[1]


def test_all_useful_bits_of_four_classes_are_seven():
    X, y = sample(4)
    assert OutputCodeClassifier(gn.NearestMean(), code_size=None).fit(X, y).code_book_.shape == (4, 7)


@pytest.mark.parametrize("base", [LogisticRegression(), LinearSVC(), gn.GaussianNB()], ids=repr)
def test_the_nearest_word_wins(base):
    X, y = sample()
    model = OutputCodeClassifier(base, code_size=2).fit(X, y)
    soft = hasattr(base, "predict_proba")
    bits = np.column_stack(
        [one.predict_proba(X)[:, 1] if soft else one.predict(X) for one in model.estimators_]
    )
    far = np.abs(bits[:, None, :] - model.code_book_).sum(axis=2)
    np.testing.assert_allclose(model.decision_function(X), -far, atol=1e-12)
    assert model.score(X, y) > 0.6


def test_two_classes_have_one_score():
    X, y = sample(2)
    model = OutputCodeClassifier(gn.LinearDiscriminantAnalysis()).fit(X, y)
    assert ((model.decision_function(X) > 0) == (model.predict(X) == 1)).all()


def test_the_code_is_reproducible_by_default():
    X, y = sample(8)
    a, b = (OutputCodeClassifier(gn.NearestMean()).fit(X, y).code_book_ for _ in range(2))
    assert np.array_equal(a, b)
    other = OutputCodeClassifier(gn.NearestMean(), random_state=1).fit(X, y).code_book_
    assert not np.array_equal(a, other)


def test_words_that_are_too_short_or_too_long_are_refused():
    X, y = sample(8)
    with pytest.raises(ParameterError, match="increase code_size"):
        OutputCodeClassifier(gn.NearestMean(), code_size=0.25).fit(X, y)
    with pytest.raises(ParameterError, match="limited to 10 classes"):
        OutputCodeClassifier(gn.NearestMean(), code_size=None).fit(
            np.arange(24.0)[:, None], np.arange(24) // 2
        )
