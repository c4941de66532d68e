"""Predictions made elsewhere are assessed as those made here are."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import log_loss, roc_auc_score

import gnomon as gn
from gnomon.errors import DataError, ParameterError

CANCER, IRIS, DIABETES = gn.load("breast-cancer"), gn.load("iris"), gn.load("diabetes")
PLANS = [gn.k_fold(5), gn.repeated(gn.k_fold(4), times=2), gn.hold_out(0.4)]


def rebuilt(predictions, task, **columns):
    frame = predictions.to_pandas()
    return gn.Predictions.from_arrays(
        frame.truth, frame.predicted, split=frame.split, row=frame.row, positive=task.positive, **columns
    )


@pytest.mark.parametrize("plan", PLANS[:2], ids=str)
@pytest.mark.parametrize("measure", ["auc", "accuracy", "log_loss", "f1"])
def test_estimates_are_those_of_the_predictions_that_the_arrays_were_taken_from(plan, measure):
    predictions = gn.resample(CANCER, gn.GaussianNB(), plan, prepare=True)
    again = rebuilt(predictions, CANCER, probabilities=predictions.probability)
    first, second = predictions.estimate(measure), again.estimate(measure)
    assert (second.value, second.method) == (pytest.approx(first.value), first.method)
    assert (second.lower, second.upper) == pytest.approx((first.lower, first.upper))


def test_many_classes_keep_the_order_of_their_columns():
    predictions = gn.resample(IRIS, gn.GaussianNB(), gn.k_fold(5))
    classes = IRIS.classes.tolist()[::-1]
    again = rebuilt(predictions, IRIS, probabilities=predictions.probability[:, ::-1], classes=classes)
    assert again.score("log_loss") == pytest.approx(predictions.score("log_loss"))
    assert again.score("auc") == pytest.approx(predictions.score("auc"))


def test_numbers_need_no_classes():
    predictions = gn.resample(DIABETES, Ridge(), gn.k_fold(5))
    again = rebuilt(predictions, DIABETES)
    assert again.kind == "regression"
    assert again.estimate("rmse").value == pytest.approx(predictions.estimate("rmse").value)


def test_one_hold_out_set_has_the_scores_of_scikit_learn_and_delongs_interval():
    random = np.random.default_rng(5)
    y = np.where(random.random(150) < 0.4, "ill", "well")
    p = 1 / (1 + np.exp(-1.0 * (y == "ill") - random.normal(size=150)))
    predictions = gn.Predictions.from_arrays(y, probabilities=p, positive="ill", n_train=300)
    assert predictions.score("auc") == pytest.approx(roc_auc_score(y == "ill", p))
    assert predictions.score("log_loss") == pytest.approx(log_loss(y == "ill", p))
    assert predictions.estimate("auc").method == "delong"
    assert predictions.design.n_rows == 450
    other = gn.Predictions.from_arrays(y, scores=random.normal(size=150), positive="ill", n_train=300)
    assert gn.compare(predictions, other, "auc").verdict == "better"
    assert gn.curves.roc_curve_of(predictions).auc == pytest.approx(predictions.score("auc"))


def test_rows_of_a_group_are_no_independent_rows_and_weights_count():
    random = np.random.default_rng(0)
    y = random.integers(2, size=60)
    called = np.where(random.random(60) < 0.8, y, 1 - y)
    group = np.repeat(np.arange(60), 4)
    rows, copies, unknown = (
        gn.Predictions.from_arrays(np.repeat(y, n), np.repeat(called, n), classes=[0, 1], groups=groups)
        for n, groups in ((1, None), (4, group), (4, None))
    )
    assert [each.design.grouped for each in (rows, copies, unknown)] == [False, True, False]
    one, four, ungrouped = (each.estimate("accuracy") for each in (rows, copies, unknown))
    assert four.upper - four.lower == pytest.approx(one.upper - one.lower, rel=0.1)
    assert ungrouped.upper - ungrouped.lower < 0.6 * (one.upper - one.lower)
    weighted = gn.Predictions.from_arrays(y, called, classes=[0, 1], sample_weight=1 + y)
    assert weighted.score("accuracy") == pytest.approx(np.average(y == called, weights=1 + y))


def test_scores_speak_for_the_positive_class_whichever_comes_first():
    y, score = ["a", "a", "b", "b"], [4.0, 1.0, 2.0, 0.5]
    first = gn.Predictions.from_arrays(y, scores=score, positive="a")
    second = gn.Predictions.from_arrays(y, scores=[-s for s in score], positive="b")
    assert first.score("auc") == second.score("auc") == 0.75


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({}, "y_pred, scores= and probabilities= are all missing"),
        ({"scores": [1.0, 2.0]}, r"scores has shape \(2,\)"),
        ({"scores": [1.0, np.nan, 0.0]}, "row 1: not finite"),
        ({"probabilities": [0.1, 0.5, 1.5]}, "probabilities, row 2"),
        ({"scores": [1, 2, 3], "probabilities": [0, 1, 1]}, "pass only one of them"),
        ({"y_pred": ["a", "b", "c"]}, "row 2: 'c' is not one of the classes"),
        ({"scores": [1, 2, 3], "split": [0, 1]}, "split has 2 rows and y_true 3"),
        ({"scores": [1, 2, 3], "row": [0, 0, 1]}, "row 0 is predicted twice in split 0"),
        ({"scores": [1, 2, 3], "split": [0, 1, 1], "row": [0, 0, 1]}, "row 0 has two values in y_true"),
        ({"scores": [1, 2, 3], "classes": ["a", "c"]}, "lacks 'b'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(columns, message):
    with pytest.raises((DataError, ParameterError), match=message):
        gn.Predictions.from_arrays(["a", "b", "a"], **columns)
