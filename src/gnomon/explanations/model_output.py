"""The explained model output: a probability, score or prediction, with its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_clusterer, is_outlier_detector

from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError


@dataclass(frozen=True)
class ModelOutput:
    """The prediction, the explained value, its name, and the function that computes it for any rows.

    target: index of the class in `classes_`; -1 without classes.

    >>> ModelOutput("ill", 0.8, "probability of ill", 0, lambda rows: np.full(len(rows), 0.8)).value
    0.8
    """

    predicted: Any
    value: float
    output: str
    target: int
    of: Callable[[Any], Floats]


def output_of(model: Any, X: Any, target: Any = None) -> ModelOutput:
    """The output to explain: class probability, or else score, or predicted value.

    For clustering it is membership of the predicted cluster, for outlier detection the score.

    target: the class; by default the predicted one.

    >>> import gnomon as gn
    >>> explained = output_of(gn.GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]), [[4.0]])
    >>> explained.output, round(explained.value, 3)
    ('probability of 1', 1.0)
    """
    y_pred = np.asarray(model.predict(X))
    if y_pred.ndim != 1:
        raise ParameterError(
            f"{type(model).__name__} predicts {y_pred.shape[1]} targets; explain a model of one target"
        )
    predicted = y_pred.tolist()[0]
    if is_clusterer(model):
        output = f"membership of cluster {predicted}"
        return _model_output(lambda rows: _is(model.predict(rows), predicted), X, predicted, output, -1)
    if is_outlier_detector(model) and hasattr(model, "decision_function"):
        return _model_output(model.decision_function, X, predicted, "score (below 0: an outlier)", -1)
    if not is_classifier(model):
        return _model_output(model.predict, X, predicted, "prediction", -1)
    index = class_index(model, predicted if target is None else target)
    name = f"{model.classes_[index]}"
    if hasattr(model, "predict_proba"):
        return _model_output(
            lambda rows: model.predict_proba(rows)[:, index], X, predicted, f"probability of {name}", index
        )
    # One-vs-one scores are not scores of a class.
    if hasattr(model, "decision_function") and getattr(model, "decision_function_shape", "") != "ovo":
        return _model_output(lambda rows: _score(model, rows, index), X, predicted, f"score of {name}", index)
    chosen = model.classes_[index]
    return _model_output(
        lambda rows: _is(model.predict(rows), chosen), X, predicted, f"vote for {name}", index
    )


def class_index(model: Any, target: Any) -> int:
    """The index of a class in `classes_`.

    >>> import gnomon as gn
    >>> class_index(gn.GaussianNB().fit([[0.0], [1.0]], ["a", "b"]), "b")
    1
    """
    indices = np.flatnonzero(np.asarray(model.classes_) == target)
    if len(indices) == 0:
        raise ParameterError(f"target={target!r} is not a class; the classes are {list(model.classes_)}")
    return int(indices[0])


def _model_output(of: Callable[[Any], Any], X: Any, predicted: Any, output: str, index: int) -> ModelOutput:
    def numbers(rows: Any) -> Floats:
        return np.asarray(of(rows), dtype=np.float64)

    return ModelOutput(predicted, float(numbers(X)[0]), output, index, numbers)


def _score(model: Any, X: Any, index: int) -> Array:
    scores = np.asarray(model.decision_function(X))
    if scores.ndim == 1:
        return scores if index == 1 else -scores
    return scores[:, index]


def _is(predicted: Any, chosen: Any) -> Array:
    return np.asarray(np.asarray(predicted) == chosen, dtype=np.float64)
