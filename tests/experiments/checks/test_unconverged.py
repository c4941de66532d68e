from dataclasses import replace

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.unconverged import stopped_early
from tests.experiments.checks import synthetic


def findings_of(learners, **more):
    task = synthetic.task()
    design = gn.Design(task, learners, gn.k_fold(3))
    predictions = gn.resample_each(
        task, [gn.GaussianNB(), *[gn.Baseline()] * (len(learners) - 1)], gn.k_fold(3)
    )
    named = [replace(each, learner=name, setting={}) for each, name in zip(predictions, design.learners)]
    return check_methodology(task, design, named, only=["GN014"], **more).findings


def test_a_winner_of_gnomon_that_stopped_early_is_found_with_its_bias_measured():
    (finding,) = findings_of([gn.LogisticRegression(max_iter=1)])
    assert "stopped after max_iter=1 iterations" in finding.message
    assert finding.cost.lower <= finding.cost.gain <= finding.cost.upper


def test_a_winner_of_scikit_learn_is_heard_inside_a_pipeline():
    (finding,) = findings_of([make_pipeline(StandardScaler(), LogisticRegression(max_iter=1))], cost=False)
    assert "warns: lbfgs failed to converge" in finding.message


def test_winners_that_converge_and_losers_that_do_not_are_silent():
    assert findings_of([gn.LogisticRegression()]) == ()
    assert findings_of([gn.GaussianNB(), gn.LogisticRegression(max_iter=1)]) == ()


def test_a_learner_without_iterations_says_nothing():
    assert stopped_early(gn.GaussianNB(), gn.Task(synthetic.features(), np.arange(240) % 2)) == ""


def test_a_winner_is_trained_again_on_prepared_columns_as_it_was_run(monkeypatch):
    columns = {"town": [f"town {n % 60}" for n in range(180)], "age": [20.0 + n % 7 for n in range(180)]}
    design = gn.Design(gn.Task(columns, np.arange(180) % 7, kind="regression"), gn.Ridge(), gn.k_fold(3))
    results = gn.run(design)
    # One-hot columns of every level of a raw table would take many times its memory.
    monkeypatch.setattr(gn.Table, "encoded", None)
    assert check_methodology(design=design, results=results, only=["GN014"], cost=False).findings == ()
