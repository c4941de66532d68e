import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from gnomon.learners.networks.examples import random_network
from tests.learners.networks.enumeration import random_case
from tests.native import twins_network as twins

seeds = st.integers(0, 2**32 - 1)


def problem(seed, n):
    network, random = random_case(seed)
    codes = np.stack([random.integers(size, size=n) for size in network.sizes], axis=1).astype(np.int32)
    codes[random.random(codes.shape) < 0.5] = -1
    tree = network.junction_tree().arrays
    output = random.integers(3, size=int(tree[1][-1] - tree[1][-2])).astype(np.int32)
    return tree, codes, output, random


@settings(max_examples=60, deadline=None)
@given(seed=seeds, n=st.integers(1, 20), threads=st.integers(1, 3))
def test_the_kernels_agree_with_their_twins(seed, n, threads):
    tree, codes, output, random = problem(seed, n)
    shares, logs = native.tree_query(tree, codes, output, 3, threads)
    wanted, wanted_logs = twins.tree_query(tree, codes, output, 3)
    np.testing.assert_allclose(shares, wanted, atol=1e-13)
    np.testing.assert_allclose(logs, wanted_logs, atol=1e-12)
    marginals, again = native.tree_marginals(tree, codes, threads)
    np.testing.assert_allclose(marginals, twins.tree_marginals(tree, codes), atol=1e-13)
    np.testing.assert_allclose(again, wanted_logs, atol=1e-12)
    weight = random.random(n)
    counts, again = native.tree_counts(tree, codes, weight, threads)
    np.testing.assert_allclose(counts, twins.tree_counts(tree, codes, weight), atol=1e-12)
    np.testing.assert_allclose(again, wanted_logs, atol=1e-12)
    best, logs = native.tree_explain(tree, codes, threads)
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(logs, [np.log(twins.tree_explain(tree, row)) for row in codes], atol=1e-12)
    possible = np.isfinite(logs)
    np.testing.assert_array_equal(best[~possible], codes[~possible])
    np.testing.assert_allclose(
        native.tree_query(tree, best, output, 3, 1)[1][possible], logs[possible], atol=1e-12
    )
    assert ((best == codes) | (codes < 0)).all()


def test_counts_do_not_depend_on_threads_or_on_how_many_rows_there_are_of_a_kind():
    network = random_network(random_state=0)
    codes = np.full((3000, 37), -1, dtype=np.int32)
    codes[:, 3] = np.arange(3000) % 2
    tree = network.junction_tree().arrays
    one = native.tree_counts(tree, codes, None, 1)[0]
    np.testing.assert_array_equal(one, native.tree_counts(tree, codes, None, 4)[0])
    few = native.tree_counts(tree, codes[:2], np.array([1500.0, 1500.0]), 1)[0]
    np.testing.assert_allclose(one, few, rtol=1e-11)


def spoiled(tree, place, change):
    arrays = [array.copy() for array in tree]
    arrays[place] = change(arrays[place])
    return tuple(arrays)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (0, lambda a: a[:-1]),
        (0, lambda a: np.where(np.arange(len(a)) == 0, np.nan, a)),
        (1, lambda a: a[::-1].copy()),
        (1, lambda a: a + 1),
        (2, lambda a: np.zeros_like(a)),
        (2, lambda a: np.full_like(a, 99)),
        (3, lambda a: a * 2**40),
        (4, lambda a: a + 1000),
        (4, lambda a: a - 1),
        (5, lambda a: a * 1000),
        (6, lambda a: a + 1000),
        (6, lambda a: a[:3]),
        (7, lambda a: a + 100),
        (7, lambda a: a - 100),
        (8, lambda a: a * 0),
        (8, lambda a: a * 10**9),
        (9, lambda a: a * 0),
        (9, lambda a: a + 2**20),
        (9, lambda a: a[:1]),
    ],
)
def test_a_tree_that_does_not_fit_together_is_refused(place, change):
    tree = random_network(10, 12, random_state=0).junction_tree().arrays
    codes = np.full((4, 10), -1, dtype=np.int32)
    native.tree_marginals(tree, codes, 1)
    with pytest.raises(ValueError, match=r"\w"):
        native.tree_marginals(spoiled(tree, place, change), codes, 1)


def test_codes_and_outputs_out_of_range_are_refused():
    network = random_network(10, 12, random_state=0)
    tree = network.junction_tree().arrays
    root = int(tree[1][-1] - tree[1][-2])
    codes = np.full((4, 10), -1, dtype=np.int32)
    for bad in (4, -2):
        codes[2, 3] = bad
        with pytest.raises(ValueError, match="a level that its node does not have"):
            native.tree_explain(tree, codes, 1)
    codes[2, 3] = 0
    with pytest.raises(ValueError, match="output has a value outside"):
        native.tree_query(tree, codes, np.full(root, 5, dtype=np.int32), 5, 1)
    with pytest.raises(ValueError, match="weight has 3 items"):
        native.tree_counts(tree, codes, np.ones(3), 1)
    with pytest.raises(ValueError, match="row of codes"):
        native.tree_marginals(tree, codes[:, :9].copy(), 1)
    with pytest.raises(ValueError, match="ten arrays"):
        native.tree_marginals(tree[:9], codes, 1)
    with pytest.raises((TypeError, RuntimeError)):
        native.tree_marginals((tree[0].astype(np.float32), *tree[1:]), codes, 1)
    with pytest.raises(ValueError, match="threads"):
        native.tree_marginals(tree, codes, 0)
