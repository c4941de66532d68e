"""The outcome table names its cells, and its rates are those of the formulas beside them."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_every_rate_is_what_its_formula_says():
    display = gn.plotting.OutcomeTableDisplay(
        gn.metrics.ConfusionMatrix(("well", "ill"), np.array([[76.0, 4.0], [5.0, 15.0]]))
    )
    letters = dict(zip("ABCD", [76, 4, 5, 15]))
    for name, row in display.frame().iterrows():
        value = eval(row["formula"].replace("all", "(A + B + C + D)"), {}, dict(letters))
        assert row["value"] == pytest.approx(value), name
        assert row["lower"] < value < row["upper"]


def test_the_positive_class_comes_last_whatever_its_name():
    held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    own = gn.plotting.OutcomeTableDisplay.from_predictions(held_out)
    turned = gn.plotting.OutcomeTableDisplay.from_predictions(held_out, pos_label="absent")
    assert own.confusion.classes == ("absent", "present")
    assert own.frame().loc["recall", "value"] == turned.frame().loc["specificity", "value"]


def test_one_of_three_classes_is_set_against_the_rest():
    held_out = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    display = gn.plotting.OutcomeTableDisplay.from_predictions(held_out, pos_label="setosa")
    assert display.confusion.table.tolist() == [[100, 0], [0, 50]]
    with pytest.raises(DataError, match="pos_label"):
        gn.plotting.OutcomeTableDisplay.from_predictions(held_out)
    with pytest.raises(DataError, match="3 classes"):
        gn.plotting.OutcomeTableDisplay(held_out.confusion())


def test_a_rate_of_no_cases_is_written_as_none():
    display = gn.plotting.OutcomeTableDisplay.from_predictions([0, 0, 1], [0, 0, 0])
    assert np.isnan(display.frame().loc["precision", "value"])
    assert ">none<" in display.svg()


def test_experiment_and_estimator_agree():
    task = gn.load("heart")
    results = gn.run(gn.Design(task, gn.GaussianNB(), gn.k_fold(3)))
    assert gn.plotting.OutcomeTableDisplay.from_experiment(results).confusion.n == 270
    model = gn.GaussianNB().fit(task.X, task.y)
    assert gn.plotting.OutcomeTableDisplay.from_estimator(model, task.X, task.y).confusion.n == 270
