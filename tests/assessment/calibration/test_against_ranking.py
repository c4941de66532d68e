import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.assessment.calibration.against_ranking import ranking_and_calibration
from gnomon.assessment.calibration.calibrated import CalibratedClassifier
from gnomon.errors import DesignError


@pytest.fixture(scope="module")
def table():
    task = gn.load("breast-cancer")
    regression = make_pipeline(StandardScaler(), LogisticRegression())
    learners = [GaussianNB(), CalibratedClassifier(GaussianNB()), regression]
    return ranking_and_calibration(*(gn.resample(task, each, gn.k_fold(5)) for each in learners))


def test_naive_bayes_ranks_well_and_is_badly_calibrated_and_calibration_mends_it(table):
    bayes, mended, regression = table.frame().to_dict("records")
    assert bayes["auc"] == pytest.approx(regression["auc"], abs=0.02)
    assert bayes["log_loss"] > 5 * regression["log_loss"]
    assert bayes["slope"] < 0.3
    assert mended["slope"] == pytest.approx(1, abs=0.3)
    # Log-odds tell rows apart that probabilities round to 1.
    assert bayes["auc"] <= mended["auc"] == pytest.approx(bayes["auc"], abs=0.01)
    assert mended["log_loss"] < bayes["log_loss"] / 3


def test_brier_parts_make_up_the_score_but_for_what_varies_in_bins(table):
    for line in table.lines:
        whole = line["reliability"] - line["resolution"] + line["uncertainty"]
        assert whole == pytest.approx(line["brier"], abs=0.03)


def test_it_prints_one_line_a_learner_below_the_names(table):
    text = str(table).split("\n")
    assert len(text) == 4
    assert len({len(line) for line in text}) == 1


def test_settings_tell_learners_of_one_name_apart():
    task = gn.load("breast-cancer")
    both = [gn.resample(task, GaussianNB(var_smoothing=each), gn.hold_out(0.5)) for each in (1e-9, 1e-3)]
    names = ranking_and_calibration(*both).frame().learner.tolist()
    assert names == ["GaussianNB", "GaussianNB(var_smoothing=0.001)"]


def test_undefined_values_are_none_and_the_others_numbers():
    many = ranking_and_calibration(gn.resample(gn.load("iris"), GaussianNB(), gn.k_fold(5))).lines[0]
    assert many["slope"] is None
    assert many["intercept"] is None
    assert many["auc"] > 0.9
    X, y = np.arange(20.0)[:, None], [0] * 10 + [1] * 10
    parted = ranking_and_calibration(gn.resample(gn.Task(X, y), GaussianNB(), gn.leave_one_out()))
    assert parted.lines[0]["auc"] is None
    assert parted.lines[0]["ece"] >= 0
    assert " - " in str(parted)


def test_learners_without_probabilities_are_refused():
    with pytest.raises(DesignError, match="predict_proba"):
        ranking_and_calibration(gn.resample(gn.load("iris"), LinearSVC(dual=False), gn.hold_out(0.5)))
    with pytest.raises(DesignError, match="at least one"):
        ranking_and_calibration()
