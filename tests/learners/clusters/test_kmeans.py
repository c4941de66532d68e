import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.cluster
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnomon import KMeans, threads
from gnomon.errors import DataError, DataWarning, NumericsWarning, ParameterError


def clouds(n_rows=600, n_columns=6, k=8, spread=1.5, seed=0):
    random = np.random.default_rng(seed)
    middle = spread * random.normal(size=(k, n_columns))
    X = middle[random.integers(k, size=n_rows)] + random.normal(size=(n_rows, n_columns))
    return X, X[random.choice(n_rows, k, replace=False)]


@pytest.mark.parametrize("algorithm", ["auto", "lloyd", "hamerly", "elkan"])
@pytest.mark.parametrize(("n_columns", "k"), [(1, 3), (6, 8), (30, 25), (80, 5)])
def test_from_the_same_start_it_is_scikit_learn(n_columns, k, algorithm):
    X, start = clouds(n_columns=n_columns, k=k)
    ours = KMeans(k, init=start, algorithm=algorithm).fit(X)
    peer = sklearn.cluster.KMeans(k, init=start, n_init=1).fit(X)
    assert np.array_equal(ours.labels_, peer.labels_)
    np.testing.assert_allclose(ours.cluster_centers_, peer.cluster_centers_, rtol=1e-9, atol=1e-12)
    assert ours.inertia_ == pytest.approx(peer.inertia_)
    assert ours.n_iter_ == peer.n_iter_
    np.testing.assert_allclose(ours.transform(X), peer.transform(X), atol=1e-7)
    assert np.array_equal(ours.predict(X + 0.1), peer.predict(X + 0.1))
    assert ours.score(X) == pytest.approx(peer.score(X))


@pytest.mark.parametrize("seed", range(5))
def test_empty_clusters_are_relocated_as_in_scikit_learn(seed):
    X, start = clouds(80, 2, 6, seed=seed)
    start[1] = start[2] = 100.0
    ours = KMeans(6, init=start).fit(X)
    peer = sklearn.cluster.KMeans(6, init=start, n_init=1).fit(X)
    assert ours.n_relocated_ >= 1
    assert ours.inertia_ == pytest.approx(peer.inertia_)
    assert np.array_equal(ours.labels_, peer.labels_)


def test_weights_from_the_same_start_are_scikit_learn_s():
    X, start = clouds()
    weight = np.random.default_rng(1).uniform(0, 3, size=len(X))
    ours = KMeans(8, init=start, tol=0).fit(X, sample_weight=weight)
    peer = sklearn.cluster.KMeans(8, init=start, n_init=1, tol=0).fit(X, sample_weight=weight)
    np.testing.assert_allclose(ours.cluster_centers_, peer.cluster_centers_, rtol=1e-9)
    assert ours.inertia_ == pytest.approx(peer.inertia_)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_sparse_rows_are_clustered_as_dense_ones(kind):
    X, start = clouds()
    X = (X * (np.abs(X) > 1)).astype(kind)
    start = X[:8].astype(float)
    dense, sparse = (KMeans(8, init=start).fit(each) for each in (X, scipy.sparse.csr_matrix(X)))
    assert np.array_equal(dense.labels_, sparse.labels_)
    assert dense.inertia_ == pytest.approx(sparse.inertia_)
    assert dense.n_iter_ == sparse.n_iter_
    np.testing.assert_allclose(sparse.transform(scipy.sparse.csr_matrix(X)), dense.transform(X), atol=1e-4)


def test_empty_clusters_of_sparse_rows_are_relocated():
    X, _ = clouds(60, 3, 4)
    start = np.array([X[0], X[1], [99, 99, 99], [99, 99, 98]])
    dense, sparse = (KMeans(4, init=start).fit(each) for each in (X, scipy.sparse.csr_matrix(X)))
    assert sparse.n_relocated_ == dense.n_relocated_ >= 1
    assert sparse.inertia_ == pytest.approx(dense.inertia_)


