"""Random number generation: one seed per run, with a spawned child seed for each unit of work.

A child depends only on the seed and its index, so results are the same for any number of workers and any
order of completion.
"""

import numpy as np

from gnomon.errors import ParameterError

Seed = int | np.random.Generator | np.random.RandomState | np.random.SeedSequence | None


def sequence(random_state: Seed) -> np.random.SeedSequence:
    """Convert random_state to a SeedSequence, from which child seeds are spawned.

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
        f"random_state is {random_state!r}; use an integer >= 0, a NumPy Generator, or None for a random seed"
    )


def generator(random_state: Seed) -> np.random.Generator:
    """Convert random_state to a Generator (like scikit-learn's check_random_state).

    >>> int(generator(0).integers(100)) == int(generator(0).integers(100))
    True
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    return np.random.default_rng(sequence(random_state))


def child(random_state: Seed, *index: int) -> np.random.SeedSequence:
    """The child seed of the unit of work with this index; independent of the order of calls.

    >>> child(0, 3).generate_state(1) == sequence(0).spawn(4)[3].generate_state(1)
    array([ True])
    """
    root = sequence(random_state)
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *index))
