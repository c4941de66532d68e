"""Worked examples and claims of the slides on k-means and kernel k-means."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.clusters.choosing import choose_clusters
from gnomon.learners.clusters.cost import clustering_cost

EIGHT = gn.load("eight-objects").X


def ring_about_disc(random_state=0):
    """The shape of the slide's data: 499 points of a disc of radius 0.71, 993 of a ring of 1 to 1.414."""
    random = np.random.default_rng(random_state)
    radius = np.concatenate([0.71 * np.sqrt(random.random(499)), np.sqrt(1 + random.random(993))])
    angle = random.uniform(0, 2 * np.pi, len(radius))
    X = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return X, (radius < 0.71).astype(int)


def agreement(labels, truth):
    same = np.mean(labels == truth)
    return max(same, 1 - same)


def parts(labels):
    return {frozenset((np.flatnonzero(labels == each) + 1).tolist()) for each in np.unique(labels)}


def test_k_means_from_O1_O4_O7_goes_through_the_three_printed_iterations():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    steps = gn.KMeans(3, init=EIGHT[[0, 3, 6]]).trace(EIGHT)
    updates = [place for place, half in enumerate(steps.half) if half == "update"]
    assert steps.objective[updates] == pytest.approx([37, 23.25, 43 / 3, 43 / 3])
    assert parts(steps.labels[updates[0]]) == {frozenset({1}), frozenset({3, 4, 5, 6, 8}), frozenset({2, 7})}
    assert parts(steps.labels[updates[1]]) == {frozenset({1, 8}), frozenset({3, 4, 5, 6}), frozenset({2, 7})}
    assert parts(steps.labels[updates[2]]) == {frozenset({1, 4, 8}), frozenset({3, 5, 6}), frozenset({2, 7})}
    np.testing.assert_allclose(steps.centers[updates[0]], [[2, 10], [6, 6], [1.5, 3.5]])
    np.testing.assert_allclose(steps.centers[updates[1]], [[3, 9.5], [6.5, 5.25], [1.5, 3.5]])
    np.testing.assert_allclose(steps.centers[updates[2]], [[11 / 3, 9], [7, 13 / 3], [1.5, 3.5]])


def test_the_fitted_model_is_where_the_trace_ends():
    """Rajpoot, lecture 7, slide "Exercise (ungraded)"."""
    model = gn.KMeans(3, init=EIGHT[[0, 3, 6]]).fit(EIGHT)
    assert model.inertia_ == pytest.approx(43 / 3)
    assert model.converged_
    assert model.labels_converged_
    np.testing.assert_allclose(model.cluster_centers_, [[11 / 3, 9], [7, 13 / 3], [1.5, 3.5]])


def test_one_odd_object_solves_the_ring_in_a_few_updates():
    """Rajpoot, lecture 7, slide "Kernelized k-means"."""
    X, truth = ring_about_disc()
    model = gn.KernelKMeans(2, gamma=1.0, init="origin").fit(X)
    assert agreement(model.labels_, truth) == 1.0
    assert model.n_iter_ <= 6
    assert sorted(np.bincount(model.labels_).tolist()) == [499, 993]


def test_a_narrow_kernel_takes_longer_and_is_not_all_right():
    """Rajpoot, lecture 7, slide "Kernelized k-means"."""
    X, truth = ring_about_disc()
    model = gn.KernelKMeans(2, gamma=20.0, init="origin").fit(X)
    assert model.n_iter_ > 10
    assert agreement(model.labels_, truth) < 1.0


@pytest.mark.parametrize("gamma", [0.5, 5.0])
def test_the_odd_start_succeeds_over_a_range_of_gamma(gamma):
    """Rajpoot, lecture 7, slide "Kernelized k-means"."""
    X, truth = ring_about_disc(1)
    assert agreement(gn.KernelKMeans(2, gamma=gamma, init="origin").fit(X).labels_, truth) == 1.0


@pytest.mark.parametrize("init", ["partition", "k-means"])
def test_random_parts_and_k_means_are_starts_that_fail_on_the_ring(init):
    """Rajpoot, lecture 7, slide "Kernelized k-means"."""
    X, truth = ring_about_disc()
    for random_state in range(3):
        model = gn.KernelKMeans(2, gamma=1.0, init=init, n_init=1, random_state=random_state).fit(X)
        assert agreement(model.labels_, truth) < 0.7


def test_k_means_cuts_the_ring_in_two_and_the_squared_radius_tells_it_from_the_disc():
    """Rajpoot, lecture 7, slide "K-means limitations"."""
    X, truth = ring_about_disc()
    assert agreement(gn.KMeans(2).fit(X).labels_, truth) < 0.6
    lifted = np.sum(X**2, axis=1, keepdims=True)
    assert agreement(gn.KMeans(2).fit(lifted).labels_, truth) == 1.0
    kernel = gn.KernelKMeans(
        2, kernel=lambda A, B: np.outer((A**2).sum(axis=1), (B**2).sum(axis=1)), init="origin"
    )
    assert agreement(kernel.fit(X).labels_, truth) == 1.0


def three_clouds():
    """In place of the 100 points behind the slide: three clouds, of which two are near each other."""
    random = np.random.default_rng(3)
    return np.concatenate([random.normal(center, 1.0, (33, 2)) for center in ([-3, 0], [3, 3], [3, -3])])


def test_the_sum_falls_with_K_and_bends_at_the_true_number_over_50_repeats():
    """Rajpoot, lecture 7, slide "How to choose K?"."""
    choice = choose_clusters(three_clouds(), range(1, 8), n_init=50, n_references=5, n_resamples=5)
    assert np.all(np.diff(choice.inertia) < 0)
    assert choice.starts.shape == (7, 50)
    assert set(choice.start_frame()["n_clusters"]) == set(range(1, 8))
    assert choice.best() == dict.fromkeys(("elbow", "silhouette", "gap", "stability", "likelihood"), 3)


def test_the_sum_is_0_with_a_cluster_for_every_row():
    """Rajpoot, lecture 7, slide "How to choose K?"."""
    assert gn.KMeans(8).fit(EIGHT).inertia_ == 0


def test_starts_differ_and_the_best_of_them_is_returned():
    """Rajpoot, lecture 7, slide "K-means clustering"."""
    model = gn.KMeans(4, init="random", n_init=50).fit(three_clouds())
    found = model.restarts_
    assert found.n_optima > 1
    assert model.inertia_ == found.inertia.min()
    assert found.frame()["inertia"].max() > 1.05 * model.inertia_


def test_a_step_finds_a_distance_for_every_row_and_center_at_most():
    """Rajpoot, lecture 7, slide "Flat clustering vs hierarchical clustering"."""
    from gnomon import native

    X = np.random.default_rng(0).normal(size=(500, 2))
    *_, scanned = native.lloyd(X, X[:5].copy(), None, None, 0.0, 100, False, 0, 1)
    assert np.all(scanned == 500)
    assert clustering_cost(500, 5)["distances"]["k-means"] == 500 * 5
