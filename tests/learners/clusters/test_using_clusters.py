"""Cluster-then-classify, a classifier for each cluster, and clusters as features."""

import numpy as np
import pytest
import sklearn.linear_model
from sklearn.pipeline import make_pipeline

from gnomon import (
    ClusterClassifier,
    ClusterFeatures,
    ClusterwiseClassifier,
    GaussianNB,
    KMeans,
    LogisticRegression,
    Perceptron,
)
from gnomon.errors import DataError


def chessboard(n_rows=400, seed=0):
    """Four clouds, of which those at opposite corners are of one class: no line tells the classes apart."""
    random = np.random.default_rng(seed)
    corner = np.arange(n_rows) % 4
    X = 6 * np.column_stack([corner % 2, corner // 2]) + random.normal(size=(n_rows, 2))
    return X, np.array(["even", "odd", "odd", "even"])[corner]


def test_clusters_named_by_their_rows_bend_the_border():
    X, y = chessboard()
    assert LogisticRegression().fit(X, y).score(X, y) < 0.8
    assert ClusterClassifier(4).fit(X, y).score(X, y) > 0.97


def test_weights_name_a_cluster():
    X, y = [[0.0], [0.1], [9.0], [9.1]], ["a", "b", "b", "b"]
    model = ClusterClassifier(2).fit(X, y, sample_weight=[3, 1, 1, 1])
    assert model.predict([[0.0]]).tolist() == ["a"]
    np.testing.assert_allclose(model.predict_proba([[0.0]]), [[0.75, 0.25]])


def test_each_cluster_has_its_own_classifier():
    random = np.random.default_rng(0)
    X = random.uniform(-1, 1, size=(300, 2)) + np.repeat([[0, 0], [10, 0]], 150, axis=0)
    y = np.where(np.arange(300) < 150, X[:, 1] > 0, X[:, 1] < 0)
    whole = LogisticRegression().fit(X, y).score(X, y)
    each = ClusterwiseClassifier(LogisticRegression(), n_clusters=2).fit(X, y)
    assert whole < 0.6
    assert each.score(X, y) > 0.97
    peer = ClusterwiseClassifier(sklearn.linear_model.LogisticRegression(), n_clusters=2).fit(X, y)
    assert np.mean(peer.predict(X) == each.predict(X)) > 0.97


def test_a_cluster_of_one_class_predicts_it_and_a_small_one_uses_the_overall_classifier():
    X = np.concatenate([np.arange(6.0), [100, 101, 102], [200, 201]])[:, None]
    y = np.array(list("aaabbb" + "ccc" + "ab"))
    model = ClusterwiseClassifier(GaussianNB(), n_clusters=3).fit(X, y)
    assert model.predict([[101.0]]).tolist() == ["c"]
    assert model.predict_proba([[101.0]]).tolist() == [[0, 0, 1]]
    by_cluster = model.clusters_.predict([[0.0], [101.0], [200.0]])
    assert model.estimators_[by_cluster[1]] is None
    assert model.predict([[200.0]]).tolist() == GaussianNB().fit(X, y).predict([[200.0]]).tolist()


def test_a_classifier_that_takes_no_weights_is_refused_with_them():
    X, y = chessboard(40)
    with pytest.raises(ValueError, match="predict_proba"):
        ClusterwiseClassifier(Perceptron()).fit(X, y)

    class Unweighted(GaussianNB):
        """Takes no weights."""

        def fit(self, X, y):
            return super().fit(X, y)

    with pytest.raises(DataError, match="does not support sample_weight"):
        ClusterwiseClassifier(Unweighted()).fit(X, y, sample_weight=np.ones(40))


def test_clusters_as_features_let_a_line_bend():
    X, y = chessboard()
    model = make_pipeline(ClusterFeatures(4), LogisticRegression()).fit(X, y)
    assert model.score(X, y) > 0.97


def test_each_kind_of_feature_is_what_it_says():
    X, _ = chessboard(40)
    clusters = KMeans(4).fit(X)
    label, one_hot, distance = (
        ClusterFeatures(4, output=each).fit(X).transform(X) for each in ("label", "one_hot", "distance")
    )
    assert np.array_equal(label[:, 0], clusters.labels_)
    assert np.array_equal(one_hot.argmax(axis=1), clusters.labels_)
    np.testing.assert_allclose(distance, clusters.transform(X))
    beside = ClusterFeatures(4, append=True).fit(X)
    assert np.array_equal(beside.transform(X)[:, :2], X)
    assert beside.get_feature_names_out().tolist() == ["x0", "x1", *(f"cluster{k}" for k in range(4))]
    assert ClusterFeatures(4, output="label").fit(X).get_feature_names_out().tolist() == ["cluster"]
