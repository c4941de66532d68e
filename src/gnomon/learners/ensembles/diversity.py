"""Diversity: whether the members of a committee are wrong about different rows, and what their vote gains.

Kuncheva & Whitaker (2003), "Measures of diversity in classifier ensembles".
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.errors import DataError
from gnomon.learners.ensembles.votes import count_votes
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Diversity:
    """Accuracies of the members and of their vote, and measures of each pair of members.

    disagreement: share of rows that one of the two is right about and the other wrong. double_fault: share
    that both are wrong about. q: (n11 n00 - n01 n10) / (n11 n00 + n01 n10), 0 for independent members.
    correlation: of being right. kappa: of being right, beyond chance. entropy: from 0 (all alike) to 1.
    variance: Kohavi & Wolpert's, mean of right (1 - right) over rows. Pairs without a value have NaN.
    """

    member_accuracy: Floats
    vote_accuracy: float
    pairs: tuple[tuple[int, int], ...]
    disagreement: Floats
    double_fault: Floats
    q: Floats
    correlation: Floats
    kappa: Floats
    entropy: float
    variance: float

    def frame(self) -> pd.DataFrame:
        """A row for each pair of members."""
        import pandas as pd

        first, second = zip(*self.pairs) if self.pairs else ((), ())
        names = ("disagreement", "double_fault", "q", "correlation", "kappa")
        measures = {name: getattr(self, name) for name in names}
        return pd.DataFrame({"first": first, "second": second, **measures})

    def __str__(self) -> str:
        apart = f"{self.disagreement.mean():.3f}" if self.pairs else "none"
        return (
            f"{len(self.member_accuracy)} members of mean accuracy {self.member_accuracy.mean():.3f} (best "
            f"{self.member_accuracy.max():.3f}), their vote {self.vote_accuracy:.3f}; mean disagreement of "
            f"two {apart}"
        )


def ensemble_diversity(predictions: Any, truth: Any) -> Diversity:
    """Measures of the diversity of members from what they predict (members, rows) and the truth.

    >>> print(ensemble_diversity([[0, 1, 1, 1], [0, 0, 0, 1], [1, 0, 1, 1]], [0, 0, 1, 1]))
    3 members of mean accuracy 0.750 (best 0.750), their vote 1.000; mean disagreement of two 0.500
    """
    said, labels = np.asarray(predictions), np.asarray(truth)
    if said.ndim != 2 or said.shape[1:] != labels.shape or said.size == 0:
        raise DataError(
            f"predictions have shape {said.shape} and truth {labels.shape}; give (members, rows) and (rows,)"
        )
    right = said == labels
    pairs = tuple(combinations(range(len(said)), 2))
    share = right.mean(axis=0)
    half = len(said) - np.ceil(len(said) / 2)
    few = np.minimum(right.sum(axis=0), len(said) - right.sum(axis=0))
    found = np.array([_pair(right[a], right[b]) for a, b in pairs]).reshape(-1, 5).T
    return Diversity(
        member_accuracy=right.mean(axis=1),
        vote_accuracy=_vote_accuracy(said, labels),
        pairs=pairs,
        disagreement=found[0],
        double_fault=found[1],
        q=found[2],
        correlation=found[3],
        kappa=found[4],
        entropy=float(few.mean() / half) if half else 0.0,
        variance=float((share * (1 - share)).mean()),
    )


def _vote_accuracy(said: Any, truth: Any) -> float:
    labels = Labels.of(np.concatenate([said.ravel(), truth]))
    votes = count_votes(labels.codes[: said.size].reshape(said.shape), labels.n_classes)
    return float(np.mean(first_largest(votes) == labels.codes[said.size :]))


def _pair(a: Flags, b: Flags) -> tuple[float, float, float, float, float]:
    both, neither = float(np.mean(a & b)), float(np.mean(~a & ~b))
    first, second = float(np.mean(a & ~b)), float(np.mean(~a & b))
    same, cross = both * neither, first * second
    spread = sqrt((both + first) * (second + neither) * (both + second) * (first + neither))
    chance = (both + first) * (first + neither) + (both + second) * (second + neither)
    return (
        first + second,
        neither,
        _ratio(same - cross, same + cross),
        _ratio(same - cross, spread),
        _ratio(2 * (same - cross), chance),
    )


def _ratio(above: float, below: float) -> float:
    return above / below if below > 0 else np.nan
