"""Precision-recall, DET, lift and cost figures draw the library's own curves, whatever they come from."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import average_precision_score

import gnomon as gn
from gnomon.errors import DataError, ParameterError

DISPLAYS = (
    gn.plotting.PrecisionRecallDisplay,
    gn.plotting.DetCurveDisplay,
    gn.plotting.LiftCurveDisplay,
    gn.plotting.CostCurveDisplay,
    gn.plotting.ThresholdCostDisplay,
    gn.plotting.RocCurveDisplay,
)


@pytest.fixture(scope="module")
def results():
    return gn.run(gn.Design(gn.load("heart"), [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(3)))


@pytest.mark.parametrize("display", DISPLAYS)
def test_experiment_predictions_and_arrays_agree(display, results):
    held_out = results.predictions("heart", "GaussianNB")
    by_run = display.from_experiment(results, learners="GaussianNB").frame()
    by_predictions = display.from_predictions(held_out).frame()
    labels = held_out.classes[held_out.truth]
    by_arrays = display.from_predictions(
        labels, held_out.probability[:, 1], pos_label="present", name="GaussianNB"
    ).frame()
    assert by_run.equals(by_predictions)
    assert by_run.equals(by_arrays)


@pytest.mark.parametrize("display", DISPLAYS)
def test_an_estimator_on_new_rows_agrees_with_its_scores(display):
    task = gn.load("heart")
    model = gn.GaussianNB().fit(task.X[:150], task.y[:150])
    X, y = task.X[150:], task.y[150:]
    by_model = display.from_estimator(model, X, y).frame().drop(columns="curve")
    by_scores = display.from_predictions(y, model.predict_proba(X)[:, 1], pos_label="present").frame()
    assert by_model.equals(by_scores.drop(columns="curve"))


@pytest.mark.parametrize("display", DISPLAYS)
def test_all_learners_of_an_experiment_are_drawn_unless_some_are_named(display, results):
    assert display.from_experiment(results).frame()["curve"].nunique() == 2


@pytest.mark.parametrize("display", DISPLAYS)
def test_scores_that_are_all_equal_are_drawn(display):
    found = display.from_predictions([0, 1, 1, 0], [0.5, 0.5, 0.5, 0.5])
    assert found.svg().startswith("<svg")


@pytest.mark.parametrize("display", DISPLAYS)
def test_a_perfect_ranking_is_drawn(display):
    assert display.from_predictions([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]).svg().startswith("<svg")


@pytest.mark.parametrize("display", DISPLAYS)
def test_rows_of_one_class_are_refused(display):
    with pytest.raises(DataError, match="positive"):
        display.from_predictions([0, 0, 0], [0.1, 0.2, 0.3])


def test_average_precision_is_scikit_learns(results):
    held_out = results.predictions("heart", "DecisionStump")
    display = gn.plotting.PrecisionRecallDisplay.from_predictions(held_out)
    wanted = average_precision_score(held_out.truth == 1, held_out.probability[:, 1])
    assert display.curves["DecisionStump"].average_precision == pytest.approx(wanted)


def test_weights_stand_for_rows_that_are_there_several_times():
    truth, score, weight = np.array([0, 1, 1, 0]), np.array([0.2, 0.7, 0.4, 0.5]), np.array([1, 3, 2, 1])
    for display in DISPLAYS:
        weighed = display.from_predictions(truth, score, sample_weight=weight).frame()
        often = display.from_predictions(np.repeat(truth, weight), np.repeat(score, weight)).frame()
        assert np.allclose(weighed.select_dtypes("number"), often.select_dtypes("number"))


def test_lift_is_drawn_of_either_kind():
    assert "Lift" in gn.plotting.LiftCurveDisplay.from_predictions([0, 1], [0.1, 0.9], kind="lift").alt()
    with pytest.raises(ParameterError, match="kind='loft'"):
        gn.plotting.LiftCurveDisplay.from_predictions([0, 1], [0.1, 0.9], kind="loft")


def test_a_dear_miss_lowers_the_best_threshold(results):
    held_out = results.predictions("heart", "GaussianNB")
    best = [
        gn.plotting.ThresholdCostDisplay.from_predictions(held_out, cost_miss=cost).costs["GaussianNB"].best
        for cost in (0.2, 1, 20)
    ]
    assert best[0] > best[1] > best[2]


def test_more_negatives_leave_the_roc_curve_and_lower_precision(results):
    held_out = results.predictions("heart", "GaussianNB")
    panels = gn.plotting.SkewDisplay.from_predictions(held_out, factors=(1, 10))
    even, skewed = panels.displays[0].curves["GaussianNB"], panels.displays[2].curves["GaussianNB"]
    assert even.auc == pytest.approx(skewed.auc)
    assert even.prevalence == pytest.approx(1 / 2)
    assert skewed.prevalence == pytest.approx(1 / 11)
    precise = [panels.displays[place].curves["GaussianNB"].average_precision for place in (1, 3)]
    assert precise[1] < precise[0]
    with pytest.raises(ParameterError, match="factors"):
        gn.plotting.SkewDisplay.from_predictions(held_out, factors=(0,))


@pytest.mark.parametrize("display", DISPLAYS[:5])
def test_nothing_to_draw_is_refused(display):
    with pytest.raises(DataError, match="there is no"):
        display({})


@pytest.mark.parametrize(
    ("scores", "is_probability", "at"),
    [([0.0, 0.4, 1.0], True, "0.5"), ([0.0, 0.4, 1.01], False, "0.4"), ([-0.01, 0.4, 1.0], False, "0.4")],
)
def test_one_half_is_a_threshold_of_probabilities_only(scores, is_probability, at):
    display = gn.plotting.ThresholdRatesDisplay.from_predictions([0, 1, 1], scores)
    ax = Figure().add_subplot()
    display.plot(ax)
    halves = [line for line in ax.lines if list(line.get_xdata()) == [0.5, 0.5]]
    assert len(halves) == is_probability
    assert (ax.get_xlim() == (-0.02, 1.02)) == is_probability
    assert f"at {at}:" in display.alt()
