"""Linear decision functions, and the class that they predict."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.ties import first_largest


def linear_scores(model: Any, X: Any) -> Floats:
    """X w + b of a fitted classifier: one score per class, or for two classes that of the second alone.

    >>> from gnomon import NearestMean
    >>> linear_scores(NearestMean().fit([[0.0], [2.0]], ["a", "b"]), [[1.0], [3.0]])
    array([0., 4.])
    """
    check_is_fitted(model)
    X = model.check_examples(X, reset=False)
    scores = X @ model.coef_.T + model.intercept_
    if not np.isfinite(scores).all():
        model.refuse_not_finite(X)
    return scores[:, 0] if len(model.classes_) == 2 else scores


def class_of(scores: Floats, classes: Array) -> Array:
    """The class of the largest score, or of two classes the second where its score is above 0.

    >>> class_of(np.array([[0.1, 0.5, 0.5]]), np.array(["a", "b", "c"]))
    array(['b'], dtype='<U1')
    """
    if scores.ndim == 1:
        return classes[(scores > 0).astype(np.intp)]
    return classes[first_largest(scores)]
