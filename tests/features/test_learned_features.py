"""Features that any estimator has learned."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.cluster import DBSCAN, KMeans
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.features.learned_features import LearnedFeatures
from gnomon.learners.rules.subgroups import SubgroupFeatures


def blobs():
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2)) + np.repeat([[0, 0], [8, 0], [0, 8]], 20, axis=0)
    return X, np.repeat(["a", "b", "c"], 20)


def test_clusters_give_distances_memberships_and_indicators():
    X, _ = blobs()
    kmeans = KMeans(3, n_init=1, random_state=0)
    np.testing.assert_allclose(LearnedFeatures(kmeans).fit_transform(X), kmeans.fit(X).transform(X))
    members = LearnedFeatures(kmeans, output="one_hot").fit_transform(X)
    assert members.sum(axis=0).tolist() == [20, 20, 20]
    mixture = LearnedFeatures(GaussianMixture(3, random_state=0)).fit(X)
    assert mixture.output_ == "probability"
    np.testing.assert_allclose(mixture.transform(X).sum(axis=1), 1)


def test_components_keep_their_names_beside_the_columns():
    frame = pd.DataFrame(blobs()[0], columns=["u", "v"])
    model = LearnedFeatures(PCA(1), append=True).set_output(transform="pandas").fit(frame)
    made = model.transform(frame)
    assert made.columns.tolist() == ["u", "v", "pca0"]
    np.testing.assert_allclose(made["pca0"], PCA(1).fit_transform(frame)[:, 0])


def test_concepts_and_scores_of_supervised_learners_become_features():
    X, y = blobs()
    concepts = LearnedFeatures(GaussianNB(), output="one_hot").fit(X, y)
    assert concepts.get_feature_names_out().tolist() == ["gaussiannb=a", "gaussiannb=b", "gaussiannb=c"]
    assert LearnedFeatures(LinearSVC()).fit(X, y).output_ == "score"
    subgroups = LearnedFeatures(SubgroupFeatures(n_subgroups=1)).fit(X, y)
    assert subgroups.transform(X).shape == (60, 3)


def test_cross_fitted_predictions_are_those_of_models_that_did_not_see_the_row():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 3)), random.normal(size=40)
    made = LearnedFeatures(LinearRegression(), cv=KFold(4)).fit_transform(X, y)
    for train, held_out in KFold(4).split(X):
        expected = LinearRegression().fit(X[train], y[train]).predict(X[held_out])
        np.testing.assert_allclose(made[held_out, 0], expected)
    labels = np.where(y > 0, "yes", "no")
    assert LearnedFeatures(LogisticRegression(), cv=4).fit_transform(X, labels).shape == (40, 2)


def test_clusters_and_components_of_parts_are_not_mixed():
    X, y = blobs()
    for estimator, output in (
        (KMeans(2, n_init=1), "auto"),
        (KMeans(2, n_init=1), "prediction"),
        (PCA(1), "auto"),
        (LinearDiscriminantAnalysis(), "transform"),
    ):
        with pytest.raises(ParameterError, match="do not match between folds"):
            LearnedFeatures(estimator, cv=3, output=output).fit_transform(X, y)


def test_a_class_that_a_part_lacks_is_said():
    X, y = blobs()
    y[0] = "z"
    with pytest.raises(DataError, match="a class is absent"):
        LearnedFeatures(GaussianNB(), cv=3).fit_transform(X, y)


def test_what_cannot_place_new_rows_or_takes_no_weights_is_refused():
    X, y = blobs()
    with pytest.raises(ParameterError, match="DBSCAN has no transform or predict"):
        LearnedFeatures(DBSCAN()).fit(X)
    with pytest.raises(ParameterError, match="no predict_proba"):
        LearnedFeatures(KMeans(2, n_init=1), output="probability").fit(X)
    with pytest.raises(DesignError, match="does not support sample weights"):
        LearnedFeatures(PCA(1)).fit(X, sample_weight=np.ones(60))
    with pytest.raises(ParameterError, match="an object with a fit method"):
        LearnedFeatures("kmeans").fit(X, y)


def test_sparse_rows_stay_sparse():
    X = scipy.sparse.random(30, 5, 0.5, random_state=0, format="coo")
    made = LearnedFeatures(KMeans(2, n_init=1, random_state=0), append=True).fit_transform(X)
    assert scipy.sparse.issparse(made)
    assert made.shape == (30, 7)
