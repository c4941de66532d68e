import numpy as np
import pytest
import skops.io
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC, LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

import gnomon as gn
from gnomon.assessment.calibration.calibrated import CalibratedClassifier
from gnomon.assessment.calibration.logistic import LogisticCalibration
from gnomon.assessment.calibration.steps import IsotonicCalibration
from gnomon.errors import DesignError, ParameterError

UNEQUAL_BY_NATURE = {
    "check_sample_weight_equivalence_on_dense_data": "weights and copies are assigned to other folds",
}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(
    [CalibratedClassifier(GaussianNB(), method=method, plan=2) for method in ("logistic", "isotonic")],
    expected_failed_checks=lambda _: UNEQUAL_BY_NATURE,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("method", ["logistic", "isotonic"])
def test_it_is_scikit_learns_with_one_calibration_for_all_folds(method):
    task = gn.load("breast-cancer")
    cut = StratifiedKFold(5)
    own = LogisticCalibration() if method == "logistic" else IsotonicCalibration(smoothing=0)
    mine = CalibratedClassifier(LinearSVC(dual=False), method=own, plan=cut).fit(task.X, task.codes)
    theirs = CalibratedClassifierCV(
        LinearSVC(dual=False), method={"logistic": "sigmoid"}.get(method, method), cv=cut, ensemble=False
    ).fit(task.X, task.codes)
    difference = np.abs(mine.predict_proba(task.X) - theirs.predict_proba(task.X))
    # The curve is the same. Between two training scores ours is a step, theirs a slanted line.
    assert difference.max() < (1e-3 if method == "logistic" else 0.5)
    assert difference.mean() < (1e-4 if method == "logistic" else 5e-3)


def test_calibration_repairs_naive_bayes():
    task, plan = gn.load("breast-cancer"), gn.k_fold(5)
    plain = gn.resample(task, GaussianNB(), plan)
    for method in ("logistic", "isotonic", "binned"):
        better = gn.resample(task, CalibratedClassifier(GaussianNB(), method=method), plan)
        assert better.score("log_loss") < 0.4 * plain.score("log_loss")
        assert better.score("brier") < plain.score("brier")


def test_a_logistic_calibration_does_not_change_the_ranking():
    task, plan = gn.load("breast-cancer"), gn.k_fold(5)
    plain = gn.resample(task, LinearDiscriminantAnalysis(), plan)
    other = gn.resample(task, CalibratedClassifier(LinearDiscriminantAnalysis()), plan)
    assert np.allclose(plain.per_split("auc"), other.per_split("auc"))


def test_many_classes_add_up_to_1_and_a_ruled_out_row_gets_the_shares():
    task = gn.load("iris")
    model = CalibratedClassifier(GaussianNB(), method=IsotonicCalibration(increasing=True)).fit(
        task.X, task.y
    )
    probability = model.predict_proba(task.X)
    assert np.allclose(probability.sum(axis=1), 1)
    for calibration in model.calibrations_:
        calibration.hits_ = np.zeros_like(calibration.hits_)
    assert np.allclose(model.predict_proba(task.X[:2]), 1 / 3)


def test_held_out_labels_have_no_say():
    task = gn.load("breast-cancer")
    train, held_out = gn.hold_out(0.5).split(task)[0]
    codes = task.codes.copy()
    codes[held_out] = 1 - codes[held_out]
    result = [
        gn.resample(gn.Task(task.X, y), CalibratedClassifier(GaussianNB()), [(train, held_out)])
        for y in (task.codes, codes)
    ]
    assert np.array_equal(result[0].probability, result[1].probability)


def test_a_score_worse_than_chance_is_not_turned_round():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 1)), np.arange(60) % 2

    class Contrary(LogisticRegression):
        def decision_function(self, X):
            return -1.0 * np.round(X[:, 0] > 0) + y[0]

    X[:, 0] = np.where(y == 1, 1.0, -1.0)
    for method in ("logistic", "isotonic"):
        model = CalibratedClassifier(Contrary(), method=method).fit(X, y)
        assert model.predict_proba(X)[:, 1] == pytest.approx(0.5, abs=0.02)


def test_gnomon_learners_and_scikit_learns_are_calibrated_alike():
    task = gn.load("iris")
    mine, theirs = (
        CalibratedClassifier(learner).fit(task.X, task.y).predict_proba(task.X)
        for learner in (gn.GaussianNB(), GaussianNB())
    )
    assert np.allclose(mine, theirs, atol=1e-8)


def test_it_survives_a_model_file_that_executes_nothing():
    task = gn.load("iris")
    model = CalibratedClassifier(GaussianNB(), method="isotonic").fit(task.X, task.y)
    file = skops.io.dumps(model)
    back = skops.io.loads(file, trusted=skops.io.get_untrusted_types(data=file))
    assert np.array_equal(back.predict_proba(task.X), model.predict_proba(task.X))


def test_what_cannot_be_done_is_refused():
    task = gn.load("iris")
    with pytest.raises(ParameterError, match="method='platt'"):
        CalibratedClassifier(GaussianNB(), method="platt").fit(task.X, task.y)
    pairs = SVC(decision_function_shape="ovo", break_ties=False)
    four = np.append(task.codes[:-10], [3] * 10)
    with pytest.raises(DesignError, match="one score per class"):
        CalibratedClassifier(pairs).fit(task.X, four)
