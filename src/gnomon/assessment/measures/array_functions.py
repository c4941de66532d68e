"""Measures as functions with scikit-learn's signature: `(y_true, y_pred or y_score, *, sample_weight)`.

The registered measures work on class codes; here labels are encoded first, by `labels` (the order of the
classes) and `pos_label` (the positive class of two).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.errors import DataError, ParameterError

ARGUMENTS = {
    "label": ("y_true", "y_pred"),
    "probability": ("y_true", "y_proba"),
    "score": ("y_true", "y_score"),
    "number": ("y_true", "y_pred"),
    "clusters": ("labels_true", "labels_pred"),
    "rows": ("X", "labels"),
}


def array_function(name: str) -> Callable[..., float]:
    """The registered measure of this name as a function with scikit-learn's signature.

    >>> array_function("recall")(["ill", "ill", "well"], ["ill", "well", "well"], pos_label="ill")
    0.5
    """
    measure = find_measure(name)
    signature = _signature(measure)
    encode: Callable[..., tuple[Any, Any]] = _ENCODERS.get(_encoding(measure), _unchanged)
    options = set(_OPTIONS.get(_encoding(measure), ()))

    def function(*args: Any, **kwargs: Any) -> float:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        first, second = bound.args[:2]
        chosen = {option: bound.kwargs[option] for option in options}
        rest = {k: v for k, v in bound.kwargs.items() if k not in options and k != "sample_weight"}
        truth, predicted = encode(first, second, **chosen)
        return float(measure.function(truth, predicted, bound.kwargs["sample_weight"], **rest))

    function.__name__ = function.__qualname__ = name
    function.__module__ = "gnomon.metrics"
    function.__doc__ = measure.function.__doc__
    function.__dict__["__signature__"] = signature
    return function


def _signature(measure: Measure) -> inspect.Signature:
    kind = inspect.Parameter
    first = [kind(name, kind.POSITIONAL_OR_KEYWORD) for name in ARGUMENTS[measure.needs]]
    options = [
        kind(name, kind.KEYWORD_ONLY, default=None)
        for name in (*_OPTIONS.get(_encoding(measure), ()), "sample_weight")
    ]
    own = inspect.signature(measure.function).parameters.values()
    rest = [each for each in own if each.kind is kind.KEYWORD_ONLY]
    return inspect.Signature([*first, *options, *rest], return_annotation=float)


def _encoding(measure: Measure) -> str:
    if measure.kind != "classification":
        return "none"
    if measure.needs == "label":
        return "flags" if measure.of_positive else "codes" if measure.name == "expected_cost" else "labels"
    return measure.needs


def _unchanged(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    return y_true, y_pred


def _labels(y_true: Any, y_pred: Any) -> tuple[Array, Array]:
    """Both as arrays of labels; DataError for scores, and for text on one side only."""
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    for name, values in (("y_true", y_true), ("y_pred", y_pred)):
        is_fraction = values != np.round(values) if values.dtype.kind == "f" and values.ndim == 1 else None
        if is_fraction is not None and (is_fraction & np.isfinite(values)).any():
            row = int((is_fraction & np.isfinite(values)).argmax())
            raise DataError(
                f"{name}, row {row}: {values[row]:g} is not a class label; apply a threshold first, or use a "
                "measure of scores (auc), of probabilities (log_loss) or of numbers (mean_squared_error)"
            )
    if y_true.size and y_pred.size and _is_text(y_true) != _is_text(y_pred):
        raise DataError(
            f"y_true has labels such as {y_true.tolist()[0]!r} and y_pred such as {y_pred.tolist()[0]!r}; "
            "use the same labels in both"
        )
    return y_true, y_pred


def _is_text(labels: Array) -> bool:
    return labels.dtype.kind in "US" or (
        labels.dtype.kind == "O" and all(isinstance(each, str) for each in labels.ravel().tolist())
    )


def _flags(y_true: Any, y_pred: Any, pos_label: Any) -> tuple[Any, Any]:
    y_true, y_pred = _labels(y_true, y_pred)
    positive = _positive(np.union1d(y_true, y_pred), pos_label)
    return y_true == positive, y_pred == positive


def _codes(y_true: Any, y_pred: Any, labels: Any) -> tuple[Any, Any]:
    y_true, y_pred = _labels(y_true, y_pred)
    classes = _classes(np.union1d(y_true, y_pred), labels)
    return _code_of(y_true, classes), _code_of(y_pred, classes)


def _scored(y_true: Any, y_score: Any, pos_label: Any, labels: Any) -> tuple[Any, Any]:
    """Boolean truth for one score per row, class codes for one score per class."""
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_score.ndim == 1:
        return (y_true == _positive(np.unique(y_true), pos_label)).astype(np.int64), y_score
    classes = _classes(np.unique(y_true), labels)
    if len(classes) != y_score.shape[1]:
        raise DataError(
            f"y_true has the classes {classes.tolist()} and y_score has {y_score.shape[1]} columns; "
            "pass labels=, the class of each column"
        )
    return _code_of(y_true, classes), y_score


def _positive(classes: Array, pos_label: Any) -> Any:
    """The positive class: 1 (or True) where labels are 0 and 1 or -1 and 1, else pos_label."""
    if pos_label is not None:
        if len(classes) and pos_label not in classes.tolist():
            raise ParameterError(f"pos_label={pos_label!r} is not one of the labels {classes.tolist()}")
        return pos_label
    if set(classes.tolist()) <= {0, 1} or set(classes.tolist()) <= {-1, 1}:
        return 1
    raise ParameterError(
        f"the labels are {classes.tolist()}; pass the positive class: pos_label={classes.tolist()[-1]!r}"
    )


def _classes(observed: Array, labels: Any) -> Array:
    if labels is None:
        return observed
    classes = np.asarray(labels)
    missing = np.setdiff1d(observed, classes)
    if len(missing):
        raise ParameterError(f"labels={classes.tolist()} lacks {missing.tolist()}, which occur in the data")
    return classes


def _code_of(y: Any, classes: Array) -> Array:
    order = np.argsort(classes)
    return order[np.searchsorted(classes, np.asarray(y), sorter=order)]


_OPTIONS = {
    "flags": ("pos_label",),
    "codes": ("labels",),
    "score": ("pos_label", "labels"),
    "probability": ("pos_label", "labels"),
}
_ENCODERS: dict[str, Callable[..., tuple[Any, Any]]] = {
    "labels": _labels,
    "flags": _flags,
    "codes": _codes,
    "score": _scored,
    "probability": _scored,
}
