"""Paired permutation (randomization) tests: under the null, the predictions of a and b are exchangeable.

For a mean over rows, an exchange flips the sign of the difference (Fisher 1935); for any other measure it
swaps the two predictions. Groups are exchanged as a whole. With few units all permutations are enumerated, so
that p is exact; with many they are drawn at random (Monte Carlo).
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.intervals import Bounds, check_level
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError
from gnomon.seeds import Seed, generator

MAX_EXACT_FLIPS, MAX_EXACT_SWAPS = 14, 10
ROUNDING = 1e-12


def sign_flip_test(
    differences: Any,
    *,
    weight: Any | None = None,
    group: Any | None = None,
    level: float = 0.95,
    times: int = 10_000,
    random_state: Seed = 0,
) -> tuple[Outcome, Bounds]:
    """Sign-flip permutation test that the (weighted) mean difference is 0, with its confidence interval.

    group: units that are flipped together. times: random permutations, where there are too many to enumerate.

    >>> outcome, (low, high) = sign_flip_test([0.1, 0.2, 0.15, 0.3, 0.25, -0.05])
    >>> print(outcome)
    permutation: statistic 0.1583, p = 0.062
    """
    values = check_differences(differences, min_count=1)
    share, contribution = _units(values, weight, group)
    # The observed sum is made positive, so that a against b and b against a use the same permutations.
    sign = -1.0 if np.sum(contribution) < 0 else 1.0
    contribution = sign * contribution
    exact = len(contribution) <= MAX_EXACT_FLIPS
    signs = _all_signs(len(contribution)) if exact else None
    flipped, sign_sums = _random_signs(signs, contribution, share, times, random_state)
    observed = float(np.sum(contribution))
    as_extreme = np.sum(np.abs(flipped) >= abs(observed) - ROUNDING * np.sum(np.abs(contribution)))
    p = as_extreme / len(flipped) if exact else (as_extreme + 1) / (len(flipped) + 1)
    bounds = (sign * bound for bound in _inverted(observed, flipped, sign_sums, level, exact))
    # A mean of 0 that is not rejected must not be excluded by rounding.
    size = float(np.sum(np.abs(contribution)))
    low, high = sorted(0.0 if abs(bound) <= ROUNDING * size else bound for bound in bounds)
    return Outcome("permutation", sign * observed, float(p)), (low, high)


def prediction_swap_test(
    statistic: Callable[[Array], float],
    first: Any,
    second: Any,
    *,
    group: Any | None = None,
    times: int = 2000,
    random_state: Seed = 0,
) -> Outcome:
    """Prediction-swap permutation test that statistic(first) = statistic(second), for any statistic.

    >>> truth = np.arange(8.0)
    >>> print(prediction_swap_test(lambda y: float(np.mean((y - truth) ** 2)), truth, truth[::-1]))
    permutation: statistic -21, p = 0.0078
    """
    first, second = np.asarray(first), np.asarray(second)
    unit = np.arange(len(first)) if group is None else np.unique(group, return_inverse=True)[1]
    n_units = int(unit.max()) + 1
    exact = n_units <= MAX_EXACT_SWAPS
    random = generator(random_state)
    all_swaps = _all_signs(n_units) > 0 if exact else random.random((times, n_units)) < 0.5
    observed = statistic(first) - statistic(second)
    values = np.array([_swapped(statistic, first, second, swaps[unit]) for swaps in all_swaps])
    as_extreme = int(np.sum(np.abs(values) >= abs(observed) * (1 - 1e-12)))
    p = as_extreme / len(values) if exact else (as_extreme + 1) / (len(values) + 1)
    return Outcome("permutation", observed, float(p))


def _units(values: Floats, weight: Array | None, group: Array | None) -> tuple[Floats, Floats]:
    """The share of each unit in the weight, and its contribution to the weighted mean."""
    weight = np.ones(len(values)) if weight is None else np.asarray(weight, dtype=np.float64)
    if np.sum(weight) <= 0:
        raise DataError(
            f"the weights of {len(values)} differences add up to {np.sum(weight):g}; the sum must be positive"
        )
    unit = np.arange(len(values)) if group is None else np.unique(group, return_inverse=True)[1]
    share = np.bincount(unit, weight) / np.sum(weight)
    contribution = np.bincount(unit, weight * values) / np.sum(weight)
    return share[share > 0], contribution[share > 0]


def _random_signs(
    signs: Floats | None, contribution: Floats, share: Floats, times: int, random_state: Seed
) -> tuple[Floats, Floats]:
    """Σ ± contribution and Σ ± share under the same signs: those passed, or drawn a million at a time."""
    both = np.column_stack([contribution, share])
    if signs is None:
        # The sum of the signs of equal units is binomial.
        both, n_equal = np.unique(both, axis=0, return_counts=True)
        random = generator(random_state)
        chunk = max(1, 10**6 // len(both))
        sizes = [min(chunk, times - start) for start in range(0, times, chunk)]
        positives = np.concatenate([_positive_counts(n_equal, size, random) @ both for size in sizes])
        sums: Floats = 2 * positives - n_equal @ both
    else:
        sums = signs @ both
    return sums[:, 0], sums[:, 1]


def _positive_counts(n_equal: Array, times: int, random: np.random.Generator) -> Floats:
    """Number of positive signs of each kind of unit; single signs are drawn as random bits, for speed."""
    size = (times, len(n_equal))
    if n_equal.max() > 1:
        return random.binomial(n_equal, 0.5, size=size).astype(np.float64)
    n_bits = times * len(n_equal)
    drawn = np.frombuffer(random.bytes(n_bits // 8 + 1), dtype=np.uint8)
    return np.unpackbits(drawn, count=n_bits).reshape(size).astype(np.float64)


def _inverted(observed: float, flipped: Floats, sign_sums: Floats, level: float, exact: bool) -> Bounds:
    """Confidence interval by test inversion: the means m that are not rejected.

    Under m, a permutation compares |flipped - m sign_sums| with |observed - m|. It is as extreme while m is
    between the crossings (observed - flipped)/(1 - sign_sums) and (observed + flipped)/(1 + sign_sums).
    """
    alpha = 1 - check_level(level)
    is_total = np.abs(sign_sums) > 1 - 1e-12
    reduced = np.where(is_total, 0.0, sign_sums)
    crossings = np.stack([(observed - flipped) / (1 - reduced), (observed + flipped) / (1 + reduced)])
    highest = np.sort(np.where(is_total, np.inf, crossings.max(axis=0)))
    lowest = np.sort(np.where(is_total, -np.inf, crossings.min(axis=0)))
    n_rejected = int(alpha * len(flipped)) if exact else int(alpha * (len(flipped) + 1)) - 1
    if n_rejected < 0:
        return -np.inf, np.inf
    return float(lowest[n_rejected]), float(highest[-1 - n_rejected])


def _swapped(statistic: Callable[[Array], float], first: Array, second: Array, swaps: Flags) -> float:
    chosen = swaps if first.ndim == 1 else swaps[:, None]
    return statistic(np.where(chosen, second, first)) - statistic(np.where(chosen, first, second))


def _all_signs(n_units: int) -> Floats:
    return np.array(list(product([1.0, -1.0], repeat=n_units)))
