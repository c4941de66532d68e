import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster import hierarchy
from scipy.spatial.distance import pdist, squareform

from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.linkage import linkage


def rows(n=30, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def same_partition(a, b):
    return np.array_equal(np.equal.outer(a, a), np.equal.outer(b, b))


@settings(max_examples=25)
@given(n=st.integers(2, 40), k=st.integers(1, 40), seed=st.integers(0, 50))
def test_a_cut_by_number_is_that_of_scipy(n, k, seed):
    X, k = rows(n, seed=seed), min(k, n)
    result = linkage(X, "average").cut(n_clusters=k)
    theirs = hierarchy.fcluster(hierarchy.linkage(X, "average"), k, "maxclust")
    assert same_partition(result, theirs)
    assert result.max() + 1 == k


@settings(max_examples=25)
@given(method=st.sampled_from(["single", "ward", "centroid", "median"]), seed=st.integers(0, 50))
def test_a_cut_by_height_is_that_of_scipy_even_where_heights_fall(method, seed):
    X = rows(25, 2, seed)
    height = float(np.median(hierarchy.linkage(X, method)[:, 2])) + 1e-6
    theirs = hierarchy.fcluster(hierarchy.linkage(X, method), height, "distance")
    assert same_partition(linkage(X, method).cut(height=height), theirs)


def test_clusters_are_numbered_by_their_first_rows():
    labels = linkage(rows(50), "ward").cut(n_clusters=7)
    first = [int(np.flatnonzero(labels == k)[0]) for k in range(7)]
    assert first == sorted(first)


@settings(max_examples=20)
@given(n=st.integers(3, 30), seed=st.integers(0, 50))
def test_cophenetic_distances_and_correlation_are_those_of_scipy(n, seed):
    X = rows(n, seed=seed)
    theirs, heights = hierarchy.cophenet(hierarchy.linkage(X, "average"), pdist(X))
    tree = linkage(X, "average")
    np.testing.assert_allclose(tree.cophenetic(), squareform(heights), rtol=1e-10)
    assert tree.cophenetic_correlation(squareform(pdist(X))) == pytest.approx(theirs)


def test_cophenetic_distances_are_an_ultrametric():
    heights = linkage(rows(20), "complete").cophenetic()
    through = np.maximum(heights[:, :, None], heights[None, :, :]).min(axis=1)
    assert (heights <= through + 1e-12).all()


def test_leaves_stand_so_that_every_cluster_is_together():
    tree = linkage(rows(40), "single")
    place = np.argsort(tree.leaves())
    for k in range(1, 41):
        labels = tree.cut(n_clusters=k)
        for cluster in range(k):
            where = place[labels == cluster]
            assert where.max() - where.min() == len(where) - 1


def test_a_chain_of_many_rows_is_read_without_recursion():
    tree = linkage(np.cumsum(np.arange(1.0, 5001.0))[:, None], "single")
    assert sorted(tree.leaves()) == list(range(5000))
    assert tree.cut(n_clusters=5000).max() == 4999


def test_the_frame_and_the_drawing_tell_every_merge():
    tree = linkage([[0.0], [1.0], [5.0], [7.0]], "single")
    frame = tree.frame()
    assert frame["n_clusters"].tolist() == [3, 2, 1]
    assert frame["cluster"].tolist() == [4, 5, 6]
    lines = tree.lines()
    assert lines["height"].tolist() == [1.0, 2.0, 4.0]
    assert lines.iloc[-1].tolist() == [0.5, 2.5, 1.0, 2.0, 4.0]


def test_one_row_is_a_tree_without_merges():
    tree = linkage([[3.0, 1.0]], "ward")
    assert tree.cut(n_clusters=1).tolist() == [0]
    assert str(tree) == "1 row, no merge"
    assert tree.leaves().tolist() == [0]


def test_wrong_cuts_and_distances_are_refused():
    tree = linkage(rows(4))
    with pytest.raises(ParameterError, match="one of the two"):
        tree.cut()
    with pytest.raises(ParameterError, match="one of the two"):
        tree.cut(n_clusters=2, height=1.0)
    with pytest.raises(ParameterError, match="n_clusters=5: it must be from 1 to 4"):
        tree.cut(n_clusters=5)
    with pytest.raises(DataError, match="dendrogram of 4 rows"):
        tree.cophenetic_correlation(np.zeros((3, 3)))
    with pytest.raises(DataError, match="undefined"):
        Dendrogram(np.array([[0.0, 1.0, 1.0, 2.0]])).cophenetic_correlation(1 - np.eye(2))
