"""Linear models: each feature moves the score by its coefficient times its distance from the mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier

from gnomon.arrays import Floats
from gnomon.explanations.case import Case, dense
from gnomon.explanations.explanation import Explanation, contributions


def explain_linear(model: Any, case: Case) -> Explanation | None:
    """score = base + sum_j w_j (x_j - mean_j); None for a model whose scores are no such sum.

    The base is the score at the means of the background; without one, the means are taken as 0 and the base
    is the intercept. Of more than two classes, the score is that of the predicted one less that of the next.

    >>> import gnomon as gn
    >>> model = gn.LinearRegression().fit([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]], [1.0, 3.0, 5.0])
    >>> from gnomon.explanations.case import case_of
    >>> explain_linear(model, case_of(model, [3.0, 1.0], None, None, 0)).value.__round__(6)
    7.0
    """
    coefficients = getattr(model, "coef_", None)
    intercepts = getattr(model, "intercept_", None)
    if coefficients is None or intercepts is None:
        return None
    x = np.asarray(dense(case.X))
    weights = np.atleast_2d(np.asarray(coefficients, dtype=np.float64))
    if x.dtype.kind not in "fiub" or weights.shape[1] != x.shape[1]:
        return None
    chosen = _scores(model, case.X, weights, np.ravel(np.asarray(intercepts, dtype=np.float64)))
    if chosen is None:
        return None
    weight, intercept, value, output = chosen
    means = case.means
    center = np.zeros(len(weight)) if means is None else means.astype(np.float64)
    amounts = weight * (x[0].astype(np.float64) - center)
    base = intercept + float(weight @ center)
    if not np.isclose(base + amounts.sum(), value, rtol=1e-6, atol=1e-8 * (1 + np.abs(amounts).max())):
        return None
    predicted = np.asarray(model.predict(case.X)).tolist()[0]
    note = "Each amount is coefficient times (value - mean of the background)."
    if means is None:
        note = "Each amount is coefficient times value; give task= or background= to measure from the mean."
    return contributions(
        "contributions", predicted, case.names, case.values, amounts, base, value, output, note
    )


def _scores(
    model: Any, X: Any, weights: Floats, intercepts: Floats
) -> tuple[Floats, float, float, str] | None:
    """Coefficients, intercept, value and name of the one score that is explained."""
    if not is_classifier(model):
        if len(weights) != 1:
            return None
        return weights[0], float(intercepts[0]), float(np.ravel(model.predict(X))[0]), "prediction"
    if not hasattr(model, "decision_function"):
        return None
    found = np.asarray(model.decision_function(X), dtype=np.float64)
    if found.ndim == 1:
        if len(weights) != 1:
            return None
        return weights[0], float(intercepts[0]), float(found[0]), f"score of {model.classes_[1]}"
    if found.shape[1] != len(weights) or len(intercepts) != len(weights):
        return None
    best, next_best = np.argsort(-found[0], kind="stable")[:2]
    return (
        weights[best] - weights[next_best],
        float(intercepts[best] - intercepts[next_best]),
        float(found[0, best] - found[0, next_best]),
        f"score of {model.classes_[best]} less that of {model.classes_[next_best]}",
    )
