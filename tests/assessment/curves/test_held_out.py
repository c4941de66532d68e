import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression

from gnomon.assessment.curves.held_out import roc_curve_each, roc_curve_of
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DesignError


def a_task(n_rows=60, **roles):
    generator = np.random.default_rng(0)
    y = np.arange(n_rows) % 3 == 0
    X = generator.normal(size=(n_rows, 2)) + y[:, None]
    return Task(X, np.where(y, "ill", "well"), positive="ill", **roles)


def test_predictions_of_one_split_have_one_curve_with_the_area_of_the_measure():
    predictions = resample(a_task(), LogisticRegression(), hold_out(0.5))
    curve = roc_curve_of(predictions)
    assert np.isclose(curve.auc, predictions.score("auc"))
    assert curve.name == "LogisticRegression"
    assert curve.rows.unit is None
    assert np.array_equal(curve.frame(), roc_curve_each(predictions)[0].frame())


def test_curves_of_splits_have_the_areas_of_the_splits():
    predictions = resample(a_task(), LogisticRegression(), k_fold(4))
    assert np.allclose([each.auc for each in roc_curve_each(predictions)], predictions.per_split("auc"))


def test_a_merged_curve_of_repeats_is_worth_no_more_than_its_rows():
    predictions = resample(a_task(), LogisticRegression(), repeated(k_fold(4), times=5))
    curve = roc_curve_of(predictions)
    assert curve.positives == 100
    assert curve.rows.effective == pytest.approx((40, 20))


def test_a_split_without_a_class_is_named_with_the_way_out():
    pairs = [(np.arange(30, 60), np.array([0, 3, 6])), (np.arange(30, 60), np.arange(10))]
    with pytest.raises(DesignError, match=r"split 0: no row is negative.*a stratified plan"):
        roc_curve_each(resample(a_task(), LogisticRegression(), pairs))


def test_weights_and_groups_of_the_task_reach_the_curve():
    weight = np.linspace(1, 2, 60)
    predictions = resample(a_task(weight=weight), LogisticRegression(), hold_out(0.5))
    assert np.isclose(roc_curve_of(predictions).auc, predictions.score("auc"))
    grouped = resample(a_task(group=np.arange(60) // 6), LogisticRegression(), k_fold(2))
    assert roc_curve_of(grouped).rows.effective[1] <= 10


def test_designs_without_one_model_for_many_rows_are_refused():
    with pytest.raises(DesignError, match="use k_fold"):
        roc_curve_of(resample(a_task(), DummyClassifier(), leave_one_out()))
    three = Task(np.zeros((9, 1)), ["a", "b", "c"] * 3)
    with pytest.raises(DesignError, match="class_roc_curves_of"):
        roc_curve_of(resample(three, DummyClassifier(), k_fold(3)))
