import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, ShuffleSplit
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.errors import DesignError
from gnomon.experiments.rebuild import design_from, learner_from
from gnomon.experiments.record import LearnerRecord, Record, record_of


@pytest.fixture
def iris():
    return gn.load("iris")


@pytest.mark.parametrize(
    "plan",
    [
        gn.k_fold(4),
        gn.repeated(gn.k_fold(3, stratify=False), times=2, random_state=7),
        gn.hold_out(0.3),
        gn.repeated(gn.hold_out(0.3), times=12),
        gn.bootstrap(5, random_state=3),
        gn.leave_one_out(),
    ],
)
def test_a_design_is_made_again_with_the_same_units_for_every_plan(iris, plan):
    design = gn.Design(iris, [gn.GaussianNB(), gn.Baseline()], plan)
    plain = Record.of(record_of(design).plain())
    assert design_from(plain, {"iris": iris}).units() == design.units()


@pytest.mark.parametrize(
    "learner",
    [
        gn.SVC(C=10.0, kernel="rbf", gamma=0.5),
        gn.RandomForestClassifier(n_estimators=7, random_state=3),
        make_pipeline(StandardScaler(with_mean=False), PCA(2), LogisticRegression(C=np.float64(0.3))),
        BaggingClassifier(KNeighborsClassifier(3, metric="manhattan"), n_estimators=4),
        KNeighborsClassifier(weights="distance", metric_params=None, p=1.5),
        LogisticRegression(class_weight={"setosa": 2.0, "virginica": -0.5}),
    ],
)
def test_a_learner_is_made_again_from_its_record(iris, learner):
    design = gn.Design(iris, learner, gn.k_fold(3), random_state=4)
    assert design_from(Record.of(record_of(design).plain()), {"iris": iris}).units() == design.units()


def test_a_nested_design_is_made_again(iris):
    learners = [
        gn.KNeighborsClassifier(),
        (gn.SVC(), {"C": [1, 10], "kernel": ["linear"]}),
        (gn.GaussianNB(), None),
    ]
    design = gn.Design(iris, learners, gn.k_fold(3), inner=gn.k_fold(4), rule="one standard error")
    assert design_from(Record.of(record_of(design).plain()), {"iris": iris}).units() == design.units()


def test_splits_of_others_are_made_again_from_the_rows_they_held_out(iris):
    design = gn.Design(iris, gn.GaussianNB(), KFold(3, shuffle=True, random_state=0))
    held_out = {"iris": [rows.tolist() for rows in design.splits["iris"].held_out]}
    record = record_of(design)
    assert design_from(record, {"iris": iris}, held_out=held_out).units() == design.units()
    with pytest.raises(DesignError, match="cannot be reconstructed"):
        design_from(record, {"iris": iris})


def test_cuts_that_trained_on_less_than_all_others_are_not_made_up(iris):
    design = gn.Design(iris, gn.GaussianNB(), ShuffleSplit(2, train_size=0.3, test_size=0.3, random_state=0))
    held_out = {"iris": [rows.tolist() for rows in design.splits["iris"].held_out]}
    with pytest.raises(DesignError, match="complements"):
        design_from(record_of(design), {"iris": iris}, held_out=held_out)


@pytest.mark.parametrize(
    "code",
    [
        "__import__('os').system('true')",
        "open('x')",
        "system('true')",
        "check_random_state(0)",
        "(lambda: 1)()",
        "[x for x in (1, 2)]",
        "Ridge(alpha=open('x'))",
        "GridSearch(open('x'), None)",
        "Ridge(",
        "",
    ],
)
def test_nothing_but_learners_of_known_packages_is_made(code):
    modules = {"Ridge": "sklearn.linear_model", "system": "os", "check_random_state": "sklearn.utils"}
    with pytest.raises(DesignError, match=r"learner 'a' cannot be reconstructed.*learners="):
        learner_from(LearnerRecord("a", code, modules))
