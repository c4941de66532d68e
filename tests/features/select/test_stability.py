"""The stability of a selection."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_selection import SelectKBest, f_regression

from gnomon.errors import DataError, ParameterError
from gnomon.features.select.forward import ForwardSelection
from gnomon.features.select.stability import SelectionStability, selection_stability, stability_index
from gnomon.learners.linear.least_squares import LinearRegression


def kuncheva(table):
    """The mean over pairs of runs of (r d - k²) / (k (d - k)), r the columns in common (Kuncheva 2007)."""
    d, k = table.shape[1], int(table[0].sum())
    pairs = [(a & b).sum() for a, b in combinations(table, 2)]
    return float(np.mean([(r * d - k**2) / (k * (d - k)) for r in pairs]))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.integers(2, 9), st.data())
def test_of_sets_of_one_size_it_is_kunchevas_index(n_runs, d, data):
    k = data.draw(st.integers(1, d - 1))
    random = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    table = np.array([random.permutation(d) < k for _ in range(n_runs)])
    assert stability_index(table).index == pytest.approx(kuncheva(table), abs=1e-12)


def test_equal_choices_have_stability_one_and_no_interval():
    found = stability_index(np.tile([1, 0, 0, 1], (5, 1)))
    assert (found.index, found.lower, found.upper) == (1, 1, 1)
    assert found.verdict == "excellent"


def test_random_choices_have_stability_zero_in_the_interval():
    random = np.random.default_rng(0)
    found = stability_index(random.random((400, 20)) < 0.3)
    assert found.index == pytest.approx(0, abs=0.02)
    assert found.lower < 0 < found.upper


def nogueira_variance(table, index):
    """Equations 6 and 7 of Nogueira et al. (2018), run by run, in the counts of the paper."""
    n_runs, d = table.shape
    mean_size = table.sum() / n_runs
    influences = []
    for run in table:
        overlap = sum(table[:, column].mean() for column in np.flatnonzero(run)) / d
        size = run.sum()
        last = index / 2 * (2 * mean_size * size / d**2 - size / d - mean_size / d + 1)
        influences.append((overlap - size * mean_size / d**2 + last) / (mean_size / d * (1 - mean_size / d)))
    return 4 / n_runs * np.var(influences)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_is_nogueiras(seed):
    table = np.random.default_rng(seed).random((7, 5)) < 0.3
    found = stability_index(table, level=0.9)
    half_width = 1.6448536269514722 * np.sqrt(nogueira_variance(table, found.index))
    np.testing.assert_allclose([found.lower, found.upper], found.index + half_width * np.array([-1, 1]))


@pytest.mark.parametrize(
    ("index", "verdict"), [(0.76, "excellent"), (0.75, "fair"), (0.4, "fair"), (0.39, "poor")]
)
def test_the_verdicts_have_the_thresholds_of_fleiss(index, verdict):
    chosen = np.array([[True, False], [True, False]])
    assert SelectionStability(index, 0.0, 1.0, 0.95, chosen, ("a", "b")).verdict == verdict


def test_bootstrap_samples_of_a_data_frame_keep_its_names_and_the_count_and_level():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(40, 3)), columns=["a", "b", "c"])
    y = list(X["b"] + 0.1 * X["a"])
    found = selection_stability(SelectKBest(f_regression, k=1), X, y, times=4, level=0.8)
    assert (found.names, found.chosen.tolist(), found.level) == (
        ("a", "b", "c"),
        [[False, True, False]] * 4,
        0.8,
    )
    assert len(selection_stability(SelectKBest(f_regression, k=1), X, y).chosen) == 30


def test_five_columns_at_most_are_printed_and_none_that_is_never_chosen():
    found = stability_index([[1, 1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 0, 0]])
    assert str(found).splitlines()[1] == (
        "most frequent: x0 (100 %), x1 (100 %), x2 (100 %), x3 (100 %), x4 (100 %)"
    )
    found = stability_index([[0, 1, 0], [0, 1, 0], [0, 1, 0]])
    assert str(found).splitlines() == [
        "stability 1.00 (95 % interval 1.00 to 1.00) over 3 selections of 3 columns: excellent",
        "most frequent: x1 (100 %)",
    ]


def test_the_interval_covers_the_truth_as_often_as_it_says():
    """Columns chosen independently with chances p: the index tends to 1 - mean p (1 - p) / (q (1 - q))."""
    chances = np.array([0.9, 0.8, 0.5, 0.2, 0.1, 0.1])
    truth = 1 - np.mean(chances * (1 - chances)) / (chances.mean() * (1 - chances.mean()))
    random = np.random.default_rng(1)
    found = [stability_index(random.random((60, 6)) < chances, level=0.9) for _ in range(400)]
    coverage = np.mean([each.lower <= truth <= each.upper for each in found])
    assert 0.86 <= coverage <= 0.94


def test_the_frame_lists_columns_by_how_often_they_were_chosen():
    found = stability_index([[1, 0, 1], [0, 0, 1]], names=["a", "b", "c"])
    assert found.frame().values.tolist() == [["c", 1.0], ["a", 0.5], ["b", 0.0]]


def test_a_clear_signal_is_chosen_from_any_rows_and_noise_is_not():
    random = np.random.default_rng(0)
    X = random.normal(size=(80, 10))
    clear = selection_stability(ForwardSelection(LinearRegression(), n_features_to_select=1), X, X[:, 4])
    noise = selection_stability(SelectKBest(f_regression, k=3), X, random.normal(size=80), random_state=3)
    assert clear.index == 1
    assert noise.index < 0.6
    assert noise.lower < noise.index < noise.upper


def test_the_same_seed_draws_the_same_rows():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 6)), random.normal(size=40)
    one, two = (selection_stability(SelectKBest(f_regression, k=2), X, y, times=5) for _ in range(2))
    assert np.array_equal(one.chosen, two.chosen)


def test_choices_that_are_none_are_refused():
    with pytest.raises(DataError, match="at least 2 selections"):
        stability_index([[1, 0]])
    with pytest.raises(DataError, match="all features, or none"):
        stability_index([[1, 1], [1, 1]])
    with pytest.raises(ParameterError, match="level=1"):
        stability_index([[1, 0], [1, 0]], level=1)
    with pytest.raises(ParameterError, match="level=0"):
        stability_index([[1, 0], [1, 0]], level=0)
    with pytest.raises(DataError, match=r"shape \(2,\)"):
        stability_index([1, 0])
    with pytest.raises(DataError, match="all features, or none"):
        stability_index([[0, 0], [0, 0]])
