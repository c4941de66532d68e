import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from gnomon.experiments.run import run
from tests.experiments.faults.faulty import children, design, killed, resume, started, units_of

# The long version of these tests, with 20 kills of each kind, is `python -m benchmarks.faults`.
needs_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes by /proc")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("undisturbed") / "whole.gnomon"
    run(design(), path)
    return units_of(path)


def test_a_run_of_two_processes_that_is_killed_ends_with_the_numbers_of_one_never_killed(
    tmp_path, undisturbed
):
    path = tmp_path / "a.gnomon"
    done, _ = killed(path, 2, random.Random(7))
    resumed, total = resume(path)
    assert 1 <= done <= resumed <= total == len(undisturbed)
    assert units_of(path) == undisturbed


@needs_linux
def test_processes_killed_during_the_run_cost_nothing_but_time(tmp_path, undisturbed):
    path, steps, slain = tmp_path / "a.gnomon", [], []
    moments = random.Random(2)

    def slay():
        deadline = time.monotonic() + 30
        while len(slain) < 2 and time.monotonic() < deadline and not (steps and steps[-1].next is None):
            time.sleep(moments.uniform(0, 0.15))
            for victim in children()[:1]:
                os.kill(victim, signal.SIGKILL)
                slain.append(victim)

    slayer = threading.Thread(target=slay)
    slayer.start()
    run(design(), path, workers=2, progress=steps.append)
    slayer.join()
    assert slain
    assert steps[-1].failed == 0
    assert units_of(path) == undisturbed


def test_two_runs_on_one_store_give_what_one_gives(tmp_path, undisturbed):
    path = tmp_path / "a.gnomon"
    both = [started(path, 1) for _ in range(2)]
    for process in both:
        process.communicate(timeout=60)
    assert [process.returncode for process in both] == [0, 0]
    assert units_of(path) == undisturbed
    assert os.listdir(tmp_path) == ["a.gnomon"]


def test_ctrl_c_ends_the_run_with_its_processes_and_keeps_what_was_done(tmp_path, undisturbed):
    path = tmp_path / "a.gnomon"
    with started(path, 2, pause=0.3) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("1 "):
            pass
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(timeout=60) == -signal.SIGINT
    assert os.listdir(tmp_path) == ["a.gnomon"]
    assert 1 <= len(units_of(path)) < len(undisturbed)
