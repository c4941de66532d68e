import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.near_duplicates import nearest_duplicates, smallest
from tests.experiments.checks import synthetic


def near(n_things=80, n_times=3, noise=1e-3):
    """Things measured several times each, labels by thing at random."""
    random = np.random.default_rng(3)
    X = np.repeat(synthetic.features(n_things), n_times, axis=0)
    labels = np.repeat(random.integers(2, size=n_things), n_times)
    return X + noise * random.normal(size=X.shape), labels, np.repeat(np.arange(n_things), n_times)


def findings_of(task, **more):
    return check_methodology(task, only=["GN002"], **more).findings


def test_repeated_measurements_across_folds_are_found_with_its_bias_measured():
    X, labels, _ = near()
    (finding,) = findings_of(gn.Task(X, labels))
    assert finding.severity == "warning"
    assert "of 240 rows examined" in finding.message
    assert finding.cost.lower > 0


def test_a_row_number_does_not_hide_near_duplicates():
    X, labels, _ = near()
    columns = {f"x{place}": X[:, place] for place in range(5)}
    (finding,) = findings_of(gn.Task({"number": np.arange(240), **columns}, labels), cost=False)
    assert finding.code == "GN002"


def test_repeated_measurements_stored_together_are_harmless():
    X, labels, thing = near()
    assert findings_of(gn.Task(X, labels, group=thing)) == ()


@pytest.mark.parametrize("dimension", [2, 3, 10, 50])
@pytest.mark.parametrize("seed", range(3))
def test_rows_of_uniform_density_in_any_dimension_are_no_near_duplicates(dimension, seed):
    X = np.random.default_rng(seed).normal(size=(400, dimension))
    assert len(nearest_duplicates(gn.Task(X, X[:, 0]))[0]) <= 6
    assert findings_of(gn.Task(X, X[:, 0]), cost=False) == ()


def test_rows_in_clusters_or_on_a_grid_are_no_near_duplicates():
    random = np.random.default_rng(0)
    clusters = random.normal(size=(400, 4)) * 1e-3 + random.integers(4, size=(400, 1)) * [1.0, 2, 3, 4]
    grid = random.integers(50, size=(400, 4)).astype(float)
    for X in (clusters, grid):
        assert findings_of(gn.Task(X, X[:, 0], kind="regression"), cost=False) == ()


def test_a_sample_of_a_large_task_is_examined():
    X, labels, _ = near(n_things=700)
    (finding,) = findings_of(gn.Task(X, labels))
    assert "of 1,000 rows examined" in finding.message
    assert finding.cost is None


def test_every_planted_pair_among_many_rows_is_found():
    X = np.random.default_rng(0).normal(size=(5000, 8))
    X[1::2] = X[::2] + 1e-4
    row, twin = nearest_duplicates(gn.Task(X, X[:, 0]))
    assert len(row) == 1000
    assert np.array_equal(twin, row ^ 1)


@given(arrays(np.float64, st.integers(1, 9000), elements=st.floats(-5, 5)), st.integers(1, 20))
@settings(max_examples=25, deadline=None)
def test_the_least_values_are_those_of_a_sort(values, n):
    n = min(n, len(values))
    assert np.array_equal(np.sort(values[smallest(values, n)]), np.sort(values)[:n])


def test_rows_near_in_a_few_fine_columns_that_differ_in_many_coarse_ones_are_no_near_duplicates():
    """Houses of one street: lots and areas that are all but the same, and other rooms, roofs and years."""
    random = np.random.default_rng(0)
    street = np.repeat(np.arange(150), 2)
    fine = {f"area {n}": random.normal(size=150)[street] + 1e-4 * random.normal(size=300) for n in range(4)}
    coarse = {f"room {n}": random.integers(6, size=300) for n in range(20)}
    words = {f"roof {n}": random.choice(list("abcd"), size=300) for n in range(6)}
    assert findings_of(gn.Task({**fine, **coarse, **words}, random.normal(size=300)), cost=False) == ()
    assert findings_of(gn.Task(fine, random.normal(size=300)), cost=False)


def test_sparse_rows_are_examined():
    from scipy import sparse

    X = sparse.random(150, 60, density=0.3, random_state=0, format="csr")
    near_X = X.copy()
    near_X.data = near_X.data * 1.0001
    (finding,) = findings_of(gn.Task(sparse.vstack([X, near_X]).tocsr(), np.arange(300) % 2), cost=False)
    assert finding.code == "GN002"
