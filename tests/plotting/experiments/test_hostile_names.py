"""Names from data stay names: short, escaped and harmless in every figure of assessment and experiments."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import gnomon as gn

BAD = "<script>alert('1')</script>&\x00\x1b[31m\u202e\n$\\frac{1$ $b$" + "a" * 10_000
WORSE = "]]>" + BAD


@pytest.fixture(scope="module")
def predictions():
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2))
    y = np.where(X[:, 0] + random.normal(size=60) > 0, BAD, WORSE)
    return gn.resample(gn.Task(X, y, name=BAD), gn.GaussianNB(), gn.k_fold(3))


@pytest.fixture(scope="module")
def results():
    task = gn.load("heart")
    return gn.run(gn.Design(task, {BAD: gn.GaussianNB(), WORSE: gn.DecisionStump()}, gn.k_fold(3)))


def assert_harmless(display):
    text = display.svg()
    ElementTree.fromstring(text)
    assert len(text) < 100_000
    for what in ("<script", "\x00", "\x1b", "\u202e", "a" * 600):
        assert what not in text


@pytest.mark.parametrize(
    "display",
    [
        gn.plotting.ConfusionMatrixDisplay,
        gn.plotting.OutcomeTableDisplay,
        gn.plotting.RocCurveDisplay,
        gn.plotting.CalibrationDisplay,
    ],
)
def test_classes(display, predictions):
    assert_harmless(display.from_predictions(predictions))


@pytest.mark.parametrize(
    "display",
    [
        gn.plotting.LeaderboardDisplay,
        gn.plotting.TimeQualityDisplay,
        gn.plotting.SplitScoresDisplay,
        gn.plotting.RocCurveDisplay,
        gn.plotting.PrecisionRecallDisplay,
        gn.plotting.DetCurveDisplay,
        gn.plotting.LiftCurveDisplay,
        gn.plotting.CostCurveDisplay,
        gn.plotting.ThresholdCostDisplay,
        gn.plotting.CalibrationDisplay,
    ],
)
def test_learners(display, results):
    assert_harmless(display.from_experiment(results))


def test_pairs_and_rankings(results):
    assert_harmless(gn.plotting.PairedDifferenceDisplay.from_experiment(results, BAD, WORSE))
    import pandas as pd

    scores = pd.DataFrame(np.random.default_rng(0).random((6, 3)), columns=[BAD, WORSE, "c"])
    assert_harmless(gn.plotting.CriticalDifferenceDisplay.from_scores(scores, "accuracy"))
    assert_harmless(
        gn.plotting.RocMixtureDisplay(
            gn.curves.rate_mixture(gn.curves.roc_convex_hull({BAD: (0.2, 0.6)}), fpr=0.1)
        )
    )


def test_parameters_and_columns():
    curve = gn.validation_curve(
        gn.load("heart"), gn.KNeighborsClassifier(), "n_neighbors", [1, 5], gn.k_fold(3), "error"
    )
    assert_harmless(gn.plotting.ValidationCurveDisplay({BAD: curve, WORSE: curve}))
    task = gn.load("iris-components")
    models = {BAD: gn.GaussianNB().fit(task.X, task.y)}
    display = gn.plotting.MemberBoundariesDisplay(
        models, task.X, task.y, named=True, names=(BAD, WORSE), steps=20
    )
    assert_harmless(display)
