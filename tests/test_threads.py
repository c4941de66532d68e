import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_info, threadpool_limits

import gnomon as gn
from gnomon import threads


def test_a_limit_holds_inside_its_block_only():
    outside = threads.count()
    with threads.limited(3):
        assert threads.count() == 3
        assert threads.count(2) == 2
        assert threads.count(8) == 3
        assert threads.count(-1) == 3
        with threads.limited(1, blas=False):
            assert threads.count() == 1
    assert threads.count() == outside


def test_a_limit_is_lifted_when_the_block_fails():
    outside = threads.count()
    with pytest.raises(ZeroDivisionError), threads.limited(1):
        raise ZeroDivisionError
    assert threads.count() == outside


def test_few_values_are_passed_over_by_one_thread():
    assert threads.count_for(threads.FEW_VALUES) == 1
    assert threads.count_for(threads.FEW_VALUES + 1) == threads.count()


def test_blas_held_already_is_left_as_it_is():
    pools = blas()
    with threads.limited(1), threads.single_blas():
        assert all(each.num_threads == 1 for each in pools)
    with threads.limited(2):
        before = [each.num_threads for each in pools]
        with threads.single_blas():
            assert all(each.num_threads == 1 for each in pools)
        assert [each.num_threads for each in pools] == before


def blas():
    return [each for each in ThreadpoolController().lib_controllers if each.user_api == "blas"]


def test_limits_of_several_threads_hold_until_the_last_one_is_out():
    """Two blocks that overlap without being nested, as in two threads."""
    with threadpool_limits(2):
        before = [each.num_threads for each in blas()]
        first, second = threads.limited(1), threads.limited(1)
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert {each.num_threads for each in blas()} == {1}
        second.__exit__(None, None, None)
        assert [each.num_threads for each in blas()] == before


def test_an_inner_limit_does_not_raise_an_outer_one():
    with threads.limited(1), threads.limited(2):
        assert {each.num_threads for each in blas()} == {1}


@pytest.mark.filterwarnings("ignore:MLPClassifier did not converge")
def test_networks_fitted_in_eight_threads_are_those_fitted_in_one_and_leave_the_limits_alone():
    task = gn.load("breast-cancer")
    models = [gn.MLPClassifier(hidden_layer_sizes=(40,), max_iter=3, random_state=n) for n in range(16)]
    barrier = threading.Barrier(8)

    def fitted(model):
        barrier.wait(timeout=60)
        return weights(model)

    def weights(model):
        return np.concatenate([each.ravel() for each in model.fit(task.X, task.y).coefs_])

    with threadpool_limits(2):
        before = [pool["num_threads"] for pool in threadpool_info()]
        alone = list(map(weights, models))
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(fitted, models))
        assert [pool["num_threads"] for pool in threadpool_info()] == before
    for one, other in zip(alone, together):
        np.testing.assert_array_equal(one, other)
