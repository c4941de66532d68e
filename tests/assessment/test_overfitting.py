import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import KFold, cross_validate
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from gnomon.assessment.overfitting import overfitting_gap, squared_weight_norm
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, k_fold, leave_one_out
from gnomon.data.sets import load
from gnomon.errors import ParameterError

iris = load("iris")
cut = KFold(5, shuffle=True, random_state=0)


@pytest.mark.parametrize("learner", [LogisticRegression(), DecisionTreeClassifier(random_state=0)])
def test_both_scores_are_those_of_scikit_learn(learner):
    result = overfitting_gap(iris, learner, cut, "accuracy", prepare=False).frame()
    expected = cross_validate(learner, iris.X, iris.y, cv=cut, return_train_score=True)
    np.testing.assert_allclose(result["train"], expected["train_score"])
    np.testing.assert_allclose(result["held_out"], expected["test_score"])
    np.testing.assert_allclose(result["gap"], expected["train_score"] - expected["test_score"])


@pytest.mark.parametrize("plan", [k_fold(5), bootstrap(4)])
@pytest.mark.parametrize("name", ["GaussianNB", "KNeighborsClassifier", "DecisionStump"])
def test_shared_models_are_measured_on_the_rows_they_were_trained_on(name, plan):
    result = overfitting_gap(iris, getattr(gn, name)(), plan, "error", prepare=False)
    for place, (train, held_out) in enumerate(plan.split(iris)):
        alone = getattr(gn, name)().fit(iris.X[train], iris.y[train])
        assert result.train[place] == pytest.approx(1 - alone.score(iris.X[train], iris.y[train]))
        assert np.array_equal(result.training.row[result.training.split == place], train)
        assert np.array_equal(result.held_out.row[result.held_out.split == place], held_out)
    out_of_sample = resample(iris, getattr(gn, name)(), plan, prepare=False)
    assert np.array_equal(result.held_out.predicted, out_of_sample.predicted)
    assert result.held_out.splits == out_of_sample.splits


def test_a_loss_that_is_lower_on_training_rows_is_a_gap_above_nought():
    task = load("diabetes")
    rough = overfitting_gap(task, Ridge(alpha=1e-6), k_fold(5), "mean_squared_error")
    assert rough.gap > 0
    assert rough.gap == pytest.approx(rough.frame()["gap"].mean())
    assert "better on the training rows" in str(rough)


def test_one_neighbor_knows_its_training_rows_by_heart():
    gap = overfitting_gap(iris, gn.KNeighborsClassifier(1), k_fold(5), "accuracy")
    assert gap.train.tolist() == [1.0] * 5
    assert gap.gap == pytest.approx(1 - gap.held_out.score("accuracy"))


def test_leave_one_out_measures_all_rows_together():
    gap = overfitting_gap(iris, gn.GaussianNB(), leave_one_out(), "accuracy")
    assert len(gap.training.row) == 150 * 149
    assert gap.held_out.score("accuracy") == resample(iris, gn.GaussianNB(), leave_one_out()).score(
        "accuracy"
    )


def test_weights_count_on_both_sides():
    weight = np.where(iris.codes == 0, 1.0, 1e-9)
    weighted = gn.Task(iris.X, iris.y, weight=weight)
    gap = overfitting_gap(weighted, gn.Baseline(), k_fold(5), "accuracy")
    np.testing.assert_allclose(gap.frame()[["train", "held_out"]], 1.0, atol=1e-6)


def test_coefficients_shrink_with_the_penalty_and_the_intercept_is_optional():
    data = load("diabetes")
    sizes = [squared_weight_norm(Ridge(alpha=alpha).fit(data.X, data.y)) for alpha in (1e-3, 1, 1e3)]
    assert sizes[0] > sizes[1] > sizes[2] > 0
    model = LogisticRegression(max_iter=1000).fit(iris.X, iris.y)
    whole = np.sum(model.coef_**2) + np.sum(model.intercept_**2)
    assert squared_weight_norm(model, intercept=True) == pytest.approx(whole)


def test_a_model_without_weights_is_refused():
    for model in (Ridge(), DecisionTreeClassifier()):
        with pytest.raises(ParameterError, match="coef_"):
            squared_weight_norm(model)
