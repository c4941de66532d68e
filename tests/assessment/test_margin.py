import numpy as np
import pytest

from gnomon.assessment.margin import equivalence_margin, margin_in_words
from gnomon.assessment.measures.facts import find_measure


@pytest.mark.parametrize("name", ["auc", "accuracy", "r2", "mcc", "brier", "error"])
def test_the_margin_vanishes_where_nothing_is_left_to_be_gained(name):
    measure = find_measure(name)
    best = measure.range[1] if measure.sign > 0 else measure.range[0]
    near, far = best - measure.sign * 0.001, best - measure.sign * 0.5
    assert equivalence_margin(measure, best, far) == 0
    assert equivalence_margin(measure, near, far) == pytest.approx(0.00005)
    assert equivalence_margin(measure, far, far) == pytest.approx(0.01)


def test_the_margin_of_an_error_has_the_units_of_the_error():
    rmse = find_measure("root_mean_squared_error")
    assert equivalence_margin(rmse, 5e6, 6e6) == pytest.approx(1000 * equivalence_margin(rmse, 5e3, 6e3))
    assert "1 %" in margin_in_words(rmse)


def test_the_margin_is_the_same_in_either_order():
    random = np.random.default_rng(0)
    for name in ("auc", "log_loss", "r2"):
        first, second = random.uniform(0.1, 0.9, size=2)
        measure = find_measure(name)
        assert equivalence_margin(measure, first, second) == equivalence_margin(measure, second, first)
