"""Bayes factors of naive Bayes: posterior odds are prior odds times one factor per feature."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit

from gnomon.arrays import Floats
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation, in_columns, in_words
from gnomon.learners.bayes.factors import Factors

_NOTE = "Odds relative to the second most probable class; factors above 1 support the prediction."


def explain_factors(model: Any, case: Case) -> Explanation | None:
    """The Bayes factors of the features, the strongest first; None for other models.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], ["a", "a", "b", "b"])
    >>> explain_factors(model, case_of(model, [4.0], None, None, 0)).predicted
    'b'
    """
    if not hasattr(model, "factors"):
        return None
    factors = model.factors(case.X)
    if not isinstance(factors, Factors):
        return None
    if len(factors.classes) < 2:
        return None
    posterior = np.asarray(model.predict_proba(case.X))[0]
    best, other = np.argsort(-posterior, kind="stable")[:2]
    logs = (factors.terms[0, :, best] - factors.terms[0, :, other]).astype(np.float64)
    prior = float(factors.log_prior[best] - factors.log_prior[other])
    if not _matches(posterior[[best, other]], prior + logs.sum()):
        # Complement naive Bayes has no prior.
        prior = 0.0
        if not _matches(posterior[[best, other]], logs.sum()):
            return None
    one, second = factors.classes[best], factors.classes[other]
    predicted = one.item() if hasattr(one, "item") else one
    output = f"log-odds of {one} against {second}"
    return factors_explanation(case.names, case.values, logs, prior, output, predicted)


def _matches(posterior: Floats, log_odds: float) -> bool:
    """Whether these log-odds match the two posterior probabilities, up to rounding near 0."""
    return bool(np.isclose(posterior[0] / posterior.sum(), expit(log_odds), rtol=1e-6, atol=1e-9))


def factors_explanation(
    names: Any, values: Any, logs: Any, prior: float, output: str, predicted: Any
) -> Explanation:
    """The explanation by log Bayes factors; base and value are prior and posterior log-odds.

    >>> print(factors_explanation(["age"], [63], np.log([4.0]), 0.0, "log-odds", "ill").lines[1])
    age = 63    x 4
    """
    order = np.argsort(-np.abs(logs), kind="stable")
    with np.errstate(over="ignore"):
        factor = np.exp(logs)
    table = {
        "feature": [str(names[index]) for index in order],
        "value": [values[index] for index in order],
        "factor": factor[order].tolist(),
        "contribution": np.asarray(logs)[order].tolist(),
    }
    heads = ["prior odds", *(f"{names[index]} = {in_words(values[index])}" for index in order)]
    amounts = [f"{np.exp(prior):.4g}", *(f"x {_factor(logs[index])}" for index in order)]
    value = prior + float(np.sum(logs))
    return Explanation("factors", predicted, table, output, prior, value, _NOTE, in_columns(heads, amounts))


def _factor(log: float) -> str:
    """A factor from its logarithm, shown as exp(...) on overflow."""
    with np.errstate(over="ignore"):
        factor = float(np.exp(log))
    return f"{factor:.4g}" if 0 < factor < np.inf else f"exp({log:.4g})"