@pytest.mark.parametrize("init", ["k-means++", "random", "box", "partition"])
@given(st.integers(0, 1000))
@settings(max_examples=10)
def test_a_weight_is_a_repetition_from_every_start(init, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(30, 2))
    times = random.integers(0, 4, size=30)
    times[:4] = 1
    model = KMeans(4, init=init, n_init=2, random_state=seed, max_iter=1000)
    weighted = model.fit(X, sample_weight=times).predict(X)
    again = random.permutation(np.repeat(np.arange(30), times))
    repeated = model.fit(X[again]).predict(X)
    assert np.array_equal(weighted, repeated)


@given(st.integers(0, 1000), st.integers(1, 6))
@settings(max_examples=20)
def test_at_the_end_every_center_is_a_mean_and_every_row_has_its_nearest(seed, k):
    X = np.random.default_rng(seed).normal(size=(60, 3))
    model = KMeans(k, tol=0, random_state=seed, max_iter=1000).fit(X)
    assert model.labels_converged_
    assert model.converged_
    gaps = ((X[:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    assert np.array_equal(model.labels_, gaps.argmin(axis=1))
    for cluster in range(k):
        np.testing.assert_allclose(X[model.labels_ == cluster].mean(axis=0), model.cluster_centers_[cluster])
    assert model.inertia_ == pytest.approx(gaps.min(axis=1).sum())
    assert model.history_[-1] == 0


def test_the_same_seed_gives_the_same_numbers_for_any_number_of_threads():
    X, _ = clouds(5000)
    models = []
    for n_threads in (1, 3):
        with threads.limited(n_threads):
            models.append(KMeans(8, init="random", n_init=4, random_state=5).fit(X))
    assert models[0].inertia_ == models[1].inertia_
    assert np.array_equal(models[0].restarts_.inertia, models[1].restarts_.inertia)
    assert np.array_equal(models[0].cluster_centers_, models[1].cluster_centers_)


def test_restarts_compare_the_runs():
    X, _ = clouds()
    model = KMeans(8, init="random").fit(X)
    assert len(model.restarts_.inertia) == 10
    assert model.inertia_ == model.restarts_.inertia.min()
    assert "10 runs, " in str(model.restarts_)
    assert "more initializations (n_init)" in str(KMeans(2).fit(X).restarts_)


def test_k_means_plus_plus_is_not_worse_than_scikit_learn_s():
    X, _ = clouds(800, 5, 20, spread=4.0)
    ours = np.mean([KMeans(20, random_state=seed).fit(X).inertia_ for seed in range(8)])
    peer = np.mean([sklearn.cluster.KMeans(20, n_init=1, random_state=s).fit(X).inertia_ for s in range(8)])
    assert ours < 1.1 * peer


def test_single_precision_rows_give_single_precision_distances_and_nearly_the_same_centers():
    X, start = clouds()
    double, single = (KMeans(8, init=start).fit(X.astype(kind)) for kind in (np.float64, np.float32))
    np.testing.assert_allclose(single.cluster_centers_, double.cluster_centers_, rtol=1e-4, atol=1e-5)
    assert single.transform(X.astype(np.float32)).dtype == np.float32


def test_a_function_may_choose_the_start():
    X, start = clouds()
    model = KMeans(8, init=lambda X, k, random: start).fit(X)
    assert model.inertia_ == KMeans(8, init=start).fit(X).inertia_


def test_targets_are_not_looked_at_so_that_it_stands_in_a_pipeline():
    X, _ = clouds()
    y = np.where(X[:, 0] > 0, "yes", "no")
    labels = make_pipeline(StandardScaler(), KMeans(3)).fit_predict(X, y)
    assert np.array_equal(labels, make_pipeline(StandardScaler(), KMeans(3)).fit_predict(X))


def test_columns_of_a_frame_name_the_trace():
    frame = pd.DataFrame({"height": [0.0, 1.0, 8.0, 9.0], "width": [0.0, 0.0, 1.0, 1.0]})
    steps = KMeans(2).trace(frame)
    assert steps.center_frame().columns.tolist() == ["step", "half", "cluster", "height", "width"]
    assert len(steps.label_frame()) == 4 * len(steps.half)
    assert steps.frame()["moved"].tolist()[0] == 4


def test_fewer_rows_than_clusters_are_refused():
    with pytest.raises(DataError, match="n_samples=3 is less than n_clusters=4"):
        KMeans(4).fit(np.zeros((3, 2)))
    with pytest.raises(DataError, match="n_samples=1"):
        KMeans(2).fit(np.eye(3), sample_weight=[0, 0, 1])


def test_equal_rows_are_one_cluster_with_a_warning():
    with pytest.warns(DataWarning, match="1 distinct rows, fewer than"):
        model = KMeans(3).fit(np.ones((10, 2)))
    assert model.inertia_ == 0
    assert np.all(model.cluster_centers_ == 1)
    assert len(set(model.labels_)) == 1


def test_one_row_is_one_cluster():
    assert KMeans(1).fit([[3.0, 4.0]]).cluster_centers_.tolist() == [[3.0, 4.0]]


def test_a_constant_column_changes_nothing():
    X, start = clouds()
    padded = np.column_stack([X, np.full(len(X), 1e6)])
    model = KMeans(8, init=np.column_stack([start, np.full(8, 1e6)])).fit(padded)
    assert np.array_equal(model.labels_, KMeans(8, init=start).fit(X).labels_)


def test_a_fit_that_does_not_converge_warns():
    X, start = clouds(2000, spread=0.0)
    with pytest.warns(NumericsWarning, match="max_iter=2"):
        model = KMeans(8, init=start, max_iter=2).fit(X)
    assert not model.converged_
    assert np.array_equal(model.labels_, model.predict(X))


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"init": "nearest"}, ParameterError, "k-means"),
        ({"init": np.zeros((3, 6))}, ParameterError, r"shape \(3, 6\)"),
        ({"init": np.full((8, 6), np.nan)}, ParameterError, "finite"),
        ({"init": "x" * 3}, ParameterError, "init"),
        ({"n_init": 0}, ParameterError, "n_init"),
        ({"n_clusters": 0}, ParameterError, "n_clusters"),
        ({"tol": -1.0}, ParameterError, "tol"),
        ({"algorithm": "fast"}, ParameterError, "algorithm"),
    ],
)
def test_parameters_out_of_range_are_refused(wrong, error, message):
    with pytest.raises(error, match=message):
        KMeans(**{"n_clusters": 8, **wrong}).fit(clouds()[0])


