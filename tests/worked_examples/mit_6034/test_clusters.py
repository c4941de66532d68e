"""Worked examples of the 6.034 notes on k-means."""

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.features.learned_features import LearnedFeatures

CORNERS, RUNS, RECTANGLE, ORPHAN = (
    gn.load(name).X for name in ("four-corners", "two-runs", "rectangle", "empty-cluster")
)


def test_a_start_in_each_corner_finds_the_four_corners():
    """6.034 notes, slide 8.4.27."""
    model = gn.KMeans(4, init=CORNERS[[0, 3, 6, 9]]).fit(CORNERS)
    expected = [[1 / 3, 1 / 3], [19 / 3, 1 / 3], [1 / 3, 19 / 3], [19 / 3, 19 / 3]]
    np.testing.assert_allclose(model.cluster_centers_, expected)
    assert model.inertia_ == pytest.approx(16 / 3)


def test_a_start_at_rows_1_2_4_7_ends_in_a_local_optimum():
    """6.034 notes, slide 8.4.27."""
    model = gn.KMeans(4, init=CORNERS[[0, 1, 3, 6]]).fit(CORNERS)
    np.testing.assert_allclose(model.cluster_centers_, [[0.5, 0], [0, 1], [6.4, 2.6], [1.75, 6.5]])
    assert model.inertia_ == pytest.approx(66.65)


def test_two_runs_need_two_passes():
    """6.034 notes, slide 8.4.27."""
    steps = gn.KMeans(2, init=RUNS[:2]).trace(RUNS)
    assert steps.objective[1::2] == pytest.approx([89.2, 4.0, 4.0])
    np.testing.assert_allclose(steps.centers[1::2, :, 0], [[1, 7.6], [2, 11], [2, 11]])


def test_a_rectangle_never_moves_from_its_left_corners():
    """6.034 notes, slide 8.4.27."""
    model = gn.KMeans(2, init=RECTANGLE[:2]).fit(RECTANGLE)
    assert model.inertia_ == 9
    assert gn.KMeans(2, n_init=10).fit(RECTANGLE).inertia_ == 1


def test_the_third_center_loses_its_points_and_finds_a_new_place():
    """6.034 notes, slide 8.4.27."""
    start = ORPHAN[[0, 1, 4]]
    steps = gn.KMeans(3, init=start, empty_clusters="farthest").trace(ORPHAN)
    np.testing.assert_allclose(steps.centers[1], [[4.5, 2], [5, 6.5], [3.5, 3]])
    assert 2 not in steps.labels[2]
    for rule in ("farthest", "random"):
        model = gn.KMeans(3, init=start, empty_clusters=rule).fit(ORPHAN)
        assert model.n_relocated_ >= 1
        assert set(model.labels_) == {0, 1, 2}


def test_a_cluster_of_one_point_can_count_as_empty_too():
    """6.034 notes, slide 8.4.26."""
    X = np.array([[0.0], [1.0], [2.0], [30.0], [50.0], [51.0]])
    start = [[1.0], [30.0], [50.5]]
    assert gn.KMeans(3, init=start).fit(X).n_relocated_ == 0
    with pytest.warns(gn.errors.NumericsWarning):
        assert gn.KMeans(3, init=start, empty_threshold=1, max_iter=4).fit(X).n_relocated_ > 0


def test_the_objective_never_rises_over_half_steps():
    """6.034 notes, slide 8.4.22."""
    X = np.random.default_rng(5).normal(size=(200, 3))
    for init in ("random", "box", "partition", "k-means++"):
        objective = gn.KMeans(6, init=init, random_state=2).trace(X).objective
        assert np.all(np.diff(objective) <= 1e-9 * objective[0])


def test_clusters_depend_on_the_columns_units():
    """6.034 notes, slide 8.4.21."""
    random = np.random.default_rng(0)
    side = random.integers(2, size=100)
    X = np.column_stack([10 * side + random.normal(size=100), 1e4 * random.normal(size=100)])
    raw = gn.KMeans(2).fit_predict(X)
    scaled = gn.KMeans(2).fit_predict(StandardScaler().fit_transform(X))
    assert max(np.mean(raw == side), np.mean(raw != side)) < 0.7
    assert max(np.mean(scaled == side), np.mean(scaled != side)) == 1.0


def test_each_cluster_predicts_its_most_frequent_class():
    """6.034 notes, slide 8.4.17."""
    y = np.repeat(["red", "blue", "blue", "red"], 3)
    y[1] = "blue"
    model = gn.ClusterClassifier(4, init=CORNERS[[0, 3, 6, 9]]).fit(CORNERS, y)
    assert model.labels_.tolist() == ["red", "blue", "blue", "red"]
    np.testing.assert_allclose(model.predict_proba([[0.2, 0.2]]), [[1 / 3, 2 / 3]])
    assert model.clusters_.cluster_centers_.shape == (4, 2)


def test_within_and_between_add_up_to_the_whole_scatter():
    """6.034 notes, slide 8.4.21."""
    model = gn.KMeans(4).fit(CORNERS)
    whole = np.sum((CORNERS - CORNERS.mean(axis=0)) ** 2)
    assert model.inertia_ + model.between_ == pytest.approx(whole)


def test_a_cluster_is_one_discrete_feature():
    """6.034 notes, slide 8.4.37."""
    made = gn.ClusterFeatures(4, output="label").fit_transform(CORNERS)
    assert made.shape == (12, 1)
    assert sorted(np.bincount(made[:, 0].astype(int)).tolist()) == [3, 3, 3, 3]


def test_the_cluster_of_any_clusterer_is_one_discrete_feature():
    """6.034 notes, slide 8.4.37."""
    corners = np.array([[x, y] for x in (0.0, 9.0) for y in (0.0, 9.0) for _ in range(3)])
    corners = corners + np.random.default_rng(0).normal(scale=0.1, size=corners.shape)
    made = LearnedFeatures(gn.KMeans(4), output="prediction").fit_transform(corners)
    assert made.shape == (12, 1)
    assert sorted(np.bincount(made[:, 0].astype(int)).tolist()) == [3, 3, 3, 3]
