"""Ensemble diversity: whether the members err on different rows, and the accuracy of their vote.

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
    """Accuracies of the members and of their majority vote, and pairwise diversity measures.

    disagreement: fraction of rows that exactly one of the two classifies correctly. double_fault: fraction
    that both misclassify. q: Yule's Q, (n11 n00 - n01 n10) / (n11 n00 + n01 n10), 0 for independent members.
    correlation, kappa: of correctness (phi coefficient, Cohen's kappa). entropy: from 0 (identical) to 1.
    variance: Kohavi-Wolpert variance, mean of p (1 - p), p the fraction of correct members. Undefined: NaN.
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
            f"{self.member_accuracy.max():.3f}), majority vote {self.vote_accuracy:.3f}; mean pairwise "
            f"disagreement {apart}"
        )


def ensemble_diversity(predictions: Any, truth: Any) -> Diversity:
    """Diversity measures of an ensemble: Q statistic, disagreement, double fault, kappa, entropy.

    predictions: (members, rows). truth: (rows,).

    >>> print(ensemble_diversity([[0, 1, 1, 1], [0, 0, 0, 1], [1, 0, 1, 1]], [0, 0, 1, 1]))
    3 members of mean accuracy 0.750 (best 0.750), majority vote 1.000; mean pairwise disagreement 0.500
    """
    predicted, labels = np.asarray(predictions), np.asarray(truth)
    if predicted.ndim != 2 or predicted.shape[1:] != labels.shape or predicted.size == 0:
        raise DataError(
            f"predictions have shape {predicted.shape} and truth {labels.shape}; pass (members, rows) and "
            "(rows,)"
        )
    correct = predicted == labels
    pairs = tuple(combinations(range(len(predicted)), 2))
    fraction = correct.mean(axis=0)
    half = len(predicted) - np.ceil(len(predicted) / 2)
    minority = np.minimum(correct.sum(axis=0), len(predicted) - correct.sum(axis=0))
    pairwise = np.array([_pair(correct[a], correct[b]) for a, b in pairs]).reshape(-1, 5).T
    return Diversity(
        member_accuracy=correct.mean(axis=1),
        vote_accuracy=_vote_accuracy(predicted, labels),
        pairs=pairs,
        disagreement=pairwise[0],
        double_fault=pairwise[1],
        q=pairwise[2],
        correlation=pairwise[3],
        kappa=pairwise[4],
        entropy=float(minority.mean() / half) if half else 0.0,
        variance=float((fraction * (1 - fraction)).mean()),
    )


def _vote_accuracy(predicted: Any, truth: Any) -> float:
    labels = Labels.of(np.concatenate([predicted.ravel(), truth]))
    votes = count_votes(labels.codes[: predicted.size].reshape(predicted.shape), labels.n_classes)
    return float(np.mean(first_largest(votes) == labels.codes[predicted.size :]))


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
