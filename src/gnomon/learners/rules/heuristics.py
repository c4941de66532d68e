"""Rule evaluation heuristics, functions of the covered positive weight p and negative weight n.

Fürnkranz & Flach (2005), "ROC 'n' rule learning"; `boosting_gain` is from Cohen & Singer (1999).
"""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.rules.search import Score

HEURISTICS = ("precision", "laplace", "m_estimate", "foil", "weighted_accuracy")


def rule_heuristic(name: str, positive: float, negative: float, n_classes: int = 2, m: float = 2.0) -> Score:
    """Rule evaluation heuristic of this name, as a function of the covered weights (p, n).

    positive, negative: total positive and negative weight, P and N. n_classes: number of classes K.

    precision p/(p+n), higher coverage on ties; laplace (p+1)/(p+n+K); m_estimate (p + m P/(P+N)) /
    (p+n+m); foil p (log2 p/(p+n) - log2 P/(P+N)); weighted_accuracy (p+n)/(P+N) (p/(p+n) - P/(P+N)).

    >>> import numpy as np
    >>> rule_heuristic("laplace", 6, 6)(np.array([4.0]), np.array([0.0]))
    array([0.83333333])
    """
    if name not in HEURISTICS:
        raise ParameterError(f"heuristic={name!r}: choose one of {', '.join(HEURISTICS)}")
    total = positive + negative
    prior = positive / total

    def score(p: Floats, n: Floats) -> Floats:
        covered = np.maximum(p + n, np.finfo(np.float64).tiny)
        if name == "laplace":
            return (p + 1) / (p + n + n_classes)
        if name == "m_estimate":
            return (p + m * prior) / (p + n + m)
        if name == "precision":
            return p / covered + 1e-6 * p / total
        if name == "foil":
            return p * np.log2(np.maximum(p / covered, 1e-300) / max(prior, 1e-300))
        return (p - covered * prior) / total

    return score


def boosting_gain(p: Floats, n: Floats) -> Floats:
    """Boosting gain |sqrt(p) - sqrt(n)|, whose maximum minimizes the normalizer Z = 1 - (sqrt p - sqrt n)².

    >>> import numpy as np
    >>> boosting_gain(np.array([0.4]), np.array([0.1])).round(4)
    array([0.3162])
    """
    return np.asarray(np.abs(np.sqrt(np.maximum(p, 0)) - np.sqrt(np.maximum(n, 0))))
