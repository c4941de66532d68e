"""Paired permutation: if a and b are equally good, whose prediction is whose is a toss of a coin.

For a mean over rows, a toss flips the sign of the difference (Fisher 1935). For any other measure it swaps
the two predictions. Groups are tossed whole. Few units are enumerated, so that p is exact; many are drawn.
"""

from collections.abc import Callable
from itertools import product

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.intervals import Bounds, check_level
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError
from gnomon.seeds import Seed, generator

EXACT_FLIPS, EXACT_SWAPS = 14, 10
ROUNDING = 1e-12


def sign_flip_test(
    differences: Array,
    *,
    weight: Array | None = None,
    group: Array | None = None,
    level: float = 0.95,
    times: int = 10_000,
    random_state: Seed = 0,
) -> tuple[Outcome, Bounds]:
    """Test that the (weighted) mean difference is 0, and the mean differences that the test does not refuse.

    >>> outcome, (low, high) = sign_flip_test([0.1, 0.2, 0.15, 0.3, 0.25, -0.05])
    >>> print(outcome)
    permutation: statistic 0.1583, p = 0.062
    """
    values = check_differences(differences, least=1)
    share, pull = _units(values, weight, group)
    # The larger side is put up, so that a against b and b against a meet the same tosses.
    side = -1.0 if np.sum(pull) < 0 else 1.0
    pull = side * pull
    exact = len(pull) <= EXACT_FLIPS
    coins = _all_coins(len(pull)) if exact else None
    flipped, tossed = _tossed(coins, pull, share, times, random_state)
    observed = float(np.sum(pull))
    reached = np.sum(np.abs(flipped) >= abs(observed) - ROUNDING * np.sum(np.abs(pull)))
    p = reached / len(flipped) if exact else (reached + 1) / (len(flipped) + 1)
    bounds = (side * bound for bound in _inverted(observed, flipped, tossed, level, exact))
    # A mean of 0 that is not refused must not be left out by rounding.
    size = float(np.sum(np.abs(pull)))
    low, high = sorted(0.0 if abs(bound) <= ROUNDING * size else bound for bound in bounds)
    return Outcome("permutation", side * observed, float(p)), (low, high)


def prediction_swap_test(
    statistic: Callable[[Array], float],
    first: Array,
    second: Array,
    *,
    group: Array | None = None,
    times: int = 2000,
    random_state: Seed = 0,
) -> Outcome:
    """Test that statistic(first) = statistic(second), where rows (or groups) of the two may be swapped.

    >>> truth = np.arange(8.0)
    >>> print(prediction_swap_test(lambda given: float(np.mean((given - truth) ** 2)), truth, truth[::-1]))
    permutation: statistic -21, p = 0.0078
    """
    unit = np.arange(len(first)) if group is None else np.unique(group, return_inverse=True)[1]
    n_units = int(unit.max()) + 1
    exact = n_units <= EXACT_SWAPS
    random = generator(random_state)
    all_swaps = _all_coins(n_units) > 0 if exact else random.random((times, n_units)) < 0.5
    observed = statistic(first) - statistic(second)
    found = np.array([_swapped(statistic, first, second, swaps[unit]) for swaps in all_swaps])
    reached = int(np.sum(np.abs(found) >= abs(observed) * (1 - 1e-12)))
    p = reached / len(found) if exact else (reached + 1) / (len(found) + 1)
    return Outcome("permutation", observed, float(p))


def _units(values: Floats, weight: Array | None, group: Array | None) -> tuple[Floats, Floats]:
    """The share of the weight that each unit has, and what it adds to the weighted mean."""
    weight = np.ones(len(values)) if weight is None else np.asarray(weight, dtype=np.float64)
    if np.sum(weight) <= 0:
        raise DataError(f"the weights of {len(values)} differences add up to {np.sum(weight):g}; give some")
    unit = np.arange(len(values)) if group is None else np.unique(group, return_inverse=True)[1]
    share = np.bincount(unit, weight) / np.sum(weight)
    pull = np.bincount(unit, weight * values) / np.sum(weight)
    return share[share > 0], pull[share > 0]


def _tossed(
    coins: Floats | None, pull: Floats, share: Floats, times: int, random_state: Seed
) -> tuple[Floats, Floats]:
    """Σ ± pull and Σ ± share under the same tosses: those given, or drawn a million coins at a time."""
    both = np.column_stack([pull, share])
    if coins is None:
        # Units that are alike are tossed together: their sum of signs is binomial.
        both, n_alike = np.unique(both, axis=0, return_counts=True)
        random = generator(random_state)
        chunk = max(1, 10**6 // len(both))
        sizes = [min(chunk, times - start) for start in range(0, times, chunk)]
        heads = np.concatenate([_heads(n_alike, size, random) @ both for size in sizes])
        sums: Floats = 2 * heads - n_alike @ both
    else:
        sums = coins @ both
    return sums[:, 0], sums[:, 1]


def _heads(n_alike: Array, times: int, random: np.random.Generator) -> Floats:
    """How many of each kind of unit come up heads; single coins are bits, which are quick to draw."""
    size = (times, len(n_alike))
    if n_alike.max() > 1:
        return random.binomial(n_alike, 0.5, size=size).astype(np.float64)
    n_coins = times * len(n_alike)
    drawn = np.frombuffer(random.bytes(n_coins // 8 + 1), dtype=np.uint8)
    return np.unpackbits(drawn, count=n_coins).reshape(size).astype(np.float64)


def _inverted(observed: float, flipped: Floats, tossed: Floats, level: float, exact: bool) -> Bounds:
    """The means m that are not refused.

    Under m, a toss gives |flipped - m tossed| against |observed - m|. It reaches as far as long as m lies
    between the two crossings (observed - flipped)/(1 - tossed) and (observed + flipped)/(1 + tossed).
    """
    alpha = 1 - check_level(level)
    whole = np.abs(tossed) > 1 - 1e-12
    inner = np.where(whole, 0.0, tossed)
    crossings = np.stack([(observed - flipped) / (1 - inner), (observed + flipped) / (1 + inner)])
    highest = np.sort(np.where(whole, np.inf, crossings.max(axis=0)))
    lowest = np.sort(np.where(whole, -np.inf, crossings.min(axis=0)))
    n_refused = int(alpha * len(flipped)) if exact else int(alpha * (len(flipped) + 1)) - 1
    if n_refused < 0:
        return -np.inf, np.inf
    return float(lowest[n_refused]), float(highest[-1 - n_refused])


def _swapped(statistic: Callable[[Array], float], first: Array, second: Array, swaps: Flags) -> float:
    chosen = swaps if first.ndim == 1 else swaps[:, None]
    return statistic(np.where(chosen, second, first)) - statistic(np.where(chosen, first, second))


def _all_coins(n_units: int) -> Floats:
    return np.array(list(product([1.0, -1.0], repeat=n_units)))
