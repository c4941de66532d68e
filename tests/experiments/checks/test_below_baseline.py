import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor

import gnomon as gn
from gnomon.experiments.checks.below_baseline import guess
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import made

RANDOM = np.random.default_rng(2)


def found(task, learner, **more):
    predictions = gn.resample(task, learner, gn.k_fold(5))
    return check_methodology(results=predictions, only=["GN016"], **more).findings


def test_a_learner_of_noise_is_worse_than_a_guess():
    noise = gn.Task(RANDOM.normal(size=(300, 5)), RANDOM.normal(size=300), kind="regression")
    (finding,) = found(noise, gn.KNeighborsRegressor(1), measure="mean_squared_error")
    assert finding.severity == "warning"
    assert "is worse than a guess" in finding.found


def test_a_learner_that_cannot_be_told_from_a_guess_is_a_note():
    noise = gn.Task(RANDOM.normal(size=(100, 5)), RANDOM.integers(2, size=100))
    (finding,) = found(noise, gn.GaussianNB())
    assert finding.severity == "note"


def test_good_learners_and_baselines_are_silent():
    assert found(made.task(), gn.LogisticRegression()) == ()
    assert found(made.task(), gn.Baseline()) == ()
    assert found(made.regression(), gn.Ridge()) == ()


@pytest.mark.parametrize("plan", [gn.k_fold(5), gn.repeated(gn.k_fold(4), times=2)])
def test_the_guess_is_that_of_the_training_rows(plan):
    for task, dummy in (
        (made.task(), DummyClassifier(strategy="prior")),
        (made.regression(), DummyRegressor()),
    ):
        learner = gn.GaussianNB() if task.kind == "classification" else gn.Ridge()
        guessed, direct = guess(gn.resample(task, learner, plan)), gn.resample(task, dummy, plan)
        assert np.allclose(guessed.predicted, direct.predicted)
        if direct.probability is not None:
            assert np.allclose(guessed.probability, direct.probability)
