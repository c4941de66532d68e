"""What is explained: one number that a model says of a case, and what it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_clusterer, is_outlier_detector

from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError


@dataclass(frozen=True)
class Answer:
    """The prediction, the number to explain, its name, and the function that gives it for any rows.

    target: the place of the class among `classes_`; -1 where there are none.

    >>> Answer("ill", 0.8, "probability of ill", 0, lambda rows: np.full(len(rows), 0.8)).value
    0.8
    """

    predicted: Any
    value: float
    output: str
    target: int
    of: Callable[[Any], Floats]


def answer_of(model: Any, X: Any, target: Any = None) -> Answer:
    """The probability of a class, its score where there are no probabilities, or the predicted number.

    Of clusters it is whether a row is in the predicted one, of outliers their score.

    target: the class; the predicted one if not given.

    >>> import gnomon as gn
    >>> answer = answer_of(gn.GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]), [[4.0]])
    >>> answer.output, round(answer.value, 3)
    ('probability of 1', 1.0)
    """
    answers = np.asarray(model.predict(X))
    if answers.ndim != 1:
        raise ParameterError(
            f"{type(model).__name__} answers {answers.shape[1]} numbers a row; explain a model of one target"
        )
    predicted = answers.tolist()[0]
    if is_clusterer(model):
        output = f"membership of cluster {predicted}"
        return _answer(lambda rows: _is(model.predict(rows), predicted), X, predicted, output, -1)
    if is_outlier_detector(model) and hasattr(model, "decision_function"):
        return _answer(model.decision_function, X, predicted, "score (below 0: an outlier)", -1)
    if not is_classifier(model):
        return _answer(model.predict, X, predicted, "prediction", -1)
    place = place_of(model, predicted if target is None else target)
    name = f"{model.classes_[place]}"
    if hasattr(model, "predict_proba"):
        return _answer(
            lambda rows: model.predict_proba(rows)[:, place], X, predicted, f"probability of {name}", place
        )
    # Scores of pairs of classes are no scores of a class.
    if hasattr(model, "decision_function") and getattr(model, "decision_function_shape", "") != "ovo":
        return _answer(lambda rows: _score(model, rows, place), X, predicted, f"score of {name}", place)
    chosen = model.classes_[place]
    return _answer(lambda rows: _is(model.predict(rows), chosen), X, predicted, f"vote for {name}", place)


def place_of(model: Any, target: Any) -> int:
    """The place of a class among those of a classifier.

    >>> import gnomon as gn
    >>> place_of(gn.GaussianNB().fit([[0.0], [1.0]], ["a", "b"]), "b")
    1
    """
    found = np.flatnonzero(np.asarray(model.classes_) == target)
    if len(found) == 0:
        raise ParameterError(f"target={target!r} is no class; the model knows {list(model.classes_)}")
    return int(found[0])


def _answer(of: Callable[[Any], Any], X: Any, predicted: Any, output: str, place: int) -> Answer:
    def numbers(rows: Any) -> Floats:
        return np.asarray(of(rows), dtype=np.float64)

    return Answer(predicted, float(numbers(X)[0]), output, place, numbers)


def _score(model: Any, X: Any, place: int) -> Array:
    scores = np.asarray(model.decision_function(X))
    if scores.ndim == 1:
        return scores if place == 1 else -scores
    return scores[:, place]


def _is(predicted: Any, chosen: Any) -> Array:
    return np.asarray(np.asarray(predicted) == chosen, dtype=np.float64)
