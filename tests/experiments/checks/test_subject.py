import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.families import families
from gnomon.experiments.checks.probe import Probe
from gnomon.experiments.checks.subject import Subject, subject_of
from tests.experiments.checks import synthetic

NOTHING = {"plan": None, "measure": None, "comparisons": (), "before": None, "probe": Probe(), "sample": 100}


def subject(task=None, design=None, results=None, **more):
    return subject_of(task, design, results, **{**NOTHING, **more})


def test_splits_come_from_the_plan_the_design_or_the_predictions():
    task = synthetic.task()
    design = gn.Design(task, gn.GaussianNB(), gn.k_fold(4))
    results = gn.run(design)
    told = subject(task, results=results).splits["made"]
    assert told.fingerprint == subject(design=design).splits["made"].fingerprint
    assert len(subject(task, plan=gn.k_fold(3)).splits["made"]) == 3
    assert len(subject(task).splits["made"]) == 10


def test_bootstraps_tell_no_splits():
    task = synthetic.task()
    assert subject(task, results=gn.resample(task, gn.GaussianNB(), gn.bootstrap(5))).splits == {}


def test_a_task_with_a_time_is_assumed_to_be_rolled():
    task = synthetic.task(day=np.arange(240), time="day")
    assert subject(task).splits["made"].design.by_time


@pytest.mark.parametrize(("make", "measure"), [(synthetic.task, "auc"), (synthetic.regression, "r2")])
def test_the_measure_suits_the_task(make, measure):
    assert subject(make()).measure("made").name == measure
    assert subject(gn.load("iris")).measure("iris").name == "accuracy"


def test_a_measure_with_a_parameter_is_stored():
    found = subject(synthetic.regression(), measure="pinball(0.9)").measure("made")
    assert found([1.0], [0.0]) == pytest.approx(0.9)


def test_settings_in_pipelines_and_under_names_of_ones_own_are_one_family():
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    learners = {f"svm {C}": make_pipeline(StandardScaler(), gn.SVC(C=C)) for C in (1, 10)}
    expected = {"StandardScaler + SVC": ["svm 1", "svm 10"]}
    assert families(Subject(learners=learners)) == expected
    results = gn.run(gn.Design(synthetic.task(60), learners, gn.k_fold(3)))
    assert families(subject(results=results), "made") == expected


def test_leave_one_out_of_many_rows_is_examined_in_part():
    X = synthetic.features(300)
    task = gn.Task(np.vstack([X, X + 1e-5]), np.arange(600) % 2)
    assert check_methodology(task, plan=gn.leave_one_out(), only=["GN001", "GN002"], cost=False).codes == (
        "GN002",
    )


@pytest.mark.parametrize(
    ("learners", "predictions", "expected"),
    [
        ({}, {}, False),
        ({"a": 1}, {}, False),
        ({"a": 1, "b": 2}, {}, True),
        ({}, {"iris": {"a": 1}, "wine": {"a": 1}}, False),
        ({}, {"iris": {"a": 1}, "wine": {"a": 1, "b": 2}}, True),
    ],
)
def test_several_learners_are_more_than_one_on_a_task(learners, predictions, expected):
    subject = Subject(learners=learners, predictions=predictions)
    assert subject.several_learners is expected
    assert bool(subject.lacks("several learners")) is not expected
    assert Subject(tasks={"iris": 1}).several_tasks is False
    assert Subject(tasks={"iris": 1, "wine": 2}).several_tasks is True
    assert Subject(predictions={"iris": {}}).targets is True
    assert Subject().targets is False
