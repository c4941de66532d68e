"""Fits on Dask arrays and data frames agree with those in memory, under a memory limit and on workers too."""

import json
import os
import subprocess
import sys

import dask.array as da
import dask.dataframe as dd
import distributed
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.utils import get_tags

import gnomon as gn
from gnomon.errors import DataError
from gnomon.registry import learners, transformers
from tests.sharing import out_of_core

EVERY = [entry.facts.get("example", entry.thing)() for entry in (*learners.values(), *transformers.values())]


def sample(n_rows=500):
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 4)) * [1, 10, 0.1, 1] + [50, 0, 3, 1000]
    y = X @ [1.0, 0.1, 5.0, -1.0] + random.normal(size=n_rows)
    return X, y, np.array(["low", "middle", "high"])[np.digitize(y, np.quantile(y, [0.2, 0.7]))]


def lazily(array, chunks=130):
    return da.from_array(array, chunks=(chunks, 3) if array.ndim == 2 else chunks)


@pytest.mark.parametrize(
    ("learner", "target"),
    [
        (gn.Ridge(), 1),
        (gn.LinearRegression(), 1),
        (gn.LinearDiscriminantAnalysis(), 2),
        (gn.GaussianNB(), 2),
        (gn.PCA(2), None),
        (gn.TruncatedSVD(2), None),
        (gn.KMeans(3), None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_dask_array_is_fitted_as_its_rows_in_memory(learner, target):
    data = sample()
    X, y = data[0], None if target is None else data[target]
    whole = clone(learner).fit(X, y)
    blocks = clone(learner).fit(lazily(X), None if y is None else lazily(y, 200))
    found, wanted = answer(blocks, X), answer(whole, X)
    if found.dtype.kind == "f":
        # Sums of other groups of rows: units in the last place of numbers near 1000.
        np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-10)
    else:
        assert np.array_equal(found, wanted)


def answer(model, X):
    return model.predict(X) if hasattr(model, "predict") and model.summarizes else model.transform(X)


def test_rows_of_a_data_frame_some_of_whose_partitions_are_empty():
    X, _, labels = sample()
    frame = pd.DataFrame(X, columns=list("abcd")).assign(
        label=labels, town=np.where(X[:, 1] > 0, "Bonn", "Rome")
    )
    lazy = dd.from_pandas(frame, npartitions=7)
    some, whole = lazy[lazy["d"].cumsum() > 300_000], frame[frame["d"].cumsum() > 300_000]
    assert some.map_partitions(len).compute().min() == 0
    model = gn.GaussianNB().fit(some[["a", "b"]], some["label"])
    wanted = gn.GaussianNB().fit(whole[["a", "b"]], whole["label"])
    assert model.feature_names_in_.tolist() == ["a", "b"]
    np.testing.assert_allclose(model.theta_, wanted.theta_, rtol=1e-13)
    mixed = gn.MixedNB().fit(some[["a", "town"]], some["label"])
    assert np.array_equal(
        mixed.predict(some[["a", "town"]]).compute(),
        gn.MixedNB().fit(whole[["a", "town"]], whole["label"]).predict(whole[["a", "town"]]),
    )


def test_weights_count_as_repetitions():
    X, y, _ = sample(200)
    weight = np.random.default_rng(0).integers(0, 3, size=200)
    weight[130:] = 0
    repeated = gn.Ridge().fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    for given in (weight, lazily(weight, 50)):
        model = gn.Ridge().fit(lazily(X), lazily(y), sample_weight=given)
        np.testing.assert_allclose(model.coef_, repeated.coef_, rtol=1e-9)


def test_more_rows_of_dask_are_learned_by_partial_fit():
    X, _, labels = sample()
    model = gn.GaussianNB().partial_fit(
        lazily(X[:200]), labels[:200], classes=["low", "middle", "high", "top"]
    )
    model.partial_fit(lazily(X[200:]), lazily(labels[200:]))
    np.testing.assert_allclose(model.theta_, gn.GaussianNB().fit(X, labels).theta_, rtol=1e-13)
    with pytest.raises(ValueError, match="2 features, but GaussianNB is expecting 4"):
        model.partial_fit(lazily(X[:, :2]), labels)


def test_rows_of_dask_are_forgotten_as_they_were_learned():
    X, y, _ = sample()
    model = gn.Ridge().fit(lazily(X), y).forget(lazily(X[300:]), y[300:])
    np.testing.assert_allclose(model.coef_, gn.Ridge().fit(X[:300], y[:300]).coef_, rtol=1e-9)


def test_columns_in_chunks_are_put_together_where_the_lengths_of_rows_are_unknown():
    X = sample()[0]
    lazy = lazily(X)
    some = lazy[lazy[:, 1] > 0]
    assert some.numblocks == (4, 2)
    wanted = gn.PCA(2).fit(X[X[:, 1] > 0]).explained_variance_
    np.testing.assert_allclose(gn.PCA(2).fit(some).explained_variance_, wanted, rtol=1e-12)


def test_sparse_blocks_stay_sparse():
    X = np.random.default_rng(0).poisson(0.2, size=(100, 4)).astype(float)
    lazy = da.from_array(X, chunks=(30, 4)).map_blocks(scipy.sparse.csr_matrix)
    model = gn.MultinomialNB().fit(lazy, np.arange(100) % 2)
    wanted = gn.MultinomialNB().fit(X, np.arange(100) % 2)
    assert np.array_equal(model.feature_log_prob_, wanted.feature_log_prob_)


@pytest.mark.parametrize("learner", EVERY, ids=lambda learner: type(learner).__name__)
def test_a_learner_adds_up_blocks_or_says_that_it_needs_its_rows(learner):
    X = np.abs(sample(120)[0])
    y = (X[:, 1] > 5).astype(int)
    lazy = lazily(np.round(X) if get_tags(learner).input_tags.positive_only else X, 50)
    if learner.summarizes or isinstance(learner, gn.KMeans):
        assert clone(learner).fit(lazy, lazily(y)).n_features_in_ == 4
    else:
        size = r"needs all its rows in memory \(120 rows and 4 columns: 3.6e-06 GiB\); compute them first"
        with pytest.raises(DataError, match=size):
            clone(learner).fit(lazy, lazily(y))


def test_a_bad_value_is_named_by_its_row_among_all():
    X, y, _ = sample()
    X[321, 2] = np.nan
    where = r"column 2, row 321\), which Ridge"
    with pytest.raises(DataError, match=where):
        gn.Ridge().fit(lazily(X), y)
    frame = dd.from_pandas(pd.DataFrame(X), npartitions=5)
    with pytest.raises(DataError, match=where):
        gn.Ridge().fit(frame, dd.from_pandas(pd.Series(y), npartitions=5))


def test_targets_that_do_not_fit_the_rows_are_refused():
    X, y, _ = sample()
    frame = dd.from_pandas(pd.DataFrame(X), npartitions=5)
    with pytest.raises(DataError, match="X has 500 rows and y 499"):
        gn.Ridge().fit(lazily(X), y[1:])
    with pytest.raises(DataError, match="X has 500 rows and y 499"):
        gn.Ridge().fit(lazily(X), lazily(y[1:]))
    with pytest.raises(DataError, match="y has 3 blocks of rows and X has 5; align them"):
        gn.Ridge().fit(frame, dd.from_pandas(pd.Series(y), npartitions=3))
    with pytest.raises(DataError, match="y is in memory, but the chunk sizes of X are unknown"):
        gn.Ridge().fit(frame, y)
    with pytest.raises(DataError, match="sample_weight is in memory"):
        gn.Ridge().fit(frame, frame[0], sample_weight=y)


def test_something_else_than_rows_is_refused():
    with pytest.raises(DataError, match="got 1D array"):
        gn.PCA().fit(da.ones(5))
    with pytest.raises(DataError, match="X is a Dask Series"):
        gn.PCA().fit(dd.from_pandas(pd.Series([1.0, 2.0]), npartitions=1))


@pytest.fixture(scope="module")
def workers():
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        yield client


def test_on_workers_every_digit_is_that_of_this_process(workers, monkeypatch):
    X, y, labels = sample()
    fits = (
        (gn.Ridge(), lazily(y)),
        (gn.LinearDiscriminantAnalysis(), lazily(labels)),
        (gn.PCA(2), None),
        (gn.KMeans(3, tol=1.0), None),
    )
    there = [answer(clone(learner).fit(lazily(X), target), X) for learner, target in fits]
    monkeypatch.setattr("gnomon.sharing.dask_blocks._has_client", lambda: False)
    here = [answer(clone(learner).fit(lazily(X), target), X) for learner, target in fits]
    for one, other in zip(there, here, strict=True):
        assert np.array_equal(one, other)


def test_predictions_are_made_on_the_workers(workers):
    X, y, _ = sample()
    model = gn.Ridge().fit(X, y)
    np.testing.assert_allclose(model.predict(lazily(X)).compute(), model.predict(X), rtol=1e-14)


def test_an_error_on_a_worker_names_the_row_among_all(workers):
    X = sample()[0]
    X[321, 2] = np.inf
    with pytest.raises(DataError, match=r"infinity \(column 2, row 321\), which PCA"):
        gn.PCA().fit(dd.from_pandas(pd.DataFrame(X), npartitions=5))


def test_data_of_four_times_the_memory_taken_give_the_model_of_memory():
    # One arena and one thread, as what malloc and BLAS keep for each thread is no block of rows.
    environment = {**os.environ, "MALLOC_ARENA_MAX": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore", out_of_core.__file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["bytes"] >= 4 * found["grown"]
    whole = out_of_core.fitted(
        *(np.concatenate(parts) for parts in zip(*map(out_of_core.block, range(out_of_core.N_BLOCKS))))
    )
    for name, numbers in whole.items():
        # Half a million rows added in another order: 1e-16 times the root of their number, and a condition.
        np.testing.assert_allclose(found[name], numbers, rtol=1e-10, atol=1e-12, err_msg=name)


def test_without_dask_nothing_is_missing():
    code = (
        "import sys; sys.modules['dask'] = sys.modules['distributed'] = None\n"
        "import numpy as np, gnomon as gn\n"
        "X = np.arange(12.0).reshape(6, 2) ** 2\n"
        "gn.Ridge().fit(X, X[:, 0]).predict(X)\n"
        "from gnomon.sharing.block_fits import fit_blocks\n"
        "fit_blocks(gn.KMeans(2), [X, X]).transform(X)\n"
    )
    # NumPy warns of its own variable where it names features that this build does not know.
    others = "ignore:During parsing environment variable:ImportWarning"
    subprocess.run([sys.executable, "-W", "error", "-W", others, "-c", code], check=True)
