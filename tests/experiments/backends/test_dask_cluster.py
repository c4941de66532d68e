import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import dask
import distributed
import numpy as np
import pytest

import gnomon
from gnomon import native
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.backends import dask_calls, dask_cluster, dask_worker
from gnomon.experiments.backends.serve import unpacked
from gnomon.experiments.processor import processor
from gnomon.experiments.run import run
from gnomon.experiments.workers import CallLost, open_workers
from tests.experiments.backends.calls import crash, describe, fail, kill_worker
from tests.experiments.faults.faulty import children, design, resume, units_of


@contextmanager
def cluster():
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": "CRITICAL"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def client():
    with cluster() as client:
        yield client


def test_calls_are_worked_in_children_of_the_workers_with_one_thread_each(client):
    array = np.arange(300_000.0)
    with open_workers(client) as workers:
        shared = workers.share(array)
        promises = (workers.submit(describe, shared) for _ in range(20))
        found = [promise.result() for promise in workers.as_completed(promises)]
        assert workers.count == 2
    assert len(found) == 20
    assert {process for process, *_ in found}.isdisjoint({os.getpid(), *client.run(os.getpid).values()})
    assert {tuple(rest) for _, *rest in found} == {("memmap", array.sum(), 1, 1)}


def test_errors_keep_their_kind_and_crashes_and_endless_calls_are_reported_of(client):
    with open_workers(client, unit_seconds=1) as workers:
        promises = {
            "fail": workers.submit(fail, 7),
            "crash": workers.submit(crash),
            "sleep": workers.submit(time.sleep, 60),
            "abs": workers.submit(abs, -3),
        }
        assert len(list(workers.as_completed(promises.values()))) == 4
        with pytest.raises(ParameterError, match="number 7"):
            promises["fail"].result()
        with pytest.raises(CallLost, match="SIGSEGV"):
            promises["crash"].result()
        with pytest.raises(CallLost, match="unit_seconds=1"):
            promises["sleep"].result()
        assert promises["abs"].result() == 3


def test_the_end_of_a_run_ends_its_calls_and_leaves_the_client_open(client):
    with open_workers(client) as workers:
        # Held, as Dask drops what nobody waits for.
        _calls = [workers.submit(time.sleep, 600) for _ in range(6)]
        deadline = time.monotonic() + 30
        while not all(map(len, client.run(children).values())) and time.monotonic() < deadline:
            time.sleep(0.1)
    assert list(client.run(children).values()) == [[], []]
    with open_workers(client) as workers:
        assert workers.submit(abs, -3).result() == 3


def test_a_cluster_gives_bit_for_bit_the_units_of_this_process_though_all_its_workers_are_killed(
    client, tmp_path
):
    steps, slain = [], []

    def slay(step):
        steps.append(step)
        if step.done == 3:
            slain.extend(client.run(os.getpid).values())
            for worker in slain:
                os.kill(worker, signal.SIGKILL)

    run(design(), tmp_path / "dask.gnomon", workers=client, progress=slay)
    assert len(slain) == 2
    assert (steps[-1].failed, steps[-1].next) == (0, None)
    run(design(), tmp_path / "one.gnomon")
    assert units_of(tmp_path / "dask.gnomon") == units_of(tmp_path / "one.gnomon")


@pytest.mark.skipif(native.level == "plain", reason="this processor has one vector level only")
def test_all_workers_compute_at_the_lowest_level_among_them(client, monkeypatch):
    levels = iter([native.level, "plain"])
    monkeypatch.setattr(dask_cluster, "vector_level", lambda: None)
    monkeypatch.setattr(client, "run", lambda function, **options: _answers(client, function, levels))
    with open_workers(client, max_level="v4") as workers:
        assert workers.submit(processor).result()["vector level"] == "plain"


def _answers(client, function, levels):
    """Those of the workers, of which one has no vector instructions."""
    if function is dask_cluster.vector_level:
        return {number: next(levels) for number in range(2)}
    return distributed.Client.run(client, function, on_error="return")


def test_a_worker_of_a_lower_level_that_joins_later_computes_nothing(monkeypatch):
    monkeypatch.setattr(dask_worker.native, "level", "plain")
    outcome = dask_worker.work_in_child("run", b"", None, "v4", [])
    with pytest.raises(CallLost, match="has the vector level plain, and this run computes at v4"):
        unpacked(outcome)


