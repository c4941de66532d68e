import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.cluster import KMeans

from gnomon.assessment.measures import compactness, inertia, silhouette, silhouettes
from gnomon.errors import DataError, ParameterError


def a_draw(seed, n_rows=40):
    generator = np.random.default_rng(seed)
    clusters = generator.integers(3, size=n_rows)
    clusters[:3] = 0, 1, 2
    return generator.normal(size=(n_rows, 2)) + clusters[:, None], clusters, generator.integers(1, 4, n_rows)


@settings(max_examples=20)
@given(st.integers(0, 1000), st.sampled_from(["euclidean", "manhattan", "cosine"]))
def test_silhouettes_agree_with_scikit_learn(seed, metric):
    X, clusters, _ = a_draw(seed)
    assert np.allclose(
        silhouettes(X, clusters, metric=metric), metrics.silhouette_samples(X, clusters, metric=metric)
    )
    assert np.isclose(
        silhouette(X, clusters, metric=metric), metrics.silhouette_score(X, clusters, metric=metric)
    )


@settings(max_examples=20)
@given(st.integers(0, 1000))
def test_weights_are_repetitions(seed):
    X, clusters, weight = a_draw(seed)
    for measure in (silhouette, inertia):
        repeated = measure(np.repeat(X, weight, axis=0), np.repeat(clusters, weight))
        assert np.isclose(measure(X, clusters, weight.astype(float)), repeated)


def test_inertia_is_that_of_k_means():
    X, _, _ = a_draw(1)
    model = KMeans(3, n_init=2, random_state=0).fit(X)
    assert inertia(X, model.labels_) == pytest.approx(model.inertia_)


def test_blocks_of_rows_change_nothing(monkeypatch):
    X, clusters, _ = a_draw(2)
    whole = silhouettes(X, clusters)
    monkeypatch.setattr(compactness, "_PAIRS", 7 * len(X))
    assert np.allclose(silhouettes(X, clusters), whole)


def test_degenerate_clusters_give_a_defined_value_or_an_error():
    assert silhouette([[0.0], [1.0]], [0, 1]) == 0.0
    assert silhouette([[0.0], [0.0], [0.0], [0.0]], [0, 0, 1, 1]) == 0.0
    assert inertia([[1.0]], ["a"]) == 0.0
    with pytest.raises(DataError, match="there is 1"):
        silhouette([[0.0], [1.0]], [0, 0])
    with pytest.raises(DataError, match="there is 1"):
        silhouette([[0.0], [1.0]], [0, 1], np.array([1.0, 0.0]))
    with pytest.raises(DataError, match="row 1"):
        inertia([[0.0], [np.nan]], [0, 0])
    with pytest.raises(DataError, match="shape"):
        inertia([0.0, 1.0], [0, 0])
    with pytest.raises(DataError, match="0 rows"):
        inertia(np.zeros((0, 2)), [])
    with pytest.raises(ParameterError, match="manhattan"):
        silhouette([[0.0], [1.0]], [0, 1], metric="hamming distance")
