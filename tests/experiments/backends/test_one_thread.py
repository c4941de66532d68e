from threadpoolctl import threadpool_info, threadpool_limits

from gnomon import thread_pools
from gnomon.experiments.backends.one_thread import one_thread


def counts():
    return [pool["num_threads"] for pool in threadpool_info()]


def test_threads_are_held_inside_and_as_before_outside():
    with threadpool_limits(2):
        before = counts()
        with one_thread():
            with one_thread():
                assert set(counts()) == {1}
            assert set(counts()) == {1}
        assert counts() == before


def test_they_are_as_before_after_an_error():
    before = counts()
    try:
        with one_thread():
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        assert counts() == before


def test_a_library_that_is_loaded_inside_is_held_from_the_next_call_on(monkeypatch):
    class Pool:
        user_api = "blas"
        filepath = "late.so"
        n_threads = 4

        def get_num_threads(self):
            return self.n_threads

        def set_num_threads(self, count):
            self.n_threads = count

    class Controller:
        lib_controllers = ()

    pool = Pool()
    monkeypatch.setattr(thread_pools, "ThreadpoolController", Controller)
    monkeypatch.setattr(thread_pools, "_pools", thread_pools._Pools())
    with one_thread():
        Controller.lib_controllers = (pool,)
        monkeypatch.setitem(thread_pools.sys.modules, "a module that was not there", None)
        with one_thread():
            assert pool.n_threads == 1
        assert pool.n_threads == 1
    assert pool.n_threads == 4
