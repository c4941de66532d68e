"""Synergistic and redundant pairs of columns, which univariate rankings misjudge.

A univariate ranking misses columns that are informative only jointly (such as exclusive or), and selects both
columns of a redundant pair.
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

REDUNDANT = (
    "columns {first!r} and {second!r} are redundant ({shared:.0%} of their information is shared) and both "
    "are selected; filter='mrmr', 'cmim' or 'fcbf' selects one"
)
HIDDEN = (
    "columns {first!r} and {second!r} have {joint:.2f} bits of joint information on the target and "
    "{alone:.2f} separately, and are not both selected; filter='jmi' or 'relieff', or backward elimination, "
    "detects such pairs"
)
LEVEL = 0.99
MIN_SYNERGY = 0.1
SAME = 0.95


@dataclass(frozen=True)
class PairInformation:
    """Mutual information of every pair of columns with the target, of each alone and jointly, in bits.

    first, second: indices of the columns. shared: symmetrical uncertainty of the two. p_value: chi-squared
    test of the three-way interaction, Bonferroni-adjusted for the number of pairs.
    """

    first: Integers
    second: Integers
    alone_first: Floats
    alone_second: Floats
    joint: Floats
    shared: Floats
    p_value: Floats
    target: float

    @property
    def synergy(self) -> Floats:
        """Synergy (interaction information): joint minus separate information; negative if redundant."""
        return self.joint - self.alone_first - self.alone_second

    def hidden(self) -> Flags:
        """Pairs that a univariate ranking misses: large and significant synergy."""
        alone = self.alone_first + self.alone_second
        is_far = (self.synergy > alone) & (self.synergy > MIN_SYNERGY * self.target)
        return np.asarray(is_far & (self.p_value < 1 - LEVEL))

    def repeated(self) -> Flags:
        """Redundant pairs: one column nearly determines the other."""
        return self.shared >= SAME


def pair_information(coded: Coded) -> PairInformation:
    """Mutual information of all pairs of columns with the target.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 8, dtype=np.uint8)
    >>> pairs = pair_information(Coded(codes, 2, np.array([0, 1, 1, 0] * 8, dtype=np.uint16), 2))
    >>> pairs.joint.tolist(), pairs.synergy.tolist(), pairs.hidden().tolist()
    ([1.0], [1.0], [True])
    """
    d = coded.codes.shape[1]
    alone = np.asarray(mutual_information(coded.tables))
    entropies = entropy(coded.tables.sum(axis=2), axis=1)
    pairs = [
        pair_with(coded.columns(slice(column + 1, None)), coded.codes[:, column], float(alone[column]))
        for column in range(d - 1)
    ]
    first, second = np.triu_indices(d, 1)
    joint = np.concatenate([np.empty(0), *(pair.joint for pair in pairs)])
    mutual = np.concatenate([np.empty(0), *(pair.shared for pair in pairs)])
    both = entropies[first] + entropies[second]
    synergy = joint - alone[first] - alone[second]
    return PairInformation(
        first,
        second,
        alone[first],
        alone[second],
        joint,
        np.divide(2 * mutual, both, out=np.zeros_like(mutual), where=both > 0),
        _p_values(coded, first, second, synergy),
        float(entropy(coded.tables[0].sum(axis=0))),
    )


def warn_of_pairs(pairs: PairInformation, names: Sequence[Any], selected: Flags) -> None:
    """Warn of redundant pairs that were selected, and of synergistic pairs that were not.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 8, dtype=np.uint8)
    >>> pairs = pair_information(Coded(codes, 2, np.array([0, 1, 1, 0] * 8, dtype=np.uint16), 2))
    >>> warn_of_pairs(pairs, ["a", "b"], np.array([True, True]))
    """
    both = selected[pairs.first] & selected[pairs.second]
    _warn_of_strongest(pairs, names, pairs.repeated() & both, pairs.shared, REDUNDANT)
    _warn_of_strongest(pairs, names, pairs.hidden() & ~both, pairs.synergy, HIDDEN)


def _warn_of_strongest(
    pairs: PairInformation, names: Sequence[Any], flags: Flags, strength: Floats, message: str
) -> None:
    flagged = np.flatnonzero(flags)
    if len(flagged) == 0:
        return
    pair = flagged[int(first_largest(strength[flagged]))]
    text = message.format(
        first=names[pairs.first[pair]],
        second=names[pairs.second[pair]],
        shared=pairs.shared[pair],
        joint=pairs.joint[pair],
        alone=pairs.alone_first[pair] + pairs.alone_second[pair],
    )
    more = f" ({len(flagged) - 1} more such pairs)" if len(flagged) > 1 else ""
    warnings.warn(text + more, DataWarning, stacklevel=6)


def _p_values(coded: Coded, first: Integers, second: Integers, synergy: Floats) -> Floats:
    """p-values: 2 n synergy (in nats) is chi-squared with (levels - 1)(levels - 1)(labels - 1) d.o.f."""
    total = coded.tables[0].sum()
    n_levels = (coded.tables.sum(axis=2) > 0).sum(axis=1) - 1
    n_labels = int((coded.tables[0].sum(axis=0) > 0).sum()) - 1
    freedom = np.maximum(n_levels[first] * n_levels[second] * n_labels, 1)
    statistic = 2 * total * np.log(2) * np.maximum(synergy, 0.0)
    return np.minimum(chi2.sf(statistic, freedom) * len(first), 1.0)
