"""Naive Bayes: the odds of the class are the prior odds times one factor a feature."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit

from gnomon.arrays import Floats
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation, in_columns, in_words
from gnomon.learners.bayes.factors import Factors

_NOTE = "Odds against the next class; a factor above 1 speaks for the prediction, below 1 against it."


def explain_factors(model: Any, case: Case) -> Explanation | None:
    """The factors of the odds, the strongest first; None for a model without.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], ["a", "a", "b", "b"])
    >>> explain_factors(model, case_of(model, [4.0], None, None, 0)).predicted
    'b'
    """
    if not hasattr(model, "factors"):
        return None
    found = model.factors(case.X)
    if not isinstance(found, Factors):
        return None
    if len(found.classes) < 2:
        return None
    posterior = np.asarray(model.predict_proba(case.X))[0]
    best, other = np.argsort(-posterior, kind="stable")[:2]
    logs = (found.terms[0, :, best] - found.terms[0, :, other]).astype(np.float64)
    prior = float(found.log_prior[best] - found.log_prior[other])
    if not _gives(posterior[[best, other]], prior + logs.sum()):
        # Complement naive Bayes has no prior.
        prior = 0.0
        if not _gives(posterior[[best, other]], logs.sum()):
            return None
    one, rival = found.classes[best], found.classes[other]
    predicted = one.item() if hasattr(one, "item") else one
    output = f"log odds of {one} against {rival}"
    return factors_explanation(case.names, case.values, logs, prior, output, predicted)


def _gives(posterior: Floats, log_odds: float) -> bool:
    """Whether these log odds are those of the two posteriors, as far as probabilities near 0 can tell."""
    return bool(np.isclose(posterior[0] / posterior.sum(), expit(log_odds), rtol=1e-6, atol=1e-9))


def factors_explanation(
    names: Any, values: Any, logs: Any, prior: float, output: str, predicted: Any
) -> Explanation:
    """The explanation by log factors; base and value are log odds, to which the logs add up.

    >>> print(factors_explanation(["age"], [63], np.log([4.0]), 0.0, "log odds", "ill").lines[1])
    age = 63    x 4
    """
    order = np.argsort(-np.abs(logs), kind="stable")
    with np.errstate(over="ignore"):
        factor = np.exp(logs)
    table = {
        "feature": [str(names[place]) for place in order],
        "value": [values[place] for place in order],
        "factor": factor[order].tolist(),
        "contribution": np.asarray(logs)[order].tolist(),
    }
    heads = ["prior odds", *(f"{names[place]} = {in_words(values[place])}" for place in order)]
    amounts = [f"{np.exp(prior):.4g}", *(f"x {_factor(logs[place])}" for place in order)]
    value = prior + float(np.sum(logs))
    return Explanation("factors", predicted, table, output, prior, value, _NOTE, in_columns(heads, amounts))


def _factor(log: float) -> str:
    """A factor by its logarithm, which is shown where the factor is beyond a float."""
    with np.errstate(over="ignore"):
        factor = float(np.exp(log))
    return f"{factor:.4g}" if 0 < factor < np.inf else f"exp({log:.4g})"
