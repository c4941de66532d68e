"""Explanation of kernel machines: the support vectors with the largest terms."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_outlier_detector
from sklearn.metrics.pairwise import pairwise_kernels

from gnomon.arrays import Floats
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation
from gnomon.learners.kernel.support_vector_machine import SupportVectorMachine

_NOTE = "The score is the sum over support vectors of coefficient times kernel value, plus the intercept."


def explain_support(model: Any, case: Case) -> Explanation | None:
    """f(x) = b + sum_i alpha_i K(x_i, x), the largest terms first; None for other models.

    For multiclass, the binary classifier of the predicted class and its closest competitor.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.SVC().fit([[0.0], [1.0], [4.0], [5.0]], ["a", "a", "b", "b"])
    >>> explain_support(model, case_of(model, [4.5], None, None, 0)).kind
    'support vectors'
    """
    decision = _decision_function(model, case)
    if decision is None:
        return None
    coefficient, base, value, output = decision
    kernel_values = _kernel_values(model, case)
    terms = coefficient * kernel_values
    if not np.isclose(terms.sum() + base, value, rtol=1e-6, atol=1e-8 * (1 + np.abs(terms).max(initial=0))):
        return None
    order = np.argsort(-np.abs(terms), kind="stable")
    order = order[terms[order] != 0]
    table = {
        "row": np.asarray(model.support_)[order].tolist(),
        "coefficient": coefficient[order].tolist(),
        "kernel": kernel_values[order].tolist(),
        "contribution": terms[order].tolist(),
    }
    lines = tuple(
        f"training row {row}: {alpha:+.4g} x {kernel:.4g} = {term:+.4g}"
        for row, alpha, kernel, term in zip(*table.values())
    )
    predicted = np.asarray(model.predict(case.X)).tolist()[0]
    return Explanation("support vectors", predicted, table, output, base, value, _NOTE, lines)


def _decision_function(model: Any, case: Case) -> tuple[Floats, float, float, str] | None:
    """Dual coefficients, intercept, value and name of one decision function."""
    if isinstance(model, SupportVectorMachine):
        scores = model.scores(case.X)[0]
        lines, bases = model._coefficients, model._intercepts
    elif hasattr(model, "support_vectors_") and isinstance(getattr(model, "kernel", None), str):
        lines, bases = np.atleast_2d(_dense(model.dual_coef_)), np.ravel(model.intercept_)
        if len(lines) != 1 or model.kernel == "precomputed":
            return None
        method = model.decision_function if hasattr(model, "decision_function") else model.predict
        scores = np.ravel(method(case.X))
    else:
        return None
    if np.shape(model.support_vectors_)[0] == 0:
        return None
    number, output = _chosen(model, case, scores)
    return lines[number], float(bases[number]), float(scores[number]), output


def _chosen(model: Any, case: Case, scores: Floats) -> tuple[int, str]:
    if not is_classifier(model):
        return 0, "score (below 0: an outlier)" if is_outlier_detector(model) else "prediction"
    classes = model.classes_
    if len(classes) == 2:
        return 0, f"score of {classes[1]}"
    predicted = int(np.flatnonzero(classes == np.asarray(model.predict(case.X))[0])[0])
    if len(scores) == len(classes) and getattr(model, "multi_class", "ovo") == "ovr":
        return predicted, f"score of {classes[predicted]} against the rest"
    pairs = [(a, b) for a in range(len(classes)) for b in range(a + 1, len(classes))]
    own = [number for number, pair in enumerate(pairs) if predicted in pair]
    number = min(own, key=lambda each: abs(scores[each]))
    first, second = pairs[number]
    return number, f"score of {classes[first]} against {classes[second]}"


def _kernel_values(model: Any, case: Case) -> Floats:
    """K(x_i, x) of each support vector."""
    if isinstance(model, SupportVectorMachine):
        x = model.check_examples(case.X, reset=False)
        return np.asarray(model.kernel_(_dense(model.support_vectors_), _dense(x)))[:, 0]
    parameters = {"gamma": model._gamma, "degree": model.degree, "coef0": model.coef0}
    return np.asarray(
        pairwise_kernels(
            _dense(model.support_vectors_), _dense(case.X), model.kernel, filter_params=True, **parameters
        )
    )[:, 0]


def _dense(X: Any) -> Any:
    return X.toarray() if hasattr(X, "toarray") else np.asarray(X)
