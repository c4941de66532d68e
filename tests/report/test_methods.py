import numpy as np
import pytest

import gnomon as gn
from gnomon.report.citations import REFERENCES, references
from gnomon.report.methods import INTERVALS, methods
from gnomon.report.resampling import plan_text, sizes
from gnomon.report.summary import finished_sections


def told(results):
    return methods(results, finished_sections(results))


def paragraphs(results):
    return dict(told(results).paragraphs)


def test_a_nested_design_is_told_in_full():
    learners = [(gn.KNeighborsClassifier(), {"n_neighbors": [1, 9]}), gn.GaussianNB()]
    plan = gn.repeated(gn.k_fold(3), times=2, random_state=4)
    design = gn.Design(
        gn.load("iris"), learners, plan, inner=gn.k_fold(4), rule="one standard error", random_state=7
    )
    found = paragraphs(gn.run(design))
    assert found["Data"] == (
        "iris has 150 rows and 4 features (4 quantitative); "
        "the target has 3 classes (setosa: 50, versicolor: 50, virginica: 50)."
    )
    assert "stratified 3-fold cross-validation, repeated twice with new folds" in found["Resampling"]
    assert "(seed 4); 6 splits, each of 100 rows to train and 50 held out." in found["Resampling"]
    assert "KNeighborsClassifier (2 hyperparameter settings: n_neighbors in {1, 9})" in found["Learners"]
    assert "by stratified 4-fold cross-validation of its rows" in found["Selection"]
    assert "Breiman et al. 1984" in found["Selection"]
    assert found["Comparisons"].startswith("The two learners were compared")
    assert "seed 7" in found["Software"]


def test_every_source_cited_is_listed_and_no_other():
    results = gn.run(
        gn.Design(gn.load("heart"), [gn.GaussianNB(), gn.DecisionStump(), gn.SVC()], gn.k_fold(5))
    )
    sources = told(results).references
    assert [source.partition(",")[0] for source in sources] == ["Holm", "Nadeau"]


@pytest.mark.parametrize("text", INTERVALS.values())
def test_what_is_cited_has_a_source(text):
    if any(sign.isdigit() for sign in text):
        assert references(text)


@pytest.mark.parametrize("short", REFERENCES)
def test_each_source_is_of_the_authors_and_year_it_is_cited_by(short):
    author, year = short.split()[0], short.split()[-1]
    assert REFERENCES[short].startswith(author)
    assert f"({year})" in REFERENCES[short]


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (gn.hold_out(0.3), "one stratified hold-out"),
        (gn.repeated(gn.hold_out(0.3), times=5), "5 stratified hold-outs"),
        (gn.k_fold(4, stratify=False), "4-fold cross-validation"),
        (gn.leave_one_out(), "leave-one-out cross-validation"),
        (gn.bootstrap(6), "6 bootstrap samples, each evaluated on its out-of-bag rows"),
    ],
)
def test_every_plan_has_words(plan, expected):
    results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), plan))
    assert plan_text(results.record.tasks[0].splits) == expected
    assert sizes(results.record.tasks[0].splits).endswith("held out")
    assert told(results).paragraphs


def test_tasks_that_differ_are_told_apart():
    tasks = [gn.load("iris"), gn.datasets.make_moons(60, random_state=0)]
    found = paragraphs(gn.run(gn.Design(tasks, gn.GaussianNB(), gn.k_fold(5))))
    assert found["Resampling"].startswith("Performance was estimated out of sample by stratified 5-fold")
    assert "For iris: 5 splits, each of 120 rows" in found["Resampling"]
    assert "For moons: 5 splits, each of 48 rows" in found["Resampling"]
    assert found["Measure"].count("The measure was accuracy") == 2
    assert "The positive class was" in found["Measure"]


def test_groups_and_time_are_told():
    values = np.random.default_rng(0).normal(size=(60, 2))
    group = [f"g{number // 3}" for number in range(60)]
    told_of_group = paragraphs(
        gn.run(gn.Design(gn.Task(values, values[:, 0] > 0, group=group), gn.GaussianNB(), gn.k_fold(4)))
    )
    assert "each row has a group" in told_of_group["Data"]
    assert "grouped 4-fold cross-validation" in told_of_group["Resampling"]
    series = gn.Task(values, values[:, 0] > 0, time=range(60))
    told_of_time = paragraphs(gn.run(gn.Design(series, gn.GaussianNB(), gn.rolling(4))))
    assert "rolling-origin evaluation over 4 periods of time" in told_of_time["Resampling"]
