"""Printed summary of predictions: task, design, classes and headline scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gnomon import notebook, registry
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

# Up to this many classes are listed by name.
_MAX_LISTED = 6


def summary(predictions: Predictions) -> str:
    """The text of `print(predictions)`, with the scores of the headline measures.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> predictions = gn.resample(gn.load("iris"), DummyClassifier(), gn.k_fold(5))
    >>> print("\\n".join(summary(predictions).split("\\n")[:3]))
    Predictions of DummyClassifier on 'iris': 150 rows, stratified k-fold, 5 folds, 150 rows
    setosa (50), versicolor (50), virginica (50); with class probabilities
    accuracy           0.3333
    """
    scores = _scores(predictions)
    width = max(map(len, scores), default=0)
    lines = [repr(predictions), _holdings(predictions)]
    lines += [f"{name:<{width}}  {value:.4g}" for name, value in scores.items()]
    lines += predictions.notes
    return "\n".join(line for line in lines if line)


def summary_block(predictions: Predictions) -> str:
    """The HTML of predictions in a notebook.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> predictions = gn.resample(gn.load("iris"), DummyClassifier(), gn.k_fold(5))
    >>> "0.3333" in summary_block(predictions)
    True
    """
    return notebook.block(
        repr(predictions),
        notebook.facts({"holds": _holdings(predictions), **_scores(predictions)}),
        *map(notebook.note, predictions.notes),
        notebook.note(
            "All rows are held-out rows. Use .estimate(measure) for an interval, .to_pandas() for the rows."
        ),
    )


def _holdings(predictions: Predictions) -> str:
    parts = []
    if predictions.classes is not None:
        sizes = np.bincount(predictions.truth, minlength=len(predictions.classes))
        named = [f"{label} ({size})" for label, size in zip(predictions.classes.tolist(), sizes)]
        parts.append(", ".join(named[:_MAX_LISTED]) if len(named) <= _MAX_LISTED else f"{len(named)} classes")
        if predictions.positive is not None:
            parts.append(f"positive is {predictions.positive}")
    for name, text in (
        ("probability", "class probabilities"),
        ("decision", "scores"),
        ("weight", "weights"),
        ("group", "groups"),
    ):
        if getattr(predictions, name) is not None:
            parts.append(f"with {text}")
    return "; ".join(parts)


def _scores(predictions: Predictions) -> dict[str, float]:
    """The scores of the headline measures that are defined for these predictions."""
    scores = {}
    for name, entry in registry.measures.items():
        if not entry.facts.get("headline") or entry.facts["kind"] != predictions.kind:
            continue
        try:
            scores[name] = predictions.score(name)
        except (DataError, DesignError):
            continue
    return scores
