import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.assessment.calibration.isotonic import pooled_rates
from gnomon.assessment.curves.reliability import reliability_diagram, reliability_diagram_of
from gnomon.assessment.measures import brier
from gnomon.assessment.measures.calibration import ece
from gnomon.errors import DataError, DesignError, ParameterError

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 20), st.integers(1, 3)), min_size=1, max_size=40)


@given(rows, st.sampled_from(["mass", "width", "isotonic"]), st.integers(1, 12))
@settings(max_examples=80)
def test_the_parts_add_up_to_the_brier_score(drawn, by, bins):
    positive, twentieths, weight = (np.array(column) for column in zip(*drawn))
    diagram = reliability_diagram(positive, twentieths / 20, weight, by=by, bins=bins, times=2)
    expected = brier(positive.astype(int), twentieths / 20, weight.astype(float))
    assert diagram.parts.brier == pytest.approx(expected)
    assert diagram.weight.sum() == weight.sum()
    assert diagram.weight @ diagram.observed == pytest.approx(weight[positive].sum())


@given(rows)
@settings(max_examples=60)
def test_isotonic_parts_are_what_recalibration_gains_and_what_ranking_is_worth(drawn):
    positive, twentieths, weight = (np.array(column) for column in zip(*drawn))
    probability = twentieths / 20
    diagram = reliability_diagram(positive, probability, weight, by="isotonic", times=2)
    step = np.unique(probability, return_inverse=True)[1]
    fitted = pooled_rates(
        np.bincount(step, weight * positive).astype(float), np.bincount(step, weight).astype(float)
    )[step]
    truth, times = positive.astype(int), weight.astype(float)
    share = np.average(positive, weights=weight)
    # Dimitriadis, Gneiting & Jordan (2021): score = miscalibration - discrimination + uncertainty.
    assert diagram.miscalibration == pytest.approx(
        brier(truth, probability, times) - brier(truth, fitted, times), abs=1e-12
    )
    assert diagram.parts.resolution == pytest.approx(
        brier(truth, np.full(len(truth), share), times) - brier(truth, fitted, times), abs=1e-12
    )
    assert diagram.miscalibration >= -1e-12


@pytest.mark.parametrize(("by", "strategy"), [("width", "uniform"), ("mass", "quantile")])
def test_points_are_those_of_scikit_learn(by, strategy):
    random = np.random.default_rng(0)
    probability = random.random(2000)
    positive = random.random(2000) < probability**2
    observed, mean = calibration_curve(positive, probability, n_bins=8, strategy=strategy)
    diagram = reliability_diagram(positive, probability, by=by, bins=8)
    assert np.allclose(diagram.observed, observed)
    assert np.allclose(diagram.probability, mean)
    assert diagram.gap == pytest.approx(ece(positive.astype(int), probability, bins=8, by=by))
    assert diagram.max_gap >= diagram.gap
    assert (diagram.highest[:-1] < diagram.lowest[1:]).all()


@pytest.mark.parametrize("interval", ["wilson", "clopper-pearson", "consistency"])
def test_right_probabilities_are_seldom_called_off_and_wrong_ones_often(interval):
    random = np.random.default_rng(1)
    off, wrong = [], []
    for _ in range(40):
        probability = random.random(800)
        positive = random.random(800) < probability
        off.append(
            reliability_diagram(positive, probability, bins=8, interval=interval).is_miscalibrated.mean()
        )
        wrong.append(
            reliability_diagram(positive, probability**2, bins=8, interval=interval).is_miscalibrated.mean()
        )
    assert np.mean(off) < 0.08
    assert np.mean(wrong) > 0.6


def test_the_isotonic_band_holds_right_probabilities_and_leaves_out_wrong_ones():
    random = np.random.default_rng(2)
    probability = np.round(random.random(1500), 2)
    positive = random.random(1500) < probability
    right = reliability_diagram(positive, probability, by="isotonic", times=200)
    wrong = reliability_diagram(positive, probability**3, by="isotonic", times=200)
    assert right.weight[right.is_miscalibrated].sum() < 0.15 * 1500
    assert wrong.weight[wrong.is_miscalibrated].sum() > 0.6 * 1500
    again = reliability_diagram(positive, probability, by="isotonic", times=200)
    assert np.array_equal(right.lower, again.lower)


def test_rows_of_one_unit_are_one_piece_of_evidence():
    random = np.random.default_rng(3)
    probability = random.random(300)
    positive = random.random(300) < probability
    once = reliability_diagram(positive, probability, bins=5)
    thrice = reliability_diagram(
        np.repeat(positive, 3), np.repeat(probability, 3), unit=np.repeat(np.arange(300), 3), bins=5
    )
    assert np.allclose(once.n, thrice.n)
    assert np.allclose(once.lower, thrice.lower)
    assert np.allclose(3 * once.weight, thrice.weight)


def test_uneven_weights_are_worth_fewer_rows():
    diagram = reliability_diagram([1, 0, 1, 0], [0.5] * 4, [10, 1, 1, 0], bins=1)
    assert diagram.n == pytest.approx([12**2 / 102])
    assert diagram.observed == pytest.approx([11 / 12])


def test_predictions_of_repeated_folds_count_each_row_once():
    task = gn.load("breast-cancer")
    once = reliability_diagram_of(gn.resample(task, GaussianNB(), gn.k_fold(5)), bins=5)
    often = reliability_diagram_of(
        gn.resample(task, GaussianNB(), gn.repeated(gn.k_fold(5), times=3)), bins=5
    )
    assert often.weight.sum() == 3 * 569
    # A row may fall into another bin in another repeat, so the counts agree only about.
    assert 569 <= often.n.sum() < 1.35 * 569
    assert once.n.sum() == pytest.approx(569)


def test_one_class_of_many_and_leave_one_out_are_judged_too():
    task = gn.load("iris")
    diagram = reliability_diagram_of(
        gn.resample(task, GaussianNB(), gn.k_fold(3)), positive=task.classes[1].item()
    )
    assert diagram.observed.min() < 0.1
    assert diagram.observed.max() > 0.9
    small = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    one_out = gn.resample(small, DummyClassifier(), gn.leave_one_out())
    assert reliability_diagram_of(one_out, bins=1).weight.tolist() == [4]


def test_one_row_and_one_class_have_a_diagram():
    diagram = reliability_diagram([1], [0.3])
    assert diagram.observed.tolist() == [1]
    assert 0 < diagram.lower[0] < diagram.upper[0] == 1
    assert reliability_diagram([0, 0], [0.0, 0.0], by="isotonic", times=3).is_miscalibrated.tolist() == [
        False
    ]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"probability": [0.1, 1.2]}, DataError, "from 0 to 1"),
        ({"probability": [0.1, np.nan]}, DataError, "from 0 to 1"),
        ({"weight": [0, 0]}, DataError, "add up to 0"),
        ({"by": "height"}, ParameterError, "by='height'"),
        ({"interval": "t"}, ParameterError, "interval='t'"),
        ({"level": 95}, ParameterError, "level"),
        ({"by": "isotonic", "interval": "wilson"}, DesignError, "depend on the labels"),
        ({"by": "isotonic", "times": 0}, ParameterError, "times=0"),
    ],
)
def test_what_has_no_meaning_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        reliability_diagram(**{"positive": [1, 0], "probability": [0.1, 0.9], **arguments})


def test_a_learner_without_probabilities_is_refused():
    predictions = gn.resample(gn.load("iris"), LinearSVC(dual=False), gn.hold_out(0.5))
    with pytest.raises(DesignError, match="CalibratedClassifier"):
        reliability_diagram_of(predictions, positive="setosa")
