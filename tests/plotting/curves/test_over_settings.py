"""Learning curves, validation curves and surfaces draw the library's own scores."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def curve():
    values, plan = [1, 5, 25, 75], gn.k_fold(5)
    return gn.validation_curve(
        gn.load("heart"), gn.KNeighborsClassifier(), "n_neighbors", values, plan, "error"
    )


def drawn(display):
    ax = Figure().add_subplot()
    display.plot(ax)
    return ax


def test_a_validation_curve_is_drawn_as_it_is(curve):
    display = gn.plotting.ValidationCurveDisplay(curve)
    table = display.frame()
    assert table.drop(columns="curve").equals(curve.frame())
    ax = drawn(display)
    assert np.allclose(ax.lines[0].get_ydata(), table["score"])
    assert ax.get_xscale() == "log"
    assert f"best at {curve.best_value}" in display.alt()


def test_several_learners_share_one_figure_without_their_training_scores(curve):
    display = gn.plotting.ValidationCurveDisplay({"five folds": curve, "again": curve})
    assert not display.training
    assert len(display.frame()) == 2 * len(curve.values)
    assert drawn(display).get_legend_handles_labels()[1] == ["five folds", "again"]


def test_curves_of_different_parameters_do_not_share_a_figure(curve):
    task, plan = gn.load("heart"), gn.k_fold(5)
    other = gn.validation_curve(
        task, gn.KNeighborsClassifier(), "weights", ["uniform", "distance"], plan, "error"
    )
    with pytest.raises(DataError, match="differ in parameter"):
        gn.plotting.ValidationCurveDisplay({"a": curve, "b": other})
    ticks = [tick.get_text() for tick in drawn(gn.plotting.ValidationCurveDisplay(other)).get_xticklabels()]
    assert ticks == ["uniform", "distance"]


def test_an_estimator_takes_scikit_learns_parameters_and_arrays_as_they_are():
    task = gn.load("heart")
    display = gn.plotting.ValidationCurveDisplay.from_estimator(
        gn.KNeighborsClassifier(), task.X, task.y, param_name="n_neighbors", param_range=[1, 5, 25, 75],
        cv=gn.k_fold(5), scoring="error",
    )  # fmt: skip
    expected = gn.validation_curve(
        task, gn.KNeighborsClassifier(), "n_neighbors", [1, 5, 25, 75], gn.k_fold(5), "error", prepare=False
    )
    assert np.allclose(display.frame()["score"], expected.frame()["score"])


def test_a_score_over_decades_is_drawn_on_a_log_scale():
    # The loss of polynomials on few points: falls, then grows without bound.
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(-1, 1, 30))
    task = gn.Task(x[:, None], x**3 + random.normal(0, 0.1, 30), kind="regression")
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    model = make_pipeline(PolynomialFeatures(), LinearRegression())
    found = gn.validation_curve(
        task, model, "polynomialfeatures__degree", [1, 3, 8, 16], gn.k_fold(5), "mean_squared_error"
    )
    assert found.log_score
    assert drawn(gn.plotting.ValidationCurveDisplay(found)).get_yscale() == "log"


def test_a_learning_curve_is_drawn_as_it_is_and_goes_on():
    task, sizes = gn.load("heart"), (0.1, 0.2, 0.4, 0.7, 1.0)
    curve = gn.learning_curve(task, gn.GaussianNB(), gn.k_fold(5), "accuracy", sizes=sizes)
    display = gn.plotting.LearningCurveDisplay(curve)
    assert display.frame().equals(curve.frame())
    by_model = gn.plotting.LearningCurveDisplay.from_estimator(
        gn.GaussianNB(), task.X, task.y, train_sizes=sizes, cv=gn.k_fold(5)
    )
    assert np.allclose(by_model.frame()["score"], display.frame()["score"])
    with pytest.raises(DataError, match="learning curve"):
        gn.plotting.LearningCurveDisplay("heart")


def test_a_power_law_goes_on_beyond_the_rows():
    task, sizes = gn.load("digits"), (50, 100, 200, 400, 800, 1400)
    curve = gn.learning_curve(task, gn.NearestMean(), gn.k_fold(10), "error", sizes=sizes)
    ax = drawn(gn.plotting.LearningCurveDisplay(curve, extrapolate=True))
    assert max(line.get_xdata()[-1] for line in ax.lines) > 5000


def test_the_surface_has_a_cell_for_each_pair_and_rings_the_best():
    grid = {"n_neighbors": [1, 5, 25], "weights": ["uniform", "distance"]}
    surface = gn.curves.validation_surface(
        gn.load("heart"), gn.KNeighborsClassifier(), grid, gn.k_fold(3), "error"
    )
    display = gn.plotting.ValidationSurfaceDisplay(surface)
    figure = Figure()
    ax = figure.add_subplot()
    display.plot(ax)
    row, column = surface.best
    assert (ax.lines[0].get_xdata()[0], ax.lines[0].get_ydata()[0]) == (column, row)
    assert len(ax.texts) == 6
    with pytest.raises(DataError, match="surface"):
        gn.plotting.ValidationSurfaceDisplay(grid)
