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
