"""Bootstrap histogram, Student's densities, coverage and power show the numbers of the library."""

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from gnomon.assessment.refitting.bootstrap_scores import bootstrap_scores
from gnomon.errors import DataError, ParameterError


@pytest.fixture(scope="module")
def scores():
    return bootstrap_scores(gn.load("iris"), gn.GaussianNB(), "error", 30)


@pytest.mark.parametrize(
    ("on", "name"), [("all", "on_all"), ("out_of_bag", "on_out_of_bag"), ("sample", "on_sample")]
)
def test_the_histogram_is_of_the_scores_asked_for(scores, on, name):
    display = gn.plotting.BootstrapHistogramDisplay(scores, on=on)
    assert np.array_equal(display.frame()["score"], getattr(scores, name))
    low, high = display.bounds
    assert low <= display.values.mean() <= high


def test_scores_that_do_not_vary_are_one_bar(scores):
    from dataclasses import replace

    flat = replace(scores, on_all=np.full(30, 0.25))
    assert "0.250" in gn.plotting.BootstrapHistogramDisplay(flat, on="all").svg()


def test_a_histogram_of_something_else_is_refused(scores):
    with pytest.raises(ParameterError, match="on='none'"):
        gn.plotting.BootstrapHistogramDisplay(scores, on="none")
    with pytest.raises(DataError, match="pass BootstrapScores"):
        gn.plotting.BootstrapHistogramDisplay([0.1, 0.2])


def test_student_densities_and_critical_values_are_scipys():
    table = gn.load("student-t").to_pandas()
    freedom = [int(each) for each in table["degrees"]]
    display = gn.plotting.StudentDensityDisplay(freedom)
    assert np.allclose(display.critical, table["exact"])
    one = display.frame().query("curve == 't, 1 degree of freedom'")
    assert np.allclose(one["density"], stats.cauchy.pdf(one["x"]))
    with pytest.raises(ParameterError, match="freedom"):
        gn.plotting.StudentDensityDisplay([0])


def test_coverage_shows_each_simulated_setting():
    display = gn.plotting.CoverageDisplay("type-I error", ["paired t", "corrected t"])
    table = display.frame()
    assert display.nominal == 0.05
    assert table.groupby("method")["rate"].median()["paired t"] > 0.05
    with pytest.raises(DataError, match="no simulation of"):
        gn.plotting.CoverageDisplay("coverage", ["magic"])
    with pytest.raises(ParameterError, match="kind='luck'"):
        gn.plotting.CoverageDisplay("luck")


def test_power_curves_go_through_what_a_forecast_names():
    design = gn.Design(
        [gn.load("iris"), gn.load("heart")], [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(10)
    )
    forecast = gn.stats.forecast_power(design)
    display = gn.plotting.PowerCurveDisplay.from_forecast(forecast)
    for each in forecast.tasks:
        assert display.curves[each.task].detectable(0.8) == pytest.approx(each.difference, rel=0.01)


def test_power_starts_at_the_false_alarms_and_grows():
    display = gn.plotting.PowerCurveDisplay.from_plans({"5 folds": (5, 1 / 4)}, sd=0.03)
    power = display.frame()["power"]
    assert power.iloc[0] == pytest.approx(0.05)
    assert (np.diff(power) >= 0).all()
    short = gn.plotting.PowerCurveDisplay.from_plans({"5 folds": (5, 1 / 4)}, sd=0.03, max_difference=0.001)
    assert "none of these" in short.alt()
    assert short.svg().startswith("<svg")
    with pytest.raises(DataError, match="no curve"):
        gn.plotting.PowerCurveDisplay({})
