import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.intervals import auc_error, auc_parts, influence, sum_by_unit
from gnomon.assessment.measures import find_measure

random = np.random.default_rng(0)
truth = random.integers(2, size=150).astype(bool)
called = np.where(random.random(150) < 0.8, truth, ~truth)
score = random.normal(size=150) + truth
cases = [("accuracy", called), ("f1", called), ("mcc", called), ("balanced_accuracy", called), ("auc", score)]


def left_out(measure, given):
    """The jackknife: how far the measure falls when a row is left out."""
    keep = ~np.eye(150, dtype=bool)
    result = np.array([measure.function(truth[rows], given[rows]) for rows in keep])
    return (result.mean() - result) * 149 / 150


@pytest.mark.parametrize(("name", "given_"), cases)
def test_closed_forms_are_the_jackknife_to_first_order(name, given_):
    measure = find_measure(name)
    result = influence(measure, truth, given_)
    assert result.sum() == pytest.approx(0, abs=1e-9)
    assert np.corrcoef(result, left_out(measure, given_))[0, 1] > 0.9999
    assert np.sum(result**2) == pytest.approx(np.sum(left_out(measure, given_) ** 2), rel=0.03)


@pytest.mark.parametrize(("name", "given_"), cases)
def test_a_weight_of_two_pulls_as_two_rows_do(name, given_):
    measure, weight = find_measure(name), np.where(np.arange(150) < 50, 2.0, 1.0)
    twice = np.concatenate([np.arange(150), np.arange(50)])
    alone = influence(measure, truth, given_, weight)
    together = influence(measure, truth[twice], given_[twice], group=twice)
    assert np.allclose(alone, together, atol=1e-9)


def test_the_squared_pulls_on_auc_add_up_to_delongs_variance():
    result = influence(find_measure("auc"), truth, score)
    expected = auc_error(*auc_parts(truth, score, None)) ** 2
    assert np.sum(result**2) == pytest.approx(expected, rel=0.03)


@settings(max_examples=20)
@given(st.integers(2, 400), st.integers(2, 60))
def test_other_measures_are_left_out_in_a_bounded_number_of_parts(n, parts):
    draw = np.random.default_rng(n)
    y = draw.normal(size=n)
    result = influence(find_measure("r2"), y, y + draw.normal(size=n), parts=parts)
    assert len(result) <= max(min(n, parts), 1)
    assert abs(result.sum()) < 1e-6 * max(1, np.abs(result).max())


def test_pulls_of_a_group_add_up():
    group = np.arange(150) // 5
    rows = influence(find_measure("f1"), truth, called)
    assert np.allclose(influence(find_measure("f1"), truth, called, group=group), sum_by_unit(rows, group))
