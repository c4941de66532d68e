"""Randomness: one seed for a run, a child of it for each unit of work.

A child depends on the seed and on its place alone, so results are the same for any number of workers and
any order of completion.
"""

import numpy as np

from gnomon.errors import ParameterError

Seed = int | np.random.Generator | np.random.RandomState | np.random.SeedSequence | None


def sequence(random_state: Seed) -> np.random.SeedSequence:
    """The root that children are spawned from.

    >>> sequence(7).entropy
    7
    """
    if isinstance(random_state, np.random.SeedSequence):
        return random_state
    if isinstance(random_state, np.random.Generator):
        return np.random.SeedSequence(random_state.integers(2**63))
    if isinstance(random_state, np.random.RandomState):
        return np.random.SeedSequence(random_state.randint(2**31))
    if random_state is None:
        return np.random.SeedSequence()
    if isinstance(random_state, int | np.integer) and random_state >= 0:
        return np.random.SeedSequence(int(random_state))
    raise ParameterError(
        f"random_state is {random_state!r}; give an integer >= 0, a numpy Generator, or None for a fresh draw"
    )


def generator(random_state: Seed) -> np.random.Generator:
    """A generator: the one given, or a new one grown from the seed.

    >>> int(generator(0).integers(100)) == int(generator(0).integers(100))
    True
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    return np.random.default_rng(sequence(random_state))


def child(random_state: Seed, *place: int) -> np.random.SeedSequence:
    """The seed of the unit of work at this place; it does not depend on which were asked for before.

    >>> child(0, 3).generate_state(1) == sequence(0).spawn(4)[3].generate_state(1)
    array([ True])
    """
    root = sequence(random_state)
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *place))
