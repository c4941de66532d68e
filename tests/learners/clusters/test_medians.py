import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import KMeans, KMedians
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.clusters.medians import median


@given(st.integers(0, 1000))
@settings(max_examples=30)
def test_a_weighted_median_is_that_of_repeated_rows(seed):
    random = np.random.default_rng(seed)
    rows = random.integers(0, 5, size=(9, 2)).astype(float)
    times = random.integers(1, 4, size=9)
    np.testing.assert_allclose(
        median(rows, times.astype(float)), np.median(np.repeat(rows, times, axis=0), axis=0)
    )


@given(st.integers(0, 500))
@settings(max_examples=15)
def test_the_sum_of_distances_never_rises(seed):
    X = np.random.default_rng(seed).normal(size=(50, 3))
    model = KMedians(4, random_state=seed).fit(X)
    assert np.all(np.diff(model.history_) <= 1e-9)
    assert model.inertia_ == pytest.approx(model.transform(X).min(axis=1).sum())
    assert np.array_equal(model.predict(X), model.labels_)


def test_a_wild_row_moves_a_median_less_than_a_mean():
    X = np.concatenate([np.arange(11.0), np.arange(100.0, 111.0), [400.0]])[:, None]
    start = [[0.0], [110.0]]
    assert KMedians(2, init=start).fit(X).cluster_centers_.ravel().tolist() == [5.0, 105.5]
    assert KMeans(2, init=start).fit(X).cluster_centers_[1, 0] > 125


@given(st.integers(0, 200))
@settings(max_examples=10)
def test_a_weight_is_a_repetition(seed):
    random = np.random.default_rng(seed)
    X, times = random.normal(size=(25, 2)), random.integers(0, 3, size=25)
    times[:3] = 1
    weighted = KMedians(3, random_state=seed).fit(X, sample_weight=times).cluster_centers_
    again = random.permutation(np.repeat(np.arange(25), times))
    np.testing.assert_allclose(KMedians(3, random_state=seed).fit(X[again]).cluster_centers_, weighted)


def test_an_empty_cluster_takes_the_farthest_row():
    X = np.array([[0.0], [1.0], [2.0], [50.0]])
    model = KMedians(2, init=[[1.0], [999.0]]).fit(X)
    assert model.cluster_centers_.ravel().tolist() == [1.0, 50.0]


def test_the_best_of_several_runs_is_selected():
    X = np.random.default_rng(0).normal(size=(100, 2))
    model = KMedians(6, init="random", n_init=8).fit(X)
    assert len(model.restarts_.inertia) == 8
    assert model.inertia_ == model.restarts_.inertia.min()


def test_too_few_rows_or_iterations_warn():
    with pytest.raises(DataError, match="n_clusters=8"):
        KMedians().fit(np.zeros((3, 1)))
    X = np.random.default_rng(0).normal(size=(100, 2))
    with pytest.warns(NumericsWarning, match="max_iter=1"):
        KMedians(6, init="random", max_iter=1).fit(X)
