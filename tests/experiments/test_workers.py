import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from gnomon import threads
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.workers import open_workers


def describe(shared):
    value = shared.get()
    pools = [pool["num_threads"] for pool in threadpool_info()]
    return os.getpid(), type(value).__name__, float(value.sum()), threads.count(), max(pools, default=1)


def fail(number):
    raise ParameterError(f"number {number}")


def die():
    os._exit(1)


@pytest.mark.parametrize("n_workers", [1, 2])
def test_every_promise_is_kept_with_blas_on_one_thread_and_kernels_within_the_cores(n_workers):
    array = np.arange(300_000.0)
    with open_workers(n_workers) as workers:
        shared = workers.share(array)
        promises = [workers.submit(describe, shared) for _ in range(4)]
        found = [promise.result() for promise in workers.as_completed(promises)]
    assert len(found) == 4
    for process, kind, total, kernel_threads, blas_threads in found:
        assert (process == os.getpid()) == (n_workers == 1)
        assert kind == ("ndarray" if n_workers == 1 else "memmap")
        assert total == array.sum()
        assert kernel_threads == max(1, threads.cores() // n_workers)
        assert blas_threads == 1


@pytest.mark.parametrize("n_workers", [1, 2])
def test_errors_keep_their_kind_and_message(n_workers):
    with open_workers(n_workers) as workers, pytest.raises(ParameterError, match="number 7"):
        next(iter(workers.as_completed([workers.submit(fail, 7)]))).result()


def test_a_worker_that_dies_is_reported_with_a_way_out():
    with open_workers(2) as workers, pytest.raises(GnomonError, match="fewer workers"):
        list(workers.as_completed([workers.submit(die)]))


def test_workers_and_their_files_go_when_their_parent_is_killed(tmp_path):
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "TMPDIR": str(tmp_path),
    }
    command = [sys.executable, "-c", _PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert list(tmp_path.glob("gnomon-*/*.joblib"))
        parent.kill()
    deadline = time.monotonic() + 30
    while (is_running(worker) or list(tmp_path.glob("gnomon-*"))) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_running(worker)
    assert not list(tmp_path.glob("gnomon-*"))


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return (
        "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
        if Path("/proc/self").exists()
        else True
    )


_PARENT = """
import os, time
from gnomon.experiments.workers import open_workers
with open_workers(2) as workers:
    workers.share([1, 2, 3])
    print(workers.submit(os.getpid).result(), flush=True)
    workers.submit(time.sleep, 60).result()
"""


@pytest.mark.parametrize("n_workers", [0, -2])
def test_a_number_of_workers_that_makes_no_sense_is_refused(n_workers):
    with pytest.raises(ParameterError, match="workers"):
        open_workers(n_workers)
