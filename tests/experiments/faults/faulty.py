"""Learners that go wrong on purpose, and a design that lasts long enough to be disturbed."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

from gnomon import Task, k_fold, repeated
from gnomon.cli.main import code_of
from gnomon.experiments.design import Design
from gnomon.experiments.run import run
from gnomon.experiments.store import Store


class Crashing(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        os.kill(os.getpid(), signal.SIGSEGV)


class Exiting(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        os._exit(3)


class Quitting(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        sys.exit("enough")


class Endless(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        while True:
            time.sleep(1)


class Greedy(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        self.rows = np.ones(2**32, dtype=np.uint8)
        return super().fit(X, y, sample_weight)


class Unhurried(GaussianNB):
    """Takes its time, so that there is a moment at which to disturb it."""

    def __init__(self, *, pause=0.02):
        super().__init__()
        self.pause = pause

    def fit(self, X, y, sample_weight=None):
        time.sleep(self.pause)
        return super().fit(X, y, sample_weight)


def task():
    values = np.random.default_rng(3).normal(size=(90, 4))
    return Task(values, np.where(values @ [1, 1, 0, 0] > 0, "yes", "no"), name="disturbed")


def design(times=6, pause=0.02):
    learners = [RandomForestClassifier(n_estimators=4), Unhurried(pause=pause)]
    return Design(task(), learners, repeated(k_fold(4), times=times))


def units_of(path):
    """Every unit of a store with its predictions; a key is there once, as SQLite's primary key."""
    with Store(path, read_only=True) as store:
        finished = store.keys()
        return {key: store.predictions(key) for key in finished}


def started(path, workers, *, times=6, pause=0.02):
    """A process that runs the design and prints how many units it has kept, and resumed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    arguments = [str(path), repr(workers), str(times), str(pause)]
    return subprocess.Popen(
        [sys.executable, "-c", _RUN, *arguments], stdout=subprocess.PIPE, env=environment, text=True
    )


def killed(path, workers, moments: random.Random, **size):
    """Start the run and kill it at a random moment after its first word; what it told of, and resumed."""
    with started(path, workers, **size) as process:
        assert process.stdout is not None
        done, resumed = map(int, process.stdout.readline().split())
        for _ in range(moments.randint(0, 3)):
            done, resumed = map(int, (process.stdout.readline() or f"{done} {resumed}").split())
        time.sleep(moments.uniform(0, 0.1))
        process.kill()
        for line in process.stdout:
            done, resumed = map(int, line.split())
    return done, resumed


def killed_at_creation(path, moments: random.Random):
    """Start the run and kill it within 50 ms after its file appeared."""
    process = _forked(_run_small, path)
    while not path.exists():
        time.sleep(0.0002)
    time.sleep(moments.uniform(0, 0.05))
    process.kill()
    process.join()


def started_at_once(folder, starts):
    """Run `gnomon compare` into one folder so many times at once; the exit codes."""
    processes = [_forked(_compare, folder) for _ in range(starts)]
    for process in processes:
        process.join(timeout=300)
    return [process.exitcode for process in processes]


def _forked(function, path):
    """A process that has imported everything, so that many can start within milliseconds."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    process = context.Process(target=function, args=(path,))
    process.start()
    return process


def _run_small(path):
    run(design(times=1), path)


def _compare(folder):
    with redirect_stdout(StringIO()):
        sys.exit(code_of(["compare", "iris", *COMPARED, "--out", str(folder)]))


COMPARED = ("--learners", "GaussianNB, KNeighborsClassifier", "--folds", "3", "--no-refits", "--quiet")


def resume(path, **size):
    """Finish the design here; how many units were resumed, and how many there are."""
    steps = []
    run(design(**size), path, progress=steps.append)
    assert steps[-1].failed == 0
    return steps[0].resumed, steps[-1].total


def children(marks=("backends.serve",)):
    """The numbers of this process's child processes whose command holds some of these words."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(place.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            command = place.joinpath("cmdline").read_text()
        except OSError:
            continue
        if parent == os.getpid() and any(mark in command for mark in marks):
            found.append(int(place.name))
    return sorted(found)


_RUN = """
import sys
from gnomon.experiments.run import run
from tests.experiments.faults.faulty import design

if __name__ == "__main__":
    path, workers, times, pause = sys.argv[1:]
    wanted = design(int(times), float(pause))
    run(wanted, path, eval(workers), lambda step: print(step.done, step.resumed, flush=True))
"""
