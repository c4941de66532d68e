"""Measures as plain functions with registered properties, and their look-up by name."""

import ast
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.synonyms import MEASURE_OF, WITH_PARAMETERS
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.registry import measures

Function = TypeVar("Function", bound=Callable[..., float])

Each = Callable[..., Floats]
OfTable = Callable[..., Floats]


@dataclass(frozen=True)
class Measure:
    """A measure (metric, score, loss): its function with its properties; callable like the function.

    better: "higher", "lower", or "nearest" some value. range: minimum and maximum. needs: "label",
    "probability", "score", "number", "clusters" or "rows". kind: of task. each: the loss of each row, of
    which the measure is the mean; None if it is not a mean. root_of: likewise where it is the square root of
    the mean. is_share: whether the loss of each row is 0 or 1. of_table: the same measure from weighted
    confusion matrices (..., K, K), rows true and columns predicted, a value for each leading index.
    of_positive: whether it is of the positive class of two; truth and labels are then Boolean, and confusion
    matrices have the positive class last. headline: whether reports show it by default.

    >>> find_measure("accuracy")([0, 1, 1, 1], [0, 1, 1, 0])
    0.75
    """

    name: str
    title: str
    function: Callable[..., float]
    better: str
    range: tuple[float, float]
    needs: str
    kind: str
    each: Each | None = None
    root_of: Each | None = None
    is_share: bool = False
    of_table: OfTable | None = None
    of_positive: bool = False
    headline: bool = False

    @property
    def sign(self) -> int:
        """1 if higher is better, -1 if lower is; an error for a measure that is best at some value."""
        if self.better not in ("higher", "lower"):
            raise DesignError(
                f"{self.name} cannot rank models: {self.better} is best; rank by log_loss or brier"
            )
        return 1 if self.better == "higher" else -1

    @property
    def is_by_row(self) -> bool:
        """Whether it is a mean over rows, or the square root of one."""
        return self.each is not None or self.root_of is not None

    def __call__(self, truth: Any, predicted: Any, weight: Array | None = None) -> float:
        """The value of the measure."""
        return self.function(truth, predicted, weight)


def measure(
    *,
    better: str,
    range: tuple[float, float],
    needs: str,
    kind: str,
    title: str,
    **facts: Any,
) -> Callable[[Function], Function]:
    """Register a function (truth, predicted, weight=None) -> float as a measure; it stays a plain function.

    needs: kind of prediction: "label" (a class code per row), "probability" (rows x classes), "score" (a
    number per row, or rows x classes), "number". facts: `each`, `root_of`, `is_share`, `of_table`,
    `of_positive`, `headline` of `Measure`. Parameters of the measure are keyword-only with defaults; `each`,
    `root_of` and `of_table` take the same.

    >>> find_measure("brier").needs
    'probability'
    """

    def register(function: Function) -> Function:
        return measures.add(
            function.__name__, function, title, better=better, range=range, needs=needs, kind=kind, **facts
        )

    return register


def find_measure(name: str | Callable[..., float] | Measure, **parameters: Any) -> Measure:
    """The measure (metric, scorer) of this name or synonym, or of this registered function, with parameters.

    Parameters may be part of the name, wherever a measure is named: "pinball(quantile=0.9)" or
    "pinball(0.9)".

    >>> find_measure("accuracy").better
    'higher'
    >>> find_measure("pinball", quantile=0.9).name
    'pinball(quantile=0.9)'
    """
    if isinstance(name, Measure):
        return _with_parameters(name, parameters)
    values: tuple[Any, ...] = ()
    if isinstance(name, str):
        name, values, written = _read_name(WITH_PARAMETERS.get(name.lower(), name))
        parameters = {**written, **parameters}
    entry = measures[name if isinstance(name, str) else getattr(name, "__name__", repr(name))]
    if callable(name) and entry.thing is not name:
        raise DesignError(
            f"the function {entry.name!r} is not the registered measure of that name; register it under "
            "another name by gnomon.assessment.measures.measure(...)"
        )
    registered = Measure(entry.name, entry.title, entry.thing, **entry.facts)
    return _with_parameters(registered, {**_named(registered, values), **parameters})


def mean(values: Array, weight: Array | None = None) -> float:
    """The weighted mean; an error where there are no rows or no weight.

    >>> mean(np.array([1.0, 3.0]), np.array([3.0, 1.0]))
    1.5
    """
    weight = checked_weight(weight, len(values))
    if weight is None:
        return float(np.mean(values))
    return float(np.dot(values, weight) / np.sum(weight))


def weights(weight: Array | None, n_rows: int) -> Floats:
    """The validated weight of each row; ones where weight is None.

    >>> weights(None, 2)
    array([1., 1.])
    """
    checked = checked_weight(weight, n_rows)
    return np.ones(n_rows) if checked is None else checked


