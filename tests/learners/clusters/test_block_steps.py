"""k-means over blocks takes the steps that it takes in memory."""

import numpy as np
import pytest
import scipy.sparse

from gnomon import KMeans
from gnomon.errors import DataError, DataWarning, NumericsWarning
from gnomon.sharing.block_fits import fit_blocks
from gnomon.sharing.blocks import IterableBlocks


def clouds(n_rows=900, n_columns=4, k=6, seed=0):
    random = np.random.default_rng(seed)
    middle = 3 * random.normal(size=(k, n_columns)) + 1000
    return middle[random.integers(k, size=n_rows)] + random.normal(size=(n_rows, n_columns))


def same(blocks, whole):
    assert np.array_equal(blocks.labels_, whole.labels_)
    assert blocks.labels_.dtype == whole.labels_.dtype
    # Means of rows near 1000 added in another order.
    np.testing.assert_allclose(blocks.cluster_centers_, whole.cluster_centers_, rtol=1e-13)
    np.testing.assert_allclose(
        [blocks.inertia_, blocks.between_], [whole.inertia_, whole.between_], rtol=1e-9
    )
    np.testing.assert_allclose(blocks.restarts_.inertia, whole.restarts_.inertia, rtol=1e-9)
    np.testing.assert_allclose(blocks.shifts_, whole.shifts_, rtol=1e-6, atol=1e-9)
    assert np.array_equal(blocks.history_, whole.history_)
    for name in ("n_iter_", "converged_", "labels_converged_", "n_relocated_", "n_features_in_"):
        assert getattr(blocks, name) == getattr(whole, name)


def cut(*arrays, at=(100, 130, 130, 500)):
    return list(zip(*(np.split(array, at) for array in arrays)))


X = clouds()
AWAY = np.vstack([X[:3], X[:3] + 500])
SETTINGS = [
    {"init": X[:6]},
    {"init": X[:6], "tol": 0.0},
    {},
    {"init": "random", "n_init": 3},
    {"init": "box"},
    {"init": "partition"},
    {"init": lambda rows, k, random: rows[random.permutation(len(rows))[:k]]},
    {"init": AWAY},
    {"init": AWAY, "empty_clusters": "random"},
    {"init": AWAY, "empty_threshold": 1},
]


# Where blocks are elsewhere, centers of rows are computed again instead of stored.
@pytest.mark.parametrize("remote", [False, True])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: ", ".join(setting))
def test_every_step_is_that_of_rows_in_memory(setting, remote, monkeypatch):
    monkeypatch.setattr(IterableBlocks, "are_remote", remote)
    same(fit_blocks(KMeans(6, **setting), np.split(X, (100, 130, 130, 500))), KMeans(6, **setting).fit(X))


@pytest.mark.parametrize("init", [X[:6], AWAY, "k-means++"], ids=["rows", "away", "drawn"])
def test_weights_count_and_a_block_may_have_none(init):
    weight = np.random.default_rng(1).integers(0, 3, size=len(X)).astype(float)
    weight[100:130] = 0.0
    blocks = fit_blocks(KMeans(6, init=init), [(a, None, w) for a, w in cut(X, weight)])
    same(blocks, KMeans(6, init=init).fit(X, sample_weight=weight))


# Fixed seeds: where two rows are as far from their center as each other, rounding decides, in memory too.
@pytest.mark.parametrize("seed", range(25))
def test_many_equal_rows_and_many_empty_clusters_give_the_same(seed):
    random = np.random.default_rng(seed)
    rows = random.normal(size=(25, 2))[random.integers(25, size=40)]
    start = 4 * random.normal(size=(5, 2))
    same(
        fit_blocks(KMeans(5, init=start), np.split(rows, np.sort(random.integers(40, size=3)))),
        KMeans(5, init=start).fit(rows),
    )


def test_single_precision_and_sparse_rows_stay_what_they_are():
    single = (X - 1000).astype(np.float32)
    same(fit_blocks(KMeans(6, init=single[:6]), np.split(single, 3)), KMeans(6, init=single[:6]).fit(single))
    thin = np.where(np.abs(X - 1000) > 2, X - 1000, 0.0)
    blocks = [scipy.sparse.csr_matrix(part) for part in np.split(thin, 3)]
    result = fit_blocks(KMeans(6, init=thin[:6]), blocks)
    whole = KMeans(6, init=thin[:6]).fit(scipy.sparse.csr_matrix(thin))
    assert np.array_equal(result.labels_, whole.labels_)
    np.testing.assert_allclose(result.cluster_centers_, whole.cluster_centers_, atol=1e-12)


def test_a_start_is_drawn_from_a_sample_where_rows_are_many(monkeypatch):
    monkeypatch.setattr("gnomon.learners.clusters.survey.MIN_SAMPLE_ROWS", 150)
    one = fit_blocks(KMeans(6), np.split(X, 9))
    assert np.array_equal(one.labels_, fit_blocks(KMeans(6), np.split(X, 9)).labels_)
    assert one.inertia_ <= 2 * KMeans(6, n_init=5).fit(X).inertia_


def test_a_fit_that_stops_early_says_so():
    with pytest.warns(NumericsWarning, match="not converge in max_iter=2"):
        model = fit_blocks(KMeans(6, init=X[:6], max_iter=2), np.split(X, 3))
    with pytest.warns(NumericsWarning):
        same(model, KMeans(6, init=X[:6], max_iter=2).fit(X))


def test_what_cannot_be_clustered_is_refused_as_in_memory():
    with pytest.raises(DataError, match="an iterator; pass a list of blocks"):
        fit_blocks(KMeans(2), iter([X]))
    with pytest.raises(DataError, match="n_samples=4 is less than n_clusters=6"):
        fit_blocks(KMeans(6), [X[:2], X[:2]])
    with pytest.warns(DataWarning, match="2 distinct rows, fewer than"):
        fit_blocks(KMeans(3), [X[:2], X[:2]])
    bad = X.copy()
    bad[555, 1] = np.nan
    with pytest.raises(DataError, match=r"NaN \(column 1, row 555\), which KMeans"):
        fit_blocks(KMeans(3), np.split(bad, 9))
    with pytest.raises(DataError, match="zero for every row"):
        fit_blocks(KMeans(3), [(X, None, np.zeros(len(X)))])


def test_stored_and_recomputed_labels_give_the_same_result(monkeypatch):
    here = fit_blocks(KMeans(6, init="random", n_init=4), np.split(X, 9))
    monkeypatch.setattr(IterableBlocks, "are_remote", True)
    there = fit_blocks(KMeans(6, init="random", n_init=4), np.split(X, 9))
    assert np.array_equal(here.cluster_centers_, there.cluster_centers_)
    assert np.array_equal(here.restarts_.inertia, there.restarts_.inertia)
    assert np.array_equal(here.labels_, there.labels_)


def test_column_names_are_stored():
    import pandas as pd

    frame = pd.DataFrame(X, columns=list("abcd"))
    model = fit_blocks(KMeans(3), [frame[:400], frame[400:]])
    assert model.feature_names_in_.tolist() == list("abcd")
    assert np.array_equal(model.predict(frame), model.labels_)
