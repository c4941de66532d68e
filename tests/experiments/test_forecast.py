from math import nan

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import gnomon as gn
from gnomon.errors import DesignError, ParameterError
from gnomon.experiments import forecast
from gnomon.experiments.design import Design
from gnomon.experiments.forecast import Cost, Forecast, _Pilot, forecast_runtime
from gnomon.experiments.power import forecast_power
from gnomon.experiments.run import run


def design(task="iris", **options):
    learners = [gn.GaussianNB(), gn.KNeighborsClassifier(3)]
    return Design(gn.load(task), learners, gn.repeated(gn.k_fold(5), times=4), **options)


def test_a_forecast_counts_every_unit_and_foretells_its_time():
    found = forecast_runtime(design(), workers=2)
    assert found.units == len(design().units()) == 8
    assert 0 < found.seconds == pytest.approx(sum(each.seconds for each in found.costs) / 2)
    assert found.memory > 1000
    assert sorted(found.frame()["learner"]) == ["GaussianNB", "KNeighborsClassifier(n_neighbors=3)"]


def test_large_tasks_are_foretold_from_some_of_their_rows():
    found = forecast_runtime(Design(gn.load("digits"), [gn.GaussianNB()], gn.k_fold(3)), rows=200)
    (cost,) = found.costs
    assert 0 <= cost.power <= 3
    assert cost.seconds > 0


def test_a_nested_design_is_foretold_with_its_settings():
    found = forecast_runtime(design(inner=gn.k_fold(3)))
    assert {each.learner: each.settings for each in found.costs} == {
        "GaussianNB": 1,
        "KNeighborsClassifier(n_neighbors=3)": 12,
    }


def test_splits_made_for_these_rows_are_piloted_on_all_of_them():
    digits = gn.load("digits")
    splits = gn.k_fold(3).split(digits)
    (cost,) = forecast_runtime(Design(digits, [gn.GaussianNB()], splits), rows=100).costs
    assert cost.problem == ""
    assert cost.power == 0


def test_a_learner_that_fails_is_reported_before_the_run():
    learners = {"fine": gn.GaussianNB(), "broken": LogisticRegression(C=-1.0)}
    found = forecast_runtime(Design(gn.load("iris"), learners, gn.k_fold(3)))
    assert "broken on iris fails" in str(found)
    assert found.seconds > 0


@pytest.mark.parametrize("options", [{"workers": 0}, {"rows": 3}, {"workers": 1.5}])
def test_odd_forecasts_are_refused(options):
    with pytest.raises(ParameterError, match="must be an integer"):
        forecast_runtime(design(), **options)


@pytest.mark.parametrize(
    ("pilots", "power", "seconds", "memory"),
    [
        ([(150, 2.0)], 0.0, 14.0, 100.0),  # all rows: seven units of two seconds
        ([(25, 1.0), (50, 2.0)], 1.0, 7 * 6.0, 300.0),  # three times the rows
        ([(25, 1.0), (50, 4.0)], 2.0, 7 * 4.0 * 9, 900.0),
        ([(25, 1.0), (50, 100.0)], 3.0, 7 * 100.0 * 27, 2700.0),  # no more than the cube
        ([(25, 2.0), (50, 1.0)], 0.0, 7.0, 300.0),  # no less than a constant
    ],
)
def test_time_and_memory_grow_by_the_power_of_two_pilots(monkeypatch, pilots, power, seconds, memory):
    monkeypatch.setattr(forecast, "_pilots", lambda *_: (100.0, pilots))
    cost = forecast._cost(design(), "iris", "GaussianNB", 7, rows=50)
    assert (cost.units, cost.settings, cost.problem) == (7, 1, "")
    assert (cost.power, cost.seconds, cost.memory) == pytest.approx((power, seconds, memory))


def test_pilots_have_half_of_the_rows_and_all_where_there_are_more():
    digits = Design(gn.load("digits"), [gn.GaussianNB()], gn.k_fold(3))
    task = digits.tasks["digits"]
    for rows, sizes in ((200, [100, 200]), (1796, [898, 1796]), (1797, [1797])):
        memory, pilots = forecast._pilots(digits, task, "GaussianNB", rows)
        assert [size for size, _ in pilots] == sizes
        assert memory > 0


