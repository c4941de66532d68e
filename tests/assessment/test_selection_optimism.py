"""Naive and nested scores of a selection."""

import numpy as np
import pytest
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.assessment.selection_optimism import ChosenColumns, selection_optimism
from gnomon.errors import DesignError
from gnomon.features.select.forward import ForwardSelection
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.linear.least_squares import LinearRegression


@pytest.fixture(scope="module")
def noise():
    random = np.random.default_rng(0)
    return gn.Task(random.normal(size=(60, 1000)), np.repeat(["sick", "well"], 30), name="noise")


def test_choosing_before_the_splits_looks_good_on_pure_noise_and_the_nested_score_does_not(noise):
    result = selection_optimism(noise, SelectKBest(k=20), GaussianNB(), gn.k_fold(10), "error")
    naive, nested = result.estimates()
    assert naive.value < 0.15
    assert naive.upper < 0.5
    assert nested.lower <= 0.5 <= nested.upper + 0.1
    assert nested.value > 0.35
    assert result.optimism == pytest.approx(nested.value - naive.value)
    assert result.optimism > 0.25


def test_a_wrapper_flatters_itself_on_noise_too():
    random = np.random.default_rng(1)
    task = gn.Task(random.normal(size=(60, 200)), random.normal(size=60), kind="regression")
    selector = ForwardSelection(LinearRegression(), n_features_to_select=6)
    result = selection_optimism(task, selector, LinearRegression(), gn.k_fold(5), "r2")
    naive, nested = result.estimates()
    assert naive.value > 0.3
    assert nested.value < 0


def test_on_a_clear_signal_the_two_agree():
    random = np.random.default_rng(2)
    X = random.normal(size=(200, 5))
    task = gn.Task(X, 5 * X[:, 1] + random.normal(size=200), kind="regression")
    result = selection_optimism(
        task, ForwardSelection(Ridge(), n_features_to_select=1), Ridge(), gn.k_fold(5), "r2"
    )
    assert result.optimism == pytest.approx(0, abs=1e-12)
    assert len(result.chosen) == 1


def test_the_frame_and_the_sentence_show_both_side_by_side(noise):
    result = selection_optimism(noise, SelectKBest(k=5), GaussianNB(), gn.k_fold(5), "error")
    frame = result.frame()
    assert frame["is_unbiased"].tolist() == [False, True]
    assert (frame["lower"] <= frame["error"]).all()
    assert "5 selected on all rows" in str(result)
    assert "in each training set" in str(result)


def test_the_splits_of_both_are_the_same(noise):
    result = selection_optimism(noise, SelectKBest(k=5), GaussianNB(), gn.k_fold(5), "error")
    assert result.naive.splits == result.nested.splits
    assert np.array_equal(result.naive.row, result.nested.row)


def test_what_chooses_no_columns_is_refused(noise):
    with pytest.raises(DesignError, match="StandardScaler is not a feature selector"):
        selection_optimism(noise, StandardScaler(), GaussianNB(), gn.k_fold(5), "error")


def test_columns_that_are_not_those_chosen_from_are_refused():
    with pytest.raises(DesignError, match="support has 2 entries, but X has 3 columns"):
        ChosenColumns([True, False]).fit(np.zeros((2, 3)))
