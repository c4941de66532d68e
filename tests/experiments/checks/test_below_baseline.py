import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor

import gnomon as gn
from gnomon.experiments.checks.below_baseline import baseline_predictions
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic

RANDOM = np.random.default_rng(2)


def findings_of(task, learner, **more):
    predictions = gn.resample(task, learner, gn.k_fold(5))
    return check_methodology(results=predictions, only=["GN016"], **more).findings


def test_a_learner_of_noise_is_worse_than_the_baseline():
    noise = gn.Task(RANDOM.normal(size=(300, 5)), RANDOM.normal(size=300), kind="regression")
    (finding,) = findings_of(noise, gn.KNeighborsRegressor(1), measure="mean_squared_error")
    assert finding.severity == "warning"
    assert "is worse than the baseline" in finding.message


def test_a_learner_that_cannot_be_told_from_a_guess_is_a_note():
    noise = gn.Task(RANDOM.normal(size=(100, 5)), RANDOM.integers(2, size=100))
    (finding,) = findings_of(noise, gn.GaussianNB())
    assert finding.severity == "note"


def test_good_learners_and_baselines_are_silent():
    assert findings_of(synthetic.task(), gn.LogisticRegression()) == ()
    assert findings_of(synthetic.task(), gn.Baseline()) == ()
    assert findings_of(synthetic.regression(), gn.Ridge()) == ()


@pytest.mark.parametrize("plan", [gn.k_fold(5), gn.repeated(gn.k_fold(4), times=2)])
def test_the_baseline_uses_the_training_rows(plan):
    for task, dummy in (
        (synthetic.task(), DummyClassifier(strategy="prior")),
        (synthetic.regression(), DummyRegressor()),
    ):
        learner = gn.GaussianNB() if task.kind == "classification" else gn.Ridge()
        guessed, direct = (
            baseline_predictions(gn.resample(task, learner, plan)),
            gn.resample(task, dummy, plan),
        )
        assert np.allclose(guessed.predicted, direct.predicted)
        if direct.probability is not None:
            assert np.allclose(guessed.probability, direct.probability)
