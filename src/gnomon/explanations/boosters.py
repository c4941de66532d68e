"""Boosted trees of other libraries: Shapley values along the paths of their trees, by the library itself.

What a column adds is averaged over all orders in which the columns could become known, with the training rows
of each node as the distribution of what is not known yet (Lundberg et al. 2020). The amounts add up to the
score.
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
    """What each column adds to the score; None for other models, and where the library finds no such amounts.

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
    except Exception:  # Each library refuses some of its own models, such as trees with linear leaves.
        return None
    of_answer = _of_classes if len(_classes(model)) else _of_number
    found, output = of_answer(model, case, scores)
    library = library_of(model.learner)
    return contributions(
        "contributions",
        np.asarray(model.predict(case.X)).tolist()[0],
        case.names,
        case.values,
        found[:-1],
        float(found[-1]),
        float(found.sum()),
        output,
        f"Shapley values along the paths of the trees, by {'' if library is None else library.package}.",
    )


def _classes(model: Adapted) -> Any:
    return getattr(model, "classes_", ())


def _of_number(model: Adapted, case: Case, scores: Floats) -> tuple[Floats, str]:
    value = float(model.predict(case.X)[0])
    is_prediction = np.isclose(scores[0].sum(), value, rtol=_CLOSE, atol=_CLOSE * abs(value))
    return scores[0], "prediction" if is_prediction else "score (before the link)"


def _of_classes(model: Adapted, case: Case, scores: Floats) -> tuple[Floats, str]:
    """The log odds of the second class; of several, the score of the likeliest less that of the next."""
    if len(scores) == 1:
        is_logistic = abs(expit(scores[0].sum()) - model.predict_proba(case.X)[0, 1]) < _CLOSE
        return scores[0], f"{'log odds' if is_logistic else 'score'} of {model.classes_[1]}"
    best, other = np.argsort(-scores.sum(axis=1), kind="stable")[:2]
    output = f"score of {model.classes_[best]} less that of {model.classes_[other]}"
    return scores[best] - scores[other], output
