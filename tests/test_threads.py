import pytest

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
    pools = [each for each in threads._pools().lib_controllers if each.user_api == "blas"]
    with threads.limited(1), threads.single_blas():
        assert all(each.num_threads == 1 for each in pools)
    with threads.limited(2):
        before = [each.num_threads for each in pools]
        with threads.single_blas():
            assert all(each.num_threads == 1 for each in pools)
        assert [each.num_threads for each in pools] == before
