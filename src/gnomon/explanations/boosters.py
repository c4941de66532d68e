"""TreeSHAP values of gradient boosting models of other libraries, computed by the library.

Contributions are averaged over all orders of the columns, with the training rows of each node as the
distribution of unknown columns (path-dependent TreeSHAP, Lundberg et al. 2020). They sum to the score.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse
from scipy.special import expit

from gnomon.arrays import Floats
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation, contributions
from gnomon.sharing.foreign import Adapted, library_of

_CLOSE = 1e-4


def explain_boosters(model: Any, case: Case) -> Explanation | None:
    """The SHAP value of each column; None for other models, or if the library does not support them.

    >>> from gnomon.explanations.case import case_of
    >>> import gnomon as gn
    >>> ridge = gn.Ridge().fit([[0.0], [1.0]], [0.0, 1.0])
    >>> explain_boosters(ridge, case_of(ridge, [0.5], None, None, 0)) is None
    True
    """
    if not isinstance(model, Adapted) or scipy.sparse.issparse(case.X) or len(_classes(model)) == 1:
        return None
    try:
        scores = model.contributions(case.X)[0]
    except Exception:  # Each library has unsupported models, such as trees with linear leaves.
        return None
    explained_score = _of_classes if len(_classes(model)) else _of_number
    values, output = explained_score(model, case, scores)
    library = library_of(model.learner)
    return contributions(
        "contributions",
        np.asarray(model.predict(case.X)).tolist()[0],
        case.names,
        case.values,
        values[:-1],
        float(values[-1]),
        float(values.sum()),
        output,
        f"TreeSHAP values (path-dependent) by {'' if library is None else library.package}.",
    )


def _classes(model: Adapted) -> Any:
    return getattr(model, "classes_", ())


def _of_number(model: Adapted, case: Case, scores: Floats) -> tuple[Floats, str]:
    value = float(model.predict(case.X)[0])
    is_prediction = np.isclose(scores[0].sum(), value, rtol=_CLOSE, atol=_CLOSE * abs(value))
    return scores[0], "prediction" if is_prediction else "raw score (before the link function)"


def _of_classes(model: Adapted, case: Case, scores: Floats) -> tuple[Floats, str]:
    """The log-odds of the second class; for multiclass, the difference of the two highest scores."""
    if len(scores) == 1:
        is_logistic = abs(expit(scores[0].sum()) - model.predict_proba(case.X)[0, 1]) < _CLOSE
        return scores[0], f"{'log-odds' if is_logistic else 'score'} of {model.classes_[1]}"
    best, other = np.argsort(-scores.sum(axis=1), kind="stable")[:2]
    output = f"score of {model.classes_[best]} minus score of {model.classes_[other]}"
    return scores[best] - scores[other], output
