import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.near_copies import least, nearest_twins
from tests.experiments.checks import made


def near(n_things=80, n_times=3, noise=1e-3):
    """Things measured several times each, labels by thing at random."""
    random = np.random.default_rng(3)
    X = np.repeat(made.features(n_things), n_times, axis=0)
    labels = np.repeat(random.integers(2, size=n_things), n_times)
    return X + noise * random.normal(size=X.shape), labels, np.repeat(np.arange(n_things), n_times)


def found(task, **more):
    return check_methodology(task, only=["GN002"], **more).findings


def test_repeated_measurements_across_folds_are_found_and_priced():
    X, labels, _ = near()
    (finding,) = found(gn.Task(X, labels))
    assert finding.severity == "warning"
    assert "of 240 rows looked at" in finding.found
    assert finding.cost.lower > 0


def test_a_row_number_does_not_hide_near_copies():
    X, labels, _ = near()
    columns = {f"x{place}": X[:, place] for place in range(5)}
    (finding,) = found(gn.Task({"number": np.arange(240), **columns}, labels), cost=False)
    assert finding.code == "GN002"


def test_repeated_measurements_kept_together_are_harmless():
    X, labels, thing = near()
    assert found(gn.Task(X, labels, group=thing)) == ()


@pytest.mark.parametrize("dimension", [2, 3, 10, 50])
@pytest.mark.parametrize("seed", range(3))
def test_rows_spread_out_in_any_dimension_are_no_copies(dimension, seed):
    X = np.random.default_rng(seed).normal(size=(400, dimension))
    assert len(nearest_twins(gn.Task(X, X[:, 0]))[0]) <= 6
    assert found(gn.Task(X, X[:, 0]), cost=False) == ()


def test_rows_in_clusters_or_on_a_grid_are_no_copies():
    random = np.random.default_rng(0)
    clusters = random.normal(size=(400, 4)) * 1e-3 + random.integers(4, size=(400, 1)) * [1.0, 2, 3, 4]
    grid = random.integers(50, size=(400, 4)).astype(float)
    for X in (clusters, grid):
        assert found(gn.Task(X, X[:, 0], kind="regression"), cost=False) == ()


def test_a_large_task_is_looked_at_in_part():
    X, labels, _ = near(n_things=700)
    (finding,) = found(gn.Task(X, labels))
    assert "of 1,000 rows looked at" in finding.found
    assert finding.cost is None


def test_every_planted_pair_among_many_rows_is_found():
    X = np.random.default_rng(0).normal(size=(5000, 8))
    X[1::2] = X[::2] + 1e-4
    row, twin = nearest_twins(gn.Task(X, X[:, 0]))
    assert len(row) == 1000
    assert np.array_equal(twin, row ^ 1)


@given(arrays(np.float64, st.integers(1, 9000), elements=st.floats(-5, 5)), st.integers(1, 20))
@settings(max_examples=25, deadline=None)
def test_the_least_values_are_those_of_a_sort(values, n):
    n = min(n, len(values))
    assert np.array_equal(np.sort(values[least(values, n)]), np.sort(values)[:n])


def test_rows_near_in_a_few_fine_columns_that_differ_in_many_coarse_ones_are_no_copies():
    """Houses of one street: lots and areas that are all but the same, and other rooms, roofs and years."""
    random = np.random.default_rng(0)
    street = np.repeat(np.arange(150), 2)
    fine = {f"area {n}": random.normal(size=150)[street] + 1e-4 * random.normal(size=300) for n in range(4)}
    coarse = {f"room {n}": random.integers(6, size=300) for n in range(20)}
    words = {f"roof {n}": random.choice(list("abcd"), size=300) for n in range(6)}
    assert found(gn.Task({**fine, **coarse, **words}, random.normal(size=300)), cost=False) == ()
    assert found(gn.Task(fine, random.normal(size=300)), cost=False)


def test_sparse_rows_are_looked_at():
    from scipy import sparse

    X = sparse.random(150, 60, density=0.3, random_state=0, format="csr")
    near_X = X.copy()
    near_X.data = near_X.data * 1.0001
    (finding,) = found(gn.Task(sparse.vstack([X, near_X]).tocsr(), np.arange(300) % 2), cost=False)
    assert finding.code == "GN002"
