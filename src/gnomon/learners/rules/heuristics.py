"""What a rule is worth, by the weight p of rows it is right about and n of those it is wrong about.

Fürnkranz & Flach (2005), "ROC 'n' rule learning"; the last is boosting's, Cohen & Singer (1999).
"""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.rules.search import Score

HEURISTICS = ("precision", "laplace", "m_estimate", "foil", "weighted_accuracy")


def rule_heuristic(name: str, positive: float, negative: float, n_classes: int = 2, m: float = 2.0) -> Score:
    """The heuristic of this name as a function of covered weights (p, n).

    positive, negative: the weight of all rows for and against, P and N.

    precision p/(p+n), more cover first of equals; laplace (p+1)/(p+n+K); m_estimate (p + m P/(P+N)) /
    (p+n+m); foil p (log2 p/(p+n) - log2 P/(P+N)); weighted_accuracy (p+n)/(P+N) (p/(p+n) - P/(P+N)).

    >>> import numpy as np
    >>> rule_heuristic("laplace", 6, 6)(np.array([4.0]), np.array([0.0]))
    array([0.83333333])
    """
    if name not in HEURISTICS:
        raise ParameterError(f"heuristic={name!r}: it must be one of {', '.join(HEURISTICS)}")
    whole = positive + negative
    prior = positive / whole

    def score(p: Floats, n: Floats) -> Floats:
        covered = np.maximum(p + n, np.finfo(np.float64).tiny)
        if name == "laplace":
            return (p + 1) / (p + n + n_classes)
        if name == "m_estimate":
            return (p + m * prior) / (p + n + m)
        if name == "precision":
            return p / covered + 1e-6 * p / whole
        if name == "foil":
            return p * np.log2(np.maximum(p / covered, 1e-300) / max(prior, 1e-300))
        return (p - covered * prior) / whole

    return score


def boosting_gain(p: Floats, n: Floats) -> Floats:
    """|sqrt(p) - sqrt(n)|, which is largest where boosting's normalizer Z = 1 - (sqrt p - sqrt n)² is least.

    >>> import numpy as np
    >>> boosting_gain(np.array([0.4]), np.array([0.1])).round(4)
    array([0.3162])
    """
    return np.asarray(np.abs(np.sqrt(np.maximum(p, 0)) - np.sqrt(np.maximum(n, 0))))
