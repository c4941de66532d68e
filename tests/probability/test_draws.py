import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.probability.conjugate_priors import DirichletPrior
from gnomon.probability.draws import check_draws


@pytest.mark.parametrize("n", [1, np.int32(1), np.int64(1)])
def test_whole_numbers_of_any_type_pass(n):
    assert type(check_draws(n)) is int


@pytest.mark.parametrize("n", [0, -1, 1.0, "1", None, True])
def test_others_are_refused_by_the_name_of_their_parameter(n):
    with pytest.raises(ParameterError, match=r"n_samples=.* an integer of at least 1"):
        check_draws(n, "n_samples")


def test_a_belief_may_be_drawn_from_no_times_but_not_less():
    assert DirichletPrior((1, 1)).sample(0).shape == (0, 2)
    with pytest.raises(ParameterError, match=r"n=-1: .* at least 0"):
        DirichletPrior((1, 1)).sample(-1)
