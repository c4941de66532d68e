"""Leaderboard, ledger and time against quality show what an experiment says of itself."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import DataError, DesignError, NameUnknown
from gnomon.plotting.experiments.examples import example_nested, example_results
from gnomon.plotting.experiments.held_out import held_out_of


@pytest.fixture(scope="module")
def results():
    return example_results()


def drawn(display):
    ax = Figure().add_subplot()
    display.plot(ax)
    return ax


def test_the_leaderboard_figure_is_the_leaderboard(results):
    table, own = gn.plotting.LeaderboardDisplay.from_experiment(results).frame(), results.leaderboard()
    for column in ("learner", "value", "lower", "upper", "verdict"):
        assert table[column].tolist() == own[column].tolist()


def test_the_leaderboard_shows_the_learners_it_is_asked_for(results):
    display = gn.plotting.LeaderboardDisplay.from_experiment(
        results, learners=["DecisionStump"], measure="auc"
    )
    assert display.frame()["learner"].tolist() == ["DecisionStump"]
    assert drawn(display).get_xlabel().startswith("AUC")
    with pytest.raises(NameUnknown, match="'Stump'"):
        gn.plotting.LeaderboardDisplay.from_experiment(results, learners=["Stump"])


def test_an_interval_without_ends_is_drawn_as_a_point():
    from gnomon import Estimate

    display = gn.plotting.LeaderboardDisplay(
        {"a": Estimate(0.5, np.nan, np.nan, 0.95, "none", "")}, "accuracy"
    )
    assert display.svg().startswith("<svg")
    with pytest.raises(DataError, match="verdicts"):
        gn.plotting.LeaderboardDisplay(
            {"a": Estimate(0.5, 0.4, 0.6, 0.95, "t", "")}, "accuracy", ["best", "worse"]
        )


def test_the_ledger_figure_is_the_ledger():
    results = example_nested()
    display = gn.plotting.LedgerDisplay.from_experiment(results, draws=60)
    assert display.frame().equals(results.ledger(draws=60))
    one = gn.plotting.LedgerDisplay.from_experiment(results, learners="DecisionStump", draws=60)
    assert one.frame()["learner"].unique().tolist() == ["DecisionStump"]


def test_a_flat_design_has_no_ledger(results):
    with pytest.raises(DesignError, match="no settings were selected"):
        gn.plotting.LedgerDisplay.from_experiment(results)
    with pytest.raises(DataError, match="no account"):
        gn.plotting.LedgerDisplay([])


def test_those_worth_their_time_are_beaten_by_none():
    from gnomon import Estimate

    values = {"slow": 0.9, "quick": 0.8, "poor": 0.7, "twin": 0.9}
    estimates = {name: Estimate(value, value, value, 0.95, "t", "") for name, value in values.items()}
    display = gn.plotting.TimeQualityDisplay(estimates, [10.0, 1.0, 2.0, 20.0], "accuracy")
    assert display.is_pareto_optimal.tolist() == [True, True, False, False]
    errors = gn.plotting.TimeQualityDisplay(estimates, [10.0, 1.0, 0.5, 20.0], "error")
    assert errors.is_pareto_optimal.tolist() == [False, False, True, False]


def test_time_against_quality_reads_the_standings(results):
    display = gn.plotting.TimeQualityDisplay.from_experiment(results)
    assert display.frame()["seconds"].tolist() == results.leaderboard()["seconds"].tolist()
    with pytest.raises(DataError, match="times"):
        gn.plotting.TimeQualityDisplay({}, [1.0], "accuracy")


def test_names_of_many_learners_stand_outside_the_axes_and_no_two_points_look_alike():
    from gnomon import Estimate

    estimates = {f"learner {n}": Estimate(0.8, 0.7, 0.9, 0.95, "t", "") for n in range(20)}
    display = gn.plotting.TimeQualityDisplay(estimates, [1.0 + n for n in range(20)], "accuracy").plot(
        Figure().add_subplot()
    )
    assert not display.ax_.texts
    handles, labels = display.ax_.get_legend_handles_labels()
    assert labels == list(estimates)[: len(labels)]
    looks = {(each[0].get_color(), each[0].get_marker()) for each in handles}
    assert len(looks) == len(handles) > 16


def test_a_task_must_be_named_where_there_are_two():
    tasks = [gn.load("iris"), gn.load("heart")]
    both = gn.run(gn.Design(tasks, gn.GaussianNB(), gn.k_fold(3)))
    assert len(held_out_of(both, "iris")[0].row) == 150
    for display in (
        gn.plotting.LeaderboardDisplay,
        gn.plotting.RocCurveDisplay,
        gn.plotting.TimeQualityDisplay,
    ):
        with pytest.raises(NameUnknown, match="'iris', 'heart'"):
            display.from_experiment(both)


def test_a_verdict_that_is_none_is_refused():
    from gnomon import Estimate

    with pytest.raises(DataError, match="'splendid' is no verdict"):
        gn.plotting.LeaderboardDisplay(
            {"a": Estimate(0.5, 0.4, 0.6, 0.95, "t", "")}, "accuracy", ["splendid"]
        )


@pytest.mark.parametrize(("n_learners", "lines"), [(1, 1), (2, 1), (5, 3), (18, 9), (40, 9)])
def test_a_figure_of_many_learners_has_room_for_their_names(n_learners, lines):
    estimates = {f"learner {n}": gn.Estimate(0.5, 0.4, 0.6, 0.95, "t", "") for n in range(n_learners)}
    display = gn.plotting.TimeQualityDisplay(estimates, [1.0] * n_learners, "accuracy")
    assert display.size == (4.6, pytest.approx(3.3 + 0.17 * lines))
    assert len(drawn(display).get_legend().get_texts()) == min(n_learners, 18)
