from dataclasses import replace

import numpy as np

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic

TASK = synthetic.task()
PAIR = gn.resample_each(TASK, [gn.GaussianNB(), gn.Baseline()], gn.k_fold(5))
FOUND = gn.compare(*PAIR, "accuracy")


def with_p(*values):
    return [replace(FOUND, p=p, first=f"learner {place}") for place, p in enumerate(values)]


def findings_of(comparisons):
    return check_methodology(comparisons=comparisons, only=["GN017"]).findings


def test_differences_that_do_not_hold_together_are_named():
    (finding,) = findings_of(with_p(0.001, 0.03, 0.04, 0.2, 0.5))
    assert "Of 5 comparisons tested one at a time 3 are significant" in finding.message
    assert "1 are, but not learner 1 against Baseline (p = 0.03) and learner 2" in finding.message


def test_differences_that_hold_together_are_silent():
    assert findings_of(with_p(0.001, 0.01, 0.9)) == ()
    assert findings_of(with_p(0.04)) == ()


def test_comparisons_that_are_corrected_already_are_silent():
    corrected = [replace(each, correction="holm") for each in with_p(0.001, 0.03, 0.04)]
    assert findings_of(corrected) == ()


def test_leaderboards_of_many_tasks_and_measures_are_one_family():
    random = np.random.default_rng(0)
    tasks = []
    for place in range(3):
        X = random.normal(size=(100, 6))
        y = (X[:, 0] + 0.7 * random.normal(size=100) > 0).astype(int)
        tasks.append(gn.Task(X, y, name=f"task {place}"))
    measures = ["accuracy", "mcc"]
    learners = [gn.GaussianNB(), gn.DecisionTreeClassifier(random_state=0), gn.KNeighborsClassifier(1)]
    results = gn.run(gn.Design(tasks, learners, gn.repeated(gn.k_fold(5), times=4), measures=measures))
    (finding,) = check_methodology(results=results, only=["GN017"]).findings
    boards = [results.standings(measure, task=task.name) for task in tasks for measure in measures]
    p = np.array([each.comparison.p for board in boards for each in board[1:]])
    n_found, n_left = np.sum(p <= 0.05), np.sum(6 * p <= 0.05)
    assert n_left < n_found
    assert f"{n_found} are significant; corrected for multiplicity {n_left} are" in finding.message
    assert finding.severity == "note"
