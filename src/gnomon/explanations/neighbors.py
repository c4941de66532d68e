"""Neighbors: who they are, how far, and how they voted."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier

from gnomon.explanations.answers import answer_of
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation


def explain_neighbors(model: Any, case: Case) -> Explanation | None:
    """The neighbors, nearest first; None for a model that has none.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.KNeighborsClassifier(1).fit([[0.0], [1.0], [5.0]], ["a", "b", "b"])
    >>> explain_neighbors(model, case_of(model, [0.2], None, None, 0)).frame()["row"].tolist()
    [0]
    """
    found = _neighbors(model, case)
    if found is None:
        return None
    rows, distance, share, target = found
    answer = answer_of(model, case.X)
    table = {"row": rows, "target": target, "distance": distance, "share": share}
    lines = tuple(
        f"training row {row} at distance {far:.4g}: {said}, {100 * part:.0f} % of the vote"
        for row, far, part, said in zip(rows, distance, share, target)
    )
    note = "The answer is the vote of these rows." if is_classifier(model) else "The answer is their mean."
    return Explanation(
        "neighbors", answer.predicted, table, answer.output, value=answer.value, note=note, lines=lines
    )


def _neighbors(model: Any, case: Case) -> tuple[list[int], list[float], list[float], list[Any]] | None:
    if hasattr(model, "explain") and hasattr(model, "n_neighbors"):
        told = model.explain(case.X).frame()
        return tuple(told[name].tolist() for name in ("row", "distance", "share", "target"))
    if not (hasattr(model, "kneighbors") and hasattr(model, "_y")) or model.weights not in (
        "uniform",
        "distance",
    ):
        return None
    distance, near = model.kneighbors(case.X)
    far, places = distance[0], near[0]
    weight = np.ones(len(far)) if model.weights == "uniform" else _inverse(far)
    codes = np.ravel(model._y)[places]
    target = model.classes_[codes] if is_classifier(model) else codes
    return places.tolist(), far.tolist(), (weight / weight.sum()).tolist(), target.tolist()


def _inverse(distance: Any) -> Any:
    return (distance == 0).astype(float) if (distance == 0).any() else 1 / distance
