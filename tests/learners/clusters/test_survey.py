import numpy as np
import scipy.sparse

from gnomon.learners.clusters.survey import Survey, sample_size


def total(X, weight=None, size=30, cuts=(20, 70)):
    blocks = np.split(np.arange(X.shape[0]), cuts)
    parts = [
        Survey.of(X[rows], None if weight is None else weight[rows], size, seed)
        for seed, rows in enumerate(blocks)
    ]
    return parts[0] + parts[1] + parts[2]


def test_the_variance_of_blocks_is_that_of_all_rows():
    X = np.random.default_rng(0).normal(size=(100, 3)) + 1e4
    weight = np.arange(100.0)
    assert np.isclose(total(X).variance, X.var(axis=0).mean(), rtol=1e-10)
    mean = np.average(X, axis=0, weights=weight)
    wanted = np.average((X - mean) ** 2, axis=0, weights=weight).mean()
    assert np.isclose(total(X, weight).variance, wanted, rtol=1e-10)
    assert np.isclose(total(scipy.sparse.csr_matrix(X - 1e4)).variance, X.var(axis=0).mean(), rtol=1e-9)


def test_a_sample_is_all_rows_of_weight_in_order_if_they_are_few():
    X = np.arange(100.0)[:, None]
    assert np.array_equal(total(X, size=100).sample.X, X)
    weight = (X.ravel() % 2 == 0).astype(float)
    assert np.array_equal(total(X, weight, size=100).sample.X, X[::2])


def test_every_row_is_as_likely_in_a_sample():
    X = np.arange(100.0)[:, None]
    seen = np.zeros(100)
    for seed in range(400):
        parts = [
            Survey.of(part, None, 10, place + 3 * seed) for place, part in enumerate(np.split(X, [5, 60]))
        ]
        chosen = (parts[0] + (parts[1] + parts[2])).sample.X.ravel().astype(int)
        assert len(chosen) == 10
        seen[chosen] += 1
    # Each is drawn 40 times on average, with a standard deviation of 6.
    assert seen.min() > 12
    assert seen.max() < 72


def test_many_centers_start_in_more_rows():
    assert sample_size(10_000) == 20 * 10_000
