"""Explanation of nearest-neighbor predictions: the neighbors, their distances and votes."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier

from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation
from gnomon.explanations.model_output import output_of


def explain_neighbors(model: Any, case: Case) -> Explanation | None:
    """The neighbors, nearest first; None for other models.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.KNeighborsClassifier(1).fit([[0.0], [1.0], [5.0]], ["a", "b", "b"])
    >>> explain_neighbors(model, case_of(model, [0.2], None, None, 0)).frame()["row"].tolist()
    [0]
    """
    neighbors = _neighbors(model, case)
    if neighbors is None:
        return None
    rows, distance, share, target = neighbors
    explained = output_of(model, case.X)
    table = {"row": rows, "target": target, "distance": distance, "share": share}
    lines = tuple(
        f"training row {row} at distance {far:.4g}: {label}, {100 * part:.0f} % of the vote"
        for row, far, part, label in zip(rows, distance, share, target)
    )
    note = (
        "The prediction is the weighted vote of these rows."
        if is_classifier(model)
        else "The prediction is their weighted mean."
    )
    return Explanation(
        "neighbors",
        explained.predicted,
        table,
        explained.output,
        value=explained.value,
        note=note,
        lines=lines,
    )


def _neighbors(model: Any, case: Case) -> tuple[list[int], list[float], list[float], list[Any]] | None:
    if hasattr(model, "explain") and hasattr(model, "n_neighbors"):
        frame = model.explain(case.X).frame()
        return tuple(frame[name].tolist() for name in ("row", "distance", "share", "target"))
    if not (hasattr(model, "kneighbors") and hasattr(model, "_y")) or model.weights not in (
        "uniform",
        "distance",
    ):
        return None
    distance, near = model.kneighbors(case.X)
    far, rows = distance[0], near[0]
    weight = np.ones(len(far)) if model.weights == "uniform" else _inverse(far)
    codes = np.ravel(model._y)[rows]
    target = model.classes_[codes] if is_classifier(model) else codes
    return rows.tolist(), far.tolist(), (weight / weight.sum()).tolist(), target.tolist()


def _inverse(distance: Any) -> Any:
    return (distance == 0).astype(float) if (distance == 0).any() else 1 / distance
