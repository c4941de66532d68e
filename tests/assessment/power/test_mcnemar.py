import numpy as np
import pytest

from gnomon.assessment.power import mcnemar_power, mcnemar_rows_needed
from gnomon.assessment.significance.mcnemar import mcnemar_test
from gnomon.errors import ParameterError


@pytest.mark.parametrize(("difference", "discordant"), [(0.05, 0.15), (0.03, 0.05), (0.1, 0.3)])
def test_the_rows_needed_give_the_power_by_simulation(difference, discordant):
    needed = mcnemar_rows_needed(difference, discordant).number
    shares = [(discordant + difference) / 2, (discordant - difference) / 2, 1 - discordant]
    drawn = np.random.default_rng(0).multinomial(needed, shares, size=1500)
    seen = np.mean([mcnemar_test(int(plus), int(minus)).p < 0.05 for plus, minus, _ in drawn])
    assert seen == pytest.approx(0.8, abs=0.05)
    assert mcnemar_power(difference, discordant, needed) == pytest.approx(0.8, abs=0.005)


def test_the_fewer_rows_tell_two_apart_the_fewer_are_needed():
    assert mcnemar_rows_needed(0.02, 0.05).number < mcnemar_rows_needed(0.02, 0.2).number
    assert mcnemar_power(0.05, 0.05, 1000) > 0.999
    assert mcnemar_power(0.05, 0.05, 10) < 0.5


def test_a_difference_beyond_the_rows_that_differ_is_refused():
    with pytest.raises(ParameterError, match="from the difference"):
        mcnemar_rows_needed(0.1, 0.05)
    with pytest.raises(ParameterError, match="difference=0"):
        mcnemar_rows_needed(0, 0.05)
