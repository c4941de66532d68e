import numpy as np
import pytest
from sklearn.metrics import silhouette_samples as sklearn_silhouettes

from gnomon.assessment.measures.compactness import silhouettes
from gnomon.learners.clusters import silhouette
from gnomon.learners.clusters.silhouette import silhouette_samples


@pytest.mark.parametrize("pairs", [100, 1_000_000])
def test_they_are_scikit_learn_s_in_blocks_of_any_size(pairs, monkeypatch):
    monkeypatch.setattr(silhouette, "PAIRS_PER_BLOCK", pairs)
    random = np.random.default_rng(0)
    X, labels = random.normal(size=(120, 3)) + 1e3, random.integers(4, size=120)
    np.testing.assert_allclose(silhouette_samples(X, labels), sklearn_silhouettes(X, labels), atol=1e-9)


def test_weights_count_as_the_measure_counts_them():
    random = np.random.default_rng(1)
    X, labels, weight = (
        random.normal(size=(50, 2)),
        random.integers(3, size=50),
        random.integers(1, 4, size=50),
    )
    expected = silhouettes(X, labels, weight)
    np.testing.assert_allclose(silhouette_samples(X, labels, weight.astype(float)), expected, atol=1e-9)


def test_one_cluster_has_none():
    assert silhouette_samples(np.eye(3), np.zeros(3, dtype=int)).tolist() == [0, 0, 0]
