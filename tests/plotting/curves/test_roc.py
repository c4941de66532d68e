"""The ROC figure draws the library's own curves, hulls, bands and lines."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import roc_curve

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def drawn(display):
    ax = Figure().add_subplot()
    display.plot(ax)
    return ax


def test_the_frame_agrees_with_scikit_learn():
    held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    table = gn.plotting.RocCurveDisplay.from_predictions(held_out).frame()
    fpr, tpr, _ = roc_curve(held_out.truth == 1, held_out.probability[:, 1], drop_intermediate=False)
    assert np.allclose(table["fpr"], fpr)
    assert np.allclose(table["tpr"], tpr)


def test_estimator_arrays_and_experiment_agree():
    task = gn.load("heart")
    train, test = np.arange(0, 270, 2), np.arange(1, 270, 2)
    model = gn.GaussianNB().fit(task.X[train], task.y[train])
    by_model = gn.plotting.RocCurveDisplay.from_estimator(model, task.X[test], task.y[test])
    score = model.predict_proba(task.X[test])[:, 1]
    by_arrays = gn.plotting.RocCurveDisplay.from_predictions(task.y[test], score, pos_label="present")
    assert by_model.frame().drop(columns="curve").equals(by_arrays.frame().drop(columns="curve"))
    results = gn.run(gn.Design(task, gn.GaussianNB(), gn.k_fold(3)))
    by_run = gn.plotting.RocCurveDisplay.from_experiment(results)
    assert by_run.curves["GaussianNB"].auc == gn.curves.roc_curve_of(results.predictions()).auc


def test_thresholds_are_written_at_every_point_of_a_small_curve():
    # Fawcett (2006), figure 3: twenty instances, ten of each class.
    rows = gn.load("fawcett-scores").to_pandas()
    display = gn.plotting.RocCurveDisplay.from_predictions(
        rows["class"], rows["score"], pos_label="p", thresholds=True, best=True
    )
    words = [text.get_text() for text in drawn(display).texts]
    assert len(words) == 21
    assert words[:3] == ["∞", "0.9", "0.8"]


def test_discrete_classifiers_are_points_and_the_hull_leaves_the_worse_out():
    # Fawcett (2006), figure 2: D is perfect, C guesses, E is worse than guessing.
    points = {"A": (0.1, 0.7), "B": (0.3, 0.8), "C": (0.7, 0.7), "D": (0.0, 1.0), "E": (0.7, 0.2)}
    display = gn.plotting.RocCurveDisplay(points, hull=True)
    assert display.hull.never_optimal == ("A", "B", "C", "E")
    assert drawn(display).get_legend_handles_labels()[1][:5] == list("ABCDE")


@pytest.mark.parametrize("slope", [0.1, 1.0, 10.0])
def test_a_line_of_equal_cost_touches_the_hull_from_above(slope):
    held_out = gn.resample(gn.load("heart"), gn.DecisionStump(), gn.k_fold(5))
    display = gn.plotting.RocCurveDisplay.from_predictions(held_out, slopes=[slope])
    line = drawn(display).lines[-1]
    x, y = line.get_xdata(), line.get_ydata()
    assert (np.diff(y) / np.diff(x))[0] == pytest.approx(slope)
    on_line = y[0] + slope * (display.hull.fpr - x[0])
    assert (display.hull.tpr <= on_line + 1e-12).all()
    assert np.isclose(display.hull.tpr, on_line).any()


@pytest.mark.parametrize("band", ["ks", "fixed width", "binormal"])
def test_a_band_is_that_of_the_library(band):
    curve = gn.curves.roc_curve_of(gn.resample(gn.load("heart"), gn.GaussianNB(), gn.hold_out(0.5)))
    display = gn.plotting.RocCurveDisplay(curve, band=band)
    function = {
        "ks": gn.curves.kolmogorov_smirnov_band,
        "fixed width": gn.curves.fixed_width_band,
        "binormal": gn.curves.binormal_band,
    }[band]
    assert np.array_equal(display.bands["GaussianNB"].upper, function(curve).upper)
    assert len(drawn(display).collections) == 1


def test_a_curve_of_many_rows_is_drawn_by_few_points_and_told_by_all():
    random = np.random.default_rng(0)
    positive = random.random(20_000) < 0.5
    display = gn.plotting.RocCurveDisplay.from_predictions(positive, random.normal(size=20_000) + positive)
    assert len(display.frame()) == 20_001
    assert len(display.svg()) < 200_000


def test_hostile_names_stay_in_their_place():
    name = "<script>alert(1)</script>$x$\n" + "a" * 10_000
    display = gn.plotting.RocCurveDisplay.from_predictions([0, 1, 1], [0.1, 0.9, 0.3], name=name)
    text = display.svg()
    assert "<script>" not in text
    assert len(text) < 50_000


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"band": "wide"}, ParameterError, "band='wide'"),
        ({"slopes": [-1]}, ParameterError, "slopes"),
    ],
)
def test_a_bad_option_is_named(options, error, words):
    with pytest.raises(error, match=words):
        gn.plotting.RocCurveDisplay({"A": (0.1, 0.2)}, **options)


def test_no_curve_is_refused():
    with pytest.raises(DataError, match="no curve"):
        gn.plotting.RocCurveDisplay({})
    with pytest.raises(DataError, match="no row is positive"):
        gn.plotting.RocCurveDisplay.from_predictions([0, 0], [0.1, 0.2])


def test_crossings_are_marked_where_neither_curve_dominates():
    task, plan = gn.load("heart"), gn.k_fold(5)
    both = [gn.resample(task, each, plan) for each in (gn.KNeighborsClassifier(), gn.DecisionStump())]
    display = gn.plotting.RocCurveDisplay.from_predictions(both, crossings=True, corners=True)
    wanted = gn.curves.roc_crossings(*display.curves.values()).points
    assert np.array_equal(display.crossings, wanted)
    assert "perfect" in [text.get_text() for text in drawn(display).texts]
    better = gn.plotting.RocCurveDisplay(
        {"sure": gn.curves.roc_curve([0, 1], [0, 1]), "guess": gn.curves.roc_curve([0, 1], [0, 0])},
        crossings=True,
    )
    assert len(better.crossings) == 0


def test_a_discrete_classifier_stands_beside_a_scoring_one_under_one_hull():
    rows = gn.load("fawcett-scores").to_pandas()
    curve = gn.curves.roc_curve(rows["class"] == "p", rows["score"])
    display = gn.plotting.RocCurveDisplay({"scores": curve, "decides": (0.2, 0.9)}, hull=True, area=True)
    assert "decides" in display.hull.optimal
    assert drawn(display).get_legend_handles_labels()[1] == [
        "scores, 0.680",
        "decides",
        f"hull, {display.hull.area:.3f}",
    ]
