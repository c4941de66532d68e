import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from gnomon.experiments.integrity import check_store
from gnomon.experiments.run import run
from gnomon.experiments.store import Store
from tests.experiments.faults.faulty import (
    children,
    design,
    killed,
    killed_at_creation,
    resume,
    started,
    started_at_once,
    units_of,
)

# The long version of these tests, with 20 kills of each kind, 150 at the creation of the file, and 10 starts
# at once, is `python -m benchmarks.faults`.
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


def test_a_run_killed_while_it_creates_its_file_can_be_read_checked_and_resumed(tmp_path, undisturbed):
    moments = random.Random(5)
    for number in range(6):
        path = tmp_path / f"{number}.gnomon"
        killed_at_creation(path, moments)
        assert units_of(path).items() <= undisturbed.items()
        assert check_store(path).is_sound
        resume(path, times=1)
        assert len(units_of(path)) == 2
        assert units_of(path).items() <= undisturbed.items()


def test_commands_started_at_once_on_one_folder_all_succeed(tmp_path):
    assert started_at_once(tmp_path / "out", 3) == [0, 0, 0]
    assert sorted(os.listdir(tmp_path / "out")) == ["report.html", "results.gnomon"]
    with Store(tmp_path / "out" / "results.gnomon", read_only=True) as store:
        assert len(store.keys()) == 6


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
