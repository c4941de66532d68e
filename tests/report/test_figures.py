import re

import pytest
from sklearn.linear_model import Perceptron

import gnomon as gn
from gnomon.report.figures import figures, ledger_figure
from gnomon.report.page import section
from tests.report.outline import Outline


def titles(task, learners, plan=None):
    results = gn.run(gn.Design(task, learners, plan or gn.k_fold(3)))
    return [each.title for each in figures(results, section(results, task.name))]


def test_two_classes_have_curves_of_several_learners():
    found = titles(gn.load("heart"), [gn.GaussianNB(), gn.Baseline()])
    of_curves = ["ROC curves", "Precision and recall", "Thresholds of GaussianNB", "Calibration"]
    assert found == [*of_curves, "Confusion matrix of GaussianNB", "Time against quality"]


def test_several_classes_have_the_curves_of_the_best():
    found = titles(gn.load("iris"), gn.GaussianNB())
    assert found == [
        "ROC curves of GaussianNB",
        "Calibration of GaussianNB",
        "Confusion matrix of GaussianNB",
    ]


def test_numbers_have_predictions_and_residuals():
    assert titles(gn.load("diabetes"), gn.Ridge()) == ["Predictions of Ridge", "Residuals of Ridge"]


def test_what_gives_no_probability_has_no_calibration():
    found = titles(gn.datasets.make_moons(60, random_state=0), Perceptron(random_state=0))
    assert "Confusion matrix of Perceptron" in found
    assert "Calibration" not in found


@pytest.mark.parametrize("plan", [gn.hold_out(0.3), gn.leave_one_out(), gn.bootstrap(4)])
def test_every_design_can_be_drawn(plan):
    assert titles(gn.datasets.make_moons(40, random_state=0), [gn.GaussianNB(), gn.Baseline()], plan)


def test_the_ids_of_figures_name_task_and_figure_the_first_unless_told():
    design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(2))
    results = gn.run(design)
    part = section(results, "iris")
    for options, task in (({}, "t1"), ({"number": 3}, "t3")):
        assert f'id="{task}ledger-' in ledger_figure(part, **options).svg
        drawn = figures(results, part, **options)
        for number, each in enumerate(drawn, 1):
            assert f'id="{task}f{number}-' in each.svg
            assert 'id="t' not in each.svg.replace(f'id="{task}f{number}-', "")


def test_figures_of_two_tasks_share_no_id_and_hold_no_color_of_one_theme():
    results = gn.run(gn.Design(gn.datasets.make_moons(60, random_state=0), gn.GaussianNB(), gn.k_fold(3)))
    part = section(results, "moons")
    first, second = (figures(results, part, number) for number in (1, 2))
    ids = [
        set(re.findall(r' id="([^"]+)"', "".join(each.svg for each in found))) for found in (first, second)
    ]
    assert not ids[0] & ids[1]
    assert "#0072b2" not in first[0].svg
    for each in first:
        Outline(str(each.svg))


def test_the_confusion_table_is_drawn_for_light_and_for_dark_paper():
    results = gn.run(gn.Design(gn.datasets.make_moons(60, random_state=0), gn.GaussianNB(), gn.k_fold(3)))
    drawn = next(
        each for each in figures(results, section(results, "moons")) if "Confusion matrix" in each.title
    )
    if "<image" in drawn.svg:
        assert drawn.svg.count("<svg") == 2
        assert 'class="in-dark"' in drawn.svg


def test_learners_in_one_setting_are_left_out_of_the_ledger_figure():
    learners = [(gn.GaussianNB(), None), gn.KNeighborsClassifier()]
    results = gn.run(gn.Design(gn.load("iris"), learners, gn.k_fold(3), inner=gn.k_fold(3)))
    drawn = ledger_figure(section(results, "iris"))
    assert "KNeighborsClassifier" in drawn.svg
    assert "GaussianNB" not in drawn.svg
