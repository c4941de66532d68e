"""Error and number of support vectors against a hyperparameter."""

import numpy as np

import gnomon as gn


def test_tables_of_results_are_drawn_unchanged():
    table = gn.load("digits-polynomial")
    error, patterns = gn.plotting.SupportCurveDisplay.from_table(table, "degree").displays
    assert np.array_equal(error.lines["set 2"], table.column("error_2").values)
    assert np.array_equal(patterns.lines["set 2"], table.column("patterns_2").values)
    assert np.array_equal(error.values, [1, 2, 3, 4, 5])


def test_a_table_without_patterns_has_one_panel():
    display = gn.plotting.SupportCurveDisplay.from_table(gn.load("digits-power-series"), "gamma")
    assert display.titles == ["error"]


def test_a_small_bandwidth_makes_every_row_a_support_vector_and_overfits():
    error, support = gn.plotting.SupportCurveDisplay.example().displays
    assert support.lines["on all rows"][0] == 120
    assert error.lines["training"][0] == 0
    assert error.lines["held out"][0] > error.lines["held out"].min()


def test_bandwidths_are_converted_to_gamma():
    task = gn.datasets.make_moons(40, random_state=0)
    plan = gn.k_fold(4)
    by_width = gn.plotting.SupportCurveDisplay.from_task(
        task, gn.SVC(), "gamma", [0.5, 1.0, 2.0], plan, sigma=True
    )
    by_gamma = gn.plotting.SupportCurveDisplay.from_task(task, gn.SVC(), "gamma", [2.0, 0.5, 0.125], plan)
    assert by_width.displays[0].parameter == "σ"
    for one, other in zip(by_width.displays, by_gamma.displays):
        for name, line in one.lines.items():
            assert np.array_equal(line, other.lines[name])
