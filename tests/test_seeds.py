import numpy as np
import pytest

from gnomon import seeds
from gnomon.errors import ParameterError


def test_a_child_does_not_depend_on_which_were_asked_for_before():
    alone = seeds.generator(seeds.child(3, 5, 1)).random(4)
    for place in range(5):
        seeds.child(3, place)
    assert np.array_equal(seeds.generator(seeds.child(3, 5, 1)).random(4), alone)


def test_children_differ_from_each_other_and_from_other_seeds():
    states = {int(seeds.child(seed, place).generate_state(1)[0]) for seed in range(4) for place in range(50)}
    assert len(states) == 200


@pytest.mark.parametrize("wrong", [-1, 1.5, "seed"])
def test_a_seed_that_is_none_is_refused(wrong):
    with pytest.raises(ParameterError, match="random_state is"):
        seeds.sequence(wrong)


def test_every_kind_of_random_state_is_taken():
    for state in (0, np.int64(3), None, np.random.default_rng(0), np.random.RandomState(0)):
        assert 0 <= seeds.generator(state).random() < 1
