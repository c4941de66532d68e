import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gnomon import Design, GaussianNB, k_fold, load, run, threads
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.backends.this_process import ThisProcess
from gnomon.experiments.workers import CallLost, open_workers
from tests.experiments.backends.calls import (
    always_be_killed,
    be_killed,
    crash,
    describe,
    end,
    fail,
    fail_unsendably,
    take,
)


@pytest.mark.parametrize("n_workers", [1, 2])
def test_every_promise_is_stored_with_blas_on_one_thread_and_kernels_within_the_cores(n_workers):
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


def test_calls_that_end_their_process_are_reported_of_and_the_others_are_worked(tmp_path):
    with open_workers(2) as workers:
        lost = {
            "SIGSEGV": workers.submit(crash),
            "exit code 3": workers.submit(end),
            "killed 3 times .*fewer workers": workers.submit(always_be_killed),
        }
        fine = [workers.submit(abs, -number) for number in range(4)]
        assert len(list(workers.as_completed([*lost.values(), *fine]))) == 7
        assert [promise.result() for promise in fine] == [0, 1, 2, 3]
        for said, promise in lost.items():
            with pytest.raises(CallLost, match=said):
                promise.result()
        # Whoever is killed from outside gets another chance.
        assert workers.submit(be_killed, tmp_path / "killed").result() == "alive"


def test_errors_that_cannot_be_sent_come_as_their_words():
    with open_workers(2) as workers, pytest.raises(GnomonError, match="Unsendable: this and that"):
        workers.submit(fail_unsendably).result()


def test_a_call_beyond_its_limits_is_ended_and_the_next_is_worked():
    with open_workers(1, unit_seconds=0.5, unit_memory=2**28) as workers:
        with pytest.raises(CallLost, match=r"unit_seconds=0\.5"):
            workers.submit(time.sleep, 60).result()
        with pytest.raises(CallLost, match="unit_memory=268435456 bytes"):
            workers.submit(take, 2**30).result()
        assert workers.submit(take, 2**26).result() == 2**26


def test_promises_are_drawn_as_workers_come_free():
    drawn = []
    with open_workers(2) as workers:

        def promises():
            for number in range(20):
                drawn.append(number)
                yield workers.submit(abs, -number)

        done = workers.as_completed(promises())
        next(done)
        assert len(drawn) < 10
        assert len(list(done)) == 19
    assert len(drawn) == 20


@pytest.mark.parametrize("limit", [{"unit_seconds": 0}, {"unit_seconds": -1.0}, {"unit_memory": True}])
def test_limits_that_make_no_sense_are_refused(limit):
    with pytest.raises(ParameterError, match=f"{next(iter(limit))} is .*positive"):
        open_workers(1, **limit)


def test_workers_of_ones_own_are_taken_but_cannot_be_held_to_limits():
    own = ThisProcess()
    assert open_workers(own) is own
    with pytest.raises(ParameterError, match="omit these"):
        open_workers(own, unit_seconds=3)
    with pytest.raises(ParameterError, match="pass their number"):
        open_workers(2.5)


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


@pytest.mark.parametrize("call", ["joblib.dump", "tempfile.mkdtemp"])
def test_a_full_temporary_folder_is_named_and_the_run_can_go_on_in_this_process(tmp_path, monkeypatch, call):
    def fail(*given, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    design = Design(load("iris"), GaussianNB(), k_fold(3))
    with monkeypatch.context() as patch:
        patch.setattr(call, fail)
        with pytest.raises(GnomonError, match="No space left on device; free disk space, set TMPDIR"):
            run(design, tmp_path / "a.gnomon", workers=2)
    assert run(design, tmp_path / "a.gnomon").predictions().score("accuracy") > 0.9
