"""Binomial bars of rates, as drawn on averaged ROC curves."""

import pytest

from gnomon.assessment.intervals import clopper_pearson_interval, wilson_interval
from gnomon.assessment.rate_table import rates_frame


def test_the_bars_of_a_true_positive_rate_are_binomial():
    """Fawcett 2006, section 8.1 Vertical averaging."""
    found = rates_frame([[18, 2], [3, 7]], ["n", "p"]).loc[("p", "recall")]
    assert (found["lower"], found["upper"]) == pytest.approx(wilson_interval(0.7, 10))
    exact = rates_frame([[18, 2], [3, 7]], ["n", "p"], method="clopper-pearson").loc[("p", "recall")]
    assert (exact["lower"], exact["upper"]) == pytest.approx(clopper_pearson_interval(0.7, 10))
    assert exact["upper"] - exact["lower"] > found["upper"] - found["lower"]
