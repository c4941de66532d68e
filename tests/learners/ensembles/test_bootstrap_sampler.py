import numpy as np
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import seeds
from gnomon.learners.ensembles.bootstrap_sampler import BootstrapSampler, sort_keys


@settings(max_examples=40)
@given(st.integers(0, 9999), st.integers(1, 30))
def test_a_row_of_weight_k_is_sampled_as_k_equal_rows(seed, n_rows):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(n_rows, 3)), random.integers(2, size=n_rows)
    times = random.integers(0, 4, size=n_rows)
    times[0] += 1
    weighted = BootstrapSampler.of(X, y, times.astype(float)).bootstrap(seeds.child(seed, 1))
    row = np.repeat(np.arange(n_rows), times)
    order = random.permutation(len(row))
    copied = BootstrapSampler.of(X[row][order], y[row][order]).bootstrap(seeds.child(seed, 1))
    assert np.array_equal(np.bincount(row[order], copied, minlength=n_rows), weighted)
    assert weighted.sum() == times.sum()


def test_equal_sparse_rows_have_equal_keys_and_others_differ():
    X = np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]])
    result = sort_keys(scipy.sparse.csr_matrix(X), np.zeros(4))
    assert result[0] == result[2]
    assert len(set(result.tolist())) == 3


def test_rows_of_round_numbers_hardly_ever_share_a_key():
    X = np.array(np.meshgrid(*[np.arange(10.0)] * 4)).reshape(4, -1).T
    assert len(set(sort_keys(X, np.zeros(len(X))).tolist())) == 10_000


def test_every_row_is_sampled_in_proportion_to_its_weight():
    weight = np.array([1.0, 2.0, 0.0, 5.0])
    draws = BootstrapSampler.of(np.arange(4.0)[:, None], np.zeros(4), weight)
    total = sum(draws.bootstrap(seeds.child(0, number)) for number in range(4000))
    np.testing.assert_allclose(total / 4000, weight, rtol=0.05)
    assert total[2] == 0


def test_rows_of_equal_weight_are_sampled_as_by_their_weights():
    draws = BootstrapSampler.of(np.arange(50.0)[:, None], np.zeros(50))
    for number in range(20):
        seed = seeds.child(0, number)
        assert np.array_equal(draws.bootstrap(seed), draws.bootstrap(seed, weight=np.ones(50)))


@settings(max_examples=40)
@given(st.integers(0, 9999), st.booleans())
def test_the_last_bits_of_computed_columns_and_targets_change_no_sample(seed, has_gaps):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(40, 3)) * [1e-9, 1.0, 1e12], random.normal(size=40)
    if has_gaps:
        X[random.random(X.shape) < 0.2] = np.nan
    rounded, rounded_y = (values * (1 + 2.0**-52 * random.integers(-2, 3, values.shape)) for values in (X, y))
    draws = [
        BootstrapSampler.of(each, target).bootstrap(seeds.child(seed, 1))
        for each, target in ((X, y), (rounded, rounded_y))
    ]
    assert np.array_equal(*draws)


def test_rows_of_no_weight_do_not_set_the_scale_of_the_keys():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(30, 2)), np.zeros(30)
    more = np.vstack([X, [[1e9, -1e9]]])
    alone = BootstrapSampler.of(X, y).bootstrap(seeds.child(0, 1))
    beside = BootstrapSampler.of(more, np.append(y, 5.0), np.append(np.ones(30), 0.0)).bootstrap(
        seeds.child(0, 1)
    )
    assert np.array_equal(alone, beside[:30])
