"""Pairs of columns that tell together what neither tells alone, and pairs that tell the same twice.

A ranking of single columns misses the first (exclusive or is the pure case) and keeps both of the second.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import chi2

from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataWarning
from gnomon.features.select.coded import Coded
from gnomon.features.select.redundancy import pair_with
from gnomon.probability.entropies import entropy
from gnomon.probability.shared_information import mutual_information
from gnomon.ties import first_largest

COPIES = (
    "columns {first!r} and {second!r} settle each other ({shared:.0%} of their information is shared) and "
    "both are kept; filter='mrmr', 'cmim' or 'fcbf' keeps one"
)
HIDDEN = (
    "columns {first!r} and {second!r} tell {together:.2f} bits of the target together and {alone:.2f} one by "
    "one, and are not both kept; filter='jmi' or 'relieff', or backward elimination, sees such pairs"
)
LEVEL = 0.99
LEAST_SHARE = 0.1
SAME = 0.95


@dataclass(frozen=True)
class PairInformation:
    """Every pair of columns: what each tells of the target alone and both together, in bits.

    first, second: numbers of the columns. shared: the symmetrical uncertainty of the two. p_value: of a
    synergy this large by chance: the chi-squared test of a three-way interaction, times the number of pairs.
    """

    first: Integers
    second: Integers
    alone_first: Floats
    alone_second: Floats
    together: Floats
    shared: Floats
    p_value: Floats
    target: float

    @property
    def synergy(self) -> Floats:
        """What the pair tells beyond the sum of its columns; below 0 where they repeat each other."""
        return self.together - self.alone_first - self.alone_second

    def hidden(self) -> Flags:
        """Pairs that a ranking of single columns misses: far more together than alone, and not by chance."""
        alone = self.alone_first + self.alone_second
        is_far = (self.synergy > alone) & (self.synergy > LEAST_SHARE * self.target)
        return np.asarray(is_far & (self.p_value < 1 - LEVEL))

    def repeated(self) -> Flags:
        """Pairs of columns of which one settles nearly all of the other."""
        return self.shared >= SAME


def pair_information(coded: Coded) -> PairInformation:
    """Count every pair of columns once.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 8, dtype=np.uint8)
    >>> found = pair_information(Coded(codes, 2, np.array([0, 1, 1, 0] * 8, dtype=np.uint16), 2))
    >>> found.together.tolist(), found.synergy.tolist(), found.hidden().tolist()
    ([1.0], [1.0], [True])
    """
    d = coded.codes.shape[1]
    alone = np.asarray(mutual_information(coded.tables))
    open_ = entropy(coded.tables.sum(axis=2), axis=1)
    pairs = [
        pair_with(coded.columns(slice(column + 1, None)), coded.codes[:, column], float(alone[column]))
        for column in range(d - 1)
    ]
    first, second = np.triu_indices(d, 1)
    together = np.concatenate([np.empty(0), *(pair.together for pair in pairs)])
    mutual = np.concatenate([np.empty(0), *(pair.shared for pair in pairs)])
    both = open_[first] + open_[second]
    synergy = together - alone[first] - alone[second]
    return PairInformation(
        first,
        second,
        alone[first],
        alone[second],
        together,
        np.divide(2 * mutual, both, out=np.zeros_like(mutual), where=both > 0),
        _chance(coded, first, second, synergy),
        float(entropy(coded.tables[0].sum(axis=0))),
    )


def warn_of_pairs(pairs: PairInformation, names: Sequence[Any], kept: Flags) -> None:
    """Say which copies were kept, and which pairs that tell together were not.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 8, dtype=np.uint8)
    >>> found = pair_information(Coded(codes, 2, np.array([0, 1, 1, 0] * 8, dtype=np.uint16), 2))
    >>> warn_of_pairs(found, ["a", "b"], np.array([True, True]))
    """
    both = kept[pairs.first] & kept[pairs.second]
    _warn_of_strongest(pairs, names, pairs.repeated() & both, pairs.shared, COPIES)
    _warn_of_strongest(pairs, names, pairs.hidden() & ~both, pairs.synergy, HIDDEN)


def _warn_of_strongest(
    pairs: PairInformation, names: Sequence[Any], flags: Flags, strength: Floats, message: str
) -> None:
    found = np.flatnonzero(flags)
    if len(found) == 0:
        return
    pair = found[int(first_largest(strength[found]))]
    text = message.format(
        first=names[pairs.first[pair]],
        second=names[pairs.second[pair]],
        shared=pairs.shared[pair],
        together=pairs.together[pair],
        alone=pairs.alone_first[pair] + pairs.alone_second[pair],
    )
    more = f" ({len(found) - 1} more such pairs)" if len(found) > 1 else ""
    warnings.warn(text + more, DataWarning, stacklevel=6)


def _chance(coded: Coded, first: Integers, second: Integers, synergy: Floats) -> Floats:
    """2 n synergy (in nats) is chi-squared with (levels - 1)(levels - 1)(labels - 1) degrees of freedom."""
    total = coded.tables[0].sum()
    n_levels = (coded.tables.sum(axis=2) > 0).sum(axis=1) - 1
    n_labels = int((coded.tables[0].sum(axis=0) > 0).sum()) - 1
    freedom = np.maximum(n_levels[first] * n_levels[second] * n_labels, 1)
    statistic = 2 * total * np.log(2) * np.maximum(synergy, 0.0)
    return np.minimum(chi2.sf(statistic, freedom) * len(first), 1.0)