def test_numbers_that_are_missing_or_too_large_are_refused():
    X, _ = clouds()
    X[5, 2] = np.nan
    with pytest.raises(DataError, match="column 2, row 5"):
        KMeans(3).fit(X)
    X[5, 2] = 1e200
    with pytest.raises(DataError, match="too large"):
        KMeans(3).fit(X)


@pytest.mark.parametrize("as_rows", [np.asarray, scipy.sparse.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize(
    ("max_iter", "n_iter", "labels", "converged"),
    [
        (1, 1, [0, 0, 0, 1], False),
        (2, 2, [0, 0, 0, 1], False),
        (3, 3, [0, 0, 0, 1], True),
        (9, 3, [0, 0, 0, 1], True),
    ],
)
@pytest.mark.filterwarnings("ignore:KMeans did not converge")
def test_iterations_end_where_no_label_changes(as_rows, max_iter, n_iter, labels, converged):
    # From 0 and 1: {0}, {1, 2, 10}; then {0, 1, 2}, {10}; and the same again.
    X = np.array([[0.0], [1.0], [2.0], [10.0]])
    model = KMeans(2, init=X[:2], n_init=1, max_iter=max_iter, tol=0.0).fit(as_rows(X))
    assert (model.n_iter_, model.labels_.tolist(), bool(model.labels_converged_)) == (
        n_iter,
        labels,
        converged,
    )