def checked_weight(weight: Array | None, n_rows: int) -> Floats | None:
    """The validated weight of each row, or None; there must be rows.

    >>> checked_weight([1, 2], 2)
    array([1., 2.])
    """
    if n_rows == 0:
        raise DataError("there are 0 rows to evaluate; pass at least one")
    if weight is None:
        return None
    checked = as_numbers("weight", weight)
    if checked.shape != (n_rows,):
        raise DataError(f"weight has shape {checked.shape} for {n_rows} rows; pass one weight per row")
    total = float(np.sum(checked))
    if not (np.isfinite(total) and checked.min() >= 0):
        row = int(np.argmin(np.isfinite(checked) & (checked >= 0)))
        raise DataError(f"row {row} has weight {checked[row]:g}; weights must be finite and not negative")
    if total == 0:
        raise DataError(f"the weights of the {n_rows} rows add up to 0; at least one must be positive")
    return checked


def as_numbers(name: str, values: Any) -> Floats:
    """Values as an array of floats; an error for text and missing values other than NaN.

    >>> as_numbers("score", [1, 2])
    array([1., 2.])
    """
    try:
        return np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"{name} must be numbers, one per row: {error}") from error


def check_labels(name: str, labels: Array) -> None:
    """Raise an error for labels that are not one-dimensional, or of which one is NaN.

    >>> check_labels("truth", np.array(["b", "a", "b"]))
    """
    if labels.ndim != 1:
        raise DataError(f"{name} has {labels.ndim} dimensions; pass one label per row, in one dimension")
    if labels.dtype.kind == "f" and np.isnan(labels).any():
        row = int(np.argmax(np.isnan(labels)))
        raise DataError(f"row {row} has the label NaN in {name}; drop or impute it")


def distinct(name: str, labels: Array) -> tuple[Array, Integers]:
    """The distinct labels in ascending order, and the index of each row's label among them.

    >>> distinct("truth", np.array(["b", "a", "b"]))
    (array(['a', 'b'], dtype='<U1'), array([1, 0, 1]))
    """
    try:
        return np.unique(labels, return_inverse=True)
    except TypeError as error:
        raise DataError(
            f"{name} contains labels that cannot be sorted, such as text beside numbers or None; convert all "
            "of them to text"
        ) from error


def same_length(truth: Any, predicted: Any) -> tuple[Array, Array]:
    """Both as arrays, of equal length.

    >>> same_length([0, 1], [0.5, 0.7])
    (array([0, 1]), array([0.5, 0.7]))
    """
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    if truth.ndim == 0 or predicted.ndim == 0:
        raise DataError("truth and predictions must be one value per row; pass a list, not a single value")
    if truth.ndim != 1:
        raise DataError(f"truth has {truth.ndim} dimensions; pass one true value per row, in one dimension")
    if len(truth) != len(predicted):
        raise DataError(
            f"there are {len(truth)} true values and {len(predicted)} predictions; pass as many of each"
        )
    return truth, predicted


def _read_name(text: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
    """A name such as "pinball(0.9)" or "f_beta(beta=2)" parsed into name and parameters."""
    written = re.fullmatch(r"(\w+)(\(.*\))?", text.strip(), re.DOTALL)
    if written is None or written[2] is None:
        name = text if written is None else written[1]
        return MEASURE_OF.get(name.lower(), name), (), {}
    try:
        call = ast.parse(f"_{written[2]}", mode="eval").body
        assert isinstance(call, ast.Call)
        values = tuple(ast.literal_eval(each) for each in call.args)
        parameters = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
    except (SyntaxError, ValueError, AssertionError) as error:
        raise ParameterError(
            f"the parameters in {text!r} cannot be parsed; write them as in 'pinball(quantile=0.9)'"
        ) from error
    return MEASURE_OF.get(written[1].lower(), written[1]), values, parameters


def _named(measure: Measure, values: tuple[Any, ...]) -> dict[str, Any]:
    """Positional values by the names of the measure's parameters."""
    names = _parameters(measure)
    if len(values) > len(names):
        raise _unknown_parameters(measure, list(values))
    return dict(zip(names, values))


def _with_parameters(measure: Measure, parameters: Mapping[str, Any]) -> Measure:
    if not parameters:
        return measure
    if not set(parameters) <= set(_parameters(measure)):
        raise _unknown_parameters(measure, list(parameters))

    def fixed(function: Callable[..., Any]) -> Callable[..., Any]:
        return partial(function, **parameters)

    written = ", ".join(f"{name}={_python_value(value)!r}" for name, value in parameters.items())
    return replace(
        measure,
        name=f"{measure.name}({written})",
        title=f"{measure.title} ({written})",
        function=fixed(measure.function),
        each=None if measure.each is None else fixed(measure.each),
        root_of=None if measure.root_of is None else fixed(measure.root_of),
        of_table=None if measure.of_table is None else fixed(measure.of_table),
    )


def _parameters(measure: Measure) -> list[str]:
    parameters = inspect.signature(measure.function).parameters.values()
    return [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]


def _unknown_parameters(measure: Measure, passed: list[Any]) -> ParameterError:
    known = ", ".join(_parameters(measure)) or "none"
    return ParameterError(f"{measure.name} has the parameters {known}; got {passed}")


def _python_value(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


measures.read_names_by(find_measure, MEASURE_OF)
