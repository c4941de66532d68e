from itertools import islice

import numpy as np
import pytest

from gnomon.learners.linear.mistakes import MistakeRule, passes, train

START = (np.zeros(2), 0.0)


def rows(seed=0):
    random = np.random.default_rng(seed)
    X = random.integers(-2, 3, size=(12, 2)).astype(float)
    return X, np.where(random.random(12) < 0.5, 1.0, -1.0)


def test_the_weights_are_the_start_and_multiples_of_rows():
    X, side = rows()
    start = np.array([0.5, -1.0]), 2.0
    run = train(X, side, MistakeRule(rate=0.5), start, 7)
    np.testing.assert_allclose(run.w, start[0] + run.total @ X)
    assert run.b == pytest.approx(2.0 + run.total.sum())


def test_the_log_tells_every_mistake():
    X, side = rows()
    run = train(X, side, MistakeRule(), START, 9, with_log=True)
    assert train(X, side, MistakeRule(), START, 9).log is None
    at, amounts, visits = run.log
    assert len(at) == sum(run.history)
    np.testing.assert_allclose(np.bincount(at, amounts, minlength=12), run.total)
    assert (visits // 12).tolist() == np.repeat(np.arange(9), run.history).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_period_is_that_of_a_cycle_of_the_weights(seed):
    X, side = rows(seed)
    run = train(X, side, MistakeRule(), START, 400)
    if run.history[-1] == 0:
        assert run.period == 0
        return
    assert run.period > 0
    states = [(each.state, each.b) for each in islice(passes(X, side, MistakeRule(), START), 400)]
    late, later = states[-1 - run.period], states[-1]
    assert np.array_equal(late[0], later[0])
    assert late[1] == later[1]


def test_shuffled_passes_visit_each_row_once():
    X, side = rows()
    random = np.random.default_rng(0)
    orders = [each.order for each in islice(passes(X, side, MistakeRule(), START, random=random), 3)]
    assert all(sorted(order) == list(range(12)) for order in orders)
    assert not np.array_equal(orders[0], orders[1])


def test_a_step_by_distance_is_in_proportion_to_it():
    X, side = np.array([[2.0, 0.0]]), np.array([-1.0])
    (first,) = islice(passes(X, side, MistakeRule(by_distance=True), (np.array([3.0, 4.0]), 1.0)), 1)
    assert first.amounts.tolist() == [-7.0 / 5.0]