def cost(learner, seconds, memory=1e6, units=2, problem=""):
    return Cost("iris", learner, units, 1, seconds, memory, 0.0, problem)


def test_the_slowest_learners_come_first_and_those_that_fail_before_them():
    costs = (cost("a", 1.0), cost("b", 3.0), cost("c", nan, nan, problem="no rows"), cost("d", 2.0))
    found = Forecast(costs, workers=3)
    assert found.frame()["learner"].tolist() == ["c", "b", "d", "a"]
    assert (found.units, found.seconds, found.memory) == (8, 2.0, 1e6)
    assert str(found) == (
        "8 units, about 2 s with 3 workers, 1 MB per worker besides the data\nc on iris fails: no rows"
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1.25, "1.2 s"),
        (99.4, "99 s"),
        (99.5, "2 min"),
        (120.1, "3 min"),
        (7140.0, "119 min"),
        (7200.0, "2.0 h"),
    ],
)
def test_a_duration_has_its_unit(seconds, words):
    assert f"about {words} with 1 worker, 2 MB" in str(Forecast((cost("a", seconds, 2e6),), workers=1))
    few = Forecast((cost("a", 6.0, units=2),), workers=9)
    assert few.seconds == 3.0
    assert Forecast((), workers=9).seconds == Forecast((), workers=9).memory == 0


def test_more_rows_see_smaller_differences():
    few, many = (forecast_power(design(name)).tasks[0] for name in ("iris", "digits"))
    assert many.difference < few.difference


def test_repeats_never_see_more_than_the_rows_tell():
    plans = [gn.repeated(gn.k_fold(10), times=times) for times in (1, 10, 100)]
    found = [forecast_power(Design(gn.load("iris"), gn.GaussianNB(), plan)).tasks[0] for plan in plans]
    assert found[0].difference > found[1].difference >= found[2].difference
    assert found[2].difference > 2.8 * (0.1 / 150) ** 0.5


def test_the_formula_is_that_of_the_corrected_t():
    (line,) = forecast_power(
        Design(gn.load("iris"), [gn.GaussianNB(), gn.NearestMean()], gn.k_fold(10)), sd=0.03
    ).tasks
    assert line.difference == pytest.approx(gn.stats.corrected_t_detectable(0.03, 10, 1 / 9))


def test_more_learners_mean_more_pairs_and_larger_differences():
    two = forecast_power(design()).tasks[0]
    three = Design(gn.load("iris"), [gn.GaussianNB(), gn.NearestMean(), gn.DecisionStump()], design().plan)
    assert forecast_power(three).tasks[0].difference > two.difference


def test_measures_that_are_no_shares_need_a_spread():
    numbers = Design(gn.load("diabetes"), [gn.Ridge(), gn.LinearRegression()], gn.k_fold(5))
    with pytest.raises(DesignError, match="pass sd="):
        forecast_power(numbers)
    assert forecast_power(numbers, sd=100.0).tasks[0].difference > 0
    by_pilot = forecast_power(numbers, pilot=run(numbers)).tasks[0]
    assert "the largest of the pilot" in str(by_pilot)


@pytest.mark.parametrize(("options", "what"), [({"discordant": 0}, "discordant"), ({"power": 1.5}, "power")])
def test_odd_assumptions_are_refused(options, what):
    with pytest.raises(ParameterError, match=what):
        forecast_power(design(), **options)


def test_a_pilot_halves_as_often_as_all_rows():
    task = gn.Task({"x": np.arange(900.0)}, np.arange(900) % 2)
    halving = gn.selection.SuccessiveHalving(min_rows=100)
    learners = {"kNN": (gn.KNeighborsClassifier(), {"n_neighbors": list(range(1, 10))})}
    design = gn.Design(task, learners, gn.k_fold(3), inner=gn.k_fold(3), halving=halving)
    pilot = _Pilot.of(design, task.rows(np.arange(90)), "kNN", 900)
    assert pilot.design.halving.min_rows == 10
    shares = halving.shares(9, n_rows=900)
    assert pilot.design.halving.shares(9, n_rows=90).tolist() == shares.tolist() == [1 / 9, 1 / 3, 1.0]