def test_a_run_goes_on_with_the_workers_left_when_one_is_frozen_for_good(tmp_path, monkeypatch):
    monkeypatch.setattr(dask_calls, "SILENT", 4.0)
    # An outcome may be on the frozen worker only.
    monkeypatch.setattr(dask_cluster, "_FETCHING", 4.0)
    frozen = []

    def freeze(step):
        if step.done == 2 and not frozen:
            frozen.append(next(iter(client.run(os.getpid).values())))
            os.kill(frozen[0], signal.SIGSTOP)

    with cluster() as client:
        began = time.monotonic()
        try:
            run(design(), tmp_path / "a.gnomon", workers=client, progress=freeze)
        finally:
            os.kill(frozen[0], signal.SIGKILL)
        assert time.monotonic() - began < 120
    run(design(), tmp_path / "one.gnomon")
    assert units_of(tmp_path / "a.gnomon") == units_of(tmp_path / "one.gnomon")


def test_a_worker_without_room_for_the_data_says_so(monkeypatch):
    def fail(folder, names, contents):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dask_worker, "_write_values", fail)
    with pytest.raises(CallLost, match="set TMPDIR to another folder"):
        unpacked(dask_worker.work_in_child("full", b"", None, None, ["a"], b"data"))
    dask_worker.end_run("full")


def test_a_call_that_ends_its_workers_again_and_again_is_given_up_and_the_others_are_worked():
    # Dask itself takes four dead workers for a reason to give a call up; one is enough here.
    quick = dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with quick, cluster() as client, open_workers(client) as workers:
        shared = workers.share(np.arange(10.0))
        killer = workers.submit(kill_worker)
        fine = [workers.submit(describe, shared) for _ in range(6)]
        assert len(list(workers.as_completed([killer, *fine]))) == 7
        assert {promise.result()[2] for promise in fine} == {45.0}
        with pytest.raises(CallLost, match="finally while running this call only"):
            killer.result()


def test_a_run_whose_scheduler_is_lost_says_so_and_goes_on_from_there(tmp_path, monkeypatch):
    monkeypatch.setattr(dask_calls, "PATIENCE", 1.0)
    steps, path = [], tmp_path / "a.gnomon"
    with subprocess.Popen([sys.executable, "-c", _CLUSTER], stdout=subprocess.PIPE, text=True) as cluster:
        assert cluster.stdout is not None

        def slay(step):
            steps.append(step)
            if step.done == 2:
                cluster.kill()

        with pytest.raises(GnomonError, match="finished units are stored"):
            run(design(), path, workers=cluster.stdout.readline().strip(), progress=slay)
    resumed, total = resume(path)
    assert 2 <= resumed == steps[-1].done < total
    run(design(), tmp_path / "one.gnomon")
    assert units_of(path) == units_of(tmp_path / "one.gnomon")


# Scheduler and worker in one process, so that both go down with it.
_CLUSTER = """
import time
from distributed import LocalCluster
options = {"threads_per_worker": 1, "processes": False, "dashboard_address": ":0", "protocol": "tcp"}
with LocalCluster(n_workers=1, **options) as cluster:
    print(cluster.scheduler_address, flush=True)
    time.sleep(600)
"""


def test_an_address_that_nobody_answers_and_a_word_that_is_none_are_refused(monkeypatch):
    monkeypatch.setattr(dask_calls, "PATIENCE", 0.5)
    with pytest.raises(ParameterError, match="tcp://host:8786"):
        open_workers("twelve")
    with pytest.raises(GnomonError, match=r"no Dask scheduler responds at tcp://127\.0\.0\.1:9"):
        open_workers("tcp://127.0.0.1:9")


def test_a_cluster_found_by_its_address_stays_when_the_run_is_over(client):
    with open_workers(client.scheduler.address) as workers:
        assert workers.submit(abs, -3).result() == 3
    assert client.submit(abs, -4).result() == 4


def test_workers_with_another_version_are_refused(client, monkeypatch):
    monkeypatch.setattr(gnomon, "__version__", "0.0.1")
    with pytest.raises(GnomonError, match="install the same version everywhere"):
        open_workers(client)


def test_a_missing_dask_is_one_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ParameterError, match=r"pip install 'gnomon\[dask\]'"):
        open_workers("dask")
