import numpy as np
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.learners.trees.line_search import threshold_line_search
from gnomon.learners.trees.stump import DecisionStump


def data(seed):
    random = np.random.default_rng(seed)
    x = np.round(random.normal(size=40), 1)
    return x, (x + random.normal(size=40) > 0).astype(int)


@pytest.mark.parametrize("seed", range(5))
def test_errors_are_those_of_the_rule_at_each_threshold(seed):
    x, y = data(seed)
    result = threshold_line_search(x, y, step=0.07)
    assert result.thresholds[0] == x.min()
    assert result.thresholds[-1] <= x.max() < result.thresholds[-1] + 0.07
    assert result.errors.tolist() == [np.sum((x > t) != (y == 1)) for t in result.thresholds]
    assert list(result.frame()) == ["threshold", "errors"]


@pytest.mark.parametrize("seed", range(5))
def test_a_coarse_step_is_never_better_than_the_exact_stump(seed):
    x, y = data(seed)
    exact = DecisionStump(polarity="above").fit(x[:, None], y)
    n_exact = np.sum(exact.predict(x[:, None]) != y)
    assert threshold_line_search(x, y, step=0.9).min_errors >= min(n_exact, y.sum(), (1 - y).sum())
    assert threshold_line_search(x, y, step=0.01).min_errors <= n_exact


def test_ties_go_to_the_last_the_first_or_the_middle_of_the_longest_run():
    x, y = [0.0, 1.0, 2.0, 3.0, 8.0], [0, 1, 0, 1, 1]
    assert [threshold_line_search(x, y, keep=keep).threshold for keep in ("first", "last", "middle")] == [
        0,
        2,
        0,
    ]
    x, y = [0.0, 4.0], [0, 1]
    assert [threshold_line_search(x, y, keep=keep).threshold for keep in ("first", "last", "middle")] == [
        0,
        3,
        1.5,
    ]


def test_what_cannot_be_searched_is_refused():
    with pytest.raises(DataError, match="2 labels"):
        threshold_line_search([1.0, 2.0, 3.0], [0, 1])
    with pytest.raises(DataError, match="3 classes"):
        threshold_line_search([1.0, 2.0, 3.0], [0, 1, 2])
    with pytest.raises(ParameterError, match="step=0"):
        threshold_line_search([1.0, 2.0], [0, 1], step=0)
    with pytest.raises(ParameterError, match="at most"):
        threshold_line_search([0.0, 1e12], [0, 1])
    with pytest.raises(ParameterError, match="keep='best'"):
        threshold_line_search([0.0, 1.0], [0, 1], keep="best")
