import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from gnomon import Task, k_fold, repeated
from gnomon.experiments.design import Design
from gnomon.experiments.run import run
from gnomon.experiments.store import Store

# What the killed process runs, and what is run without a kill to compare with.
DESIGN = """
import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from gnomon import Task, k_fold, repeated
from gnomon.experiments.design import Design

values = np.random.default_rng(3).normal(size=(90, 4))
task = Task(values, np.where(values @ [1, 1, 0, 0] > 0, "yes", "no"), name="killed")
learners = [RandomForestClassifier(n_estimators=8), GaussianNB()]
design = Design(task, learners, repeated(k_fold(4), times=8))
"""

RUN = (
    DESIGN
    + """
import sys
from gnomon.experiments.run import run
run(design, sys.argv[1], progress=lambda step: print(step.done, step.resumed, flush=True))
"""
)


def task():
    values = np.random.default_rng(0).normal(size=(120, 3))
    return Task(values, np.where(values[:, 0] + 0.5 * values[:, 1] > 0, "yes", "no"), name="plain")


def design(**options):
    learners = [GaussianNB(), DecisionTreeClassifier(splitter="random"), LogisticRegression()]
    return Design(task(), learners, repeated(k_fold(5), times=2), **options)


def units_of(path):
    with Store(path, read_only=True) as store:
        finished = store.keys()
        return {key: store.predictions(key) for key in finished}


def killed_run(path, after, pause):
    """Start the run, kill it that many units and seconds later; how many units it told of, and resumed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", RUN, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None
        done, resumed = map(int, process.stdout.readline().split())
        for _ in range(after):
            line = process.stdout.readline()
            if line:
                done, resumed = map(int, line.split())
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
    return done, resumed


def test_a_run_killed_again_and_again_ends_with_the_numbers_of_one_never_killed(tmp_path):
    broken, whole = tmp_path / "broken.gnomon", tmp_path / "whole.gnomon"
    moments = random.Random(5)
    reached = 0
    for _ in range(2):
        done, resumed = killed_run(broken, after=moments.randint(1, 3), pause=moments.uniform(0, 0.06))
        assert resumed >= reached
        reached = done
    scope: dict[str, object] = {}
    exec(DESIGN, scope)
    steps = []
    finished = run(scope["design"], broken, progress=steps.append)
    assert steps[0].resumed >= reached
    assert steps[-1].done == steps[-1].total == 16
    never_killed = run(scope["design"], whole)
    assert units_of(broken) == units_of(whole)
    columns = ["learner", "value", "lower", "upper", "verdict"]
    assert finished.leaderboard()[columns].equals(never_killed.leaderboard()[columns])


def test_two_workers_give_bit_for_bit_the_units_of_one(tmp_path):
    run(design(), tmp_path / "one.gnomon", workers=1)
    run(design(), tmp_path / "two.gnomon", workers=2)
    assert units_of(tmp_path / "one.gnomon") == units_of(tmp_path / "two.gnomon")


def test_results_in_memory_and_in_a_file_are_the_same(tmp_path):
    kept, passing = run(design(), tmp_path / "a.gnomon"), run(design())
    for learner in kept.learners:
        in_file, in_memory = (each.predictions(learner=learner).to_pandas() for each in (kept, passing))
        assert in_file.equals(in_memory)


def test_a_finished_run_is_not_worked_again(tmp_path):
    run(design(), tmp_path / "a.gnomon")
    steps = []
    run(design(), tmp_path / "a.gnomon", progress=steps.append)
    assert [(step.done, step.total, step.resumed) for step in steps] == [(6, 6, 6)]


def test_a_changed_design_adds_its_units_to_the_store(tmp_path):
    path = tmp_path / "a.gnomon"
    run(design(), path)
    before = units_of(path)
    wider = Design(task(), [GaussianNB(), GaussianNB(var_smoothing=0.1)], repeated(k_fold(5), times=2))
    steps = []
    run(wider, path, progress=steps.append)
    assert steps[0].resumed == 2
    assert units_of(path).items() > before.items()


def test_one_learner_under_two_names_is_worked_once():
    steps = []
    twice = Design(task(), {"a": GaussianNB(), "b": GaussianNB()}, k_fold(5))
    results = run(twice, progress=steps.append)
    assert steps[-1].total == 1
    assert [results.predictions(learner=name).learner for name in ("a", "b")] == ["a", "b"]


def test_progress_names_the_unit_at_work_and_ends_with_none():
    steps = []
    run(Design(task(), [GaussianNB(), LogisticRegression()], k_fold(5)), progress=steps.append)
    assert [step.next.learner if step.next else None for step in steps] == [
        "GaussianNB",
        "LogisticRegression",
        None,
    ]


def test_random_learners_repeat_with_the_seed_and_vary_with_it():
    forest = RandomForestClassifier(n_estimators=3)
    first, again, other = (
        run(Design(task(), [forest], k_fold(5), random_state=seed)).predictions().probability
        for seed in (0, 0, 1)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_an_interrupt_keeps_what_was_done_and_leaves_one_file(tmp_path):
    def stop(step):
        if step.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(design(), tmp_path / "a.gnomon", progress=stop)
    # Short units are told of together, when they are on the disk.
    assert 2 <= len(units_of(tmp_path / "a.gnomon")) <= 6
    assert os.listdir(tmp_path) == ["a.gnomon"]


@pytest.mark.parametrize(("workers", "first"), [(1, "small"), (2, "large")])
def test_several_workers_begin_with_the_largest_task(workers, first):
    random = np.random.default_rng(0)
    tasks = [
        Task(random.normal(size=(n, 2)), np.arange(n) % 2, name=name)
        for name, n in (("small", 40), ("middle", 60), ("large", 200))
    ]
    following = []

    def note(step):
        following.append(step.next)

    results = run(Design(tasks, GaussianNB(), k_fold(4)), workers=workers, progress=note)
    assert following[0].task == first
    assert [each.task for each in results.record.units] == ["small", "middle", "large"]
