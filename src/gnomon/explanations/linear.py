"""Contributions of linear models: coefficient times deviation from the mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier

from gnomon.arrays import Floats
from gnomon.explanations.case import Case, dense
from gnomon.explanations.explanation import Explanation, contributions


def explain_linear(model: Any, case: Case) -> Explanation | None:
    """score = base + sum_j w_j (x_j - mean_j); None for a model whose scores are not linear.

    The base is the score at the means of the background data; without them, the means are 0 and the base is
    the intercept. For multiclass, the score is the difference of the two highest scores.

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
    note = "Each contribution is coefficient times (value - mean of the background data)."
    if means is None:
        note = "Each contribution is coefficient times value; pass task= or background= to center values."
    return contributions(
        "contributions", predicted, case.names, case.values, amounts, base, value, output, note
    )


def _scores(
    model: Any, X: Any, weights: Floats, intercepts: Floats
) -> tuple[Floats, float, float, str] | None:
    """Coefficients, intercept, value and name of the explained score."""
    if not is_classifier(model):
        if len(weights) != 1:
            return None
        return weights[0], float(intercepts[0]), float(np.ravel(model.predict(X))[0]), "prediction"
    if not hasattr(model, "decision_function"):
        return None
    scores = np.asarray(model.decision_function(X), dtype=np.float64)
    if scores.ndim == 1:
        if len(weights) != 1:
            return None
        return weights[0], float(intercepts[0]), float(scores[0]), f"score of {model.classes_[1]}"
    if scores.shape[1] != len(weights) or len(intercepts) != len(weights):
        return None
    best, next_best = np.argsort(-scores[0], kind="stable")[:2]
    return (
        weights[best] - weights[next_best],
        float(intercepts[best] - intercepts[next_best]),
        float(scores[0, best] - scores[0, next_best]),
        f"score of {model.classes_[best]} minus score of {model.classes_[next_best]}",
    )
