import numpy as np
import pytest
import sklearn.cluster
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import adjusted_rand_score

from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.agglomerative import AgglomerativeClustering
from gnomon.learners.clusters.linkage import LINKAGES
from gnomon.sharing import laws


def rows(n=120, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, 3)) + 4 * random.normal(size=(4, 3))[random.integers(4, size=n)]


@pytest.mark.parametrize("linkage", ["ward", "complete", "average", "single"])
def test_the_clusters_are_those_of_scikit_learn(linkage):
    X = rows()
    theirs = sklearn.cluster.AgglomerativeClustering(5, linkage=linkage, compute_distances=True).fit(X)
    ours = AgglomerativeClustering(5, linkage=linkage).fit(X)
    assert adjusted_rand_score(ours.labels_, theirs.labels_) == 1
    np.testing.assert_allclose(ours.distances_, theirs.distances_, rtol=1e-10)
    assert ours.n_leaves_ == theirs.n_leaves_


@pytest.mark.parametrize("height", [0.0, 1.5, 1e9])
def test_a_height_leaves_as_many_clusters_as_in_scikit_learn(height):
    X = rows()
    both = [
        kind(n_clusters=None, distance_threshold=height, linkage="average").fit(X)
        for kind in (AgglomerativeClustering, sklearn.cluster.AgglomerativeClustering)
    ]
    assert both[0].n_clusters_ == both[1].n_clusters_
    assert adjusted_rand_score(both[0].labels_, both[1].labels_) == 1


@pytest.mark.parametrize("linkage", LINKAGES)
def test_distances_and_rows_give_the_same_tree_and_the_same_predictions(linkage):
    X, new = rows(60), rows(10, 1)
    by_rows = AgglomerativeClustering(4, linkage=linkage).fit(X)
    by_distances = AgglomerativeClustering(4, linkage=linkage, metric="precomputed").fit(squareform(pdist(X)))
    assert np.array_equal(by_rows.labels_, by_distances.labels_)
    across = np.linalg.norm(new[:, None] - X, axis=2)
    assert np.array_equal(by_rows.predict(new), by_distances.predict(across))


@pytest.mark.parametrize("linkage", LINKAGES)
def test_a_row_at_the_heart_of_a_cluster_is_predicted_into_it(linkage):
    X = np.concatenate([np.random.default_rng(0).normal(size=(20, 2)), [[50.0, 0.0], [51.0, 0.0]]])
    model = AgglomerativeClustering(2, linkage=linkage).fit(X)
    assert model.predict([[0.0, 0.0], [50.4, 0.1]]).tolist() == [0, 1]


@pytest.mark.parametrize("linkage", ["average", "weighted", "ward", "centroid", "median"])
def test_a_new_row_is_as_far_from_a_cluster_as_the_linkage_says(linkage):
    # The tree of the cluster and the new row ends with their merge, at the linkage's distance.
    from gnomon.learners.clusters.linkage import linkage as tree_of

    X, new = np.random.default_rng(0).normal(size=(9, 2)), np.array([[30.0, 1.0]])
    model = AgglomerativeClustering(1, linkage=linkage).fit(X)
    gap = float(model._cluster_distances(new)[0, 0])
    height = tree_of(np.concatenate([X, new]), linkage).heights[-1]
    assert (gap if linkage in ("average", "weighted") else np.sqrt(gap)) == pytest.approx(height)


def test_settings_that_differ_in_the_cut_share_one_tree():
    X = rows()
    path = [AgglomerativeClustering(k) for k in (2, 5, 9)]
    data = path[0].prepare(*path[0].check_rows(X))
    fitted = list(AgglomerativeClustering.fit_each(path, data))
    assert fitted[0].tree_ is fitted[1].tree_ is fitted[2].tree_
    for model in fitted:
        assert np.array_equal(model.labels_, AgglomerativeClustering(model.n_clusters).fit(X).labels_)
    other = AgglomerativeClustering(3, linkage="single").fit_prepared(data, start=fitted[0])
    assert other.tree_ is not fitted[0].tree_


@pytest.mark.parametrize("linkage", LINKAGES)
def test_narrowed_distances_are_those_of_the_rows(linkage):
    laws.check_subsetting(AgglomerativeClustering(6, linkage=linkage))


def test_narrowed_precomputed_distances_lose_columns_too():
    D = squareform(pdist(rows(30)))
    model = AgglomerativeClustering(3, metric="precomputed")
    index = np.arange(0, 30, 2)
    narrow = model.prepare(*model.check_rows(D)).rows(index)
    assert np.array_equal(
        AgglomerativeClustering(3, metric="precomputed").fit_prepared(narrow).labels_,
        AgglomerativeClustering(3, metric="precomputed").fit(D[np.ix_(index, index)]).labels_,
    )


def test_the_cophenetic_correlation_is_of_the_metric_chosen():
    X = rows(30)
    model = AgglomerativeClustering(2, linkage="average", metric="manhattan").fit(X)
    expected = model.tree_.cophenetic_correlation(squareform(pdist(X, "cityblock")))
    assert model.cophenetic_correlation() == pytest.approx(expected)


def test_degenerate_rows_can_be_clustered():
    assert AgglomerativeClustering(1).fit([[1.0, 2.0]]).labels_.tolist() == [0]
    same = AgglomerativeClustering(2).fit(np.ones((5, 2)))
    assert same.n_clusters_ == 2
    assert (same.distances_ == 0).all()
    assert same.predict(np.ones((1, 2))).tolist() == [0]
    single = AgglomerativeClustering(2).fit(np.array([[0.0], [1.0], [9.0]], dtype=np.float32))
    assert single.labels_.tolist() == [0, 0, 1]


def test_impossible_cuts_and_inputs_are_refused():
    with pytest.raises(DataError, match="n_samples=3 is less than n_clusters=4"):
        AgglomerativeClustering(4).fit(rows(3))
    with pytest.raises(ParameterError, match="set one of the two"):
        AgglomerativeClustering(2, distance_threshold=1.0).fit(rows(3))
    with pytest.raises(ParameterError, match="set one of the two"):
        AgglomerativeClustering(None).fit(rows(3))
    with pytest.raises(DataError, match="must not be negative"):
        AgglomerativeClustering(metric="precomputed").fit([[0.0, -1.0], [-1.0, 0.0]])
    with pytest.raises(DataError, match="NaN"):
        AgglomerativeClustering().fit([[0.0], [np.nan]])
    with pytest.raises(TypeError, match="sample_weight"):
        AgglomerativeClustering().fit(rows(3), sample_weight=[1, 2, 3])
