"""Hierarchical clustering: the exercises of the slides, and their claims about linkages."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

import gnomon as gn
from gnomon.learners.clusters.agglomerative import AgglomerativeClustering
from gnomon.learners.clusters.cost import clustering_cost
from gnomon.learners.clusters.divisive import DivisiveClustering
from gnomon.learners.clusters.linkage import linkage
from gnomon.learners.mixtures.gaussian import GaussianMixture

FOUR = np.array([[0, 1, 4, 5], [1, 0, 2, 6], [4, 2, 0, 3], [5, 6, 3, 0]], dtype=float)
EIGHT = np.array([[2, 10], [2, 5], [8, 4], [5, 8], [7, 5], [6, 4], [1, 2], [4, 9]], dtype=float)


def groups(tree, height):
    labels = tree.cut(height=height)
    return {frozenset((np.flatnonzero(labels == k) + 1).tolist()) for k in range(labels.max() + 1)}


def test_single_linkage_of_four_objects():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    tree = linkage(FOUR, "single", metric="precomputed")
    assert tree.heights.tolist() == [1.0, 2.0, 3.0]
    assert groups(tree, 1.5) == {frozenset({1, 2}), frozenset({3}), frozenset({4})}
    assert groups(tree, 2.5) == {frozenset({1, 2, 3}), frozenset({4})}


def test_complete_linkage_of_four_objects():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    tree = linkage(FOUR, "complete", metric="precomputed")
    assert tree.heights.tolist() == [1.0, 3.0, 6.0]
    assert groups(tree, 4) == {frozenset({1, 2}), frozenset({3, 4})}


def test_average_linkage_has_a_tie_whose_rule_shows_in_the_last_height():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    last = linkage(FOUR, "average", metric="precomputed").heights[-1]
    assert last == pytest.approx(14 / 3) or last == pytest.approx(4.25)


def test_single_linkage_of_eight_objects():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    tree = linkage(EIGHT, "single")
    np.testing.assert_allclose(
        tree.heights, [1.4142, 1.4142, 1.4142, 2.2361, 3.1623, 3.6056, 4.1231], atol=5e-5
    )
    assert groups(tree, 3) == {frozenset({1, 4, 8}), frozenset({3, 5, 6}), frozenset({2}), frozenset({7})}
    assert groups(tree, 4) == {frozenset({1, 3, 4, 5, 6, 8}), frozenset({2, 7})}


def test_complete_linkage_of_eight_objects():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    tree = linkage(EIGHT, "complete")
    np.testing.assert_allclose(tree.heights, [1.4142, 1.4142, 2, 3.1623, 3.6056, 7.2801, 8.4853], atol=5e-5)
    assert groups(tree, 7.5) == {frozenset({2, 3, 5, 6, 7}), frozenset({1, 4, 8})}


def test_average_linkage_of_eight_objects():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    tree = linkage(EIGHT, "average")
    expected = [1.4142, 1.4142, 1.7071, 2.9208, 3.1623, 5.7632, 5.9259]
    np.testing.assert_allclose(tree.heights, expected, atol=5e-5)


@pytest.mark.parametrize("method", ["single", "complete", "average"])
def test_the_order_of_tied_objects_changes_no_height(method):
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    heights = linkage(EIGHT, method).heights
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(8)
        np.testing.assert_allclose(linkage(EIGHT[order], method).heights, heights)


def test_the_first_step_compares_every_pair():
    """Rajpoot, lecture 7, slide "Flat clustering vs hierarchical clustering"."""
    assert len(pdist(EIGHT)) == clustering_cost(8, 3)["distances"]["agglomerative"] == 28


def test_divisive_clustering_goes_from_one_cluster_to_single_rows():
    """Rajpoot, lecture 7, slide "Hierarchical clustering"."""
    model = DivisiveClustering(None, method="diana").fit(EIGHT)
    assert model.n_clusters_ == 8
    assert model.history_[0] == pytest.approx(pdist(EIGHT).max())
    assert groups(model.tree_, 0.5) == {frozenset({row}) for row in range(1, 9)}


def test_a_distance_matrix_gives_a_dendrogram_that_any_cut_reads():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    model = AgglomerativeClustering(3, linkage="single", metric="precomputed").fit(squareform(pdist(EIGHT)))
    frame = model.tree_.frame()
    assert frame["n_clusters"].tolist() == [7, 6, 5, 4, 3, 2, 1]
    for k in range(1, 9):
        assert model.tree_.cut(n_clusters=k).max() + 1 == k
    assert model.labels_.tolist() == model.tree_.cut(height=3.5).tolist()


def test_a_mixture_assigns_softly():
    """Rajpoot, lecture 7, slide "K-means: limitations"."""
    model = GaussianMixture(2, covariance_type="spherical").fit(EIGHT)
    share = model.predict_proba(EIGHT)
    np.testing.assert_allclose(share.sum(axis=1), 1.0)
    assert ((share > 0.001) & (share < 0.999)).any()


def test_single_link_chains_and_complete_link_is_compact():
    """Rajpoot, lecture 7, slide "Clustering: similarity measure"."""
    rings = gn.datasets.make_rings(200, random_state=0)
    X = np.asarray(rings.X, dtype=float)
    truth = np.asarray(rings.codes)
    single = AgglomerativeClustering(2, linkage="single").fit(X).labels_
    complete = AgglomerativeClustering(2, linkage="complete").fit(X).labels_
    assert max(np.mean(single == truth), np.mean(single != truth)) == 1
    assert max(np.mean(complete == truth), np.mean(complete != truth)) < 0.9
    noise = np.random.default_rng(0).normal(size=(150, 2))
    largest = [
        np.bincount(linkage(noise, m).cut(n_clusters=5)).max() for m in ("single", "average", "complete")
    ]
    assert largest[0] > largest[1] >= largest[2]
