import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import Moments
from gnomon.sharing.prepared import Parts, Rows


def moments(X, y, weight):
    return Moments.of(X, y, weight)


@pytest.mark.parametrize("n_parts", [1, 5, 120])
def test_whole_parts_are_summed_and_cut_ones_prepared_afresh(n_parts):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(200, 3)) + 7, random.normal(size=200)
    part = random.integers(n_parts, size=200)
    parts = Parts(moments, Rows(X, y), part)
    for index in (np.flatnonzero(part != part[0]), np.arange(200), np.arange(13)):
        if len(index):
            found, alone = parts.rows(index), Moments.of(X[index], y[index])
            np.testing.assert_allclose(found.mean, alone.mean, rtol=1e-10)
            np.testing.assert_allclose(found.scatter, alone.scatter, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("make", [np.asarray, scipy.sparse.csr_array, pd.DataFrame])
def test_rows_narrow_and_join_in_every_kind_of_table(make):
    X = np.arange(12.0).reshape(6, 2)
    rows = Rows(make(X), Labels.of(list("aabbcc")), np.ones(6))
    both = rows.rows(np.array([0, 3])) + rows.rows(np.array([5]))
    found = both.X.toarray() if scipy.sparse.issparse(both.X) else np.asarray(both.X)
    assert np.array_equal(found, X[[0, 3, 5]])
    assert both.y.classes[both.y.codes].tolist() == ["a", "b", "c"]
    assert both.weight.tolist() == [1, 1, 1]
