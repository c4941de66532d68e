import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, DataWarning
from gnomon.learners.clusters.divisive import DivisiveClustering
from gnomon.sharing import laws

METHODS = ("bisecting", "diana")


def blobs(n=60, k=4, seed=0):
    random = np.random.default_rng(seed)
    center = random.integers(k, size=n)
    return random.normal(size=(n, 2)) + 30 * np.array([[0, 0], [1, 0], [0, 1.2], [1.4, 1.3]])[center], center


@pytest.mark.parametrize("method", METHODS)
def test_separate_clusters_are_recovered_and_training_rows_predicted_to_theirs(method):
    X, truth = blobs()
    model = DivisiveClustering(4, method=method).fit(X)
    assert np.array_equal(np.equal.outer(model.labels_, model.labels_), np.equal.outer(truth, truth))
    assert np.array_equal(model.predict(X), model.labels_)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=15)
@given(n=st.integers(1, 25), seed=st.integers(0, 30))
def test_splits_end_with_rows_alone_and_heights_never_rise(method, n, seed):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    model = DivisiveClustering(None, method=method).fit(X)
    assert model.labels_.tolist() == list(range(n))
    assert (np.diff(model.history_) <= 1e-9).all()
    assert model.tree_.is_monotonic


def diana_of_definition(X, k):
    """Kaufman & Rousseeuw's rule, on lists."""
    D = np.linalg.norm(X[:, None] - X, axis=2)
    clusters = [list(range(len(X)))]
    while len(clusters) < k:
        clusters.sort(key=lambda c: D[np.ix_(c, c)].max())
        stay, gone = clusters.pop(), []
        while len(stay) > 1:
            gain = [
                D[i, [j for j in stay if j != i]].mean() - (D[i, gone].mean() if gone else 0.0) for i in stay
            ]
            if max(gain) <= 0:
                break
            gone.append(stay.pop(int(np.argmax(gain))))
        clusters += [stay, gone]
    return {frozenset(c) for c in clusters}


@pytest.mark.parametrize("seed", range(4))
def test_diana_is_that_of_its_definition(seed):
    X = np.random.default_rng(seed).normal(size=(18, 2))
    for k in (2, 4, 9):
        labels = DivisiveClustering(k, method="diana").fit(X).labels_
        assert {frozenset(np.flatnonzero(labels == c)) for c in range(k)} == diana_of_definition(X, k)


def test_bisecting_always_splits_the_largest_sum_of_squares():
    X = np.array([[0.0], [1.0], [10.0], [14.0], [30.0], [31.0]])
    model = DivisiveClustering(3).fit(X)
    assert model.labels_.tolist() == [0, 0, 1, 1, 2, 2]
    sums = [float(((part - part.mean()) ** 2).sum()) for part in (X, X[:4])]
    np.testing.assert_allclose(model.history_, sums)


@pytest.mark.parametrize("method", METHODS)
def test_a_tree_of_more_clusters_holds_those_of_fewer(method):
    X, _ = blobs(seed=3)
    tall, short = (DivisiveClustering(k, method=method).fit(X) for k in (8, 4))
    held = tall.tree_.cut(n_clusters=4)[tall.labels_]
    assert np.array_equal(held, short.labels_)


@pytest.mark.parametrize("method", METHODS)
def test_it_keeps_the_law_of_narrowing_with_many_clusters(method):
    laws.check_subsetting(DivisiveClustering(5, method=method))


@pytest.mark.parametrize("method", METHODS)
def test_equal_rows_are_not_split_with_a_warning(method):
    with pytest.warns(DataWarning, match="2 distinct rows, fewer than n_clusters=3"):
        model = DivisiveClustering(3, method=method).fit([[1.0], [1.0], [2.0]])
    assert model.labels_.tolist() == [0, 0, 1]


def test_more_clusters_than_rows_are_refused():
    with pytest.raises(DataError, match="n_samples=2 is less than n_clusters=3"):
        DivisiveClustering(3).fit([[0.0], [1.0]])
